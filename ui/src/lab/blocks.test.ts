import { describe, expect, test } from "vitest";
import type { Phrase, ReportBlock, ReportTable } from "../lib/schema";
import {
  arrange,
  csvOf,
  hasPaper,
  isAside,
  isPaperRow,
  paperColumns,
  paragraphs,
  pieces,
  ticks,
} from "./blocks";

const tableOf = (rows: Phrase[][], titles = ["row", "win rate", "paper"]): ReportTable => ({
  caption: "Win rates",
  columns: titles.map((title, index) => ({ title, numeric: index > 0, paper: title.startsWith("paper") })),
  rows,
  notes: [],
  timing: false,
});
const table = (...of: Parameters<typeof tableOf>): ReportBlock => ({ table: tableOf(...of) });
const figure = (labels: Phrase[], paper = true): ReportBlock => {
  const estimate = { value: 0.5, low: 0.4, high: 0.6 };
  const rows = labels.map((label) => ({ label, ours: null, paper: paper ? estimate : null }));
  const intervals = {
    title: "Win rates",
    axis: "win rate",
    range: [0, 1] as [number, number],
    middle: 0.5,
    rows,
  };
  return { plot: { intervals } };
};

describe("figures in tables", () => {
  test("a figure with the rows of the table before it becomes bars of that table", () => {
    const shown = arrange([table([["a", "–", "0.5"]]), figure(["a"])]);
    expect(shown).toHaveLength(1);
    expect(shown[0]?.bars?.rows[0]?.label).toBe("a");
  });

  test("a figure with other rows stays a figure", () => {
    expect(arrange([table([["a", "–", "0.5"]]), figure(["b"])])).toHaveLength(2);
    expect(arrange([table([["a", "–", "0.5"]]), figure(["a", "b"])])).toHaveLength(2);
    expect(arrange([figure(["a"])])).toHaveLength(1);
  });

  test("rows are compared in both languages", () => {
    const name = (ja: string) => ({ en: "depth 2", ja });
    const rows = [name("深さ2")];
    expect(arrange([table([rows]), figure(rows)])).toHaveLength(1);
    expect(arrange([table([rows]), figure([name("深さ3")])])).toHaveLength(2);
  });
});

describe("what the paper says", () => {
  test("its columns and rows are found", () => {
    const beside = tableOf([["a", "0.4", "0.5"]], ["row", "win rate, %", "paper, %"]);
    expect([...paperColumns(beside)]).toEqual([2]);
    const below = { ...tableOf([["a"], ["a"]], ["row"]), paper_rows: [1] };
    expect([0, 1].map((row) => isPaperRow(below, row))).toEqual([false, true]);
  });

  test("tables of version 0.1 have none, and are shown", () => {
    const { columns, ...rest } = tableOf([["a", "0.4", "0.5"]]);
    const old = { ...rest, columns: columns.map(({ title, numeric }) => ({ title, numeric })) };
    expect([...paperColumns(old)]).toEqual([]);
    expect(isPaperRow(old, 0)).toBe(false);
    expect(isAside({ table: old })).toBe(false);
  });

  test("only blocks with something of it are worth showing before a run", () => {
    expect(hasPaper({ block: table([["a", "–", "0.5"]]) })).toBe(true);
    expect(hasPaper({ block: table([["a", "0.3", "–"]]) })).toBe(false);
    expect(hasPaper({ block: table([["a", "0"]], ["row", "games"]) })).toBe(false);
    expect(hasPaper({ block: figure(["a"]) })).toBe(true);
    expect(hasPaper({ block: figure(["a"], false) })).toBe(false);
  });
});

describe("tables as files", () => {
  test("commas, quotes and lines are kept", () => {
    expect(csvOf(["a", "b"], [["x,y", 'say "z"']])).toBe('a,b\r\n"x,y","say ""z"""\r\n');
  });

  test("nothing is a formula, and numbers stay numbers", () => {
    expect(csvOf([], [["=1+1", "-0.5", "+3", "-x", "@y"]])).toBe("\r\n'=1+1,-0.5,+3,'-x,'@y\r\n");
  });
});

test("texts come apart at blank lines and backticks", () => {
  expect(paragraphs("one\ntwo\n\n three \n\n\n")).toEqual(["one two", "three"]);
  expect(pieces("run `this` now")).toEqual([
    { text: "run ", code: false },
    { text: "this", code: true },
    { text: " now", code: false },
  ]);
});

test("an axis has round values within its ends", () => {
  expect(ticks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(ticks(-3, 17, 4)).toEqual([0, 5, 10, 15]);
  expect(ticks(2, 2, 4)).toEqual([2]);
  expect(ticks(0, Number.POSITIVE_INFINITY, 4)).toEqual([0]);
});
