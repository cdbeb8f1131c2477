import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `npm run dev` shows the pages with a workbench that listens at its usual address behind them.
const workbench = process.env.WORKBENCH ?? "http://127.0.0.1:8710";

export default defineConfig({
  plugins: [svelte()],
  // In tests Svelte must be the browser's, not the server's.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: {
      "/api": { target: workbench, ws: true, changeOrigin: true },
      "/cup/api": { target: workbench, changeOrigin: true },
    },
  },
  test: { environment: "jsdom", include: ["src/**/*.test.ts"], setupFiles: ["src/test-setup.ts"] },
});
