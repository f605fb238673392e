/**
 * The house's public log, as far as a player's page reads it: the entries of one shoe, and the
 * checkpoint that this browser keeps, so that a log which forgets something is noticed.
 *
 * @module
 */

import { concat, hex, same, unbase64 } from "../verify/bytes";
import { sha256 } from "../verify/sha2";

/** A state of the log. */
export interface Checkpoint {
  /** Entries in the tree. */
  readonly size: number;
  /** The root, base64. */
  readonly root: string;
  /** The signed note, as the house gave it. */
  readonly note: string;
}

/** How the log of today stands to the one that this browser saw last. */
export type Growth = "first" | "same" | "grown" | "differs";

export interface Entry {
  readonly subject: string;
  readonly kind: string;
  readonly facts: Record<string, unknown>;
}

const KEY = "sabot.checkpoint";
const PAGE = 40;
const MOST_PAGES = 6;

/** Returns the parts of a C2SP checkpoint; throws when it is none. */
export function parsed(note: string): Checkpoint {
  const [origin, size, root] = note.split("\n");
  if (
    !origin ||
    !/^(0|[1-9]\d{0,15})$/.test(size ?? "") ||
    !/^[A-Za-z0-9+/]{43}=$/.test(root ?? "")
  )
    throw new Error("This is no checkpoint.");
  return { size: Number(size), root: root ?? "", note };
}

/** Returns a checkpoint in a few characters that two people can compare. */
export function fingerprint({ root }: Checkpoint): string {
  return hex(bytes(root).slice(0, 8)).replace(/.{4}(?=.)/g, "$& ");
}

/**
 * Says whether a proof shows that the tree of the second checkpoint grew out of the first's
 * (RFC 9162, 2.1.4.2).
 */
export function grewOut(first: Checkpoint, second: Checkpoint, proof: readonly string[]): boolean {
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

/**
 * Reads the newest checkpoint and compares it with the one kept here, which it then replaces
 * unless the log differs: that one is the evidence.
 */
export async function compared(): Promise<{ now: Checkpoint; growth: Growth; kept: Checkpoint }> {
  const answer = await ask<{ note: string }>("/api/log/checkpoint/");
  const now = parsed(answer.note);
  const kept = stored();
  const growth = await grown(kept, now);
  if (growth !== "differs") {
    try {
      localStorage.setItem(KEY, now.note);
    } catch {
      // Without storage every checkpoint is the first.
    }
  }
  return { now, growth, kept: kept ?? now };
}

async function grown(kept: Checkpoint | null, now: Checkpoint): Promise<Growth> {
  if (!kept) return "first";
  if (kept.size === now.size) return kept.root === now.root ? "same" : "differs";
  const [first, second] = kept.size < now.size ? [kept, now] : [now, kept];
  const query = `first=${first.size}&second=${second.size}`;
  // A house that cannot prove it has no such tree, which is the same as another tree.
  const response = await fetch(`/api/log/proof/consistency/?${query}`);
  if (response.status >= 500) throw new Error(String(response.status));
  if (!response.ok) return "differs";
  const { proof } = (await response.json()) as { proof: string[] };
  if (!grewOut(first, second, proof)) return "differs";
  return first === kept ? "grown" : "same";
}

/** Returns the log's entries of a shoe, the oldest first. */
export async function entriesOf(subject: string): Promise<Entry[]> {
  const found: Entry[] = [];
  let address: string | null = `/api/log/entries/?limit=${PAGE}`;
  for (let pages = 0; address && pages < MOST_PAGES; pages += 1) {
    const page: { results: { entry: string }[]; next: string | null } = await ask(address);
    for (const { entry } of page.results) {
      const read = JSON.parse(entry) as Entry;
      if (read.subject === subject) found.unshift(read);
    }
    if (found[0]?.kind === "commitment") break;
    address = page.next;
  }
  return found;
}

export async function ask<T>(address: string): Promise<T> {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as T;
}

function stored(): Checkpoint | null {
  try {
    const note = localStorage.getItem(KEY);
    return note === null ? null : parsed(note);
  } catch {
    return null;
  }
}

function parent(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concat(Uint8Array.of(1), left, right));
}

/** Returns the bytes of base64; what is none never fits any hash. */
function bytes(base64: string): Uint8Array {
  return unbase64(base64) ?? new Uint8Array();
}
