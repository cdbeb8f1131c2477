import { flushSync } from "svelte";
import { describe, expect, test } from "vitest";
import {
  asPosition,
  Board,
  free,
  freshGame,
  nextStone,
  shotsOf,
  usualConditions,
  type Position,
} from "./position.svelte";
import { preset, PRESETS } from "./presets";

const fresh = (): Position => {
  const conditions = usualConditions("dc3");
  return { conditions, game: freshGame(conditions) };
};

describe("a position", () => {
  test("comes back from JSON as it was, whichever example it is", () => {
    for (const name of PRESETS) {
      const position = preset(name);
      const back = asPosition(JSON.parse(JSON.stringify(position)));
      expect(back?.game.stones, name).toEqual(position.game.stones);
      expect(back?.conditions, name).toEqual(position.conditions);
      expect(asPosition(JSON.parse(JSON.stringify(back)))).toEqual(back);
    }
  });

  test("keeps what the fields of the page cannot change", () => {
    const position = JSON.parse(JSON.stringify(preset("guard")));
    Object.assign(position.conditions, {
      ice: { model: "dc2", restitution: 0.8 },
      power_plays: "unlimited",
      rule_set: { ends: 3 },
      referee: "fast",
      clocks: [{ game: "219s" }, {}],
    });
    position.conditions.teams[1].players[0].skill = { noise: { kind: "gat", size: 0.2 }, excess: "pass" };
    Object.assign(position.game, {
      chooser: 1,
      power_plays: [2, null],
      orders: [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
      ],
    });
    position.game.stones[0].angle = 1.25;
    position.game.stones[0].x = 0.123456789012345;
    position.game.extra = 0;
    expect(asPosition(position)).toEqual(position);
    const board = new Board("whole", asPosition(position)!);
    board.setRules("mixed-doubles");
    expect(board.conditions.rule_set).toBeUndefined();
    expect(board.conditions.power_plays).toBeUndefined();
    board.setPlatform("dc4");
    expect(board.conditions.ice).toBeUndefined();
    expect(board.conditions.teams[1].players[0]!.skill).toBeUndefined();
  });

  test("is refused if it is anything else", () => {
    const good = JSON.parse(JSON.stringify(preset("guard")));
    const spoilt: ((value: typeof good) => void)[] = [
      (value) => (value.game.stones[0].x = "left"),
      (value) => (value.game.stones[0].number = 9),
      (value) => (value.game.shot = 16),
      (value) => (value.conditions.platform = "pond"),
      (value) => (value.conditions.friction = null),
      (value) => (value.conditions.teams = []),
      (value) => delete value.game,
    ];
    for (const spoil of spoilt) {
      const value = structuredClone(good);
      spoil(value);
      expect(asPosition(value)).toBeUndefined();
    }
    for (const value of [null, 3, "position", []]) expect(asPosition(value)).toBeUndefined();
  });

  test("says whose turn it is and which stones are free", () => {
    const { conditions, game } = preset("bury");
    expect(nextStone({ conditions, game })).toEqual({ team: 0, number: 5 });
    expect(nextStone(preset("doubles"))).toEqual({ team: 0, number: 4 });
    expect(shotsOf(preset("doubles").conditions)).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    expect(free({ conditions, game }, 0)).toEqual([1, 2]);
    expect(free(preset("doubles"), 0)).toEqual([]);
  });
});

describe("a board", () => {
  test("gives a new stone the next number, and moves the shot on if none is left", () => {
    const board = new Board("test", fresh());
    expect(board.add(0, { x: 0, y: 0 })).toBe("0-1");
    expect(board.game.shot).toBe(1);
    expect(board.add(1, { x: 1, y: 0 })).toBe("1-1");
    expect(board.game.shot).toBe(2);
    for (let i = 0; i < 6; i++) board.add(1, { x: 0, y: -2 });
    expect(board.game.shot).toBe(14);
    expect(board.add(1, { x: 0, y: -3 })).toBeUndefined();
    expect(board.game.shot).toBe(14);
  });

  test("moves, nudges and removes", () => {
    const board = new Board("test", preset("guard"));
    board.move("0-1", { x: 0.12345, y: -1 });
    board.nudge("0-1", { x: 0.01, y: -0.1 });
    const stone = board.game.stones.find((one) => one.team === 0 && one.number === 1);
    expect(stone).toMatchObject({ x: 0.133, y: -1.1 });
    board.remove("0-1");
    expect(board.game.stones).toHaveLength(2);
    board.move("0-1", { x: 0, y: 0 });
    expect(board.game.stones).toHaveLength(2);
  });

  test("comes back to what it was", () => {
    const board = new Board("test", preset("guard"));
    expect(board.canUndo).toBe(false);
    board.mark();
    board.move("0-1", { x: 1, y: 1 });
    board.remove("0-2");
    expect(board.canUndo).toBe(true);
    board.undo();
    expect(board.game.stones).toHaveLength(3);
    board.undo();
    expect(board.plain().game.stones).toEqual(preset("guard").game.stones);
    expect(board.canUndo).toBe(false);
  });

  test("keeps points only of ends that are over", () => {
    const board = new Board("test", preset("last"));
    board.setEnd(2);
    expect(board.game.scores).toEqual([2, -1]);
    board.setEnd(4);
    expect(board.game.scores).toEqual([2, -1, 0, 0]);
  });

  test("plays no end beyond the match, and undoes what was done to it", () => {
    const board = new Board("test", preset("last"));
    board.setEnds(4);
    expect(board.game).toMatchObject({ end: 3, scores: [2, -1, 0] });
    board.undo();
    expect(board.plain()).toMatchObject({ conditions: { ends: 10 }, game: { end: 9 } });
    expect(board.game.scores).toEqual(preset("last").game.scores);
    board.setPlatform("gat");
    expect(board.game).toMatchObject({ end: 7, scores: [2, -1, 0, -2, 1, 0, 0] });
    // An extra end is one only as long as there are extra ends.
    board.setEnds(4, true);
    board.setEnd(4);
    board.setEnds(4, true);
    expect(board.game.end).toBe(4);
    board.setEnds(4, false);
    expect(board.game.end).toBe(3);
    board.change(() => (board.conditions.friction = 1.5));
    board.undo();
    expect(board.conditions.friction).toBe(1);
  });

  test("is found again after a reload", () => {
    const board = new Board("again", fresh());
    board.add(0, { x: 0.5, y: 0.25 });
    flushSync();
    expect(new Board("again", fresh()).game.stones).toMatchObject([{ team: 0, number: 1, x: 0.5, y: 0.25 }]);
  });

  test("forgets limits of weight when the platform, and so their measure, changes", () => {
    const board = new Board("test", fresh());
    board.conditions.teams[0].players[0]!.max_weight = 3;
    board.conditions.friction = 1.2;
    board.setPlatform("gat");
    expect(board.conditions.teams[0].players[0]!.max_weight).toBeNull();
    expect(board.conditions.friction).toBe(1.2);
  });
});
