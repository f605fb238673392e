import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const SRC = fileURLToPath(new URL("src/", import.meta.url));
const COMPONENTS = readdirSync(SRC, { recursive: true })
  .map((name) => join(SRC, String(name)))
  .filter((name) => name.endsWith(".svelte"))
  .sort();

/** Returns the class by which a component's styles are its own: its number, which is short. */
function cssHash({ filename }: { filename: string }): string {
  return `s-${COMPONENTS.indexOf(resolve(filename)).toString(36)}`;
}

export default defineConfig({
  base: "/static/",
  publicDir: false,
  plugins: [svelte({ compilerOptions: { cssHash } })],
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
        office: "src/entries/office.ts",
        table: "src/entries/table.ts",
        replay: "src/entries/replay.ts",
        // The office has styles of its own, and the fonts of the pages.
        fonts: "src/styles/fonts.css",
      },
      output: {
        codeSplitting: {
          // What several games draw with is one file, however many games there are; but not boxes
          // and the round cloth with its rack, which two have.
          groups: [
            { name: "shared", test: /\/src\/(ui|widgets)\/(?!Cloth|boxes)/, minShareCount: 2 },
          ],
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
