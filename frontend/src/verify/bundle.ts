/** A whole bundle, of any version, from its text or file to its verdict. */

import { checkDraw } from "./draw";
import { type Content, textOf } from "./format/file";
import { parse, type Json } from "./format/json";
import { compare, type Known } from "./known";
import { entriesOf, LOG } from "./log";
import { anything, hexadecimal, record, whole } from "./format/shapes";
import { checkShoe, type Contents, subjectOf } from "./shoe";
import { type DrawFacts, must, type ShoeFacts, type Verdict, Wrong } from "./verdict";

/** UTF-16 units; the largest shoe has some 30,000. */
const LARGEST = 2_000_000;

const FIRST = { commitment: hexadecimal(32), header: anything, reveal: anything, version: whole() };
const BUNDLES = {
  1: record({ ...FIRST }),
  2: record({ ...FIRST, log: LOG }),
  3: record({ ...FIRST, log: LOG }),
  4: record({ ...FIRST, log: LOG }),
};

/** The protocols of a version of bundles: the tags of chance, and who checks it. */
const PROTOCOLS: Record<number, string[]> = {
  1: ["sabot-shoe/1", "sabot-refill/1", "sabot-draw/1"],
  2: ["sabot-shoe/1", "sabot-refill/1", "sabot-draw/1"],
  3: ["sabot-shoe/2", "sabot-refill/2", "sabot-draw/2"],
  4: ["sabot-shoe/2", "sabot-refill/2"],
};

const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

async function facts(content: Content, known: Known): Promise<ShoeFacts | DrawFacts> {
  const text = textOf(content);
  must(text.length <= LARGEST, "too_large");
  const given = parse(text);
  must(isObject(given), "not_a_bundle");
  const version = given["version"];
  must(version === 1 || version === 2 || version === 3 || version === 4, "unknown_version");
  const bundle: ReturnType<(typeof BUNDLES)[1]> & { log?: ReturnType<typeof LOG> } = BUNDLES[
    version
  ](given, "");
  must(isObject(bundle.header), "malformed", { field: "header" });
  const protocol = bundle.header["protocol"];
  must(typeof protocol === "string", "malformed", { field: "header.protocol" });
  must(PROTOCOLS[version]!.includes(protocol), "unknown_protocol", { protocol });
  const name = protocol.startsWith("sabot-draw/") ? "draw" : "shoe";
  must(bundle.reveal !== null, "not_revealed");
  const subject = subjectOf(bundle.header, name);
  const entries = bundle.log === undefined ? null : await entriesOf(bundle.log, subject);
  const contents: Contents = { ...bundle, version, entries };
  const found =
    name === "draw" ? await checkDraw(contents, protocol) : await checkShoe(contents, protocol);
  return { ...found, compared: await compare(contents, found, known) };
}

/**
 * Returns the verdict on a bundle: its facts when it is right, else the first thing wrong with it.
 * What is known of the house is compared; without it the verdict says that nothing was.
 *
 * Never throws for a bundle, whatever it says; it throws where the machine cannot check at all (the
 * library for a browser without Ed25519 did not come).
 */
export async function checkBundle(content: Content, known: Known = {}): Promise<Verdict> {
  try {
    return { ok: true, ...(await facts(content, known)) };
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, code: error.code, detail: error.detail };
    throw error;
  }
}
