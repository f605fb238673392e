import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  base: "/static/",
  publicDir: false,
  plugins: [svelte()],
  build: {
    target: "es2022",
    manifest: true,
    // The content security policy allows neither data: scripts nor inline styles.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The server's page already names every file of its game, with its digest. A second list in
      // the register would be loaded by every page, and grow with each game.
      resolveDependencies: (_, needed, { hostId }) => (hostId.includes("/games-") ? [] : needed),
    },
    rollupOptions: {
      input: {
        page: "src/entries/page.ts",
        lobby: "src/entries/lobby.ts",
        table: "src/entries/table.ts",
        replay: "src/entries/replay.ts",
      },
      output: {
        codeSplitting: {
          // What several games draw with is one file, however many games there are; but not the round
          // cloth with its rack, which two have.
          groups: [{ name: "shared", test: /\/src\/(ui|widgets)\/(?!Cloth)/, minShareCount: 2 }],
        },
      },
    },
  },
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
    // Modules are loaded once for all files: no test leaves anything behind in one.
    pool: "threads",
    isolate: false,
    // The longest counts every bet that can be named: seconds on a machine with other work.
    testTimeout: 600_000,
  },
});
