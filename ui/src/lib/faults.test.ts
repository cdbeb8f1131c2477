import { render, screen } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import { faultText, placeText, type CodedFault } from "./faults";
import { language } from "./i18n.svelte";
import FaultNote from "./parts/FaultNote.svelte";

afterEach(() => (language.value = "en"));

const fault = (rest: Partial<CodedFault>): CodedFault => ({ kind: "wrong", message: "English", ...rest });

test("a fault with a known code is told in Japanese with its values", () => {
  language.value = "ja";
  const values = { player: "jiritsu", key: "deep", known: "depth, goal" };
  render(FaultNote, { fault: fault({ code: "unknown-setting", values }) });
  const text = "プレイヤー「jiritsu」に設定「deep」はありません（使えるもの: depth, goal）。";
  expect(screen.getByRole("alert").textContent.trim()).toBe(text);
});

test("a fault without a code, or with an unknown one, keeps the words of the workbench", () => {
  language.value = "ja";
  for (const code of [undefined, null, "brand-new", "constructor"])
    expect(faultText(fault({ code: code as never }))).toBe("English");
  language.value = "en";
  expect(faultText(fault({ code: "empty" as never }))).toBe("English");
});

test("the Japanese reason of a fault is shown where there is one", () => {
  language.value = "ja";
  const text = (values: Record<string, string>) =>
    faultText(fault({ code: "bad-setting" as never, values: { key: "depth", value: "x", ...values } }));
  expect(text({ why: "write a number" })).toBe("設定「depth=x」は使えません（write a number）。");
  expect(text({ why: "write a number", why_ja: "1〜9の整数" })).toBe(
    "設定「depth=x」は使えません（1〜9の整数）。",
  );
});

test("a message in both languages is told in Japanese as a sentence", () => {
  language.value = "ja";
  const text = (why_ja: string) =>
    faultText(fault({ code: "explained" as never, values: { why: "no", why_ja } }));
  expect(text("ボード7はありません")).toBe("ボード7はありません。");
  expect(text("ありません。")).toBe("ありません。");
});

test("ranges name the ends they have", () => {
  language.value = "ja";
  const text = (values: Record<string, string>) =>
    faultText(fault({ code: "out-of-range" as never, values }));
  expect(text({ min: "1", max: "60", unit: "seconds" })).toBe("1〜60秒の範囲で指定してください。");
  expect(text({ min: "1" })).toBe("1以上にしてください。");
  expect(text({ max: "9" })).toBe("9以下にしてください。");
});

test("places are lines of a text, not fields of a request", () => {
  expect(placeText(fault({ place: "game.scores" }))).toBeUndefined();
  expect(placeText(fault({ place: "line 3, column 2" }))).toBe("line 3, column 2");
  language.value = "ja";
  expect(placeText(fault({ place: "line 3, column 2" }))).toBe("3行2桁");
  expect(placeText(fault({}))).toBeUndefined();
});
