import { expect, test } from "vitest";
import { compared, type Candidate } from "./requests.svelte";

const candidate = (key: string) => ({ key }) as Candidate;
const measure = (chance: number) => ({ chance, error: 0.01, gap_error: 0.01 });

test("shots of all players are ordered by one measure once all are measured", () => {
  const shown = ["jiritsu-0", "jiritsu-1", "greedy-0"].map(candidate);
  expect(compared(shown, undefined)).toEqual(shown);
  expect(compared(shown, [measure(0.5), measure(0.4)])).toEqual(shown);
  const ordered = compared(shown, [measure(0.5), measure(0.4), measure(0.45)]);
  expect(ordered.map(({ key }) => key)).toEqual(["jiritsu-0", "greedy-0", "jiritsu-1"]);
  expect(ordered.map(({ measure }) => measure?.chance)).toEqual([0.5, 0.45, 0.4]);
});
