import { cleanup } from "@testing-library/svelte";
import { afterEach } from "vitest";

// Every test starts with an empty page and empty storage.
afterEach(() => {
  cleanup();
  // Some tests run without a browser environment.
  globalThis.localStorage?.clear();
});

// Charts ask for both, and jsdom has neither; some tests have no window.
if (typeof window !== "undefined") {
  window.matchMedia ??= () =>
    ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }) as never;
  window.ResizeObserver ??= class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  };
}
