import { expect, test } from "vitest";
import {
  asGame,
  children,
  commentAt,
  emptyGame,
  fromWire,
  isMain,
  keyOf,
  lineTo,
  path,
  play,
  promote,
  remove,
  runs,
  through,
  toWire,
  withComment,
  type Game,
} from "./tree";

/** a b c d, and after b instead of c: x y; after x instead of y: z. */
function forked(): Game {
  const at = (game: Game, id: number) => ({ ...game, at: id });
  let game = emptyGame();
  for (const squares of ["a1", "b1", "c1", "d1"]) game = play(game, game.at % 2 ? "white" : "black", squares);
  game = play(play(at(game, 2), "black", "x"), "white", "y");
  return play(at(game, 5), "white", "z");
}

const names = (game: Game) =>
  runs(game).map(({ depth, moves }) => `${depth}:${moves.map((m) => m.number + m.move.squares).join(" ")}`);

test("a move that is known is followed, another one begins a variation", () => {
  const game = forked();
  expect(game.moves).toHaveLength(7);
  const again = play({ ...game, at: 2 }, "black", "x");
  expect(again.moves).toHaveLength(7);
  expect(again.at).toBe(5);
  expect(children(game, 2).map((move) => move.squares)).toEqual(["c1", "x"]);
});

test("lines lead to a move and on along the main line", () => {
  const game = forked();
  expect(path(game, 7).map((move) => move.squares)).toEqual(["a1", "b1", "x", "z"]);
  expect(through(game, 5).map((move) => move.squares)).toEqual(["a1", "b1", "x", "y"]);
  expect(keyOf(lineTo(game, 2))).toBe("Ba1 Wb1");
  expect(keyOf({ start: "14/14 b -", moves: [] })).toBe("14/14 b -");
});

test("variations stand behind the move they replace", () => {
  expect(names(forked())).toEqual(["0:1a1 2b1 3c1", "1:3x 4y", "2:4z", "0:4d1"]);
  expect(names(emptyGame())).toEqual([]);
});

test("a variation becomes the main line", () => {
  const game = promote(forked(), 7);
  expect(isMain(game, 7)).toBe(true);
  expect(isMain(game, 3)).toBe(false);
  expect(through(game, 0).map((move) => move.squares)).toEqual(["a1", "b1", "x", "z"]);
  expect(game.moves).toHaveLength(7);
});

test("what is deleted takes what follows with it", () => {
  const game = remove(forked(), 5);
  expect(game.moves.map((move) => move.squares)).toEqual(["a1", "b1", "c1", "d1"]);
  expect(game.at).toBe(2);
  expect(remove({ ...forked(), at: 4 }, 5).at).toBe(4);
});

test("comments belong to the move shown, or to the game", () => {
  const game = withComment(forked(), "hm");
  expect(commentAt(game)).toBe("hm");
  expect(commentAt({ ...game, at: 0 })).toBe("");
  expect(commentAt(withComment({ ...game, at: 0 }, "a game"))).toBe("a game");
});

test("a game comes back from the workbench as it went", () => {
  const wire = toWire(promote(forked(), 7));
  wire.nodes.forEach((node, place) => expect(node.parent ?? -1).toBeLessThan(place));
  const back = fromWire(wire);
  expect(names(back)).toEqual(names(promote(forked(), 7)));
  expect(toWire(back)).toEqual(wire);
  expect(path(back, back.at).map((move) => move.squares)).toEqual(["a1", "b1", "x", "z"]);
});

test("what is no game is not taken for one", () => {
  const game = forked();
  expect(asGame(JSON.parse(JSON.stringify(game)))).toEqual(game);
  expect(asGame({ ...game, at: 99 })?.at).toBe(0);
  const [first, ...rest] = game.moves;
  for (const wrong of [
    undefined,
    7,
    {},
    { ...game, moves: "no" },
    { ...game, start: 3 },
    { ...game, black: null },
    { ...game, moves: [...game.moves, first] },
    { ...game, moves: [{ ...first, parent: 4 }, ...rest] },
    { ...game, moves: [{ ...first, colour: "red" }, ...rest] },
    { ...game, moves: [{ ...first, squares: 5 }, ...rest] },
  ])
    expect(asGame(wrong)).toBeUndefined();
});
