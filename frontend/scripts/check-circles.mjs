/**
 * Refuses modules of `src` that import each other in a circle, be it for a type only: none of them
 * can be read, tested or moved without the others.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const MODULE = /\.(ts|svelte)$/;
const SCRIPT = /<script[^>]*>([\s\S]*?)<\/script>/g;

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
  const found = circle(
    Object.fromEntries(names.map((name) => [name, readFileSync(join(src, name), "utf8")])),
  );
  if (found) {
    process.stderr.write(`These modules import each other: ${found.join(", ")}\n`);
    process.exit(1);
  }
}
