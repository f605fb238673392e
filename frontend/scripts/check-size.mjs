/**
 * Refuses a build in which a game's page loads more JavaScript at first than the house allows.
 *
 * Counted as a browser loads it: the table's entry, the game, and all that they import without
 * being asked, each file compressed by itself.
 */

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const MOST = 60_000;
const dist = new URL("../dist/", import.meta.url);
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

function bytes(names) {
  const sizes = names.map(
    (name) => gzipSync(readFileSync(new URL(chunks[name].file, dist))).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const games = readdirSync(new URL("../src/games/", import.meta.url), { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map((each) => each.name);
let failed = games.length === 0;
for (const game of games) {
  const page = needed(["src/entries/table.ts", `src/games/${game}/index.ts`]);
  const size = bytes(page);
  const after = bytes(needed(["src/chance/index.ts"]).filter((each) => !page.includes(each)));
  const verdict = size > MOST ? `more than ${MOST}` : "ok";
  console.log(`${game}: ${size} bytes of JavaScript at first (${verdict}), ${after} after it`);
  failed ||= size > MOST;
}
process.exit(failed ? 1 : 0);
