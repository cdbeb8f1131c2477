// State of the Blokus Duo page: the game, the players, the held piece, and the answers of the
// workbench.
import { ask, faultOf } from "../lib/api";
import { Stored } from "../lib/storage.svelte";
import type { BlokusGraph, BlokusReply, BlokusSet, BlokusVerdict, BlokusView, Fault } from "../lib/schema";
import { Task } from "../lib/task.svelte";
import { cover, flip, form, grip, onBoard, read, shapeOf, turn, write, type Cell } from "./shape";
import {
  asGame,
  children,
  emptyGame,
  keyOf,
  lineTo,
  path,
  play,
  through,
  type Game,
  type Side,
} from "./tree";

/**
 * The player of a side: 0 is a person, another number the level of the computer, a text any player.
 */
export type Seat = number | string;

export type Seats = {
  black: Seat;
  white: Seat;
  /** How long the computer thinks, in seconds. */
  seconds: number;
  /** How long to wait between moves when the computer plays itself, in seconds. */
  pace: number;
  paused: boolean;
};

export const usualSeats: Seats = { black: 0, white: 3, seconds: 1, pace: 0.5, paused: false };

export function asSeats(value: unknown): Seats | undefined {
  const { black, white, seconds, pace, paused } = (value ?? {}) as Record<string, unknown>;
  const level = (seat: unknown) => Number.isInteger(seat) && Number(seat) >= 0 && Number(seat) <= 10;
  const sits = (seat: unknown) => level(seat) || (typeof seat === "string" && seat !== "");
  const time = (span: unknown) => typeof span === "number" && span >= 0 && span <= 60;
  if (!sits(black) || !sits(white) || !time(seconds) || !time(pace) || typeof paused !== "boolean")
    return undefined;
  return { black, white, seconds: Math.max(0.05, Number(seconds)), pace, paused } as Seats;
}

/** Returns the player that suggests moves of a side; for a person the highest level. */
const replier = (seat: Seat) => (typeof seat === "string" ? { player: seat } : { level: seat || 10 });

/** A piece over the board; its box begins at `x`, `y`. */
export type Held = { piece: string; cells: Cell[]; x: number; y: number };

export class Table {
  #closed = false;
  readonly set: BlokusSet;
  readonly kept = new Stored<Game>("blokus.game", emptyGame(), asGame);
  readonly seats = new Stored<Seats>("blokus.seats", usualSeats, asSeats);
  readonly reply = new Task("blokus/reply");
  readonly hints = new Task("blokus/hints", "blokus.hints");

  /** The last answer about a position, and which position that was. */
  view = $state.raw<BlokusView | undefined>();
  viewKey = $state<string | undefined>();
  graph = $state.raw<BlokusGraph | undefined>();
  fault = $state.raw<Fault | undefined>();
  held = $state.raw<Held | undefined>();
  verdict = $state.raw<BlokusVerdict | undefined>();
  /** Whether the held piece did not fit at the last attempt to place it. */
  tried = $state(false);
  /** The squares of a hint that is pointed at. */
  pointedHint = $state.raw<number[]>([]);
  /** The square that is pointed at. */
  pointed = $state<number | undefined>();
  /** The game before it was replaced, to be restored. */
  before = $state.raw<Game | undefined>();

  readonly line = $derived.by(() => lineTo(this.kept.value, this.kept.value.at));
  readonly key = $derived(keyOf(this.line));
  /** The whole line that the game graph shows. */
  readonly whole = $derived(through(this.kept.value, this.kept.value.at));
  readonly number = $derived(this.line.moves.length);
  /** The position shown, once it is known. */
  readonly here = $derived(this.viewKey === this.key ? this.view : undefined);
  readonly leaf = $derived(children(this.kept.value, this.kept.value.at).length === 0);
  readonly covered = $derived(this.held ? cover(this.held.cells, this.held.x, this.held.y) : []);
  readonly fits = $derived.by(() => {
    const { piece } = this.held ?? {};
    return this.here?.legal.find((each) => each.piece === piece)?.placements ?? [];
  });
  readonly legal = $derived.by(() => {
    const text = this.covered.join();
    return text !== "" && this.fits.some((placement) => placement.join() === text);
  });
  /** The computer's turn, as "seat line"; nothing on a person's. */
  readonly due = $derived.by(() => {
    const { here, seats, leaf, key } = this;
    if (!here?.turn || seats.value.paused || !leaf) return undefined;
    const seat = seats.value[here.turn];
    return seat !== 0 ? `${seat} ${key}` : undefined;
  });
  /** Whether the user may place a piece. */
  readonly mine = $derived(Boolean(this.here?.turn) && this.due === undefined);

