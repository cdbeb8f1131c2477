import { render, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import type { CurlingDone, CurlingFilm, CurlingScene } from "../lib/schema";
import { language } from "../lib/speak.svelte";
import {
  asAim,
  asGame,
  asLog,
  asOpponent,
  before,
  dropsOf,
  pathsOf,
  sheetStones,
  shotOf,
  takenBack,
} from "./games.svelte";
import ReplayScore from "./ReplayScore.svelte";
import { USUAL_SHEET } from "./shapes";
import { whatCame, whatHappened, whereIs } from "./told";

const done = (team: number, stone: number, more: Partial<CurlingDone> = {}): CurlingDone => ({
  team,
  what: "throw",
  stone,
  call: "take-out",
  words: "take out stone 1 and stay",
  foul: false,
  thrown: { vx: 0, vy: 2.4, turn: "cw" },
  ...more,
});

const scene = (more: Partial<CurlingScene>): CurlingScene => ({
  end: 1,
  finished: 0,
  hammer: 1,
  left: [null, null],
  next: 0,
  placing: false,
  points: [0, 0],
  stones: [],
  ...more,
});

/** Two ends, of which the last stones are told. */
const film = (): CurlingFilm => ({
  kind: "record",
  names: ["alpha", ""],
  platform: "gat",
  assumed: false,
  doubles: false,
  ends: 2,
  sheet: USUAL_SHEET,
  seed: "1",
  ending: "score",
  winner: 1,
  scores: [2, -3],
  complaints: [],
  scenes: [
    scene({}),
    scene({ done: done(0, 15), next: 1, stones: [{ team: 0, number: 8, x: 0, y: 0 }] }),
    scene({ done: done(1, 16), next: 0, finished: 1, points: [2, 0] }),
    scene({ done: done(0, 1), end: 2, next: 1, finished: 1, points: [2, 0] }),
    scene({ done: done(1, 16), end: 2, next: null, finished: 2, points: [2, 3] }),
  ],
});

describe("drops", () => {
  test("are told for the team whose chance has dropped, biggest first", () => {
    const found = dropsOf(film(), [0.5, 0.3, 0.45, 0.44, 0]);
    expect(found.map(({ at, team }) => [at, team])).toEqual([
      [4, 0],
      [1, 0],
      [2, 1],
    ]);
    expect(found[2]!.before - found[2]!.after).toBeCloseTo(0.15);
  });
  test("need both chances, and are no more than asked for", () => {
    expect(dropsOf(film(), [0.5, null, 0.1, null, 0])).toEqual([]);
    expect(dropsOf(film(), [0.9, 0.1, 0.9, 0.1, 0.9], 2)).toHaveLength(2);
  });
});

test("taking back goes to the last turn of one's own", () => {
  expect(takenBack(film(), 0)).toBe(2);
  expect(takenBack(film(), 1)).toBe(3);
  const begun = { ...film(), scenes: [scene({})] };
  expect(takenBack(begun, 0)).toBeUndefined();
});

test("stones carry the number of their shot, and an end begins without any", () => {
  expect(shotOf({ team: 0, number: 8 }, 1)).toBe(15);
  expect(shotOf({ team: 1, number: 8 }, 1)).toBe(16);
  expect(sheetStones(film().scenes[1]!)[0]!.label).toBe("15");
  expect(before(film(), 2)).toHaveLength(1);
  expect(before(film(), 3)).toEqual([]);
});

test("ways are thinned but end where the stone does", () => {
  const points = Array.from({ length: 100 }, (_, i) => [0, i * 0.001, 0] as [number, number, number]);
  const run = { seconds: 0.1, frames: 100, tracks: [{ team: 1, number: 2, first: 0, points, gone: false }] };
  const [path] = pathsOf(run, "key");
  expect(path!.points.length).toBeLessThan(10);
  expect(path!.points.at(-1)).toEqual([0, 0.099]);
});

test("what was stored by somebody else is not taken", () => {
  expect(asGame({ text: "" })).toBeUndefined();
  expect(asGame({ text: "x", side: 7 })).toEqual({ text: "x", side: 0, reached: 0 });
  expect(asLog({ text: 3, name: "" })).toBeUndefined();
  expect(asOpponent({ name: "dcp:./program", seconds: 1 })).toBeUndefined();
  expect(asOpponent({ name: "sample", seconds: 1e9 })?.seconds).toBe(60);
  expect(asAim({ x: 0, y: null, weight: "draw" })).toBeUndefined();
});

test("scenes are told in both languages", () => {
  language.value = "en";
  expect(whereIs(film(), 1)).toBe("End 1 · stone 15");
  expect(whatHappened(film(), 1)).toBe("alpha: take out stone 1 and stay");
  expect(whatHappened(film(), 0)).toBe("Before the first stone");
  expect(whatCame(film(), 2)).toEqual(["alpha scores 2 in end 1"]);
  expect(whatCame(film(), 4)).toEqual(["Team 1 scores 3 in end 2", "Team 1 wins"]);
  language.value = "ja";
  expect(whatHappened(film(), 1)).toBe("alpha: テイクアウト");
  expect(whatCame(film(), 2)).toEqual(["第1エンド: alphaが2点"]);
  language.value = "en";
});

test("the score shows what was known at a scene, and the hammer", async () => {
  const { rerender } = render(ReplayScore, { film: film(), at: 1 });
  const cells = () => screen.getAllByRole("cell").map((cell) => cell.textContent);
  expect(cells()).toEqual(["", "", "0", "", "", "0"]);
  expect(screen.getByText("hammer").closest("th")?.textContent).toContain("Team 1");
  await rerender({ film: film(), at: 4 });
  expect(cells()).toEqual(["2", "0", "2", "0", "3", "3"]);
});
