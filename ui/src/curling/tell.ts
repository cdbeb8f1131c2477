// A shot and its worth in words, from the data the workbench sends.
import type { CurlingAdvice, CurlingAdvised, CurlingProblem, CurlingStoneName } from "../lib/schema";
import { number, percent, speak } from "../lib/speak.svelte";
import type { Point } from "./shapes";
import { calls, words } from "./words";

const places = speak({
  en: {
    button: "the button",
    rings: ["four-foot", "eight-foot", "twelve-foot"],
    sides: { top: "top", back: "back", left: "left", right: "right" },
    ring: (side: string, ring: string) => `${side} ${ring}`,
    behind: "behind the house",
    guards: {
      centre: "centre line",
      left: "left corner",
      right: "right corner",
      between: "before the house",
    },
    to: (place: string) => `to ${place}`,
    on: (stones: string) => `on ${stones}`,
    points: (value: string) => `${value} pts`,
  },
  ja: {
    button: "ボタン",
    rings: ["4フィート", "8フィート", "12フィート"],
    sides: { top: "手前", back: "奥", left: "左", right: "右" },
    ring: (side: string, ring: string) => `${ring}の${side}`,
    behind: "ハウスの奥",
    guards: { centre: "センターライン", left: "左コーナー", right: "右コーナー", between: "ハウスの前" },
    to: (place: string) => `${place}へ`,
    on: (stones: string) => `${stones}に`,
    points: (value: string) => `${value}点`,
  },
});

/** Where a stone lies, in words. */
export function placeOf(at: Point): string {
  const say = places();
  const distance = Math.hypot(at.x, at.y);
  if (distance < 0.16) return say.button;
  const ring = [0.61, 1.22, 1.975].findIndex((radius) => distance <= radius);
  if (ring < 0) {
    if (at.y >= 0) return say.behind;
    if (Math.abs(at.x) <= 0.45) return say.guards.centre;
    if (Math.abs(at.x) < 0.9) return say.guards.between;
    return at.x < 0 ? say.guards.left : say.guards.right;
  }
  const sideways = Math.abs(at.x);
  const side = at.y <= -sideways ? "top" : at.y >= sideways ? "back" : at.x < 0 ? "left" : "right";
  return say.ring(say.sides[side], say.rings[ring]!);
}

/** The name of a stone. */
export const stoneName = ({ team, number }: CurlingStoneName): string =>
  words().stone(words().teams[team === 1 ? 1 : 0], number);

type Shot = Pick<CurlingAdvised, "call" | "stops" | "removed" | "moved">;

/** A shot in a few words: what it is called, on which stones, and where it stops. */
export function tellShot(shot: Shot): string {
  const touched = shot.removed.length > 0 ? shot.removed : shot.moved;
  const parts = [calls()[shot.call]];
  if (touched.length > 0) parts.push(places().on(touched.map(stoneName).join(", ")));
  if (shot.stops && shot.call !== "foul") parts.push(places().to(placeOf(shot.stops)));
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
