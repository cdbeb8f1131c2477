import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { language } from "../lib/i18n.svelte";
import type { CurlingAdvised } from "../lib/schema";
import { asChoice, asQuestion, fits, varied } from "./requests.svelte";
import { variantPaths } from "./paths";
import { usualConditions } from "./position.svelte";
import { cellAt, heatShapes, shade, USUAL_SHEET, type SheetHeat } from "./shapes";
import Sheet from "./Sheet.svelte";
import { shotText, valueText } from "./shotText";

const stones = [
  { team: 0, number: 1, x: 0.5, y: -1 },
  { team: 1, number: 3, x: -0.25, y: 0.5 },
];

test("stones are drawn to scale where they lie, and named", () => {
  const { container } = render(Sheet, { label: "sheet", stones, editable: true });
  const stone = screen.getByRole("button", { name: "Blue stone 1: x 0.50 m, y -1.00 m" });
  expect(stone.getAttribute("transform")).toBe("translate(50 100)");
  expect(Number(stone.querySelector(".granite")?.getAttribute("r"))).toBeCloseTo(14.5);
  expect(container.querySelector(".outer")?.getAttribute("r")).toBe(String(USUAL_SHEET.house * 100));
});

test("keys nudge by a centimetre, with Shift by ten, and Delete removes", async () => {
  const onnudge = vi.fn();
  const onremove = vi.fn();
  render(Sheet, { label: "sheet", stones, editable: true, onnudge, onremove });
  const stone = screen.getByRole("button", { name: /Orange stone 3/ });
  await fireEvent.keyDown(stone, { key: "ArrowUp" });
  await fireEvent.keyDown(stone, { key: "ArrowLeft", shiftKey: true });
  await fireEvent.keyDown(stone, { key: "x" });
  await fireEvent.keyDown(stone, { key: "Delete" });
  expect(onnudge.mock.calls).toEqual([
    ["1-3", { x: 0, y: 0.01 }],
    ["1-3", { x: -0.1, y: 0 }],
  ]);
  expect(onremove).toHaveBeenCalledExactlyOnceWith("1-3");
});

test("a sheet that is not edited has no buttons", () => {
  render(Sheet, { label: "sheet", stones });
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getAllByRole("img")).toHaveLength(2);
});

test("a stone is a place to be picked, unless it can be moved", async () => {
  const onpick = vi.fn();
  // The test's browser does not draw, so every place is the tee.
  Object.assign(SVGElement.prototype, { getScreenCTM: () => null });
  const { rerender } = render(Sheet, { label: "sheet", stones, onpick });
  await fireEvent.click(screen.getAllByRole("img")[0]!);
  expect(onpick).toHaveBeenCalledExactlyOnceWith({ x: 0, y: 0 });
  await rerender({ editable: true });
  await fireEvent.click(screen.getAllByRole("button")[0]!);
  expect(onpick).toHaveBeenCalledOnce();
});

const heat: SheetHeat = {
  cells: [
    { x: 0, y: 0, value: 0 },
    { x: 0.145, y: 0, value: 1 },
    { x: 9, y: 0, value: 1 },
  ],
  side: 0.145,
  strip: [
    { x: 0, value: 0.5 },
    { x: 0.145, value: 0.5 },
  ],
  range: [0, 1],
};

test("a heat map has one shape a shade, edges that meet, and nothing beside the sheet", () => {
  const shapes = heatShapes(heat, USUAL_SHEET);
  expect(shapes).toHaveLength(3);
  expect(shapes[0]?.d).toBe("M-7.250 -7.250H7.250V7.250H-7.250z");
  expect(shapes[2]?.d).toBe("M7.250 -7.250H21.750V7.250H7.250z");
  expect(shapes[1]?.d.match(/M/g)).toHaveLength(2);
});

