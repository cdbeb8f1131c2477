// Internationalization: the language of the pages, their texts, and numbers in it.
import { Stored, oneOf } from "./storage.svelte";
import type { Phrase } from "./schema";

export type Language = "en" | "ja";

const usual: Language = navigator.language.startsWith("ja") ? "ja" : "en";
export const language = new Stored<Language>("language", usual, oneOf("en", "ja"));

$effect.root(() => {
  $effect(() => {
    document.documentElement.lang = language.value;
  });
});

/**
 * Returns a reactive getter of the texts of a component in the chosen language: `const words =
 * defineMessages({ en: { play: "Play" }, ja: { play: "対局" } })`, then `{words().play}`. The
 * Japanese texts must have exactly the keys of the English ones; a value may be a function for
 * texts with numbers in them.
 */
export function defineMessages<T extends object>(dictionary: { en: T; ja: NoInfer<T> }): () => T {
  return () => dictionary[language.value];
}

/** Returns a text of the workbench in the chosen language; a plain string is the same in all. */
export const textIn = (text: Phrase): string => (typeof text === "string" ? text : text[language.value]);

/** Formats a number in the chosen language, with a fixed number of decimals. */
export function number(value: number, decimals = 0): string {
  // Values that round to zero have no sign.
  const form = {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: "negative",
  } as const;
  return new Intl.NumberFormat(language.value, form).format(value);
}

/** Formats a share of 1 as a percentage. */
export function percent(value: number, decimals = 0): string {
  const form = {
    style: "percent",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  } as const;
  return new Intl.NumberFormat(language.value, form).format(value);
}

const unit = defineMessages({
  en: { points: (value: string) => `${value} pp`, long: (value: string) => `${value} percentage points` },
  ja: { points: (value: string) => `${value}ポイント`, long: (value: string) => `${value}ポイント` },
});

/** Formats a number with its sign; values that round to zero have none. */
export function signed(value: number, decimals = 0): string {
  const size = number(Math.abs(value), decimals);
  const zero = Math.abs(value) < 0.5 / 10 ** decimals;
  return `${zero ? "" : value < 0 ? "−" : "+"}${size}`;
}

/** Formats a difference of shares with its sign, in percentage points: `+1.2 pp`. */
export const percentagePoints = (difference: number, decimals = 0): string =>
  unit().points(signed(100 * difference, decimals));

/** Formats the size of a difference of shares for a sentence: `1.2 percentage points`. */
export const pointsInWords = (difference: number, decimals = 0): string =>
  unit().long(number(Math.abs(100 * difference), decimals));
