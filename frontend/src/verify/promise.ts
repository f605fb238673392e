/** What shoes and draws have in common: promise, contributions, beacon, the mixed seed. */

import { type Asked, beacon, fallsAt, type Round } from "./beacon";
import { H, H512, hex, same, u16, unhex } from "./crypto/bytes";
import { contribution, type Subject } from "./contribution";
import { Generator } from "./crypto/drbg";
import type { Json } from "./format/json";
import { canonicalBytes } from "./log";
import { anything, hexadecimal, list, nullable, oneOf, record, text, whole } from "./format/shapes";
import { LOCK, openSecret } from "./timelock";
import { type Awaited, type BeaconFacts, type LogFacts, must, type SeatFacts } from "./verdict";

const moment = whole();
const seat = whole(1, 0xffff);

export const CONTRIBUTIONS = record({
  at: moment,
  beacon_round: whole(0, 2 ** 40),
  cutter: whole(0, 0xffff),
  hashes: list(record({ hash: hexadecimal(32), seat })),
});
export const OPENED = record({
  at: moment,
  by: whole(0, 0xffff),
  cut: whole(0, 0xffff),
  opened: list(record({ seat, secret: hexadecimal(32) })),
  withheld: list(seat),
});
export const LOCKED = record({
  at: moment,
  locked: list(record({ locked: text(LOCK), seat })),
});
export const BEACON = nullable(
  record({ randomness: hexadecimal(32), round: whole(1, 2 ** 40), signature: hexadecimal(48) }),
);
/** Why and by whom a promise was withdrawn; entries from before it was kept do not say so. */
export const WHY = { by: whole(), code: text(/^[a-z_]{1,16}$/) };
export const COMMITMENT = record({ commitment: hexadecimal(32), header: anything });
export const MIXING = oneOf("full", "cut_only", "none");
export const CHAIN = text(/^(?:none|[0-9a-f]{64})$/);

export type Closed = ReturnType<typeof CONTRIBUTIONS>;
export type Opened = ReturnType<typeof OPENED>;
export type Locked = ReturnType<typeof LOCKED>;

/** What a header promises of others' part in it; version 1 knows none. */
export interface Terms {
  contributions: "full" | "cut_only" | "none";
  cutFrom: number;
  cutTo: number;
  beacon: string;
  /** Secrets are locked to the beacon's round. */
  locks: boolean;
}

export const ALONE: Terms = {
  contributions: "none",
  cutFrom: 0,
  cutTo: 0,
  beacon: "none",
  locks: false,
};
/** What a header has besides where secrets are locked. */
export const OPENING = { opening: oneOf("timelock") };

/** Tells whether anybody but the house takes part, so that the log has a list. */
export function isMixed(terms: Terms): boolean {
  return terms.contributions !== "none" || terms.beacon !== "none";
}

const ascending = (seats: number[]): boolean =>
  seats.every((n, at) => at === 0 || seats[at - 1]! < n);

/** Refuses a list that the terms do not allow. */
export function checkClosed(closed: Closed, terms: Terms): void {
  const seats = closed.hashes.map((each) => each.seat);
  must(ascending(seats), "seats");
  must(terms.contributions !== "none" || seats.length === 0, "seats");
  must(terms.beacon !== "none" || closed.beacon_round === 0, "beacon_round");
  must(!terms.locks || closed.beacon_round > 0, "beacon_round");
  const cutter = closed.cutter;
  must(cutter === 0 || (terms.cutTo > 0 && seats.includes(cutter)), "cutter", { seat: cutter });
}

/** Refuses openings that are not of the closed list, each seat once, each secret of its hash. */
export function checkOpened(
  closed: Closed,
  opened: Opened,
  terms: Terms,
  subject: Subject,
  id: string,
): void {
  const open = opened.opened.map((each) => each.seat);
  must(ascending(open) && ascending(opened.withheld), "seats");
  const both = [...open, ...opened.withheld].sort((one, other) => one - other);
  must(both.join() === closed.hashes.map((each) => each.seat).join(), "seats");
  const { cutter } = closed;
  must(opened.by === (open.includes(cutter) ? cutter : 0), "cutter", { seat: cutter });
  must(opened.by !== 0 || opened.cut === 0, "cutter", { seat: 0 });
  if (opened.by !== 0) {
    const range = { cut: opened.cut, from: terms.cutFrom, to: terms.cutTo };
    must(terms.cutFrom <= opened.cut && opened.cut <= terms.cutTo, "cut_range", range);
  }
  for (const { seat, secret } of opened.opened) {
    const cut = seat === cutter ? opened.cut : null;
    const hash = contribution(subject, id, seat, unhex(secret), cut);
    must(
      closed.hashes.some((each) => each.seat === seat && each.hash === hash),
      "contribution",
      {
        seat,
      },
    );
  }
}

