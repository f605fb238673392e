/**
 * The house's public log as this browser knows it: the key that signs it, pinned at first sight,
 * and the checkpoints that were seen here. Whatever the log states must be signed by that key, be
 * included in what was signed, and continue all that was seen before, at a later time.
 *
 * @module
 */

import { checkBundle } from "../../verify/bundle";
import { concat, hex, same, unbase64, unhex, utf8 } from "../../verify/crypto/bytes";
import { isSigned } from "../../verify/crypto/ed25519";
import { canonical, type Json, parse } from "../../verify/format/json";
import { checkpoint, entriesOf, LOG } from "../../verify/log";
import { sha256 } from "../../verify/crypto/sha2";
import { type Verdict, Wrong } from "../../verify/verdict";
import { fetchJson } from "../fetch_json";
import type { Fault } from "./openings";

/** A state of the log. */
export interface Tree {
  /** Entries in the tree. */
  readonly size: number;
  /** The root, base64. */
  readonly root: string;
}

/** A checkpoint that was seen here. */
export interface Sight extends Tree {
  /** When the house says that it signed it, milliseconds since 1970. */
  readonly time: number;
  /** When it was seen, by this device's clock. */
  readonly at: number;
  /** The signed note: what convicts a house that denies it. */
  readonly note: string;
}

/** What this browser keeps of the log. */
export interface Memory {
  /** The key that was pinned, as C2SP writes it: `name+id+base64`. */
  readonly key: string;
  /** When it was first seen, by this device's clock. */
  readonly since: number;
  /** By size. */
  readonly seen: readonly Sight[];
  /** What was seen of entries that a restored database no longer has, under the log's name then. */
  readonly lost?: readonly Sight[];
}

/** The log is not the one that this browser knows, or does not say what was claimed. */
export class LogDoubt extends Error {
  constructor(
    readonly fault: Extract<Fault, "log_key" | "log_proof" | "log_forgot" | "log_clock">,
    readonly evidence: unknown,
  ) {
    super(fault);
  }
}

const KEY = "sabot.log";
/** The first sight stays: it is the longest memory. */
const SEEN = 24;
const ROTATION = "sabot-rotation/1\n";
const RESTORED = "sabot-restored/1\n";

interface KeyShown {
  use: string;
  public: string;
  since: number;
  in_force: boolean;
  verifier_key: string | null;
}

/** Returns a tree in a few characters that two people can compare. */
export function fingerprint({ root }: Tree): string {
  return hex(bytes(root).slice(0, 8)).replace(/.{4}(?=.)/g, "$& ");
}

/**
 * Says whether a proof shows that the second tree grew out of the first (RFC 9162, 2.1.4.2).
 */
