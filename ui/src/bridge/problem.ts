// What somebody answered to a problem.
import type { BridgeProblem, BridgeTheme } from "../lib/schema";

export type Answer = {
  /** The card; nothing if the answer was only looked at. */
  card: string;
  /** Hints that were taken. */
  hints: number;
};

/** How a problem stands. */
export function statusOf(
  problem: BridgeProblem,
  answer: Answer | undefined,
): "right" | "wrong" | "shown" | "open" {
  if (!answer) return "open";
  if (answer.card === "") return "shown";
  return problem.best.includes(answer.card) ? "right" : "wrong";
}

/** For what was kept: answers by problem. */
export function asAnswers(value: unknown): Record<string, Answer> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const found: Record<string, Answer> = {};
  for (const [id, answer] of Object.entries(value as Record<string, Partial<Answer> | null>)) {
    if (typeof answer?.card === "string" && typeof answer.hints === "number") {
      found[id] = { card: answer.card, hints: answer.hints };
    }
  }
  return found;
}

/** What problems are listed under: a theme, or the paper for its worked examples. */
export type Theme = BridgeTheme | "paper";
export const themeOf = (problem: BridgeProblem): Theme => problem.theme ?? "paper";