/** Refuses locks that are not of the list, or were logged when their round was no secret any more. */
export function checkLocked(
  closed: Closed,
  locked: Locked,
  terms: Terms,
  held: LogFacts | null,
): void {
  const seats = locked.locked.map((each) => each.seat);
  const listed = new Set(closed.hashes.map((each) => each.seat));
  must(ascending(seats) && seats.every((each) => listed.has(each)), "seats");
  const falls = fallsAt(terms.beacon, closed.beacon_round);
  must(held !== null && locked.at <= held.time, "time", { field: "locked" });
  must(seats.length === 0 || held.time < falls, "lock_late");
}

/**
 * Refuses secrets that no lock opens to, and locks that open to what is not said. `made` tells that
 * something came of the promise: nothing can without the beacon that opens them.
 */
export async function checkUnlocked(
  closed: Closed | null,
  locked: Locked | null,
  opened: Opened | null,
  terms: Terms,
  { subject, id }: { subject: Subject; id: string },
  { stated, facts, made }: { stated: Round | null; facts: BeaconFacts; made: boolean },
): Promise<void> {
  if (!terms.locks || !closed) return;
  must(!made || stated !== null, "beacon_round");
  if (!locked || !opened) return;
  const given = new Set(locked.locked.map((each) => each.seat));
  for (const { seat } of opened.opened) must(given.has(seat), "lock", { seat });
  if (facts.state !== "signed" || !stated) return;
  for (const { seat, locked: lock } of locked.locked) {
    const { hash } = closed.hashes.find((each) => each.seat === seat)!;
    const cuts = seat === closed.cutter;
    const sealed = { hash, cuts, from: terms.cutFrom, to: terms.cutTo };
    const found = await openSecret({ subject, id, seat }, lock, sealed, stated.signature);
    const said = opened.opened.find((each) => each.seat === seat);
    const same = found?.secret === said?.secret && (!found || !cuts || found.cut === opened.cut);
    must(same, "lock", { seat });
  }
}

/** Returns the seats of a closed list and what became of each. */
export function seatsOf(closed: Closed | null, opened: Opened | null): SeatFacts[] {
  const open = new Set(opened?.opened.map((each) => each.seat));
  return (closed?.hashes ?? []).map(({ seat }) => ({ seat, opened: open.has(seat) }));
}

/** Returns `B` and its facts from the entries of a subject. */
export function beaconOf(
  terms: Terms,
  closed: Closed | null,
  opened: Opened | null,
  stated: Round | null,
): Promise<{ bytes: Uint8Array; facts: BeaconFacts }> {
  const asked: Asked = {
    chain: terms.beacon,
    round: closed?.beacon_round ?? 0,
    closedAt: closed?.at ?? 0,
    openedAt: opened?.at ?? null,
    locks: terms.locks,
    stated,
  };
  return beacon(asked);
}

/** Refuses times that fall, and one that is later than the checkpoint; by entry, in their order. */
export function checkTimes(moments: [string, { at: number } | null][], log: LogFacts | null): void {
  let before = 0;
  for (const [field, entry] of moments) {
    if (entry === null) continue;
    must(before <= entry.at && (log === null || entry.at <= log.time), "time", { field });
    before = entry.at;
  }
}

/** Returns what still had to come before anything could be made of a promise. */
export function awaited(terms: Terms, opened: Opened | null, heard: BeaconFacts): Awaited {
  if (isMixed(terms) && opened === null) return "secrets";
  return heard.state === "silent" ? "beacon" : "nothing";
}

/** A header and the seed that turned out to belong to it. */
export interface Sealed {
  /** The protocol whose tags are used: a refill has the shoe's. */
  tags: string;
  header: Json;
  seed: Uint8Array;
  commitment: Uint8Array;
}

/** Refuses a seed that the commitment was not made of. */
export function sealed(tags: string, header: Json, seed: string, commitment: string): Sealed {
  const made = H(`${tags}/commitment`, canonicalBytes(header), unhex(seed));
  must(same(made, unhex(commitment)), "commitment");
  return { tags, header, seed: unhex(seed), commitment: made };
}

/** Returns `M`, which no one who took part could choose alone. */
export function mix(
  promise: Sealed,
  beacon: Uint8Array,
  terms: Terms,
  opened: Opened | null,
): Uint8Array {
  const heard = terms.contributions === "full" ? (opened?.opened ?? []) : [];
  const parts = heard.flatMap(({ seat, secret }) => [u16(seat), unhex(secret)]);
  return H512(`${promise.tags}/mix`, promise.commitment, beacon, ...parts);
}

/** Returns the generator as it stands before its first reseeding. */
export function generator(promise: Sealed): Generator {
  const hashed = H(`${promise.tags}/header`, canonicalBytes(promise.header));
  return new Generator(promise.seed.slice(0, 64), H(`${promise.tags}/nonce`, hashed), hashed);
}

/** Refuses a log whose promise is not the bundle's. */
export function checkPromise(stated: Json, header: Json, commitment: string): void {
  const promised = COMMITMENT(stated, "log.commitment");
  const equal =
    promised.commitment === commitment &&
    hex(canonicalBytes(promised.header)) === hex(canonicalBytes(header));
  must(equal, "log_promise");
}
