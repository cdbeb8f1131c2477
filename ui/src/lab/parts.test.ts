import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { language } from "../lib/i18n.svelte";
import type { LabStandings, Standing } from "../lib/schema";
import IntervalBar from "./IntervalBar.svelte";
import ReportTable from "./ReportTable.svelte";
import Standings from "./Standings.svelte";
import WeightMap from "./WeightMap.svelte";

test("a bar shows ours filled and the paper's hollow, and stays on its axis", () => {
  const ours = { value: 0.75, low: 0.5, high: 1.4 };
  const paper = { value: 0.25, low: 0, high: 0.5 };
  const { container } = render(IntervalBar, { ours, paper, low: 0, high: 1, label: "both", width: 112 });
  expect(screen.getByRole("img", { name: "both" })).toBeTruthy();
  const [dot] = container.querySelectorAll("circle.ours");
  expect(dot?.getAttribute("cx")).toBe("81");
  const bar = container.querySelector("line.ours");
  expect([bar?.getAttribute("x1"), bar?.getAttribute("x2")]).toEqual(["56", "106"]);
  expect(container.querySelectorAll("rect.hollow")).toHaveLength(1);
});

test("a table tells its bars in words", () => {
  const estimate = (value: number) => ({ value, low: value - 0.1, high: value + 0.1 });
  render(ReportTable, {
    name: "x",
    table: {
      caption: "Win rates",
      columns: [
        { title: "row", numeric: false },
        { title: "paper", numeric: true, paper: true },
      ],
      rows: [["depth 1", "0.4"]],
      notes: ["A note."],
      timing: false,
    },
    bars: {
      low: 0,
      high: 1,
      middle: 0.5,
      axis: "win rate",
      rows: [{ label: "depth 1", ours: estimate(0.5), paper: estimate(0.4) }],
    },
  });
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
    "depth 1, ours 0.500 (0.400 – 0.600), paper 0.400 (0.300 – 0.500)",
  );
  expect(screen.getByText("0.4").className).toContain("paper");
});

test("a table is in the chosen language, and one of version 0.1 in its own", () => {
  const table = {
    caption: { en: "Win rates", ja: "勝率" },
    columns: [{ title: { en: "row", ja: "行" }, numeric: false }],
    rows: [[{ en: "depth 1", ja: "深さ1" }], ["n = 8"]],
    notes: [{ en: "A draw counts half.", ja: "引き分けは0.5勝と数えます。" }],
    timing: false,
  };
  language.value = "ja";
  const { unmount } = render(ReportTable, { name: "x", table });
  for (const text of ["勝率", "行", "深さ1", "n = 8", "引き分けは0.5勝と数えます。"])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByText("Win rates")).toBeNull();
  unmount();
  const old = { ...table, caption: "Results by side", rows: [["first"]], notes: [] };
  render(ReportTable, { name: "x", table: old });
  expect(screen.getByText("Results by side")).toBeTruthy();
  expect(screen.getByText("first")).toBeTruthy();
  language.value = "en";
});

test("a cross table shows every meeting from both sides", () => {
  const score = (wins: number, losses: number) => ({
    score: { wins, draws: 0, losses },
    rate: wins / (wins + losses),
    interval: { low: 0.1, high: 0.9 },
  });
  const side = { side: "first", score: { wins: 0, draws: 0, losses: 0 } };
  const line = (player: string, wins: number, losses: number): Standing => ({
    player,
    spec: player,
    games: 4,
    distinct: 4,
    sides: [side, side],
    ...score(wins, losses),
    faults: 0,
  });
  const table: LabStandings = {
    game: "x",
    seed: 1,
    interrupted: false,
    games: 4,
    distinct: 4,
    total: 4,
    standings: [line("strong", 3, 1), line("weak", 1, 3)],
    crossings: [
      [null, score(3, 1)],
      [score(1, 3), null],
    ],
    notes: [],
    markdown: null,
  };
  render(Standings, { table, name: "x" });
  expect(screen.getByText("3 – 0 – 1")).toBeTruthy();
  expect(screen.getByText("1 – 0 – 3")).toBeTruthy();
  expect(screen.getAllByText("75.0%")).toHaveLength(2);
});

test("the square looked at moves with the arrow keys and stays on the board", async () => {
  const squares = Array.from({ length: 196 }, (_, square) => square / 100);
  render(WeightMap, { map: { kind: "dead", shared: -1, squares }, largest: 2, at: 0 });
  const board = screen.getByRole("application");
  expect(board.getAttribute("aria-label")).toBe("Dead squares. a14: +0.00");
  await fireEvent.keyDown(board, { key: "ArrowLeft" });
  expect(board.getAttribute("aria-label")).toContain("a14");
  await fireEvent.keyDown(board, { key: "ArrowDown" });
  await fireEvent.keyDown(board, { key: "ArrowRight" });
  expect(board.getAttribute("aria-label")).toBe("Dead squares. b13: +0.15");
});
