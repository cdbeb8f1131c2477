// Blocks of a report: the figure that belongs to a table, the main tables, and tables as files.
import type {
  Interval,
  Phrase,
  ReportBlock,
  ReportEstimate,
  ReportInterval,
  ReportIntervals,
  ReportTable,
} from "../lib/schema";

/** The bars of a table: the axis they share and one entry for every row. */
export type Bars = {
  low: number;
  high: number;
  middle: number | null | undefined;
  axis: Phrase;
  rows: ReportInterval[];
};

/** A block as it is shown; a table may carry bars. */
export type Shown = { block: ReportBlock; bars?: Bars };

/**
 * Puts the bars of a figure into the table before it, if both have the same rows; the figure is
 * then not shown again.
 */
export function arrange(blocks: ReportBlock[]): Shown[] {
  const shown: Shown[] = [];
  for (const block of blocks) {
    const last = shown.at(-1);
    const figure = intervalsOf(block);
    if (figure && last && "table" in last.block && sameRows(last.block.table, figure)) {
      last.bars = barsOf(figure);
    } else {
      shown.push({ block });
    }
  }
  return shown;
}

/** The figure of intervals that a block is, if it is one. */
export function intervalsOf(block: ReportBlock): ReportIntervals | undefined {
  return "plot" in block && "intervals" in block.plot ? block.plot.intervals : undefined;
}

/** The bars of a figure. */
export function barsOf({ range: [low, high], middle, axis, rows }: ReportIntervals): Bars {
  return { low, high, middle, axis, rows };
}

/** A value with its interval, if both are known. */
export function estimateOf(
  value: number | null | undefined,
  interval: Interval | null | undefined,
): ReportEstimate | undefined {
  if (value == null || interval?.low == null || interval.high == null) return undefined;
  return { value, low: interval.low, high: interval.high };
}

function sameRows(table: ReportTable, figure: ReportIntervals): boolean {
  const label = table.columns.findIndex((column) => !column.numeric);
  if (label < 0 || table.rows.length !== figure.rows.length) return false;
  return table.rows.every((row, index) => equal(row[label], figure.rows[index]?.label));
}

/** Whether two texts are the same. */
function equal(one: Phrase | undefined, other: Phrase | undefined): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return one.en === other.en && one.ja === other.ja;
}

/** The columns of a table that hold the paper's values. */
export function paperColumns(table: ReportTable): Set<number> {
  return new Set(table.columns.flatMap((column, index) => (column.paper ? [index] : [])));
}

/** Whether a row of a table is the paper's. */
export const isPaperRow = (table: ReportTable, index: number): boolean =>
  table.paper_rows?.includes(index) ?? false;

/** Whether a table is secondary: players or times. */
export function isAside(block: ReportBlock): boolean {
  return "table" in block && (block.table.timing || (block.table.aside ?? false));
}

/** Whether a block holds values of a paper, which are shown before there are results. */
export function hasPaper({ block, bars }: Shown): boolean {
  if (bars?.rows.some((row) => row.paper)) return true;
  const figure = intervalsOf(block);
  if (figure) return figure.rows.some((row) => row.paper);
  if (!("table" in block)) return false;
  const { table } = block;
  const columns = [...paperColumns(table)];
  const isMissing = (cell: Phrase | undefined) => cell === undefined || cell === "" || cell === "–";
  return table.rows.some(
    (row, at) => isPaperRow(table, at) || columns.some((index) => !isMissing(row[index])),
  );
}

/** A text in which parts between backticks are code, piece by piece. */
export function pieces(text: string): { text: string; code: boolean }[] {
  return text
    .split("`")
    .map((part, index) => ({ text: part, code: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}

/** Returns a table as CSV; cells that a spreadsheet would take for formulas are escaped. */
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
