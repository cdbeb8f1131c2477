// A shot and its worth in words, from the data the workbench sends.
import type { CurlingAdvice, CurlingAdvised, CurlingProblem, CurlingStoneName } from "../lib/schema";
import { language, number, percent, defineMessages } from "../lib/i18n.svelte";
import { words } from "./words";

const units = defineMessages({
  en: {
    points: (value: string) => `${value} pts`,
  },
  ja: {
    points: (value: string) => `${value}点`,
  },
});

/** The name of a stone. */
export const stoneName = ({ team, number }: CurlingStoneName): string =>
  words().stone(words().teams[team === 1 ? 1 : 0], number);

/** A shot in a sentence. */
export const shotText = (shot: CurlingAdvised): string => {
  const said = shot.sentence[language.value];
  return said.charAt(0).toUpperCase() + said.slice(1);
};

/** What is wrong with a position. */
export function problemText(problem: CurlingProblem, lying: CurlingStoneName[]): string {
  const stones = problem.stones.flatMap((index) => (lying[index] ? [stoneName(lying[index])] : []));
  if (problem.kind === "outside") return words().outside(stones.join(", "));
  if (problem.kind === "overlap") return words().overlap(stones.join(", "));
  return [stones.join(", "), problem.message].filter(Boolean).join(": ");
}

/** Points with their sign. */
export const signed = (points: number): string => (points > 0 ? `+${points}` : String(points));

/**
 * A value in its scale. What is added for position may lead beyond a chance: it is told within 0
 * and 100 %.
 */
export function valueText(scale: CurlingAdvice["scale"], value: number, decimals = 1): string {
  if (scale === "chance") return percent(Math.min(Math.max(value, 0), 1), decimals);
  return units().points((value > 0 ? "+" : "") + number(value, decimals + 1));
}

/** A spread in the scale of its value. */
export function spreadText(scale: CurlingAdvice["scale"], value: number): string {
  return scale === "chance" ? `± ${percent(value)}` : `± ${number(value, 1)}`;
}
