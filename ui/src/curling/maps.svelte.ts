// Maps over the sheet: the chosen layer and its values.
import { asText, Stored, oneOf } from "../lib/storage.svelte";
import type { CurlingAdvice } from "../lib/schema";
import { requests, fingerprint } from "./requests.svelte";
import type { Position } from "./position.svelte";
import type { SheetHeat } from "./shapes";

export const LAYERS = ["none", "value", "j", "t", "d", "n"] as const;
export type Layer = (typeof LAYERS)[number];

/** The share of the worst targets that have one colour: differences among them do not matter. */
const WORST = 0.1;

export const maps = {
  layer: new Stored<Layer>("curling.layer", "none", oneOf(...LAYERS)),
  turn: new Stored<"cw" | "ccw">("curling.turn", "cw", oneOf("cw", "ccw")),
  /** The key of the stone whose terms are shown; empty for the new stone at each point. */
  about: new Stored("curling.about", "", asText),
};

const aboutNow = (position: Position) => {
  const key = maps.about.value;
  const stone = position.game.stones.find((one) => `${one.team}-${one.number}` === key);
  return stone ? { team: stone.team, number: stone.number } : null;
};
const print = (position: Position) => JSON.stringify([fingerprint(position), aboutNow(position)]);

/** Whether the terms of the evaluation of a position are known or being computed. */
export const termsKnown = (position: Position): boolean =>
  requests.termsAbout.value === print(position) && requests.terms.phase !== undefined;

/** Requests the terms of the evaluation. */
export function askTerms(position: Position): void {
  requests.termsAbout.value = print(position);
  requests.terms.begin({ ...position, stone: aboutNow(position) });
}

function advice(position: Position): CurlingAdvice | undefined {
  const jiritsu = requests.of("jiritsu");
  return jiritsu.isAbout(position) ? jiritsu.task.answer : undefined;
}

/** Returns the scale of the map. */
export const scaleOf = (position: Position): CurlingAdvice["scale"] => advice(position)?.scale ?? "chance";

/** Whether the values of the map include an addition for the position. */
export const addsPosition = (position: Position): boolean => advice(position)?.adds_position ?? false;

/** Returns the map of values; both turns have one scale, so that they can be compared. */
function valueMap(position: Position): SheetHeat | undefined {
  const answer = advice(position);
  const map = answer?.maps.find((one) => one.turn === maps.turn.value);
  if (!answer || !map) return undefined;
  const all = answer.maps.flatMap(({ cells, strip }) => [
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

/** Returns the map over a position, if one is chosen and known. */
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
