import { cleanup } from "@testing-library/svelte";
import { afterEach } from "vitest";

// Every test starts with an empty page and empty storage.
afterEach(() => {
  cleanup();
  // Some tests run without a browser environment.
  globalThis.localStorage?.clear();
});
