// Writes src/wire/types.ts from the server's JSON Schema; with --check it only compares.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const target = join(here, "../src/wire/types.ts");
const venv = join(root, ".venv/bin/python");
const python = process.env.PYTHON ?? (existsSync(venv) ? venv : "python3");

const text = process.env.WIRE_SCHEMA
  ? readFileSync(process.env.WIRE_SCHEMA, "utf8")
  : execFileSync(python, ["manage.py", "wire_schema"], { cwd: root, encoding: "utf8" });

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
  if (kept.type === "object" && kept.properties && !("additionalProperties" in kept)) {
    kept.additionalProperties = false;
  }
  return kept;
}

const types = await compile(tidy(JSON.parse(text)), "Wire", {
  bannerComment: "// Generated from the server's schema by `npm run gen`. Do not edit.",
  format: true,
  style: { printWidth: 100 },
  unknownAny: true,
});

if (process.argv.includes("--check")) {
  if (!existsSync(target) || readFileSync(target, "utf8") !== types) {
    process.stderr.write("src/wire/types.ts is stale: run `npm run gen`.\n");
    process.exit(1);
  }
} else {
  writeFileSync(target, types);
}
