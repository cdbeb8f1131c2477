// A shot and its worth in words, from the data the workbench sends.
import type { CurlingAdvice, CurlingAdvised, CurlingProblem, CurlingStoneName } from "../lib/schema";
import { language, number, percent, speak } from "../lib/speak.svelte";
import { calls, words } from "./words";

const places = speak({
  en: {
    to: (place: string) => `to ${place}`,
    on: (stones: string) => `on ${stones}`,
    points: (value: string) => `${value} pts`,
  },
  ja: {
    to: (place: string) => `${place}へ`,
    on: (stones: string) => `${stones}に`,
    points: (value: string) => `${value}点`,
  },
});

/** The name of a stone. */
export const stoneName = ({ team, number }: CurlingStoneName): string =>
  words().stone(words().teams[team === 1 ? 1 : 0], number);

type Shot = Pick<CurlingAdvised, "call" | "place" | "removed" | "moved">;

/** A shot in a few words: what it is called, on which stones, and where it stops. */
export function tellShot(shot: Shot): string {
  const touched = shot.removed.length > 0 ? shot.removed : shot.moved;
  const parts = [calls()[shot.call]];
  if (touched.length > 0) parts.push(places().on(touched.map(stoneName).join(", ")));
  if (shot.place && shot.call !== "foul") parts.push(places().to(shot.place[language.value]));
  return parts.join(" ");
}

/** What is wrong with a position. */
export function tellProblem(problem: CurlingProblem, lying: CurlingStoneName[]): string {
  const stones = problem.stones.flatMap((index) => (lying[index] ? [stoneName(lying[index])] : []));
  if (problem.kind === "outside") return words().outside(stones.join(", "));
  if (problem.kind === "overlap") return words().overlap(stones.join(", "));
  return [stones.join(", "), problem.message].filter(Boolean).join(": ");
}

/** Points with their sign. */
export const signed = (points: number): string => (points > 0 ? `+${points}` : String(points));

/** A value in its scale. What is added for position may lead beyond a chance: it is told within 0 and 100 %. */
export function tellValue(scale: CurlingAdvice["scale"], value: number, decimals = 1): string {
  if (scale === "chance") return percent(Math.min(Math.max(value, 0), 1), decimals);
  return places().points((value > 0 ? "+" : "") + number(value, decimals + 1));
}

/** A spread in the scale of its value. */
export function tellSpread(scale: CurlingAdvice["scale"], value: number): string {
  return scale === "chance" ? `± ${percent(value)}` : `± ${number(value, 1)}`;
}
