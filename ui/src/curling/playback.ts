// Playback of a trajectory: the stones at a moment, and a clock that shows one moment after
// another.
import type { CurlingTrajectory } from "../lib/schema";
import { keyOf, type SheetStone } from "./shapes";

type Track = CurlingTrajectory["tracks"][number];

/** Returns the place of a stone at a frame; nothing if it is out of play. */
function placeOf(track: Track, frame: number): { x: number; y: number; angle: number } | undefined {
  const at = frame - track.first;
  const last = track.points.length - 1;
  if (track.gone && at > last) return undefined;
  const low = Math.min(Math.max(Math.floor(at), 0), last);
  const high = Math.min(low + 1, last);
  const part = Math.min(Math.max(at - low, 0), 1);
  const [from, to] = [track.points[low], track.points[high]];
  if (!from || !to) return undefined;
  const mix = (i: 0 | 1 | 2) => from[i] + (to[i] - from[i]) * part;
  return { x: mix(0), y: mix(1), angle: mix(2) };
}

/** Returns all stones at a moment of a shot, from the stones before it. */
export function stonesAt(film: CurlingTrajectory, before: SheetStone[], seconds: number): SheetStone[] {
  const frame = seconds / film.seconds;
  const tracks = new Map(film.tracks.map((track) => [keyOf(track), track]));
  const still = before.filter((stone) => !tracks.has(keyOf(stone)));
  const moving = film.tracks.flatMap((track) => {
    const place = placeOf(track, frame);
    return place ? [{ team: track.team, number: track.number, ...place }] : [];
  });
  return [...still, ...moving];
}

/** Returns the duration of a trajectory in seconds. */
export const length = (film: CurlingTrajectory): number => film.seconds * Math.max(film.frames - 1, 0);

/**
 * Plays a trajectory in `wanted` seconds: shots last from three to thirty seconds on the platforms,
 * too long to watch. With reduced motion the end is shown at once. Returns a function that stops
 * it.
 */
export function play(
  film: CurlingTrajectory,
  show: (seconds: number) => void,
  done: () => void,
  wanted = 4,
): () => void {
  const whole = length(film);
  const still = matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
  if (still || whole === 0) {
    show(whole);
    done();
    return () => undefined;
  }
  let stopped = false;
  let begun: number | undefined;
  const step = (now: number) => {
    if (stopped) return;
    begun ??= now;
    const seconds = ((now - begun) / (wanted * 1000)) * whole;
    show(Math.min(seconds, whole));
    if (seconds < whole) requestAnimationFrame(step);
    else done();
  };
  requestAnimationFrame(step);
  return () => (stopped = true);
}
