/** The entries of the public log that a bundle carries: signed, included, of this subject alone. */

import { concat, hex, same, unbase64, utf8 } from "./crypto/bytes";
import { isSigned } from "./crypto/ed25519";
import { canonical, type Json, parse } from "./format/json";
import { isIncluded, leafHash } from "./crypto/merkle";
import { sha256 } from "./crypto/sha2";
import { base64Text, either, list, object, oneOf, record, text, whole } from "./format/shapes";
import { type LogFacts, must, Wrong } from "./verdict";

const SIGNED = { checkpoint: text(), key: text() };

export const LOG = either(
  {
    ...SIGNED,
    entries: list(record({ entry: text(), index: whole(), proof: list(base64Text) })),
  },
  // Where secrets were locked: the checkpoint that ends with them.
  { locked: record({ ...SIGNED, proof: list(base64Text) }) },
);

export const ENTRY = record({
  facts: object,
  id: text(),
  kind: text(/^[a-z]+$/),
  log: oneOf("sabot-log/1"),
  subject: text(),
});

/** Type byte of an Ed25519 key and signature in C2SP signed notes. */
const ED25519 = 1;

/** A C2SP `tlog-checkpoint` of this house: one line before, one time, one signature. */
const CHECKPOINT =
  /^(([^+\x00-\x20\x7f]{1,200})\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/=]{44})\n(?:previous ([A-Za-z0-9+/=]{44})\n)?time (0|[1-9][0-9]{0,15})\n)\n— ([^ \n]+) ([A-Za-z0-9+/=]+)\n$/u;

export interface Entries {
  facts: LogFacts;
  /** What each entry states, by its kind; a subject has at most one of a kind. */
  stated: Map<string, Json>;
  /** Where in the log the first of them is. */
  first: number;
  /** Of the checkpoint that ends with locked secrets; null where none were locked. */
  held: LogFacts | null;
}

/** Returns the tree that a signed note states, or refuses a note that the key did not sign. */
export async function checkpoint(
  note: string,
  key: string,
): Promise<{ root: Uint8Array; facts: LogFacts }> {
  const [, name, id, coded] =
    /^([^+\x00-\x20\x7f]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(key) ?? [];
  const typed = coded === undefined ? null : unbase64(coded);
  must(
    name !== undefined && id !== undefined && typed?.length === 33 && typed[0] === ED25519,
    "log_key",
  );
  const keyId = sha256(concat(utf8(`${name}\n`), typed)).slice(0, 4);
  must(hex(keyId) === id, "log_key");

  const found = CHECKPOINT.exec(note);
  must(found !== null, "checkpoint");
  const [, body, origin, size, coveredRoot, previous, time, signer, line] = found;
  const root = unbase64(coveredRoot!);
  const signature = unbase64(line!);
  const before = previous === undefined ? null : unbase64(previous);
  must(root?.length === 32 && signature?.length === 68, "checkpoint");
  must(Number(size) > 1 ? before?.length === 32 : previous === undefined, "checkpoint");
  must(Number.isSafeInteger(Number(size)) && Number.isSafeInteger(Number(time)), "checkpoint");
  must(origin === name && signer === name, "log_signature");
  must(same(signature.slice(0, 4), keyId), "log_signature");
  must(await isSigned(typed.slice(1), signature.slice(4), utf8(body!)), "log_signature");
  const facts = {
    origin: origin!,
    key,
    size: Number(size),
    root: coveredRoot!,
    time: Number(time),
    kinds: [],
  };
  return { root, facts };
}

/** Returns what an entry of a log that was given says, or refuses a text that is none. */
export function entryOf(text: string, index: number): ReturnType<typeof ENTRY> {
  const read = parse(text);
  must(canonical(read) === text, "log_entry", { index });
  return ENTRY(read, "log");
}

/** Returns what the log says of a subject (`shoe:<id>`), or refuses what it does not prove. */
export async function entriesOf(log: ReturnType<typeof LOG>, subject: string): Promise<Entries> {
  const { root, facts } = await checkpoint(log.checkpoint, log.key);
  const stated = new Map<string, Json>();
  let last = -1;
  for (const { entry, index, proof } of log.entries) {
    const content = utf8(entry);
    const path = proof.map((each) => unbase64(each));
    must(
      path.every((each) => each?.length === 32) &&
        isIncluded(leafHash(content), index, facts.size, path as Uint8Array[], root),
      "log_inclusion",
      { index },
    );
    let read: Json;
    try {
      read = parse(entry);
    } catch (error) {
      if (error instanceof Wrong) throw new Wrong("log_entry", { index });
      throw error;
    }
    must(canonical(read) === entry, "log_entry", { index });
    const said = ENTRY(read, `log.entries[${index}]`);
    must(said.subject === subject, "log_subject", { index });
    must(said.id === `${subject}:${said.kind}`, "log_subject", { index });
    facts.kinds.push(said.kind);
    const kinds = facts.kinds.join(" ");
    must(index > last && !stated.has(said.kind), "log_order", { kinds });
    last = index;
    stated.set(said.kind, said.facts);
  }
  // The checkpoint is the one that the last entry made: a later one would bound its time by less.
  must(last === -1 || facts.size === last + 1, "log_end", { index: last });
  return { facts, stated, first: log.entries[0]?.index ?? 0, held: await heldBy(log, facts) };
}

/** Returns what was signed right after the locked secrets, or refuses what does not end with them. */
async function heldBy(log: ReturnType<typeof LOG>, facts: LogFacts): Promise<LogFacts | null> {
  const at = facts.kinds.indexOf("locked");
  must(at >= 0 === (log.locked !== undefined), "malformed", { field: "log.locked" });
  if (log.locked === undefined) return null;
  const { entry, index } = log.entries[at]!;
  const { root, facts: held } = await checkpoint(log.locked.checkpoint, log.locked.key);
  must(held.origin === facts.origin, "log_signature");
  const path = log.locked.proof.map((each) => unbase64(each));
  const ends = path.every((each) => each?.length === 32) && held.size === index + 1;
  const content = leafHash(utf8(entry));
  const included = ends && isIncluded(content, index, held.size, path as Uint8Array[], root);
  must(included, "log_inclusion", { index });
  must(held.time <= facts.time, "time", { field: "locked" });
  return held;
}

/** Returns the canonical bytes of a JSON value. */
export function canonicalBytes(value: Json): Uint8Array {
  return utf8(canonical(value));
}
