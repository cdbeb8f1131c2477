// Game tree: a game with its variations. It knows no rules: the workbench checks moves.
import type { BlokusColour, BlokusGame, BlokusLine } from "../lib/schema";

export type Side = BlokusColour;

/** A move in the tree. Its parent is the move it follows; 0 is the beginning. */
export type Move = {
  id: number;
  parent: number;
  colour: Side;
  squares: string;
  comment: string;
  kept: string;
};

/** Of several moves with one parent, the one that comes first in the list is the main line. */
export type Game = Omit<BlokusGame, "nodes" | "start"> & {
  start: string | null;
  moves: Move[];
  /** The move after which the game is shown. */
  at: number;
};

export function emptyGame(): Game {
  const nothing = { black: "", white: "", date: "", result: "", comment: "", kept: "" };
  return { start: null, ...nothing, moves: [], at: 0 };
}

/** The moves that follow each move, in their order. */
function byParent(moves: readonly Move[]): Map<number, Move[]> {
  const found = new Map<number, Move[]>();
  for (const move of moves) {
    const others = found.get(move.parent);
    if (others) others.push(move);
    else found.set(move.parent, [move]);
  }
  return found;
}

export function children(game: Game, id: number): Move[] {
  return game.moves.filter((move) => move.parent === id);
}

/** The moves that lead to a move, itself the last. */
export function path(game: Game, id: number): Move[] {
  const known = new Map(game.moves.map((move) => [move.id, move]));
  const found: Move[] = [];
  for (let move = known.get(id); move; move = known.get(move.parent)) found.push(move);
  return found.reverse();
}

/** The moves that lead to a move, and then the main line to its end. */
export function through(game: Game, id: number): Move[] {
  const first = new Map<number, Move>();
  for (const move of game.moves) if (!first.has(move.parent)) first.set(move.parent, move);
  const line = path(game, id);
  for (let move = first.get(id); move; move = first.get(move.id)) line.push(move);
  return line;
}

/** Returns the line to a move, for the workbench. */
export function lineTo(game: Game, id: number): BlokusLine {
  const moves = path(game, id).map(({ colour, squares }) => ({ colour, squares }));
  return { start: game.start, moves };
}

/** Returns the key of a line; the workbench uses the same in its answers. */
export function keyOf(line: BlokusLine): string {
  const moves = line.moves.map(({ colour, squares }) => (colour === "black" ? "B" : "W") + squares);
  return [...(line.start == null ? [] : [line.start]), ...moves].join(" ");
}

/** Plays a move in the position shown: follows a known line, or begins a variation. */
export function play(game: Game, colour: Side, squares: string): Game {
  const known = children(game, game.at).find((move) => move.colour === colour && move.squares === squares);
  if (known) return { ...game, at: known.id };
  const id = 1 + Math.max(0, ...game.moves.map((move) => move.id));
  const move = { id, parent: game.at, colour, squares, comment: "", kept: "" };
  return { ...game, moves: [...game.moves, move], at: id };
}

/** Makes the line to a move the main line. */
export function promote(game: Game, id: number): Game {
  let moves = game.moves;
  for (const move of path(game, id)) {
    const first = moves.findIndex((other) => other.parent === move.parent);
    const rest = moves.filter((other) => other !== move);
    moves = [...rest.slice(0, first), move, ...rest.slice(first)];
  }
  return { ...game, moves };
}

/** Whether a move is the first of those with its parent, and so are all before it. */
export function isMain(game: Game, id: number): boolean {
  return path(game, id).every((move) => children(game, move.parent)[0] === move);
}

/** Removes a move with everything after it. */
export function remove(game: Game, id: number): Game {
  const gone = new Set([id]);
  const following = byParent(game.moves);
  for (const each of gone) for (const child of following.get(each) ?? []) gone.add(child.id);
  const parent = game.moves.find((move) => move.id === id)?.parent ?? 0;
  return {
    ...game,
    moves: game.moves.filter((move) => !gone.has(move.id)),
    at: gone.has(game.at) ? parent : game.at,
  };
}

/** The comment where the game is shown. */
export function commentAt(game: Game): string {
  return game.at === 0 ? game.comment : (game.moves.find((move) => move.id === game.at)?.comment ?? "");
}

