import { expect, test } from "vitest";
import { runningMean, type Point } from "./smooth";

test("a running mean keeps a straight line and says how sure it is", () => {
  const line = Array.from({ length: 9 }, (_, x): Point => [x, 2 * x]);
  const { points, low, high } = runningMean(line, 3);
  expect(points.slice(1, -1)).toEqual(line.slice(1, -1));
  // Three points 0, 2, 4 apart by 2: standard error 2 / √3, Student's 4.303.
  expect((high[4]! - low[4]!) / 2).toBeCloseTo((4.303 * 2) / Math.sqrt(3), 6);
  // The ends have neighbours on one side only.
  expect([points[0], points[8]]).toEqual([
    [0, 1],
    [8, 15],
  ]);
});

test("nothing has no mean, and one point is itself", () => {
  expect(runningMean([], 9).points).toEqual([]);
  expect(runningMean([[3, 4]], 9)).toEqual({ points: [[3, 4]], low: [4], high: [4] });
});
