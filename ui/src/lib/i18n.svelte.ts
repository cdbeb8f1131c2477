// The two languages of the pages.
import { Stored, oneOf } from "./storage.svelte";

export type Language = "en" | "ja";

const usual: Language = navigator.language.startsWith("ja") ? "ja" : "en";
export const language = new Stored<Language>("language", usual, oneOf("en", "ja"));

$effect.root(() => {
  $effect(() => {
    document.documentElement.lang = language.value;
  });
});

/**
 * The words of a part of the page in both languages; calling the result gives those of the language
 * chosen, and what was made of them changes with it: `const words = defineMessages({ en: { play: "Play" },
 * ja: { play: "対局" } })`, then `{words().play}`. The Japanese words must have exactly the keys of
 * the English ones; a value may be a function for words with numbers in them.
 */
export function defineMessages<T extends object>(dictionary: { en: T; ja: NoInfer<T> }): () => T {
  return () => dictionary[language.value];
}

/** A number in the chosen language's way, with a fixed number of decimals. */
export function number(value: number, decimals = 0): string {
  // What rounds to zero has no sign.
  const form = {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: "negative",
  } as const;
  return new Intl.NumberFormat(language.value, form).format(value);
}

/** A share of 1 as a percentage. */
export function percent(value: number, decimals = 0): string {
  const form = {
    style: "percent",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  } as const;
  return new Intl.NumberFormat(language.value, form).format(value);
}
