/** What the asker knows already: what a bundle says of its house, anybody could have made. */

import { concat, hex, same, unbase64, unhex, utf8 } from "./crypto/bytes";
import type { Contents } from "./shoe";
import { isSigned } from "./crypto/ed25519";
import { type Content, textOf } from "./format/file";
import { canonical, parse } from "./format/json";
import { entryOf } from "./log";
import { leafHash, treeRoot } from "./crypto/merkle";
import { sha256 } from "./crypto/sha2";
import { checkReceipt } from "./receipt";
import { hexadecimal, object, record } from "./format/shapes";
import { type Compared, must, Wrong } from "./verdict";

export interface Known {
  /** Keys of the log, as C2SP writes them: `name+id+base64`. */
  keys?: readonly string[];
  /** The name of the log. */
  origin?: string;
  /** A signed conformity report, as the house serves it. */
  report?: Content;
  /** The log, as `dump_log` writes it: `{"results": [...]}`. */
  log?: Content;
  /** A secret with its receipts, or an alarm about one, as a page saved it. */
  receipt?: Content;
}

const REPORT = record({ key: hexadecimal(32), report: object, signature: hexadecimal(64) });

/** Returns what was compared with what is known, or refuses what differs. */
export async function compare(
  bundle: Contents,
  { id, kind, report }: { id: string; kind: string; report: string | null },
  known: Known,
): Promise<Compared> {
  const keys = known.keys ?? [];
  const { origin } = known;
  const compared: Compared = {
    key: false,
    origin: false,
    report: "nothing",
    signer: "",
    receipt: "",
    receiptNamed: false,
  };
  if (bundle.entries === null) {
    must(known.receipt === undefined, "other_receipt");
    must(keys.length === 0 && origin === undefined, "unlogged");
    return compared;
  }
  const { facts, held } = bundle.entries;
  for (const { key } of held ? [facts, held] : [facts]) {
    must(keys.length === 0 || keys.includes(key), "other_key", { key });
  }
  must(origin === undefined || origin === facts.origin, "other_origin", { origin: facts.origin });
  compared.key = keys.length > 0;
  // A key has the log's name in it.
  compared.origin = compared.key || origin !== undefined;
  must(known.receipt === undefined || report !== null, "other_receipt");
  if (report === null) return compared;
  const leaves = known.log === undefined ? null : leavesOf(bundle, known.log);
  if (leaves) {
    checkNamed(bundle, leaves, report);
    compared.report = "log";
  }
  if (known.report !== undefined) {
    compared.signer = await signer(known.report, report);
    compared.report = "file";
  }
  if (known.receipt !== undefined) {
    const what = kind === "draw" ? "draw" : "shoe";
    compared.receipt = await checkReceipt(bundle.entries, what, id, known.receipt, leaves);
    compared.receiptNamed = leaves !== null;
  }
  return compared;
}

/** Returns the key that signed a report, or refuses another report and one that failed. */
async function signer(given: Content, report: string): Promise<string> {
  const whole = REPORT(parse(textOf(given)), "");
  const signed = concat(utf8("sabot-conformity/1\n"), utf8(canonical(whole.report)));
  must(hex(sha256(signed)) === report, "other_report", { report });
  const right = await isSigned(unhex(whole.key), unhex(whole.signature), signed);
  must(right && whole.report["passed"] === true, "report_failed");
  return whole.key;
}

/** Returns the entries of the log that was given, or refuses one that is not the bundle's. */
function leavesOf({ entries }: Contents, given: Content): string[] {
  const text = textOf(given);
  const { size, root } = entries!.facts;
  const texts = new Map<number, string>();
  try {
    const rows = (parse(text) as { results: { index: number; entry: string }[] }).results;
    for (const { index, entry } of rows) texts.set(index, entry);
  } catch {
    throw new Wrong("other_log");
  }
  const leaves = Array.from({ length: size }, (_, at) => texts.get(at) ?? "");
  const grown = treeRoot(leaves.map((text) => leafHash(utf8(text))));
  must(same(grown, unbase64(root) ?? new Uint8Array()), "other_log");
  return leaves;
}

/** Refuses a log that named the report after the promise. */
function checkNamed({ entries }: Contents, leaves: readonly string[], report: string): void {
  const named = leaves.slice(0, entries!.first).some((text, index) => {
    const { facts, kind } = entryOf(text, index);
    return kind === "report" && facts["sha256"] === report;
  });
  must(named, "report_unnamed", { report });
}
