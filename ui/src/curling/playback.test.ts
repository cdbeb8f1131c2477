import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CurlingTrajectory } from "../lib/schema";
import { length, play, stonesAt } from "./playback";

const film: CurlingTrajectory = {
  seconds: 0.5,
  frames: 5,
  tracks: [
    {
      team: 0,
      number: 2,
      first: 0,
      points: [
        [0, -4, 0],
        [0, -3, 0],
        [0, -2, 1],
      ],
      gone: false,
    },
    {
      team: 1,
      number: 1,
      first: 2,
      points: [
        [0, -1.7, 0],
        [0, 1, 0],
        [0, 4, 0],
      ],
      gone: true,
    },
  ],
};
const before = [
  { team: 1, number: 1, x: 0, y: -1.7 },
  { team: 1, number: 3, x: 1, y: 1 },
];
const at = (seconds: number) =>
  stonesAt(film, before, seconds).map(({ team, number, x, y }) => [team, number, x, y]);

test("stones are between their places in between, and stay until they are hit", () => {
  expect(at(0.25)).toEqual([
    [1, 3, 1, 1],
    [0, 2, 0, -3.5],
    [1, 1, 0, -1.7],
  ]);
  expect(at(1.25)).toContainEqual([1, 1, 0, -1.7 + 2.7 / 2]);
});

test("a stone that leaves is gone afterwards, one that rests stays", () => {
  expect(at(10)).toEqual([
    [1, 3, 1, 1],
    [0, 2, 0, -2],
  ]);
});

let frames: FrameRequestCallback[] = [];
beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => vi.unstubAllGlobals());

test("a film is played in the time wanted, and can be stopped", () => {
  const shown: number[] = [];
  const done = vi.fn();
  play(film, (seconds) => shown.push(seconds), done, 4);
  for (const now of [1000, 3000, 5000]) frames.shift()?.(now);
  expect(shown).toEqual([0, length(film) / 2, length(film)]);
  expect(done).toHaveBeenCalledOnce();
  expect(frames).toEqual([]);

  const stop = play(film, (seconds) => shown.push(seconds), done, 4);
  stop();
  frames.shift()?.(9000);
  expect(shown).toHaveLength(3);
});

test("who wants no motion sees the end at once", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const show = vi.fn();
  const done = vi.fn();
  play(film, show, done);
  expect(show).toHaveBeenCalledExactlyOnceWith(length(film));
  expect(done).toHaveBeenCalledOnce();
});
