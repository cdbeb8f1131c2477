import { render, screen, within } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { language } from "../lib/i18n.svelte";
import CrossTable from "./CrossTable.svelte";
import DivisionSection from "./DivisionSection.svelte";
import ResultsTable from "./ResultsTable.svelte";
import Schedule from "./Schedule.svelte";
import StandingsTable from "./StandingsTable.svelte";
import { aDivision, aLiveMatch, aMatch } from "./testing";
import type { ContestStanding } from "./types";

const textOf = (row: HTMLElement) =>
  within(row)
    .queryAllByRole("cell")
    .map((cell) => cell.textContent!.replace(/\s+/g, " ").trim());

test("standings show games, pairings and the difference of points; opponents only in a Swiss contest", async () => {
  const { standings } = aDivision();
  const { rerender } = render(StandingsTable, { standings });
  const rows = () => screen.getAllByRole("row").slice(1);
  expect(rows().map(textOf)).toEqual([
    ["1", "2", "1", "1", "0", "1.5", "1 – 0", "15 – 8 (+7)"],
    ["2", "2", "0", "1", "1", "0.5", "0 – 1", "8 – 15 (−7)"],
  ]);
  await rerender({ standings, swiss: true });
  expect(textOf(rows()[0]!)).toEqual(["1", "2", "1", "1", "0", "1.5", "1 – 0", "0.5", "15 – 8 (+7)"]);
});

test("byes have a column where there are any", async () => {
  const [first, second] = aDivision().standings as [ContestStanding, ContestStanding];
  render(StandingsTable, { standings: [{ ...first, byes: 1, score: 2.5 }, second] });
  expect(screen.getByRole("columnheader", { name: "Byes" })).toBeTruthy();
  expect(textOf(screen.getAllByRole("row")[1]!).slice(5, 7)).toEqual(["1", "2.5"]);
  expect(textOf(screen.getAllByRole("row")[2]!).slice(5, 7)).toEqual(["0", "0.5"]);
});

test("a cross table shows signs, and says them in words", () => {
  const { cross_table: table, standings } = aDivision();
  const { container } = render(CrossTable, { table, standings });
  const row = screen.getByRole("rowheader", { name: "MogMog" }).closest("tr")!;
  const signs = [...row.querySelectorAll("td [aria-hidden]")].map((sign) => sign.textContent);
  expect(signs).toEqual(["–", "○", "△"]);
  expect(within(row).getByText("win, draw").className).toContain("unseen");
  expect(textOf(row).slice(-2)).toEqual(["1", "0"]);
  expect(container.querySelectorAll("td.own")).toHaveLength(2);
});

test("a cross table with entrants that have not met, or rows that are missing, is still whole", () => {
  const table = { entrants: ["A", "B", "C"], cells: [[null, [], ["loss" as const]]] };
  render(CrossTable, { table, standings: [] });
  expect(screen.getAllByText("not played")).toHaveLength(5);
  expect(screen.getByText("loss")).toBeTruthy();
});

test("results tell who threw first, who won even with fewer points, and lead to the match", () => {
  const match = aMatch({ status: "over", winner: 1, reason: "time" });
  render(ResultsTable, { results: aDivision().results, matches: [match] });
  const link = screen.getByRole("link", { name: "11 – 4 (Open the match MogMog – SampleAI)" });
  expect(link.getAttribute("href")).toBe("/cup/match/m1");
  expect(screen.getByText("MogMog").className).not.toContain("winner");
  expect(screen.getByText("SampleAI").className).toContain("winner");
  expect(screen.getByText("out of time")).toBeTruthy();
});

test("a schedule is grouped by round and tells every status", () => {
  const matches = [
    aMatch({ id: "a", round: 2 }),
    aLiveMatch({ id: "b" }),
    aMatch({ id: "c", status: "over", winner: 1, reason: "forfeit", score: [0, 0] }),
    aMatch({ id: "d", status: "void", score: [3, 1], winner: null }),
    aMatch({ id: "e", round: 2, status: "waiting" }),
  ];
  render(Schedule, { matches });
  const rounds = screen.getAllByRole("rowgroup").slice(1);
  expect(rounds.map((round) => within(round).getAllByRole("row").length)).toEqual([4, 3]);
  const status = (round: number, row: number) =>
    textOf(within(rounds[round]!).getAllByRole("row")[row]!).at(-1);
  expect(status(0, 1)).toBe("live");
  expect(status(0, 2)).toBe("finished forfeit");
  expect(status(0, 3)).toBe("void");
  expect(status(1, 1)).toBe("scheduled");
  expect(status(1, 2)).toBe("waiting for the entrants");
  expect(screen.getByRole("link", { name: /^2 – 1/ }).getAttribute("href")).toBe("/cup/match/b");
  expect(screen.getAllByRole("link")).toHaveLength(3);
});

test("a division is told in Japanese too", () => {
  language.value = "ja";
  render(DivisionSection, { division: aDivision({ format: "swiss", rounds: 5, round: 2 }), matches: [] });
  for (const name of ["順位表", "対戦表", "試合結果", "日程"])
    expect(screen.getByRole("heading", { name })).toBeTruthy();
  expect(screen.getByText("4人制 · 8エンド · スイス式 · 全5回戦中の第2回戦 · DC2, 219 s")).toBeTruthy();
  expect(screen.getByText("試合はまだありません。")).toBeTruthy();
  language.value = "en";
});
