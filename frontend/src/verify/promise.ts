/** What shoes and draws have in common: promise, contributions, beacon, the mixed seed. */

import { type Asked, beacon, type Round } from "./beacon";
import { H, H512, hex, same, u16, unhex } from "./bytes";
import { contribution, type Subject } from "./contribution";
import { Generator } from "./drbg";
import type { Json } from "./json";
import { canonicalBytes } from "./log";
import { anything, hexadecimal, list, nullable, oneOf, record, text, whole } from "./shapes";
import { type BeaconFacts, must, type SeatFacts } from "./verdict";

const moment = whole();
const seat = whole(1, 0xffff);

export const CONTRIBUTIONS = record({
  at: moment,
  beacon_round: whole(),
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
export const BEACON = nullable(
  record({ randomness: hexadecimal(32), round: whole(1), signature: hexadecimal(48) }),
);
export const COMMITMENT = record({ commitment: hexadecimal(32), header: anything });
export const MIXING = oneOf("full", "cut_only", "none");
export const CHAIN = text(/^(?:none|[0-9a-f]{64})$/);

export type Closed = ReturnType<typeof CONTRIBUTIONS>;
export type Opened = ReturnType<typeof OPENED>;

/** What a header promises of others' part in it; version 1 knows none. */
export interface Terms {
  contributions: "full" | "cut_only" | "none";
  cutFrom: number;
  cutTo: number;
  beacon: string;
}

export const ALONE: Terms = { contributions: "none", cutFrom: 0, cutTo: 0, beacon: "none" };

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
    stated,
  };
  return beacon(asked);
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