test("the cell under the pointer is the one that holds it", () => {
  expect(cellAt(heat, { x: 0.05, y: 0.05 })?.value).toBe(0);
  expect(cellAt(heat, { x: 0.1, y: 0 })?.value).toBe(1);
  expect(cellAt(heat, { x: 1, y: 1 })).toBeUndefined();
});

test("shades grow from one end to the other and never leave it", () => {
  expect(shade(-1)).toBe(shade(0));
  expect(shade(2)).toBe(shade(1));
  expect(shade(0)).not.toBe(shade(1));
});

test("places, shots and values are told in both languages", () => {
  language.value = "en";
  const sentence = { en: "double take-out of Blue 6 and Blue 7", ja: "青6と青7をダブルテイクアウト" };
  const shot = { sentence } as unknown as CurlingAdvised;
  expect(shotText(shot)).toBe("Double take-out of Blue 6 and Blue 7");
  expect(valueText("chance", 0.647)).toBe("64.7%");
  expect(valueText("chance", 1.02)).toBe("100.0%");
  expect(valueText("chance", -0.02)).toBe("0.0%");
  expect(valueText("points", 0.5)).toBe("+0.50 pts");
  language.value = "ja";
  expect(shotText(shot)).toBe("青6と青7をダブルテイクアウト");
  expect(valueText("points", -1)).toBe("-1.00点");
});

test("a what-if changes the team that throws, or everybody's ice, and nothing else", () => {
  const usual = usualConditions("dc3");
  const weak = varied(usual, "weight", 2.5, 1);
  expect(weak.teams[1].players[0]?.max_weight).toBe(2.5);
  expect(weak.teams[0]).toEqual(usual.teams[0]);
  expect(varied(usual, "noise", 2, 0).teams[0].players[0]?.noise).toBe(2);
  expect(varied(usual, "curl", 0.5, 0)).toEqual({ ...usual, curl: 0.5 });
  expect(usual).toEqual(usualConditions("dc3"));
});

test("limits of weight are compared only on the platform they were meant for", () => {
  const question = { what: "weight", values: [30.45, 40], player: "jiritsu", platform: "gat" } as const;
  const asked = { ...question, values: [...question.values] };
  expect([fits(asked, "gat"), fits(asked, "dc3")]).toEqual([true, false]);
  expect(fits({ ...asked, what: "noise" }, "dc3")).toBe(true);
  expect(fits({ ...asked, values: [] }, "gat")).toBe(false);
});

test("variants that have no answer yet are not drawn", () => {
  const path = { team: 0, number: 1, points: [[0, -30]], gone: false };
  const shot = { stops: { x: 0, y: 0 }, paths: [path, path] };
  const drawn = variantPaths([undefined, { shots: [shot] } as never], undefined);
  expect(drawn.paths.map(({ key, strong, thin }) => [key, strong, thin])).toEqual([
    ["variant-1-0", true, undefined],
    ["variant-1-1", false, true],
  ]);
  expect(drawn.marks).toMatchObject([{ label: "2", x: 0, y: 0 }]);
});

test("what pages of version 0.1 kept of a player is read as its settings", () => {
  const former = { on: true, player: { name: "jiritsu", depth: 1, goal: "win", uncertainty: true } };
  expect(asChoice(former)).toEqual({
    on: true,
    settings: { depth: "1", goal: "win", uncertainty: "on" },
  });
  expect(asChoice({ on: false, settings: { preset: "strongest" } })).toEqual({
    on: false,
    settings: { preset: "strongest" },
  });
  expect(asChoice({ settings: {} })).toBeUndefined();
});

test("a what-if that pages of version 0.1 kept still names its player", () => {
  const question = { what: "noise", values: [0.5, 2], player: "greedy" };
  expect(asQuestion({ what: "noise", values: [0.5, 2], mind: "greedy" })).toEqual(question);
  expect(asQuestion(question)).toEqual(question);
  expect(asQuestion({ what: "noise", values: [0.5, 2] })).toBeUndefined();
});
