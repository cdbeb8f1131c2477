import { defineConfig } from "vitest/config";

// Whole flows in a real browser, one after another: they share one workbench and two cores.
export default defineConfig({
  root: import.meta.dirname,
  test: { include: ["**/*.e2e.ts"], fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000 },
});
