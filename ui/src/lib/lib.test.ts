import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { asNumber, Stored, oneOf } from "./storage.svelte";
import { defineMessages, language, number, percent, percentagePoints, pointsInWords } from "./i18n.svelte";

test("a kept value survives, and what another version left is not believed", () => {
  const first = new Stored("test.side", 1, asNumber);
  first.value = 7;
  flushSync();
  expect(new Stored("test.side", 1, asNumber).value).toBe(7);
  localStorage.setItem("sakiyomi.test.side", '"seven"');
  expect(new Stored("test.side", 1, asNumber).value).toBe(1);
  localStorage.setItem("sakiyomi.test.side", "{broken");
  expect(new Stored("test.side", 1, asNumber).value).toBe(1);
  expect(oneOf("a", "b")("c")).toBeUndefined();
});

test("changes deep inside a kept value are kept", () => {
  const kept = new Stored<{ stones: number[] }>(
    "test.deep",
    { stones: [] },
    (value) => value as { stones: number[] },
  );
  kept.value.stones.push(3);
  flushSync();
  expect(localStorage.getItem("sakiyomi.test.deep")).toBe('{"stones":[3]}');
});

test("what another tab keeps is taken over, if it is understood", () => {
  const kept = new Stored("test.tabs", 1, asNumber);
  const storeInOtherTab = (key: string, text: string) => {
    localStorage.setItem(key, text);
    dispatchEvent(new StorageEvent("storage", { key, newValue: text }));
    flushSync();
  };
  storeInOtherTab("sakiyomi.test.tabs", "5");
  expect(kept.value).toBe(5);
  storeInOtherTab("sakiyomi.test.tabs", '"six"');
  expect(kept.value).toBe(5);
  storeInOtherTab("sakiyomi.test.others", "7");
  expect(kept.value).toBe(5);
});

test("words and numbers follow the language", () => {
  const words = defineMessages({ en: { play: "Play" }, ja: { play: "対局" } });
  language.value = "en";
  expect(words().play).toBe("Play");
  expect(number(1234.5, 1)).toBe("1,234.5");
  language.value = "ja";
  expect(words().play).toBe("対局");
  expect(percent(0.125, 1)).toBe("12.5%");
  language.value = "en";
});

test("differences of shares have a sign and their own unit", () => {
  language.value = "en";
  expect(percentagePoints(0.0149, 1)).toBe("+1.5 pp");
  expect(percentagePoints(-0.2)).toBe("−20 pp");
  expect(percentagePoints(0.0001)).toBe("0 pp");
  expect(pointsInWords(-0.041, 1)).toBe("4.1 percentage points");
  language.value = "ja";
  expect(percentagePoints(0.12)).toBe("+12ポイント");
});
