import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { asSettings, known, offered, textOf, usualValue } from "./players.svelte";
import PlayerSettings from "./parts/PlayerSettings.svelte";
import type { PlayerDescription } from "./schema";

const both = (text: string) => ({ en: text, ja: text });

const player: PlayerDescription = {
  name: "jiritsu",
  about: both("Looks ahead."),
  is_program: false,
  settings: [
    {
      key: "depth",
      aliases: [],
      kind: { type: "integer", from: 1, to: 16, page: 6 },
      default: "2",
      unit: "shots",
      meaning: both("How far it looks."),
    },
    {
      key: "heavy-hits",
      aliases: ["heavy"],
      kind: { type: "switch" },
      default: "off",
      meaning: both("Hits hard."),
    },
    { key: "table", aliases: [], kind: { type: "file" }, meaning: both("A file.") },
  ],
  presets: [{ name: "strongest", about: both("The strongest."), settings: [["heavy-hits", "on"]] }],
};

test("a player is written as text with the settings that are set", () => {
  expect(textOf("draw", {})).toBe("draw");
  expect(textOf("jiritsu", { preset: "strongest", depth: "2", goal: "" })).toBe(
    "jiritsu:preset=strongest,depth=2",
  );
});

test("settings kept by older pages are read, and what a player does not have is left out", () => {
  const kept = asSettings({ name: "jiritsu", depth: 3, heavy: true, explore: null });
  expect(kept).toEqual({ name: "jiritsu", depth: "3", heavy: "on" });
  expect(known(player, kept!)).toEqual({ depth: "3", heavy: "on" });
  expect(asSettings("jiritsu")).toBeUndefined();
  expect(asSettings([1])).toBeUndefined();
});

test("a setting has the preset's value, or its default", () => {
  const [depth, heavy, table] = player.settings;
  expect(usualValue(player, heavy!, "strongest")).toBe("on");
  expect(usualValue(player, heavy!, "")).toBe("off");
  expect(usualValue(player, depth!, "strongest")).toBe("2");
  expect([offered(depth!), offered(table!)]).toEqual([true, false]);
});

test("the form has a field for every setting that a page may set, within the page's limit", async () => {
  render(PlayerSettings, { player, settings: {} });
  const depth = screen.getByLabelText<HTMLInputElement>("depth (shots)");
  expect([depth.min, depth.max, depth.placeholder]).toEqual(["1", "6", "2"]);
  expect(screen.getByLabelText("heavy-hits")).toBeTruthy();
  expect(screen.queryByLabelText("table")).toBeNull();
  await fireEvent.change(screen.getByLabelText("preset"), { target: { value: "strongest" } });
  const usual = screen.getByLabelText("heavy-hits").querySelector("option");
  expect(usual?.textContent).toBe("on");
});
