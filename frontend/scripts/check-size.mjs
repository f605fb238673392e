/**
 * Refuses a build in which a game's page loads more JavaScript at first than the house allows.
 *
 * Counted as a browser loads it: the table's entry, the game, and all that they import without
 * being asked, each file compressed by itself.
 */

import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

/** Bytes, compressed as they are served (`build.mjs`). */
const MOST = 56_000;
const dist = new URL("../dist/", import.meta.url);

/** Throws when a game's page is too heavy; says what each weighs when it is asked to `tell`. */
export function checkSizes(tell) {
  const chunks = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));

  function needed(names) {
    const found = new Set();
    const visit = (name) => {
      if (found.has(name)) return;
      found.add(name);
      for (const each of chunks[name].imports ?? []) visit(each);
    };
    names.forEach(visit);
    return [...found];
  }

  // What games share is weighed once: to compress it takes most of a second.
  const weights = new Map();
  function weight(name) {
    if (!weights.has(name)) {
      const file = readFileSync(new URL(chunks[name].file, dist));
      weights.set(name, brotliCompressSync(file).length);
    }
    return weights.get(name);
  }

  const bytes = (names) => names.reduce((sum, name) => sum + weight(name), 0);

  const games = readdirSync(new URL("../src/games/", import.meta.url))
    // What several games share has a folder there too, which no page asks for by itself.
    .filter((name) => chunks[`src/games/${name}/index.ts`]);
  for (const game of games) {
    const page = needed(["src/entries/table.ts", `src/games/${game}/index.ts`]);
    const size = bytes(page);
    if (size > MOST)
      throw new Error(
        `The page of ${game} loads ${size} bytes of JavaScript at first; ${MOST} are allowed.`,
      );
    const after = needed(["src/fairness/index.ts"]).filter((each) => !page.includes(each));
    if (tell) console.log(`${game}: ${size} bytes of JavaScript at first, then ${bytes(after)}`);
  }
}