export function withComment(game: Game, comment: string): Game {
  if (game.at === 0) return { ...game, comment };
  const moves = game.moves.map((move) => (move.id === game.at ? { ...move, comment } : move));
  return { ...game, moves };
}

/** A run of moves without a fork, and the number of variations around it. */
export type Run = { depth: number; moves: { move: Move; number: number }[] };

/**
 * The tree as runs in the order in which people read them: a variation stands behind the move that
 * it replaces.
 */
export function runs(game: Game): Run[] {
  const following = byParent(game.moves);
  const found: Run[] = [];
  type Step = { moves: Move[]; number: number; depth: number; run?: Run };
  const steps: Step[] = [{ moves: following.get(0) ?? [], number: 1, depth: 0 }];
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { number, depth } = step;
    const [main, ...others] = step.moves;
    if (!main) continue;
    const run = step.run ?? { depth, moves: [] };
    if (!step.run) found.push(run);
    run.moves.push({ move: main, number });
    // Last in, first out: variations come before the continuation of the main move.
    const next = { moves: following.get(main.id) ?? [], number: number + 1, depth };
    steps.push(others.length > 0 ? next : { ...next, run });
    for (const other of others.reverse()) steps.push({ moves: [other], number, depth: depth + 1 });
  }
  return found;
}

/** Returns the game for the workbench: every move after its parent. */
export function toWire(game: Game): BlokusGame {
  const { moves, at: _, ...about } = game;
  const place = new Map<number, number>();
  const nodes: BlokusGame["nodes"] = [];
  const following = byParent(moves);
  const toCome = [...(following.get(0) ?? [])].reverse();
  for (let move = toCome.pop(); move; move = toCome.pop()) {
    const { id, parent, ...rest } = move;
    place.set(id, nodes.length);
    nodes.push({ parent: place.get(parent) ?? null, ...rest });
    toCome.push(...[...(following.get(id) ?? [])].reverse());
  }
  return { ...about, nodes };
}

/** A game that was read, shown at the end of its main line. */
export function fromWire(wire: BlokusGame): Game {
  const { nodes, start, ...about } = wire;
  const moves = nodes.map(({ parent, ...rest }, place) => ({
    id: place + 1,
    parent: parent == null ? 0 : parent + 1,
    ...rest,
  }));
  const game = { ...about, start: start ?? null, moves, at: 0 };
  return { ...game, at: through(game, 0).at(-1)?.id ?? 0 };
}

const isText = (value: unknown): value is string => typeof value === "string";

function asMove(value: unknown, known: Set<number>): Move | undefined {
  const { id, parent, colour, squares, comment, kept } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== "number" || !Number.isInteger(id) || id < 1 || known.has(id)) return undefined;
  if (typeof parent !== "number" || (colour !== "black" && colour !== "white")) return undefined;
  if (!isText(squares) || !isText(comment) || !isText(kept)) return undefined;
  return { id, parent, colour, squares, comment, kept };
}

/** Accepts a game from storage or a link. */
export function asGame(value: unknown): Game | undefined {
  const { start, black, white, date, result, comment, kept, moves, at } = (value ?? {}) as Record<
    string,
    unknown
  >;
  if (start !== null && !isText(start)) return undefined;
  if (![black, white, date, result, comment, kept].every(isText)) return undefined;
  if (!Array.isArray(moves) || moves.length > 5000 || typeof at !== "number") return undefined;
  const known = new Set<number>();
  const found: Move[] = [];
  for (const each of moves) {
    const move = asMove(each, known);
    if (!move) return undefined;
    known.add(move.id);
    found.push(move);
  }
  const about = { start, black, white, date, result, comment, kept } as Omit<Game, "moves" | "at">;
  const game = { ...about, moves: found, at: 0 };
  // Every move must hang on the beginning; a circle would never end.
  const following = byParent(found);
  const reached = new Set([0]);
  for (const id of reached) for (const move of following.get(id) ?? []) reached.add(move.id);
  if (reached.size !== found.length + 1) return undefined;
  return { ...game, at: known.has(at) ? at : 0 };
}
