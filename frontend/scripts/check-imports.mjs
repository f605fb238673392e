/**
 * Refuses modules of `src` that import each other in a circle, be it for a type only: none of them
 * can be read, tested or moved without the others. Refuses an import from a layer above one's own,
 * and folders that hold so much that their name says nothing.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const MODULE = /\.(ts|svelte)$/;
const SCRIPT = /<script[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The layers, the lowest first: a module imports from its own and from those below. What stands
 * beside each other in one knows nothing of the other, but `games/wheel` and `games/baccara` are for
 * the games of their family. A part may be of several places; the longest that fits counts.
 */
const LAYERS = [
  ["wire"],
  ["core"],
  ["games/contract.ts games/table.ts widgets/chips/staking.svelte.ts"],
  ["widgets"],
  ["games", "verify"],
  ["fairness", "chat", "autoplay", "reality-check"],
  ["ui"],
  ["entries"],
];
/** Modules of one folder; a game's is its own. */
const MOST = 15;

/** Returns the imports that lead upwards, or to a part beside one's own: `importer -> imported`. */
export function upward(sources) {
  return Object.keys(sources).flatMap((name) =>
    imported(name, sources)
      .filter((each) => {
        const [own, other] = [partOf(name), partOf(each)];
        return other.layer > own.layer || (other.layer === own.layer && other.part !== own.part);
      })
      .map((each) => `${name} -> ${each}`),
  );
}

/** Returns the part to which a module belongs, and the number of its layer. */
function partOf(name) {
  const found = LAYERS.flatMap((parts, layer) =>
    parts.flatMap((part) => part.split(" ").map((place) => ({ place, part, layer }))),
  )
    .filter(({ place }) => name === place || name.startsWith(`${place}/`))
    .sort((one, other) => other.place.length - one.place.length)[0];
  if (!found) throw new Error(`${name} is in no layer.`);
  return found;
}

/** Returns the folders with too many modules. */
export function crowded(names) {
  const counts = new Map();
  for (const name of names) {
    const folder = posix.dirname(name);
    if (!folder.startsWith("games/")) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts.keys()].filter((folder) => counts.get(folder) > MOST);
}

/** Returns which modules import each other, the first of them named again last; `null` if none do. */
export function circle(sources) {
  const done = new Set();
  const visit = (name, path) => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const each of imported(name, sources)) {
      const found = visit(each, [...path, name]);
      if (found) return found;
    }
    done.add(name);
    return null;
  };
  for (const name of Object.keys(sources)) {
    const found = visit(name, []);
    if (found) return found;
  }
  return null;
}

/** Returns the modules among the sources that one of them imports. */
function imported(name, sources) {
  const text = sources[name];
  const code = name.endsWith(".ts")
    ? text
    : [...text.matchAll(SCRIPT)].map((script) => script[1]).join("\n");
  return ts
    .preProcessFile(code)
    .importedFiles.filter((each) => each.fileName.startsWith("."))
    .map((each) => posix.join(posix.dirname(name), each.fileName))
    .flatMap((path) => [path, `${path}.ts`, posix.join(path, "index.ts")])
    .filter((path) => path in sources);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const src = fileURLToPath(new URL("../src", import.meta.url));
  const names = readdirSync(src, { recursive: true }).filter((name) => MODULE.test(name));
  const sources = Object.fromEntries(
    names.map((name) => [name, readFileSync(join(src, name), "utf8")]),
  );
  const found = [
    ...(circle(sources) ? [`These modules import each other: ${circle(sources).join(", ")}`] : []),
    ...upward(sources).map((each) => `This import leads upwards: ${each}`),
    ...crowded(names).map((each) => `This folder has more than ${MOST} modules: ${each}`),
  ];
  if (found.length > 0) {
    process.stderr.write(`${found.join("\n")}\n`);
    process.exit(1);
  }
}