  /** The action to do as soon as the position is known. */
  #wish: (() => void) | undefined;
  #names = new Map<string, string>();
  #shapes = new Map<string, Cell[]>();

  constructor(set: BlokusSet) {
    this.set = set;
    for (const piece of set.pieces) {
      this.#names.set(form(piece.squares), piece.name);
      this.#shapes.set(piece.name, piece.squares);
    }
  }

  get game(): Game {
    return this.kept.value;
  }

  set game(game: Game) {
    this.kept.value = game;
    this.drop();
  }

  /** The name of the piece of a move. */
  pieceOf(squares: string): string {
    const numbers = read(squares);
    return numbers.length > 0 ? (this.#names.get(form(shapeOf(numbers).cells)) ?? "?") : "?";
  }

  /** The cells of a piece as it is drawn in a hand. */
  cellsOf(piece: string): Cell[] {
    return this.#shapes.get(piece) ?? [];
  }

  /** Loads the position shown. Call in an effect. */
  look(): () => void {
    const { line, key } = this;
    const stop = new AbortController();
    ask("blokus/position", { line }, stop.signal).then(
      (view) => {
        [this.view, this.viewKey, this.fault] = [view, key, undefined];
        const wish = this.#wish;
        this.#wish = undefined;
        wish?.();
      },
      (error: unknown) => {
        if (!stop.signal.aborted) this.fault = faultOf(error);
      },
    );
    return () => stop.abort();
  }

  /** Loads the graph of the whole line. Call in an effect. */
  plot(): () => void {
    const moves = this.whole.map(({ colour, squares }) => ({ colour, squares }));
    const stop = new AbortController();
    ask("blokus/graph", { line: { start: this.game.start, moves } }, stop.signal).then(
      (graph) => (this.graph = graph),
      () => undefined,
    );
    return () => stop.abort();
  }

  /** Loads the reason why the held piece does not fit. Call in an effect. */
  judge(): () => void {
    const { line, covered, legal } = this;
    this.verdict = undefined;
    this.tried = false;
    if (covered.length === 0 || legal || !this.here) return () => undefined;
    const stop = new AbortController();
    ask("blokus/explain", { line, squares: write(covered) }, stop.signal).then(
      (verdict) => (this.verdict = verdict),
      () => undefined,
    );
    return () => stop.abort();
  }

  /** Lets the computer move if it is its turn. Call in an effect. */
  answer(): () => void {
    const turn = this.due && this.here?.turn;
    if (!turn) return () => undefined;
    const { line, seats } = this;
    const who = replier(seats.value[turn]);
    const alone = seats.value.black !== 0 && seats.value.white !== 0;
    const [seconds, pace] = [seats.value.seconds, alone ? seats.value.pace : 0.2];
    let live = true;
    const think = () => {
      const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
      this.reply.start({ line, ...who, seconds, seed }).then(
        (reply) => live && this.#take(reply),
        () => undefined,
      );
    };
    const wait = setTimeout(think, 1000 * pace);
    return () => {
      live = false;
      clearTimeout(wait);
      this.reply.cancel();
    };
  }

  #take(reply: BlokusReply): void {
    if (!this.#closed && reply.key === this.key) this.game = play(this.game, reply.colour, reply.squares);
  }

  /** Takes a piece and holds it where it fits, as near as possible to the last held piece. */
  take(piece: string): void {
    if (!this.here?.turn || !this.mine) return;
    const cells = this.cellsOf(piece);
    if (cells.length === 0) return;
    const from = this.held ?? { x: 6, y: 6 };
    this.held = { piece, cells, ...onBoard(cells, from.x, from.y) };
    this.#nearest(from);
  }

  #nearest(from: { x: number; y: number }): void {
    const far = (squares: number[]) => {
      const { x, y } = shapeOf(squares);
      return Math.abs(x - from.x) + Math.abs(y - from.y);
    };
    const best = this.fits.reduce<number[] | undefined>(
      (best, each) => (best && far(best) <= far(each) ? best : each),
      undefined,
    );
    if (best && this.held) this.held = { ...this.held, ...shapeOf(best) };
  }

