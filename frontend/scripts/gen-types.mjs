// Writes src/wire/ from the server: types.ts from its JSON Schema, words/ from its words, printed/
// from what its tables show; and tables/wire/schema.json, which is kept, so that a change of the
// wire is seen in review. With --page it leaves that as it is; with --check it only compares.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";
import { format, resolveConfig } from "prettier";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const target = join(here, "../src/wire");
const reviewed = join(root, "tables/wire/schema.json");
const venv = join(root, ".venv/bin/python");
const python = process.env.PYTHON ?? (existsSync(venv) ? venv : "python3");
const options = await resolveConfig(join(target, "types.ts"));

// Both in one process: it takes longer to start than they do.
const BOTH = `
import os, django
from django.core.management import call_command
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
django.setup()
call_command("wire_schema")
print("\\0")
call_command("wire_schema", words=True)
`;
const [schema, words] = execFileSync(python, ["-c", BOTH], { cwd: root, encoding: "utf8" })
  .split("\0")
  .map((text) => JSON.parse(text));

// Docstrings of the standard library's dataclass signature say nothing.
function tidy(node) {
  if (Array.isArray(node)) return node.map(tidy);
  if (node === null || typeof node !== "object") return node;
  const entries = Object.entries(node)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, tidy(value)])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const kept = Object.fromEntries(entries);
  if (kept.type === "array" && !("minItems" in kept)) delete kept.maxItems;
  // The compiler knows a tuple by an older name.
  if (kept.prefixItems) {
    kept.items = kept.prefixItems;
    delete kept.prefixItems;
  }
  if (kept.type === "object" && kept.properties && !("additionalProperties" in kept)) {
    kept.additionalProperties = false;
  }
  return kept;
}

/** Returns a module that exports values, by the names of its constants. */
function constants(values, from = "words") {
  const lines = Object.entries(values).map(
    ([name, value]) => `export const ${name.toUpperCase()} = ${JSON.stringify(value)};`,
  );
  const banner = `// Generated from the server's ${from} by \`npm run gen\`. Do not edit.`;
  return format([banner, ...lines].join("\n\n"), { ...options, parser: "typescript" });
}

/** Returns the schema as a reviewer reads it: a line for each type, without descriptions. */
function inLines({ $defs, ...rest }) {
  const line = ([name, value]) =>
    `${JSON.stringify(name)}: ${JSON.stringify(value, (key, each) => (key === "description" ? undefined : each))}`;
  const types = Object.entries($defs).map((each) => `  ${line(each)}`);
  const others = Object.entries(rest).map(line);
  return `{\n"$defs": {\n${types.join(",\n")}\n},\n${others.join(",\n")}\n}\n`;
}

const types = await compile(tidy(schema), "Wire", {
  bannerComment: "// Generated from the server's schema by `npm run gen`. Do not edit.",
  format: true,
  style: { printWidth: 100 },
  unknownAny: true,
});

const { chat, common, games, printed } = words;
const files = new Map([
  ["types.ts", types],
  ["words/refusals.ts", await constants(common)],
  ["words/chat.ts", await constants(chat)],
]);
// What refusals say is loaded when it is wanted; what bets are called, with the game.
for (const [game, { refusals, ...names }] of Object.entries(games)) {
  files.set(`words/${game}/refusals.ts`, await constants({ refusals }));
  files.set(`words/${game}/names.ts`, await constants(names));
}

for (const [game, layout] of Object.entries(printed)) {
  files.set(`printed/${game}.ts`, await constants({ printed: layout }, "layouts"));
}

mkdirSync(target, { recursive: true });
const there = readdirSync(target, { recursive: true }).filter((name) => name.endsWith(".ts"));
const gone = there.filter((name) => !files.has(name));
const differs = (path, text) => !existsSync(path) || readFileSync(path, "utf8") !== text;
const stale = [...files].filter(([name, text]) => differs(join(target, name), text));
const schemaStale = !process.argv.includes("--page") && differs(reviewed, inLines(schema));

if (!process.argv.includes("--check")) {
  for (const [name, text] of stale) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    writeFileSync(join(target, name), text);
  }
  for (const name of gone) rmSync(join(target, name));
  if (schemaStale) writeFileSync(reviewed, inLines(schema));
} else if (schemaStale || stale.length + gone.length > 0) {
  const own = schemaStale ? ["tables/wire/schema.json"] : [];
  const names = [...own, ...[...stale.map(([name]) => name), ...gone].sort()];
  process.stderr.write(`Stale, run \`make types\`: ${names.join(", ")}\n`);
  process.exit(1);
}
