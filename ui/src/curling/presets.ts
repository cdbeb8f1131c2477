// Example positions: a few instructive ones, and those of the papers as far as their text gives
// them.
import type { CurlingPlatform } from "../lib/schema";
import { defineMessages } from "../lib/i18n.svelte";
import { freshGame, usualConditions, type Position } from "./position.svelte";

type Lying = readonly [team: number, number: number, x: number, y: number];

export type PresetName = "empty" | "guard" | "last" | "bury" | "thesis" | "figure" | "doubles";

export const presetNames = defineMessages<Record<PresetName, string>>({
  en: {
    empty: "Empty house, first stone",
    guard: "A centre guard and a stone behind it",
    last: "Last stone of a tied match",
    bury: "Two down without the hammer",
    thesis: "Third end, 14th stone: does weight change the shot?",
    figure: "One stone on the tee (evaluation, figure 8)",
    doubles: "Mixed doubles: power play",
  },
  ja: {
    empty: "空のハウス、第1投",
    guard: "センターガードとその裏のストーン",
    last: "同点の最終投",
    bury: "2点ビハインドの先攻",
    thesis: "第3エンド14投目: ウェイトでショットは変わるか",
    figure: "ティーに1個（評価関数、図8）",
    doubles: "ミックスダブルス: パワープレー",
  },
});

export const PRESETS: PresetName[] = ["empty", "guard", "last", "bury", "thesis", "figure", "doubles"];

function position(
  platform: CurlingPlatform,
  match: { end?: number; shot?: number; hammer?: number; scores?: number[] },
  stones: Lying[],
  doubles = false,
): Position {
  const conditions = usualConditions(platform);
  if (doubles) conditions.rules = "mixed-doubles";
  const game = {
    ...freshGame(conditions),
    ...match,
    phase: { kind: "throwing" as const },
    stones: stones.map(([team, number, x, y]) => ({ team, number, x, y })),
  };
  return { conditions, game };
}

/** Returns the example position with this name. */
export function preset(name: PresetName): Position {
  switch (name) {
    case "empty":
      return position("dc3", {}, []);
    case "guard":
      return position("dc3", { shot: 5 }, [
        [0, 1, 0.05, -3.1],
        [0, 2, 0.15, -0.35],
        [1, 2, -0.9, 0.4],
      ]);
    case "last":
      return position("dc3", { end: 9, shot: 15, scores: [2, -1, 0, -2, 1, 0, 0, -1, 1] }, [
        [0, 6, 0.3, -0.5],
        [0, 7, -0.2, -3.4],
        [0, 8, -0.55, 0.75],
        [1, 6, 0.8, 0.5],
        [1, 7, -1.2, -0.4],
      ]);
    case "bury":
      return position("dc3", { end: 7, shot: 8, hammer: 1, scores: [-1, 1, -2, 0, 1, -2, 1] }, [
        [0, 3, -0.1, -3.6],
        [0, 4, 1.2, -2.9],
        [1, 3, 0.25, 0.2],
        [1, 4, -0.95, 0.6],
      ]);
    case "thesis":
      return position("dc3", { end: 2, shot: 13, hammer: 1, scores: [1, -1] }, [
        [0, 6, 0.45, -0.1],
        [0, 7, 0.75, 0.3],
        [1, 5, -0.9, 0.5],
      ]);
    case "figure":
      return position("paper", { shot: 2 }, [[0, 1, 0, 0]]);
    case "doubles":
      return position(
        "dc4",
        { shot: 6, hammer: 1 },
        [
          [0, 1, -1.073, -3.97],
          [1, 1, -1.219, -0.145],
        ],
        true,
      );
  }
}
