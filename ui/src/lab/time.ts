// Durations in words.
import { number } from "../lib/i18n.svelte";
import { words } from "./words";

/** Returns a duration in a suitable unit. */
export function duration(seconds: number): string {
  if (seconds < 90) return words().seconds(number(Math.max(0, Math.round(seconds))));
  if (seconds < 90 * 60) return words().minutes(number(Math.round(seconds / 60)));
  if (seconds < 36 * 3600) return words().hours(number(seconds / 3600, 1));
  return words().days(number(seconds / 86_400, 1));
}
