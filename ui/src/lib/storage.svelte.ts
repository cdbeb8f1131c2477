// Values that survive a reload: kept in the browser's storage under a name.

/** Reads a kept value; nothing if there is none or it is not what `accept` wants. */
export function readStored<T>(name: string, accept: (value: unknown) => T | undefined): T | undefined {
  try {
    const text = localStorage.getItem(`sakiyomi.${name}`);
    return text === null ? undefined : accept(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Keeps a value. A browser that has no room or no storage just forgets it. */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(`sakiyomi.${name}`);
    else localStorage.setItem(`sakiyomi.${name}`, JSON.stringify(value));
  } catch {
    // Nothing is lost as long as the page stays open.
  }
}

/**
 * A reactive value that is kept: `const side = new Stored("curling.side", 0, asNumber)`, then
 * `side.value`. What was stored by another version is passed through `accept`, which gives nothing
 * for what it does not understand. Changes deep inside objects and arrays are kept as well, and
 * what another tab keeps under the name is taken over.
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

/** For `Stored`: one of a list of words. */
export function oneOf<const T extends readonly string[]>(
  ...words: T
): (value: unknown) => T[number] | undefined {
  return (value) => words.find((word) => word === value);
}

/** For `Stored`: a finite number. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** For `Stored`: a text. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** For `Stored`: yes or no. */
export function asFlag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}
