// Units of numbers in Japanese; in English they are as the workbench names them.
import { language } from "./i18n.svelte";

const japanese: Record<string, string> = {
  bytes: "バイト",
  cards: "枚",
  deals: "ディール",
  games: "局",
  m: "m",
  moves: "手",
  nodes: "局面",
  points: "点",
  seconds: "秒",
  shots: "投",
  simulations: "回",
  "standard errors": "標準誤差",
  times: "倍",
  trees: "本",
  tries: "回",
  visits: "回",
};

/** Returns a unit in the chosen language. */
export const unitText = (unit: string): string =>
  language.value === "ja" && Object.hasOwn(japanese, unit) ? japanese[unit]! : unit;
