// Which map is shown over the sheet, and what it is made of.
import { asText, Stored, oneOf } from "../lib/storage.svelte";
import type { CurlingAdvice } from "../lib/schema";
import { requests, fingerprint } from "./requests.svelte";
import type { Position } from "./position.svelte";
import type { SheetHeat } from "./shapes";

export const LAYERS = ["none", "value", "j", "t", "d", "n"] as const;
export type Layer = (typeof LAYERS)[number];

/**
 * This share of the targets, the worst ones, has one colour: nobody looks for differences among
 * them.
 */
const WORST = 0.1;

export const maps = {
  layer: new Stored<Layer>("curling.layer", "none", oneOf(...LAYERS)),
  turn: new Stored<"cw" | "ccw">("curling.turn", "cw", oneOf("cw", "ccw")),
  /** The stone whose worth is shown, by its key; nothing for the stone put at each place. */
  about: new Stored("curling.about", "", asText),
};

const aboutNow = (position: Position) => {
  const key = maps.about.value;
  const stone = position.game.stones.find((one) => `${one.team}-${one.number}` === key);
  return stone ? { team: stone.team, number: stone.number } : null;
};
const print = (position: Position) => JSON.stringify([fingerprint(position), aboutNow(position)]);

/** Whether the parts of the evaluation are known of a position, or being computed. */
export const termsKnown = (position: Position): boolean =>
  requests.termsAbout.value === print(position) && requests.terms.phase !== undefined;

/** Asks for the parts of the evaluation. */
export function askTerms(position: Position): void {
  requests.termsAbout.value = print(position);
  requests.terms.begin({ ...position, stone: aboutNow(position) });
}

function advice(position: Position): CurlingAdvice | undefined {
  const jiritsu = requests.of("jiritsu");
  return jiritsu.isAbout(position) ? jiritsu.task.answer : undefined;
}

/** What the values of the map are in. */
export const scaleOf = (position: Position): CurlingAdvice["scale"] => advice(position)?.scale ?? "chance";

/** Whether the values of the map count position beside the chance or the points. */
export const addsPosition = (position: Position): boolean => advice(position)?.adds_position ?? false;

/** The values of both turns have one scale, so that the maps can be compared. */
function valueMap(position: Position): SheetHeat | undefined {
  const said = advice(position);
  const map = said?.maps.find((one) => one.turn === maps.turn.value);
  if (!said || !map) return undefined;
  const all = said.maps.flatMap(({ cells, strip }) => [
    ...cells.map(([, , value]) => value),
    ...strip.map(([, value]) => value),
  ]);
  all.sort((a, b) => a - b);
  const low = all[Math.floor(all.length * WORST)] ?? 0;
  return {
    cells: map.cells.map(([x, y, value]) => ({ x, y, value })),
    side: map.side,
    strip: map.strip.map(([x, value]) => ({ x, value })),
    range: [low, all.at(-1) ?? 1],
  };
}

/** The map to be drawn over a position, if one is wanted and known. */
export function heatOf(position: Position): SheetHeat | undefined {
  const layer = maps.layer.value;
  if (layer === "none") return undefined;
  if (layer === "value") return valueMap(position);
  const terms = requests.terms.result;
  if (!terms || requests.termsAbout.value !== print(position)) return undefined;
  const cells = terms.cells.map((cell) => ({ x: cell.x, y: cell.y, value: cell[layer] }));
  const values = cells.map(({ value }) => value);
  return { cells, side: terms.side, range: [Math.min(...values), Math.max(...values)] };
}
