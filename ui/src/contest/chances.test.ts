import { render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { CurlingFilm } from "../lib/schema";
import EndChances from "./EndChances.svelte";

test("the win probability between ends is drawn, and a match without it has no graph", async () => {
  const scene = (chance: number | null) => ({ chance }) as unknown as CurlingFilm["scenes"][number];
  const film = (chances: (number | null)[]) =>
    ({ names: ["MogMog", "SampleAI"], scenes: chances.map(scene) }) as unknown as CurlingFilm;
  const choose = vi.fn();
  const props = { film: film([0.5, null, 0.625, null, 1]), at: 3, choose };
  const { rerender } = render(EndChances, props);
  const graph = screen.getByRole("region", { name: "Win probability" });
  const rows = [...graph.querySelectorAll("tbody tr")].map((row) => row.textContent?.trim());
  expect(rows).toEqual(["050%", "163%", "2100%"]);
  await rerender({ ...props, film: film([0.5]) });
  expect(screen.queryByRole("region", { name: "Win probability" })).toBeNull();
});