export function isConsistent(first: Tree, second: Tree, proof: readonly string[]): boolean {
  if (first.size === second.size) return proof.length === 0 && first.root === second.root;
  if (first.size < 1 || first.size > second.size) return false;
  const path = proof.map(bytes);
  // Where the older tree is whole, its root is the first node; sizes may be beyond 32 bits.
  if (Number.isInteger(Math.log2(first.size))) path.unshift(bytes(first.root));
  let older = first.size - 1;
  let newer = second.size - 1;
  while (older % 2 === 1) {
    older = Math.floor(older / 2);
    newer = Math.floor(newer / 2);
  }
  const start = path.shift();
  if (!start) return false;
  let one = start;
  let two = start;
  for (const node of path) {
    if (newer === 0) return false;
    if (older % 2 === 1 || older === newer) {
      one = parent(node, one);
      two = parent(node, two);
      while (older % 2 === 0 && older !== 0) {
        older = Math.floor(older / 2);
        newer = Math.floor(newer / 2);
      }
    } else {
      two = parent(two, node);
    }
    older = Math.floor(older / 2);
    newer = Math.floor(newer / 2);
  }
  return newer === 0 && same(one, bytes(first.root)) && same(two, bytes(second.root));
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Takes a checkpoint into this browser's memory, one after the other; throws {@link LogDoubt} for
 * one that the pinned key did not sign or that does not continue what was seen. The evidence stays
 * as it was then. Another error says nothing of the log: the house was out of reach.
 */
export function acceptCheckpoint(note: string, key: string): Promise<Sight> {
  const taken = last.then(() => takeCheckpoint(note, key));
  last = taken.catch(() => undefined);
  return taken;
}

async function takeCheckpoint(note: string, key: string): Promise<Sight> {
  let found;
  try {
    found = (await checkpoint(ofHouse(note), key)).facts;
  } catch (error) {
    throw asLogDoubt(error, { note, key });
  }
  const now = Date.now();
  const memory = loadMemory() ?? { key, since: now, seen: [] };
  const { size, root, time } = found;
  const sight: Sight = { size, root, time, at: now, note };
  const { pinned, kept } =
    memory.key === key ? { pinned: key, kept: Infinity } : await followKeys(memory.key, key, sight);
  const lost = [...(memory.lost ?? []), ...memory.seen.filter((each) => each.size > kept)];
  const remembered = memory.seen.filter((each) => each.size <= kept);
  const before = remembered.findLast((each) => each.size <= size);
  const after = remembered.find((each) => each.size > size);
  if (before && before.time > time) throw new LogDoubt("log_clock", { first: before, then: sight });
  if (after && after.time < time) throw new LogDoubt("log_clock", { first: sight, then: after });
  if (before) await checkContinues(before, sight);
  else if (after) await checkContinues(sight, after);
  if (before?.size === size) return before;
  const seen = [...remembered, sight].sort((one, other) => one.size - other.size);
  storeMemory({
    key: pinned,
    since: memory.since,
    seen: [...seen.slice(0, 1), ...seen.slice(1).slice(1 - SEEN)],
    ...(lost.length ? { lost: lost.slice(-SEEN) } : {}),
  });
  return sight;
}

/** Returns the note with the house's signature alone: witnesses sign below it. */
function ofHouse(note: string): string {
  const [body, lines] = note.split("\n\n");
  return `${body ?? ""}\n\n${lines?.split("\n")[0] ?? ""}\n`;
}

async function checkContinues(first: Sight, then: Sight): Promise<void> {
  const evidence = { first, then };
  if (first.size === then.size) {
    if (first.root !== then.root) throw new LogDoubt("log_forgot", evidence);
    return;
  }
  const query = `first=${first.size}&second=${then.size}`;
  // A house that cannot prove it has no such tree, which is the same as another tree.
  const response = await fetch(`/api/log/proof/consistency/?${query}`);
  if (response.status >= 500) throw new Error(String(response.status));
  if (!response.ok) throw new LogDoubt("log_forgot", evidence);
  const { proof } = (await response.json()) as { proof: string[] };
  if (!isConsistent(first, then, proof)) throw new LogDoubt("log_forgot", { ...evidence, proof });
}

/**
 * Returns the key to pin where the log itself leads from the pinned key to the other, or back to
 * an older one: each rotation is signed by the old key and the new one, each other name that a
 * restored database's log took by the key. What was seen beyond the size `kept` of a name that was
 * given up is in no log any more, and no checkpoint beyond it counts.
 */
async function followKeys(
  pinned: string,
  other: string,
  sight: Sight,
): Promise<{ pinned: string; kept: number }> {
  const chain = (await fetchJson<KeyShown[]>("/api/log/keys/")).filter(
    (each) => each.use === "log",
  );
  const names = chain.map((each) => each.verifier_key);
  const [from, to] = [names.indexOf(pinned), names.indexOf(other)];
  const doubt = new LogDoubt("log_key", { pinned, other, note: sight.note });
  if (from === -1 || to === -1) throw doubt;
  let kept = Infinity;
  for (let at = Math.min(from, to) + 1; at <= Math.max(from, to); at += 1) {
    const [old, next] = [names[at - 1] ?? "", names[at] ?? ""];
    const { entry } = await fetchJson<{ entry: string }>(`/api/log/entries/${chain[at]?.since}/`);
    if (publicHalf(old) === publicHalf(next)) {
      const size = await restoredAt(entry, old, next).catch(() => null);
      if (size === null || size !== chain[at]?.since) throw doubt;
      kept = Math.min(kept, size);
    } else if (!(await isRotation(entry, publicHalf(old), publicHalf(next)).catch(() => false)))
      throw doubt;
  }
  if (to > from) return { pinned: other, kept };
  if (sight.size > kept) throw doubt;
  return { pinned, kept: Infinity };
}

/**
 * Returns how many entries a restored database had of the log of the old name, as the log's key
 * signed it; `null` where the entry does not say so.
 */
async function restoredAt(entry: string, old: string, next: string): Promise<number | null> {
  const { kind, facts } = parse(entry) as { kind?: Json; facts?: { [name: string]: Json } };
  const { former, key, origin, seen, size, signed } = facts ?? {};
  const named = former === nameOf(old) && origin === nameOf(next) && key === publicHalf(old);
  if (kind !== "restored" || !named || typeof size !== "number") return null;
  const said = canonical({ former, key, origin, seen: seen ?? null, size });
  const right = await isSigned(
    unhex(publicHalf(old)),
    unhex(String(signed)),
    utf8(RESTORED + said),
  );
  return right ? size : null;
}

/** Returns the log's name in a key that C2SP writes as `name+id+base64`. */
function nameOf(key: string): string {
  return key.split("+")[0] ?? "";
}

async function isRotation(entry: string, old: string, next: string): Promise<boolean> {
  const { kind, facts } = parse(entry) as { kind?: Json; facts?: { [name: string]: Json } };
  const { use, origin, signed_by_old, signed_by_new } = facts ?? {};
  if (kind !== "rotation" || use !== "log" || facts?.["old"] !== old || facts["new"] !== next)
    return false;
  const said = canonical({ use, origin: origin ?? "", old, new: next });
  const message = utf8(ROTATION + said);
  return (
    (await isSigned(unhex(old), unhex(String(signed_by_old)), message)) &&
    (await isSigned(unhex(next), unhex(String(signed_by_new)), message))
  );
}

/** Returns the public key (hex) that C2SP writes as `name+id+base64`, with its type before it. */
function publicHalf(key: string | null | undefined): string {
  return hex(bytes(key?.split("+").slice(2).join("+") ?? "").slice(1));
}

/** What the log states of a shoe, proven: facts by kind; `null` where it has no such promise. */
export type Stated = ReadonlyMap<string, { [name: string]: Json }>;

/** Returns what the log states of a shoe that lies on a table or is over. */
export async function readStatements(shoe: string): Promise<Stated | null> {
  const answer = await fetch(`/api/shoes/${shoe}/bundle/`);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(String(answer.status));
  const { log } = parse(await answer.text()) as { log?: Json };
  if (!log) return null;
  try {
    const shown = LOG(log, "log");
    const { stated: found } = await entriesOf(shown, `shoe:${shoe}`);
    await acceptCheckpoint(shown.checkpoint, shown.key);
    return found as Stated;
  } catch (error) {
    throw asLogDoubt(error, { shoe, log });
  }
}

/** Returns the verdict on a shoe or a draw that is over, and takes its checkpoint to memory. */
export async function readVerdict(
  place: "shoes" | "draws",
  id: string,
): Promise<{ verdict: Verdict; bundle: unknown } | null> {
  const answer = await fetch(`/api/${place}/${id}/bundle/`);
  if (!answer.ok) throw new Error(String(answer.status));
  const text = await answer.text();
  const bundle = JSON.parse(text) as { reveal: unknown; log?: { checkpoint: string; key: string } };
  if (bundle.reveal === null) return null;
  const verdict = await checkBundle(text);
  if (verdict.ok && bundle.log) await acceptCheckpoint(bundle.log.checkpoint, bundle.log.key);
  return { verdict, bundle };
}

/** Reads the newest checkpoint; returns it and the memory of before, `null` at first sight. */
export async function readNewestCheckpoint(): Promise<{
  sight: Sight;
  before: Memory | null;
  now: Memory;
}> {
  const [{ note }, keys] = await Promise.all([
    fetchJson<{ note: string }>("/api/log/checkpoint/"),
    fetchJson<KeyShown[]>("/api/log/keys/"),
  ]);
  const key = keys.find((each) => each.use === "log" && each.in_force)?.verifier_key ?? "";
  const before = loadMemory();
  const sight = await acceptCheckpoint(note, key);
  return { sight, before, now: loadMemory() ?? { key, since: sight.at, seen: [sight] } };
}

function asLogDoubt(error: unknown, evidence: unknown): unknown {
  return error instanceof Wrong
    ? new LogDoubt("log_proof", { code: error.code, detail: error.detail, evidence })
    : error;
}

function loadMemory(): Memory | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") as Memory | null;
  } catch {
    return null;
  }
}

function storeMemory(memory: Memory): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // Without storage every sight is the first.
  }
}

function parent(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concat(Uint8Array.of(1), left, right));
}

/** Returns the bytes of base64; what is none never fits any hash. */
function bytes(base64: string): Uint8Array {
  return unbase64(base64) ?? new Uint8Array();
}