  /**
   * Takes the next piece of the side to move for which `wanted` holds, after the one that is held.
   */
  takeNext(wanted: (piece: string, size: number) => boolean): void {
    if (!this.here) this.#wish = () => this.takeNext(wanted);
    const turn = this.here?.turn;
    if (!turn) return;
    const all = this.here![turn].hand.filter((piece) => wanted(piece, this.cellsOf(piece).length));
    const able = all.filter((piece) => this.here!.legal.some((fits) => fits.piece === piece));
    const hand = able.length > 0 ? able : all;
    const next = hand[(hand.indexOf(this.held?.piece ?? "") + 1) % hand.length];
    if (next) this.take(next);
  }

  /** Moves the held piece by some squares. */
  nudge(dx: number, dy: number): void {
    const { held } = this;
    if (held) this.held = { ...held, ...onBoard(held.cells, held.x + dx, held.y + dy) };
  }

  /** Holds the piece over a square. */
  hover(x: number, y: number): void {
    const { held } = this;
    if (!held) return;
    const by = grip(held.cells);
    const corner = onBoard(held.cells, x - by.x, y - by.y);
    if (corner.x !== held.x || corner.y !== held.y) this.held = { ...held, ...corner };
  }

  /** Changes the shape around the cell by which it is held. */
  #change(change: (cells: Cell[]) => Cell[]): void {
    const { held } = this;
    if (!held) return;
    const cells = change(held.cells);
    const [old, now] = [grip(held.cells), grip(cells)];
    this.held = { ...held, cells, ...onBoard(cells, held.x + old.x - now.x, held.y + old.y - now.y) };
  }

  /** Rotates the held piece clockwise, or counter-clockwise. */
  turn(left = false): void {
    this.#change((cells) => (left ? turn(turn(turn(cells))) : turn(cells)));
  }

  flip(): void {
    this.#change(flip);
  }

  /** Goes to the next place where the piece fits, in any orientation. */
  nextFit(step = 1): void {
    const { held, fits } = this;
    if (!held || fits.length === 0) return;
    const at = fits.findIndex((placement) => placement.join() === this.covered.join());
    const next = fits[(at < 0 ? 0 : at + step + fits.length) % fits.length]!;
    this.held = { ...held, ...shapeOf(next) };
  }

  drop(): void {
    this.held = undefined;
  }

  /** Places the held piece if it fits, and returns whether it did. */
  place(): boolean {
    const turn = this.here?.turn;
    if (!turn || !this.held || !this.legal) {
      this.tried = this.held !== undefined;
      return false;
    }
    this.make(turn, write(this.covered));
    return true;
  }

  /** Closes the table: a running computation must not change the game that another table shows. */
  close(): void {
    this.#closed = true;
    this.reply.cancel();
  }

  /** Makes a move that is known to be legal. */
  make(colour: Side, squares: string): void {
    this.reply.cancel();
    this.game = play(this.game, colour, squares);
    this.pointedHint = [];
  }

  /** Shows the game after a move. */
  go(id: number): void {
    if (id !== this.game.at) this.game = { ...this.game, at: id };
  }

  back(): void {
    this.go(path(this.game, this.game.at).at(-2)?.id ?? 0);
  }

  forward(): void {
    const next = children(this.game, this.game.at)[0];
    if (next) this.go(next.id);
  }

  /** Goes back to where a person was last to move. */
  takeBack(): void {
    const moves = path(this.game, this.game.at);
    while (moves.length > 0) {
      const last = moves.pop()!;
      if (this.seats.value[last.colour] === 0 || moves.length === 0) break;
    }
    this.go(moves.at(-1)?.id ?? 0);
  }

  /** Replaces the game, which can be restored. */
  replace(game: Game): void {
    this.before = this.game.moves.length > 0 ? this.game : undefined;
    this.game = game;
    this.pointedHint = [];
  }

  /** Lets the computer of a side, or the strongest one, move here. */
  moveHere(): void {
    const turn = this.here?.turn;
    if (!turn) return;
    const { line, seats } = this;
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
    const input = { line, ...replier(seats.value[turn]), seconds: seats.value.seconds, seed };
    this.reply.start(input).then(
      (reply) => this.#take(reply),
      () => undefined,
    );
  }
}
