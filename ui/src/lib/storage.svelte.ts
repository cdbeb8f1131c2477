// Storage in the browser: named values that survive a reload.

/** Returns a stored value; nothing if there is none or `accept` rejects it. */
export function readStored<T>(name: string, accept: (value: unknown) => T | undefined): T | undefined {
  try {
    const text = localStorage.getItem(`sakiyomi.${name}`);
    return text === null ? undefined : accept(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Stores a value; a browser without room or storage drops it. */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(`sakiyomi.${name}`);
    else localStorage.setItem(`sakiyomi.${name}`, JSON.stringify(value));
  } catch {
    // The value still lives as long as the page is open.
  }
}

/**
 * A reactive stored value: `const side = new Stored("curling.side", 0, asNumber)`, then
 * `side.value`. Values of another version pass through `accept`, which returns nothing for those it
 * does not understand. Changes inside objects and arrays are stored as well, and changes in another
 * tab are taken over.
 */
export class Stored<T> {
  value: T = $state() as T;

  constructor(name: string, initial: T, accept: (value: unknown) => T | undefined) {
    this.value = readStored(name, accept) ?? initial;
    $effect.root(() => {
      $effect(() => writeStored(name, $state.snapshot(this.value)));
    });
    addEventListener("storage", ({ key }) => {
      if (key !== `sakiyomi.${name}`) return;
      const value = readStored(name, accept);
      if (value !== undefined) this.value = value;
    });
  }
}

/** Accepts one of a list of words. */
export function oneOf<const T extends readonly string[]>(
  ...words: T
): (value: unknown) => T[number] | undefined {
  return (value) => words.find((word) => word === value);
}

/** Accepts a finite number. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Accepts a text. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Accepts a boolean. */
export function asFlag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}
