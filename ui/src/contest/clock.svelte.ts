// Clocks of a match that run between two answers of the server.
import type { ContestMatch, Pair } from "./types";

/** Milliseconds between two looks at the clock: tenths of seconds are shown near the end. */
const TICK = 100;

/** The time of the page, in milliseconds, for as long as something shows it. */
class Ticker {
  now = $state(performance.now());

  /** Lets the time run; returns a function that stops it. */
  run(): () => void {
    this.now = performance.now();
    const timer = setInterval(() => (this.now = performance.now()), TICK);
    return () => clearInterval(timer);
  }
}
export const ticker = new Ticker();

/**
 * Returns the seconds left of both teams, some milliseconds after the answer came: the clock of the
 * team to throw runs.
 */
export function secondsLeft(match: ContestMatch, elapsed: number): Pair | undefined {
  if (!match.clocks) return undefined;
  const runs = match.status === "running";
  const left = (team: 0 | 1) => {
    const passed = runs && match.to_move === team ? Math.max(0, elapsed) / 1000 : 0;
    return Math.max(0, match.clocks![team] - passed);
  };
  return [left(0), left(1)];
}

/** Formats seconds as a clock: `3:39`, and `9.4` when little is left. */
export function clockText(seconds: number): string {
  if (seconds < 10) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}
