// The browser's verifier on what pages saved: `node receipts.mjs dist/verify.mjs` reads three lines
// each, a bundle, a secret with its receipts, and a whole log or nothing, and writes a verdict a line.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { checkBundle } = await import(pathToFileURL(process.argv[2]));
const given = [];
for await (const line of createInterface({ input: process.stdin })) {
  if (given.push(line) < 3) continue;
  const [bundle, receipt, log] = given.splice(0);
  // These two are files of the asker's.
  const [mine, whole] = [receipt, log].map((text) => new TextEncoder().encode(text));
  const verdict = await checkBundle(bundle, { receipt: mine, ...(log === "" ? {} : { log: whole }) });
  process.stdout.write(`${JSON.stringify(verdict)}\n`);
}
