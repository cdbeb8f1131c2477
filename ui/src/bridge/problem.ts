// Answers to problems.
import type { BridgeProblem, BridgeTheme } from "../lib/schema";

export type Answer = {
  /** The card; empty if the solution was only shown. */
  card: string;
  /** Hints that were taken. */
  hints: number;
};

/** Returns the status of a problem. */
export function statusOf(
  problem: BridgeProblem,
  answer: Answer | undefined,
): "right" | "wrong" | "shown" | "open" {
  if (!answer) return "open";
  if (answer.card === "") return "shown";
  return problem.best.includes(answer.card) ? "right" : "wrong";
}

/** Accepts stored answers, by problem. */
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

/** The theme of a problem, or the paper for its worked examples. */
export type Theme = BridgeTheme | "paper";
export const themeOf = (problem: BridgeProblem): Theme => problem.theme ?? "paper";
