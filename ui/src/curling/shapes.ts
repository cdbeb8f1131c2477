// Data of a drawn sheet, in metres: x right of the tee, y behind it.
import platforms from "./platforms.json";
import type { CurlingSheet } from "../lib/schema";

export type Point = { x: number; y: number };

export type SheetStone = Point & {
  team: number;
  number: number;
  angle?: number;
  /** The label; the number of the stone by default. */
  label?: string;
};

export type SheetPath = {
  key: string;
  points: (readonly [number, number])[];
  colour: string;
  /** A dash pattern in centimetres, so that colour is never the only sign. */
  dash?: string;
  /** Drawn thicker and above the others. */
  strong?: boolean;
  /** Drawn thin: a stone that was hit. */
  thin?: boolean;
  faint?: boolean;
  label?: string;
};

export type SheetDot = Point & { colour: string; ring?: boolean; strength?: number };

export type SheetMark = Point & {
  key: string;
  colour: string;
  label?: string;
  side?: "left" | "right";
  kind: "cross" | "ghost";
};

export type SheetHeat = {
  cells: (Point & { value: number })[];
  /** Side of a cell. */
  side: number;
  /** Values along a line behind the house, by x. */
  strip?: { x: number; value: number }[];
  range: readonly [number, number];
};

/** A sheet with all its lines. */
export type Lines = Required<CurlingSheet>;

/** The radius of a stone on every platform, in metres. */
export const STONE = 0.145;

/** The sheet of Digital Curling 3, until the workbench has sent another. */
export const USUAL_SHEET: Lines = platforms.find((one) => one.conditions.platform === "dc3")!.sheet;

export const keyOf = (stone: { team: number; number: number }): string => `${stone.team}-${stone.number}`;

type Step = readonly [red: number, green: number, blue: number, cover: number];

/**
 * Colours from low to high with their opacity: low values are hardly seen, high ones stand out, by
 * lightness alone too.
 */
const ON_LIGHT: readonly Step[] = [
  [252, 236, 174, 0.22],
  [253, 191, 88, 0.55],
  [236, 102, 84, 0.72],
  [165, 44, 126, 0.82],
  [59, 15, 112, 0.92],
];
const ON_DARK: readonly Step[] = [
  [70, 30, 120, 0.2],
  [150, 45, 125, 0.5],
  [225, 90, 90, 0.7],
  [252, 175, 80, 0.82],
  [254, 245, 180, 0.92],
];
export const SHADES = 24;
/** The distance of the strip of hits behind the back line, in metres. */
const STRIP = 0.42;

function mixed(ramp: readonly Step[], share: number): string {
  const at = Math.min(Math.max(share, 0), 1) * (ramp.length - 1);
  const low = Math.min(Math.floor(at), ramp.length - 2);
  const [from, to] = [ramp[low]!, ramp[low + 1]!];
  const part = (i: 0 | 1 | 2 | 3) => from[i] + (to[i] - from[i]) * (at - low);
  const whole = [part(0), part(1), part(2)].map(Math.round);
  return `rgb(${whole.join(" ")} / ${part(3).toFixed(3)})`;
}

/** Returns the colour of a share from 0 to 1, in either theme. */
export const shade = (share: number): string =>
  `light-dark(${mixed(ON_LIGHT, share)}, ${mixed(ON_DARK, share)})`;

/** Returns the cells of a heat map as one shape per shade, which is quickly drawn. */
export function heatShapes(heat: SheetHeat, sheet: Lines): { colour: string; d: string }[] {
  const [low, high] = heat.range;
  const half = sheet.width / 2;
  const behind = sheet.back + STONE;
  const parts: string[][] = Array.from({ length: SHADES }, () => []);
  const put = (x: number, y: number, width: number, height: number, value: number) => {
    const share = high > low ? (value - low) / (high - low) : 0.5;
    const index = Math.min(Math.max(Math.floor(share * SHADES), 0), SHADES - 1);
    // Neighbours have the same edges to the last digit, so that no line shows between them.
    const edge = (n: number) => n.toFixed(3);
    const [left, right] = [edge(x - width / 2), edge(x + width / 2)];
    const [top, bottom] = [edge(y - height / 2), edge(y + height / 2)];
    parts[index]!.push(`M${left} ${top}H${right}V${bottom}H${left}z`);
  };
  const side = heat.side * 100;
  for (const cell of heat.cells) {
    if (Math.abs(cell.x) <= half && cell.y <= behind)
      put(cell.x * 100, -cell.y * 100, side, side, cell.value);
  }
  const xs = [...(heat.strip ?? [])].sort((a, b) => a.x - b.x);
  xs.forEach((cell, i) => {
    const before = xs[i - 1]?.x ?? cell.x - heat.side;
    const after = xs[i + 1]?.x ?? cell.x + heat.side;
    const width = Math.min((after - before) / 2, 0.3) * 100;
    if (Math.abs(cell.x) <= half) put(cell.x * 100, -(sheet.back + STRIP) * 100, width, 22, cell.value);
  });
  return parts
    .map((d, i) => ({ colour: shade((i + 0.5) / SHADES), d: d.join("") }))
    .filter(({ d }) => d !== "");
}

/** Returns the cell of a heat map that holds a point. */
export function cellAt(heat: SheetHeat, at: Point): (Point & { value: number }) | undefined {
  const near = (cell: Point) => Math.max(Math.abs(cell.x - at.x), Math.abs(cell.y - at.y));
  let best: (Point & { value: number }) | undefined;
  for (const cell of heat.cells) if (!best || near(cell) < near(best)) best = cell;
  return best && near(best) <= heat.side * 0.75 ? best : undefined;
}
