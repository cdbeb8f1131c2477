import { cleanup } from "@testing-library/svelte";
import { afterEach } from "vitest";

// Every test starts with an empty page and an empty memory.
afterEach(() => {
  cleanup();
  // Some tests run without a browser around them.
  globalThis.localStorage?.clear();
});
