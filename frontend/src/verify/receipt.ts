/** What a player has in hand against the house: a secret, and the house's signed words about it. */

import { concat, unhex, utf8 } from "./crypto/bytes";
import { contribution } from "./contribution";
import { isSigned } from "./crypto/ed25519";
import { type Content, textOf } from "./format/file";
import { canonical, type Json, parse } from "./format/json";
import { type Entries, entryOf } from "./log";
import { either, hexadecimal, nullable, oneOf, record, text, whole } from "./format/shapes";
import { LOCK } from "./timelock";
import { must } from "./verdict";

const SEAT = whole(1, 2 ** 16 - 1);
const OPENING = {
  hash: hexadecimal(32),
  key: hexadecimal(32),
  seat: SEAT,
  signature: hexadecimal(64),
  subject: text(),
};
const OPENED = record({ ...OPENING, type: oneOf("opened") });
const SEALED = record({ ...OPENING, at: whole(), type: oneOf("sealed") });
const GIVEN = {
  cut: nullable(whole(0, 2 ** 16 - 1)),
  hash: hexadecimal(32),
  opening: nullable(OPENED),
  receipt: nullable(SEALED),
  seat: SEAT,
  secret: hexadecimal(32),
};
/** What a secret has besides since it may be locked. */
const SINCE = { locked: nullable(text(LOCK)) };
const OF = {
  draw: either({ ...GIVEN, draw: text() }, SINCE),
  shoe: either({ ...GIVEN, shoe: text() }, SINCE),
};

type Named = { [name: string]: Json };
const isNamed = (value: Json | undefined): value is Named =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns the key that signed the receipts in a file, where the house did what it signed for, or
 * refuses: a receipt for something else, a forged one, and what convicts the house.
 */
export async function checkReceipt(
  entries: Entries,
  subject: "shoe" | "draw",
  id: string,
  given: Content,
  leaves: readonly string[] | null,
): Promise<string> {
  let read = parse(textOf(given));
  // An alarm that a page raised has it among its evidence.
  if (isNamed(read) && isNamed(read["evidence"])) read = read["evidence"]["mine"] ?? null;
  const mine = OF[subject](read, "");
  const { cut, hash, opening, receipt, seat, secret } = mine;
  const own = "draw" in mine ? mine.draw : mine.shoe;
  const right = contribution(subject, id, seat, unhex(secret), cut) === hash;
  must(own === id && right && (receipt ?? opening) !== null, "other_receipt");
  const said = { hash, seat, subject: `${subject}:${id}` };
  const { locked = null } = mine;
  const byHand = cut === null ? { ...said, secret } : { ...said, secret, cut };
  const opens = locked === null ? byHand : { ...said, locked };
  if (receipt) await signed(receipt, "sabot-receipt/1", { ...said, at: receipt.at });
  if (opening) await signed(opening, "sabot-opening-receipt/1", opens);
  const key = opening?.key ?? receipt!.key;
  if (leaves) {
    const named = receiptKeys(leaves);
    for (const each of [receipt, opening]) {
      must(!each || named.has(each.key), "receipt_key", { key: each?.key ?? "" });
    }
  }
  const facts = (kind: string): Named | null => {
    const stated = entries.stated.get(kind);
    return isNamed(stated) ? stated : null;
  };
  const has = (list: Json | undefined, name: string, value: string): boolean =>
    Array.isArray(list) &&
    list.some((each) => isNamed(each) && each["seat"] === seat && each[name] === value);
  const closed = facts("contributions");
  const listed = !closed || has(closed["hashes"], "hash", hash);
  must(listed, "receipt_unlisted", { key: receipt?.key ?? key, seat });
  const logged = locked === null ? undefined : facts("locked")?.["locked"];
  const counted = facts("opened");
  // Whether a lock opens is for the beacon to say: a player may lock what is not his secret. An
  // empty list is of a house that was too late, for all to see, and then nobody's counts.
  const stands = Array.isArray(logged)
    ? logged.length === 0 || has(logged, "locked", locked!)
    : !counted || has(counted["opened"], "secret", secret);
  must(!opening || stands, "receipt_dropped", { key, seat });
  return key;
}

async function signed(
  receipt: { hash: string; key: string; seat: number; signature: string; subject: string },
  tag: string,
  said: Named,
): Promise<void> {
  const same = (["hash", "seat", "subject"] as const).every((name) => receipt[name] === said[name]);
  must(same, "other_receipt");
  const text = concat(utf8(`${tag}\n`), utf8(canonical(said)));
  must(await isSigned(unhex(receipt.key), unhex(receipt.signature), text), "receipt_forged");
}

/** Returns the keys for receipts that a log names, lower-case hex. */
function receiptKeys(leaves: readonly string[]): ReadonlySet<Json | undefined> {
  const found = new Set<Json | undefined>();
  for (const [index, leaf] of leaves.entries()) {
    const { facts, kind } = entryOf(leaf, index);
    const { keys } = facts;
    if (kind === "keys" && isNamed(keys)) found.add(keys["receipts"]);
    if (kind === "rotation" && facts["use"] === "receipts") found.add(facts["new"]);
  }
  return found;
}
