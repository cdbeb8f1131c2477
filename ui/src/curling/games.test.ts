import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { writeStored } from "../lib/storage.svelte";
import type { CurlingDone, CurlingFilm, CurlingScene } from "../lib/schema";
import { language } from "../lib/i18n.svelte";
import {
  asAim,
  asGame,
  asLog,
  asOpponent,
  before,
  losesGame,
  losesPosition,
  pathsOf,
  played,
  sheetStones,
  takenBack,
} from "./games.svelte";
import { shotOf } from "./position.svelte";
import { preset } from "./presets";
import ReplayScore from "./ReplayScore.svelte";
import { USUAL_SHEET } from "./shapes";
import { nameOf, stoneText, resultTexts, actionText, sceneTitle } from "./matchText";

const done = (team: number, stone: number, more: Partial<CurlingDone> = {}): CurlingDone => ({
  team,
  what: "throw",
  stone,
  call: "take-out",
  words: { en: "hit stone 1 and stay", ja: "ストーン1をヒットアンドステイ" },
  foul: false,
  thrown: { velocity: { x: 0, y: 2.4 }, turn: "cw" },
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

/** Two ends, of which the last stones are given. */
const film = (): CurlingFilm => ({
  kind: "record",
  names: ["alpha", ""],
  platform: "gat",
  assumed: false,
  first_shot: 0,
  scenes_per_end: 16,
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

test("what would be lost is known", () => {
  played.value = null;
  expect(losesGame("a\nb\n")).toBe(false);
  played.value = { text: "a\n", side: 0, reached: 1 };
  expect(losesGame("a\nb\n")).toBe(false);
  expect(losesGame("c\n")).toBe(true);
  played.value = null;
  writeStored("curling.position", undefined);
  expect(losesPosition()).toBe(false);
  writeStored("curling.position", preset("bury"));
  expect(losesPosition()).toBe(false);
  const own = preset("bury");
  own.game.stones.pop();
  writeStored("curling.position", own);
  expect(losesPosition()).toBe(true);
  writeStored("curling.position.sent", own);
  expect(losesPosition()).toBe(false);
});

test("names of ours are shown in the language chosen, and stones placed are not counted", () => {
  const ours = { ...film(), names: ["あなた", "krucb"] };
  language.value = "en";
  expect([nameOf(ours, 0), nameOf(ours, 1)]).toEqual(["You", "KR-UCB"]);
  language.value = "ja";
  expect(nameOf(ours, 0)).toBe("あなた");
  expect(stoneText({ ...film(), first_shot: 6 }, 6)).toBe("第1投");
  language.value = "en";
  expect(stoneText(film(), 6)).toBe("stone 7");
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
  expect(asOpponent({ name: "jiritsu:preset=strongest", seconds: 1 })?.name).toBe("jiritsu:preset=strongest");
  expect(asAim({ x: 0, y: null, weight: "draw" })).toBeUndefined();
});

test("scenes are told in both languages", () => {
  language.value = "en";
  expect(sceneTitle(film(), 1)).toBe("End 1 · stone 15");
  expect(actionText(film(), 1)).toBe("alpha: hit stone 1 and stay");
  expect(actionText(film(), 0)).toBe("Before the first stone");
  expect(resultTexts(film(), 2)).toEqual(["alpha steals 2 in end 1"]);
  expect(resultTexts(film(), 4)).toEqual(["Orange scores 3 in end 2", "Orange wins"]);
  language.value = "ja";
  expect(actionText(film(), 1)).toBe("alpha: ストーン1をヒットアンドステイ");
  expect(resultTexts(film(), 2)).toEqual(["第1エンド: alphaが2点スチール"]);
  language.value = "en";
});

test("the score shows what was known at a scene, and the hammer", async () => {
  const { rerender } = render(ReplayScore, { film: film(), at: 1 });
  const cells = () => screen.getAllByRole("cell").map((cell) => cell.textContent);
  expect(cells()).toEqual(["", "", "0", "", "", "0"]);
  expect(screen.getByText("hammer").closest("th")?.textContent).toContain("Orange");
  expect(screen.queryByText("you")).toBeNull();
  await rerender({ film: film(), at: 4, you: 0 });
  expect(screen.getByText("you").closest("th")?.textContent).toContain("alpha");
  expect(cells()).toEqual(["2", "0", "2", "0", "3", "3"]);
});
