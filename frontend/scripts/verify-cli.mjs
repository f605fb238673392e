/**
 * Verifies bundles without a browser: `node verify-cli.mjs [--lang fr|en] [--json] FILE|FOLDER…`,
 * `--help` tells the rest.
 *
 * With `--json` it prints an object of verdicts by file name; with `--lines` it reads bundles from
 * its input, one a line, and prints a verdict a line. Ends with 0 when all are right, with 1 when one
 * is refused, with 2 when one cannot be read.
 */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { checkBundle, checks, sentence, summary } from "../src/verify/index.ts";

const USAGE = `Vérifie des sabots et des tirages. / Verifies shoes and draws.

  node verify-cli.mjs [--lang fr|en] [--json] [--key KEY]… [--origin NAME] FILE|FOLDER…
  node verify-cli.mjs --lines < BUNDLES

  --key    une clé du journal que vous connaissez, NOM+ID+BASE64 / a key of the log that you know
  --origin le nom du journal que vous connaissez / the name of the log that you know
  --report le rapport de conformité, tel que la maison le sert / the conformity report, as the house serves it
  --log    le journal entier, un fichier de dump_log / the whole log, a file of dump_log
  --receipt un secret à vous et ses reçus, ou la preuve d’une alarme / a secret of yours with its receipts, or the proof of an alarm
  --lang   la langue du verdict (fr) / the language of the verdict
  --json   les verdicts en JSON, par fichier / verdicts as JSON, by file
  --lines  un paquet et un verdict par ligne / a bundle and a verdict a line
  --help   ce texte / this text

0 : tout est juste / all are right; 1 : un est refusé / one is refused;
2 : un est illisible / one cannot be read.
`;

function given() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        lang: { type: "string", default: "fr" },
        json: { type: "boolean", default: false },
        lines: { type: "boolean", default: false },
        key: { type: "string", multiple: true, default: [] },
        origin: { type: "string" },
        report: { type: "string" },
        log: { type: "string" },
        receipt: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

const { values: options, positionals } = given();
if (options.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const language = options.lang === "en" ? "en" : "fr";

/** What the asker knows of the house. */
const known = () => ({
  keys: options.key,
  ...(options.origin === undefined ? {} : { origin: options.origin }),
  ...(options.report === undefined ? {} : { report: readFileSync(options.report) }),
  ...(options.log === undefined ? {} : { log: readFileSync(options.log) }),
  ...(options.receipt === undefined ? {} : { receipt: readFileSync(options.receipt) }),
});

/** Why it was withdrawn, and what was compared with nothing, a line each. */
const more = (verdict) =>
  checks(verdict, language)
    .filter(({ about, verified }) => about === "end" || (about === "house" && !verified))
    .map(({ title, text }) => `  ${title} : ${text}`.replace(" :", language === "en" ? ":" : " :"));

async function lines() {
  const given = known();
  let right = true;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const verdict = await checkBundle(line, given);
    right &&= verdict.ok;
    process.stdout.write(`${JSON.stringify(verdict)}\n`);
  }
  return right;
}

async function files() {
  const paths = positionals.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path)
          .filter((name) => name.endsWith(".json"))
          .sort()
          .map((name) => join(path, name))
      : [path],
  );
  if (paths.length === 0) throw new Error(`no bundle given\n\n${USAGE}`);
  const given = known();
  const verdicts = {};
  for (const path of paths) {
    const verdict = await checkBundle(readFileSync(path), given);
    verdicts[path] = verdict;
    if (options.json) continue;
    const said = verdict.ok
      ? `✓ ${summary(verdict, language)}`
      : `✗ ${sentence(verdict.code, verdict.detail, language)}`;
    console.log(paths.length > 1 ? `${path}: ${said}` : said);
    if (verdict.ok) more(verdict).forEach((line) => console.log(line));
  }
  if (options.json) console.log(JSON.stringify(verdicts));
  return Object.values(verdicts).every((verdict) => verdict.ok);
}

try {
  process.exitCode = (await (options.lines ? lines() : files())) ? 0 : 1;
} catch (error) {
  console.error(String(error));
  process.exitCode = 2;
}
