import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { language } from "../lib/i18n.svelte";
import { clockText, secondsLeft } from "./clock.svelte";
import Clocks from "./Clocks.svelte";
import LiveCard from "./LiveCard.svelte";
import LiveMatch from "./LiveMatch.svelte";
import { aDivision, aLiveMatch, aMatch } from "./testing";
import { matchPath, resultText, sheetStonesOf, situationText, timeText } from "./text";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("only the clock of the team to throw runs, and stops at zero", () => {
  expect(secondsLeft(aLiveMatch(), 1500)).toEqual([118.5, 65.5]);
  expect(secondsLeft(aLiveMatch({ to_move: null }), 1500)).toEqual([120, 65.5]);
  expect(secondsLeft(aLiveMatch({ status: "over" }), 1500)).toEqual([120, 65.5]);
  expect(secondsLeft(aLiveMatch({ to_move: 1 }), 1e6)).toEqual([120, 0]);
  expect(secondsLeft(aLiveMatch(), -50)).toEqual([120, 65.5]);
  expect(secondsLeft(aMatch(), 0)).toBeUndefined();
});

test("clocks are written as clocks, with tenths when little is left", () => {
  expect([0, 0.06, 9.99, 10, 65.9, 219, 3600, 7325].map(clockText)).toEqual([
    "0.0",
    "0.0",
    "9.9",
    "0:10",
    "1:05",
    "3:39",
    "1:00:00",
    "2:02:05",
  ]);
});

test("a shown clock counts down without a new answer", async () => {
  render(Clocks, { match: aLiveMatch({ clocks: [31, 65.5] }), received: performance.now() });
  const clock = (name: RegExp) => screen.getByRole("timer", { name });
  expect(clock(/MogMog/).getAttribute("aria-label")).toBe("Time left of MogMog: 0:31");
  expect(clock(/MogMog/).className).not.toContain("low");
  await vi.advanceTimersByTimeAsync(2500);
  expect(clock(/MogMog/).getAttribute("aria-label")).toBe("Time left of MogMog: 0:28");
  expect(clock(/MogMog/).className).toContain("low");
  expect(clock(/SampleAI/).getAttribute("aria-label")).toBe("Time left of SampleAI: 1:05");
});

test("a match without clocks shows none", () => {
  const { container } = render(Clocks, { match: aLiveMatch({ clocks: null }), received: 0 });
  expect(container.textContent).toBe("");
});

test("results tell the winner and the reason", () => {
  const over = (more: object) => resultText(aMatch({ status: "over", winner: 0, ...more }));
  expect(resultText(aMatch())).toBeUndefined();
  expect(resultText(aLiveMatch())).toBeUndefined();
  expect(over({ reason: "points" })).toBe("MogMog wins");
  expect(over({ reason: "time", winner: 1 })).toBe("SampleAI wins: MogMog ran out of time");
  expect(over({ reason: "forfeit" })).toBe("MogMog wins: SampleAI forfeited");
  expect(over({ reason: "forfeit", started: "2026-11-18T12:00:00Z" })).toBe("MogMog wins: SampleAI retired");
  expect(over({ winner: null })).toBe("The match is tied");
  expect(over({ winner: null, reason: "forfeit" })).toBe("Both entrants forfeited");
  language.value = "ja";
  expect(over({ reason: "forfeit" })).toBe("MogMogの勝ち（SampleAIの不戦敗）");
  expect(over({ reason: "concession" })).toBe("MogMogの勝ち（SampleAIがコンシード）");
  expect(resultText(aMatch({ status: "void" }))).toBe("この試合は無効です。再試合が行われます。");
  language.value = "en";
});

test("the situation tells end, shot and turn, and extra ends", () => {
  expect(situationText(aLiveMatch(), aDivision())).toBe("End 3 · 3 of 16 stones thrown · MogMog to throw");
  expect(situationText(aLiveMatch({ end: 9, to_move: null, shot: null }), aDivision())).toBe("Extra end");
});

test("stones are labelled by their shots, as the sentences name them", () => {
  const stones = [
    { team: 0, number: 2, x: 0, y: 0 },
    { team: 1, number: 2, x: 1, y: 0 },
  ];
  expect(sheetStonesOf(aLiveMatch({ stones })).map(({ label }) => label)).toEqual(["3", "4"]);
  expect(sheetStonesOf(aLiveMatch({ stones, hammer: null })).map(({ number }) => number)).toEqual([2, 2]);
  expect(sheetStonesOf(aLiveMatch({ stones, shot: 0 })).every((stone) => !stone.label)).toBe(true);
  expect(sheetStonesOf(aMatch())).toEqual([]);
});

test("times that cannot be read are shown as they came, ids are safe in addresses", () => {
  expect(timeText("yesterday")).toBe("yesterday");
  expect(matchPath("a/b?")).toBe("/cup/match/a%2Fb%3F");
});

test("a card of a live match shows the sheet, the score by ends, hammer and turn, and opens the match", () => {
  const { container } = render(LiveCard, {
    match: aLiveMatch(),
    division: aDivision(),
    received: performance.now(),
  });
  expect(screen.getByRole("link", { name: "MogMog – SampleAI" }).getAttribute("href")).toBe("/cup/match/m1");
  expect(screen.getByRole("group", { name: /1 stone in play/ })).toBeTruthy();
  expect(container.querySelector("svg.compact [data-stone='1-1']")).toBeTruthy();
  const cells = screen.getAllByRole("cell").map((cell) => cell.textContent);
  expect(cells.slice(0, 9)).toEqual(["0", "2", "", "", "", "", "", "", "2"]);
  expect(screen.getByText("hammer").closest("th")?.textContent).toContain("SampleAI");
  expect(screen.getByText("to throw").closest("th")?.textContent).toContain("MogMog");
});

test("a live match draws the last shot's path and tells it with the thrower's name", async () => {
  const match = aLiveMatch({ end: 9 });
  const last = {
    text: { en: "draw to the button", ja: "ボタンへドロー" },
    team: 1,
    path: [[-0.9, -9] as [number, number], [0, 0] as [number, number]],
  };
  const props = { match: { ...match, last }, division: aDivision(), received: 0 };
  const { container, rerender } = render(LiveMatch, props);
  expect(screen.getByText("SampleAI: draw to the button")).toBeTruthy();
  expect(container.querySelector("polyline")?.getAttribute("points")).toBe("-90.0,900.0 0.0,0.0");
  expect(screen.getByRole("columnheader", { name: "EE" })).toBeTruthy();
  await rerender({ ...props, match });
  expect(screen.getByText("No stone has been thrown yet.")).toBeTruthy();
  expect(container.querySelector("polyline")).toBeNull();
});
