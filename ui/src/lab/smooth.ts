// Running means with their intervals, for curves that jump about.

export type Point = [number, number];
export type Band = { points: Point[]; low: number[]; high: number[] };

/**
 * Two-sided 95 % quantiles of Student's distribution for 1 to 30 degrees of freedom; beyond, the
 * normal one.
 */
const student = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/**
 * The mean of every point with its neighbours, `width` points in all (fewer at the ends), and the
 * 95 % interval of that mean.
 */
export function runningMean(points: Point[], width: number): Band {
  const half = Math.floor(width / 2);
  const band: Band = { points: [], low: [], high: [] };
  points.forEach(([x], index) => {
    const near = points.slice(Math.max(0, index - half), index + half + 1).map(([, y]) => y);
    const mean = near.reduce((sum, y) => sum + y, 0) / near.length;
    const freedom = near.length - 1;
    const variance = near.reduce((sum, y) => sum + (y - mean) ** 2, 0) / Math.max(1, freedom);
    const error = Math.sqrt(variance / near.length) * (freedom < 1 ? 0 : (student[freedom - 1] ?? 1.96));
    band.points.push([x, mean]);
    band.low.push(mean - error);
    band.high.push(mean + error);
  });
  return band;
}
