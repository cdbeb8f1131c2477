// What a report's blocks mean for the page: which figure belongs to which table, which tables are the heart of the matter,
// and tables as files.
import type { LabBlock, LabInterval } from "../lib/schema";

export type TableBlock = Extract<LabBlock, { kind: "table" }>;
export type IntervalsBlock = Extract<LabBlock, { kind: "intervals" }>;
export type LinesBlock = Extract<LabBlock, { kind: "lines" }>;

/** The bars of a table: the axis they share and one entry for every row. */
export type Bars = {
  low: number;
  high: number;
  middle: number | null | undefined;
  axis: string;
  rows: LabInterval[];
};

/** A block as it is shown; a table may carry bars. */
export type Shown = { block: LabBlock; bars?: Bars };

/**
 * Puts the bars of a figure into the table just before it, if both have the same rows: the figure then is not shown again.
 */
export function arrange(blocks: LabBlock[]): Shown[] {
  const shown: Shown[] = [];
  for (const block of blocks) {
    const last = shown.at(-1);
    if (block.kind === "intervals" && last?.block.kind === "table" && sameRows(last.block, block)) {
      const { low, high, middle, axis, rows } = block;
      last.bars = { low, high, middle, axis, rows };
    } else {
      shown.push({ block });
    }
  }
  return shown;
}

function sameRows(table: TableBlock, figure: IntervalsBlock): boolean {
  const label = table.columns.findIndex((column) => !column.numeric);
  if (label < 0 || table.rows.length !== figure.rows.length) return false;
  return table.rows.every((row, index) => row[label] === figure.rows[index]?.label);
}

/** The columns of a table that hold the paper's values. */
export function paperColumns(table: TableBlock): Set<number> {
  const places = table.columns.map((column, index) => (/^paper\b/i.test(column.title) ? index : -1));
  return new Set(places.filter((index) => index >= 0));
}

/** Whether a row of a table is the paper's. */
export function isPaperRow(table: TableBlock, row: string[]): boolean {
  const whose = table.columns.findIndex((column) => column.title === "whose");
  return whose >= 0 && row[whose] === "paper";
}

/** Whether a table is not the heart of the matter: who played, how long it took. */
export function isAside(block: LabBlock): boolean {
  return block.kind === "table" && (block.timing || block.caption === "Players");
}

/** Whether a block says something of a paper: that is worth showing before anything was measured here. */
export function hasPaper({ block, bars }: Shown): boolean {
  if (bars?.rows.some((row) => row.paper)) return true;
  if (block.kind === "intervals") return block.rows.some((row) => row.paper);
  if (block.kind !== "table") return false;
  const columns = [...paperColumns(block)];
  return block.rows.some(
    (row) => isPaperRow(block, row) || columns.some((index) => !["", "–"].includes(row[index] ?? "")),
  );
}

/** A text in which parts between backticks are code, piece by piece. */
export function pieces(text: string): { text: string; code: boolean }[] {
  return text
    .split("`")
    .map((part, index) => ({ text: part, code: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}

/** A table as CSV; cells that a program for tables would take for formulas are disarmed. */
export function csvOf(titles: string[], rows: (string | number)[][]): string {
  const cell = (value: string | number) => {
    const text = String(value);
    const safe = /^[=@\t\r]/.test(text) || /^[+-](?![\d.])/.test(text) ? `'${text}` : text;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [titles, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** The paragraphs of a text: the parts between blank lines. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim().replaceAll(/\s*\n\s*/g, " "))
    .filter((part) => part !== "");
}

/** Round values to write on an axis from `low` to `high`, about `count` of them. */
export function ticks(low: number, high: number, count: number): number[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough)!;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/** A number on an axis, with no more digits than it needs. */
export function brief(value: number): string {
  if (Math.abs(value) >= 10_000) return `${Number((value / 1000).toPrecision(4))}k`;
  return String(Number(value.toPrecision(6)));
}
