// Texts of a shot: its sentence, its value, and the problems of a position.
import type { CurlingAdvice, CurlingAdvised, CurlingProblem, CurlingStoneName } from "../lib/schema";
import { defineMessages, language, number, percent } from "../lib/i18n.svelte";
import { words } from "./words";

const units = defineMessages({
  en: {
    points: (value: string) => `${value} pts`,
    percentage: (value: string) => `${value} pp`,
  },
  ja: {
    points: (value: string) => `${value}点`,
    percentage: (value: string) => `${value}ポイント`,
  },
});

/** Returns the name of a stone. */
export const stoneName = ({ team, number }: CurlingStoneName): string =>
  words().stone(words().teams[team === 1 ? 1 : 0], number);

/** Returns the sentence for a shot. */
export const shotText = (shot: CurlingAdvised): string => {
  const sentence = shot.sentence[language.value];
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
};

/** Returns the text of a problem of a position. */
export function problemText(problem: CurlingProblem, lying: CurlingStoneName[]): string {
  const stones = problem.stones.flatMap((index) => (lying[index] ? [stoneName(lying[index])] : []));
  if (problem.kind === "outside") return words().outside(stones.join(", "));
  if (problem.kind === "overlap") return words().overlap(stones.join(", "));
  const message = (language.value === "ja" && problem.japanese) || problem.message;
  return [stones.join(", "), message].filter(Boolean).join(": ");
}

/** Formats points with their sign. */
export const signed = (points: number): string => (points > 0 ? `+${points}` : String(points));

/**
 * Formats a value in its scale. The addition for the position may lead beyond a probability: it is
 * shown within 0 and 100 %.
 */
export function valueText(scale: CurlingAdvice["scale"], value: number, decimals = 1): string {
  if (scale === "chance") return percent(Math.min(Math.max(value, 0), 1), decimals);
  return units().points((value > 0 ? "+" : "") + number(value, decimals + 1));
}

/** Formats a spread, which is a difference, in the scale of its value. */
export function spreadText(scale: CurlingAdvice["scale"], value: number): string {
  return scale === "chance"
    ? units().percentage(`± ${number(100 * value, 1)}`)
    : units().points(`± ${number(value, 1)}`);
}
