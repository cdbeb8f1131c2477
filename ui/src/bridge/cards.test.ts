import { expect, test } from "vitest";
import { asBoard, callText, continued, cutAt, face, partner, sample, steps } from "./cards";
import { isMine, takenBack } from "./game.svelte";
import { asAnswers, statusOf } from "./problem";
import { keyOf } from "./boardState.svelte";
import type { BridgeProblem } from "../lib/schema";

test("cards and calls are written with signs, a ten as 10", () => {
  expect(face("ST")).toBe("♠10");
  expect(face("HQ")).toBe("♥Q");
  expect(callText("4SX")).toBe("4♠×");
  expect(callText("3NT")).toBe("3NT");
  expect(callText("Pass")).toBe("Pass");
});

test("who sits where", () => {
  expect(partner("E")).toBe("W");
});

test("another card cuts off what followed, another call the whole play", () => {
  expect(steps(sample)).toBe(60);
  const card = continued(sample, 16, { card: "D5" });
  expect(card.play.slice(-2)).toEqual(["D4", "D5"]);
  expect(card.auction).toEqual(sample.auction);
  const call = continued(sample, 3, { call: "X" });
  expect(call.auction).toEqual(["1H", "1S", "3H", "X"]);
  expect(call.play).toEqual([]);
  expect(steps(cutAt(sample, 5))).toBe(5);
  expect(cutAt(sample, 10).play).toEqual(["DA", "D6"]);
});

test("positions are told apart by what was done, not by what followed", () => {
  const later = { board: sample, step: 12 };
  const cut = { board: cutAt(sample, 12), step: 12 };
  expect(keyOf(later)).toBe(keyOf(cut));
  expect(keyOf({ board: sample, step: 13 })).not.toBe(keyOf(later));
});

test("what was kept by another version is not taken for a board", () => {
  expect(asBoard(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
  for (const wrong of [
    null,
    3,
    {},
    { ...sample, names: ["a"] },
    { ...sample, dealer: "X" },
    { ...sample, play: [1] },
  ]) {
    expect(asBoard(wrong)).toBeUndefined();
  }
});

test("the person plays South, and both hands if North declares", () => {
  const contract = (declarer: "N" | "S" | "E") => ({
    text: "3NT",
    declarer,
    dummy: partner(declarer),
    needed: 9,
  });
  expect(isMine("S", contract("S"))).toBe(true);
  expect(isMine("N", contract("N"))).toBe(true);
  expect(isMine("N", contract("E"))).toBe(false);
  expect(isMine("E", contract("E"))).toBe(false);
});

test("taking back goes to the person's last decision", () => {
  const board = cutAt(sample, 14);
  const back = takenBack({ board, alone: true, mine: [0, 4, 9, 11] });
  expect(back && steps(back.board)).toBe(11);
  expect(back?.mine).toEqual([0, 4, 9]);
  expect(back?.alone).toBe(false);
  expect(takenBack({ board, alone: false, mine: [] })).toBeUndefined();
  const claimed = takenBack({ board: { ...board, result: 9 }, alone: false, mine: [0, 4] });
  expect(claimed?.board).toEqual(board);
  expect(claimed?.mine).toEqual([0, 4]);
});

test("an answer is right, wrong, shown or open", () => {
  const problem = { best: ["C2"], wrong: ["CK"] } as unknown as BridgeProblem;
  expect(statusOf(problem, undefined)).toBe("open");
  expect(statusOf(problem, { card: "", hints: 0 })).toBe("shown");
  expect(statusOf(problem, { card: "C2", hints: 1 })).toBe("right");
  expect(statusOf(problem, { card: "CK", hints: 0 })).toBe("wrong");
  expect(asAnswers({ a: { card: "C2", hints: 1 }, b: 3, c: null })).toEqual({ a: { card: "C2", hints: 1 } });
  expect(asAnswers([])).toBeUndefined();
});
