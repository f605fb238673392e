/** A shoe or a refill, from its promise to its last card. */

import { concat, H, H512, hex, u32, u64, utf8 } from "./crypto/bytes";
import { checkDeal, DEAL } from "./deal";
import { Generator, scaled, words } from "./crypto/drbg";
import type { Json } from "./format/json";
import { type Entries } from "./log";
import { leafHash, treeRoot } from "./crypto/merkle";
import {
  ALONE,
  awaited,
  BEACON,
  beaconOf,
  CHAIN,
  checkClosed,
  checkLocked,
  checkOpened,
  checkPromise,
  checkTimes,
  checkUnlocked,
  CONTRIBUTIONS,
  generator,
  isMixed,
  LOCKED,
  mix,
  MIXING,
  OPENED,
  OPENING,
  type Opened,
  sealed,
  type Sealed,
  seatsOf,
  type Terms,
  WHY,
} from "./promise";
import { hkdf512, hmac256 } from "./crypto/sha2";
import {
  either,
  evenHex,
  flag,
  hexadecimal,
  label,
  list,
  named,
  nullable,
  oneOf,
  record,
  type Shape,
  text,
  uuid,
  whole,
} from "./format/shapes";
import { type CutFacts, must, type ShoeFacts, type Withdrawn } from "./verdict";

const FACES = 52;
const MOST_PACKS = 8;
const BLOCK = 64;

const BASE = {
  protocol: text(),
  mechanism: oneOf("HMAC_DRBG SHA-512"),
  pack: oneOf("cdhs A23456789TJQK"),
  instance: hexadecimal(16),
  shoe: uuid,
  table: label,
  sequence: whole(1),
  packs: whole(1, MOST_PACKS),
  size: whole(1, MOST_PACKS * FACES),
  burn: whole(),
  stop_at: whole(1),
};
const SECOND = {
  game: label,
  rules: label,
  report: named,
  contributions: MIXING,
  cut_from: whole(),
  cut_to: whole(),
  beacon: CHAIN,
};
const REFILL = { refills: uuid, cards: hexadecimal(32) };

type Base = ReturnType<Shape<{ [name in keyof typeof BASE]: ReturnType<(typeof BASE)[name]> }>>;
type Second = { [name in keyof typeof SECOND]: ReturnType<(typeof SECOND)[name]> };
type Header = Base & Partial<Second> & { opening?: string; refills?: string; cards?: string };

const HEADERS: Record<string, Shape<Header>> = {
  "sabot-shoe/1": record(BASE),
  "sabot-refill/1": record({ ...BASE, ...REFILL }),
  "sabot-shoe/2": either({ ...BASE, ...SECOND }, OPENING),
  "sabot-refill/2": record({ ...BASE, ...SECOND, ...REFILL }),
};

const REVEALED = {
  burnt: whole(),
  dealt: whole(),
  left: whole(),
  order: nullable(list(whole(0, FACES - 1))),
  rejected_words: nullable(whole()),
  seed: evenHex,
  stop_card: flag,
};
/** With which hand got which card, since version 4. */
const REVEAL = either(REVEALED, { deal: DEAL });
const ORDER = record({
  at: whole(),
  beacon: BEACON,
  by: whole(0, 0xffff),
  cut: whole(0, 0xffff),
  root: hexadecimal(32),
});
const VOID = either({ at: whole(), reason: text() }, WHY);
const LOGGED = either({ left: whole(), seed: evenHex }, { deal: hexadecimal(32) });

type Reveal = ReturnType<typeof REVEAL>;

/** Refuses a header that no shoe can have. */
function checkHeader(header: Header, terms: Terms): void {
  const refill = header.cards !== undefined;
  const possible: [string, boolean][] = [
    [
      "size",
      refill
        ? header.packs === Math.ceil(header.size / FACES)
        : header.size === header.packs * FACES,
    ],
    ["stop_at", header.burn < header.stop_at && header.stop_at <= header.size],
    ["contributions", !refill || terms.contributions === "none"],
    ["opening", !terms.locks || (terms.contributions !== "none" && terms.beacon !== "none")],
    [
      "cut_to",
      (terms.cutFrom === 0 && terms.cutTo === 0) ||
        (1 <= terms.cutFrom && terms.cutFrom <= terms.cutTo && terms.cutTo < header.size),
    ],
  ];
  for (const [field, holds] of possible) must(holds, "header", { field });
}

/** Shuffles the pack as the protocol says; `additional` is M, or nothing in version 1. */
export function shuffle(
  pack: number[],
  promise: Sealed,
  additional: Uint8Array,
): [number[], number] {
  const cards = [...pack];
  const chance: Generator = generator(promise);
  for (let i = cards.length - 1, swaps = 0; i > 0; i--, swaps++) {
    if (swaps % FACES === 0) {
      const block = 1 + swaps / FACES;
      chance.reseed(promise.seed.slice(BLOCK * block, BLOCK * (block + 1)), additional);
    }
    const j = chance.below(i + 1);
    [cards[i], cards[j]] = [cards[j]!, cards[i]!];
  }
  return [cards, chance.rejected];
}

/** Returns the place where the dealer cuts when no seat did. */
function dealersCut(promise: Sealed, mixed: Uint8Array, terms: Terms): number {
  const bound = terms.cutTo - terms.cutFrom + 1;
  for (let block = 0; ; block++) {
    for (const word of words(H512(`${promise.tags}/cut`, mixed, u64(block)))) {
      const found = scaled(word, bound);
      if (found !== null) return terms.cutFrom + found;
    }
  }
}

function cutOf(promise: Sealed, mixed: Uint8Array, terms: Terms, opened: Opened | null): CutFacts {
  if (terms.cutTo === 0) return { by: "nobody", seat: 0, at: 0 };
  if (opened !== null && opened.by !== 0) return { by: "seat", seat: opened.by, at: opened.cut };
  return { by: "dealer", seat: 0, at: dealersCut(promise, mixed, terms) };
}

/** Returns the salt of each card of the shuffled order, so that no closed card can be guessed. */
export function salts(promise: Sealed, size: number): Uint8Array[] {
  const info = utf8(`${promise.tags}/salts`);
  const key = hkdf512(promise.seed, promise.commitment, info, 32);
  return Array.from({ length: size }, (_, j) => hmac256(key, u32(j)));
}

/** Returns the hashed leaves of the order's tree. */
export function leaves(promise: Sealed, shuffled: number[]): Uint8Array[] {
  const salted = salts(promise, shuffled.length);
  return shuffled.map((face, j) => leafHash(concat(u32(j), Uint8Array.of(face), salted[j]!)));
}

/** Refuses counts that the number of cards, the burn or the stop card contradict. */
function checkCounts(reveal: Reveal, header: Header): void {
  const burnt = reveal.order === null ? 0 : header.burn;
  must(reveal.burnt === burnt && (reveal.order !== null || reveal.dealt === 0), "counts");
  must(reveal.burnt + reveal.dealt + reveal.left === header.size, "counts");
  must(reveal.stop_card === reveal.burnt + reveal.dealt > header.stop_at, "stop_card");
}

/** Returns the cards before the shuffle; a refill's are known by what was promised of them. */
function unshuffled(header: Header, promise: Sealed, dealt: number[]): number[] {
  if (header.cards === undefined) {
    return Array.from({ length: header.size }, (_, at) => at % FACES);
  }
  const faces = [...dealt].sort((one, other) => one - other);
  // Version 1 names the refill here, and here alone.
  const tag = promise.tags === "sabot-shoe/1" ? "sabot-refill/1/cards" : `${promise.tags}/cards`;
  const made = H(tag, Uint8Array.from(faces), promise.seed);
  must(hex(made) === header.cards, "cards");
  return faces;
}

const LIFE =
  /^commitment (?:contributions opened order|contributions (?:opened )?void|order|void) reveal$/;
const LOCKED_LIFE =
  /^commitment (?:contributions locked opened order|(?:contributions (?:locked (?:opened )?)?)?void) reveal$/;

/** Refuses entries that do not follow each other as the terms ask. */
function checkLife(entries: Entries, terms: Terms, version: number): void {
  const kinds = entries.facts.kinds.join(" ");
  const life = terms.locks ? LOCKED_LIFE : LIFE;
  const follows = version === 2 ? kinds === "commitment reveal" : life.test(kinds);
  must(follows, "log_order", { kinds });
  const listed = entries.stated.has("contributions");
  must(listed ? isMixed(terms) : !isMixed(terms) || entries.stated.has("void"), "log_order", {
    kinds,
  });
}

/** Returns the id of a header that may be anything, for its entries to be looked up. */
export function subjectOf(header: Json, name: "shoe" | "draw"): string {
  const id =
    typeof header === "object" && header !== null && !Array.isArray(header) ? header[name] : "";
  return `${name}:${uuid(id, `header.${name}`)}`;
}

/** What a bundle holds, its forms checked no further than version and log. */
export interface Contents {
  version: number;
  header: Json;
  commitment: string;
  reveal: Json;
  entries: Entries | null;
}

/** Returns the facts of a right shoe or refill, or refuses the first wrong thing. */
export async function checkShoe(
  bundle: Contents,
  protocol: string,
): Promise<Omit<ShoeFacts, "compared">> {
  const header = HEADERS[protocol]!(bundle.header, "header");
  const reveal = REVEAL(bundle.reveal, "reveal");
  const deal = reveal.deal ?? null;
  // Of what was given up no card went to anybody: its bundle is of version 3.
  const told = deal !== null && reveal.order !== null;
  must(told === (bundle.version === 4), "malformed", { field: "reveal.deal" });
  const terms: Terms =
    header.contributions === undefined
      ? ALONE
      : {
          contributions: header.contributions,
          cutFrom: header.cut_from!,
          cutTo: header.cut_to!,
          beacon: header.beacon!,
          locks: header.opening !== undefined,
        };
  checkHeader(header, terms);
  must(reveal.seed.length === 2 * BLOCK * (1 + header.packs), "seed");
  must((reveal.order === null) === (reveal.rejected_words === null), "malformed", {
    field: "reveal.rejected_words",
  });
  must(reveal.order === null || reveal.order.length === header.size, "counts");
  checkCounts(reveal, header);

  const tags = protocol.replace("refill", "shoe");
  const promise = sealed(tags, bundle.header, reveal.seed, bundle.commitment);
  const stated = bundle.entries?.stated;
  const given = <T>(kind: string, shape: Shape<T>): T | null =>
    stated?.has(kind) ? shape(stated.get(kind), `log.${kind}`) : null;
  if (bundle.entries !== null) {
    checkLife(bundle.entries, terms, bundle.version);
    checkPromise(stated!.get("commitment")!, bundle.header, bundle.commitment);
    const logged = LOGGED(stated!.get("reveal"), "log.reveal");
    must(logged.seed === reveal.seed, "log_reveal", { field: "seed" });
    must(logged.left === reveal.left, "log_reveal", { field: "left" });
    must((logged.deal === undefined) === (deal === null), "log_reveal", { field: "deal" });
    if (deal !== null) checkDeal(deal, reveal.dealt, tags, logged.deal!);
  }
  const closed = given("contributions", CONTRIBUTIONS);
  const locked = given("locked", LOCKED);
  const opened = given("opened", OPENED);
  const order = given("order", ORDER);
  const abandoned = given("void", VOID);
  must((abandoned !== null) === (reveal.order === null), "log_reveal", { field: "order" });
  checkTimes(
    [
      ["contributions", closed],
      ["locked", locked],
      ["opened", opened],
      ["order", order],
      ["void", abandoned],
    ],
    bundle.entries?.facts ?? null,
  );
  if (closed) checkClosed(closed, terms);
  if (closed && locked) checkLocked(closed, locked, terms, bundle.entries?.held ?? null);
  if (closed && opened) checkOpened(closed, opened, terms, "shoe", header.shoe);
  const heard = order?.beacon ?? null;
  const beacon = await beaconOf(terms, closed, opened, heard);
  const whose = { subject: "shoe", id: header.shoe } as const;
  const ends = { stated: heard, facts: beacon.facts, made: order !== null };
  await checkUnlocked(closed, locked, opened, terms, whose, ends);

  let cut: CutFacts = { by: "nobody", seat: 0, at: 0 };
  let withdrawn: Withdrawn | null = null;
  if (abandoned !== null) {
    const awaits = awaited(terms, opened, beacon.facts);
    let would: number[] | null = null;
    if (awaits === "nothing" && header.cards === undefined) {
      const additional = mix(promise, beacon.bytes, terms, opened);
      const [shuffled] = shuffle(unshuffled(header, promise, []), promise, additional);
      const { at } = cutOf(promise, additional, terms, opened);
      would = [...shuffled.slice(at), ...shuffled.slice(0, at)];
    }
    withdrawn = { code: abandoned.code ?? "", by: abandoned.by ?? 0, would, awaits };
  }
  if (reveal.order !== null) {
    const additional =
      order === null ? new Uint8Array() : mix(promise, beacon.bytes, terms, opened);
    const pack = unshuffled(header, promise, reveal.order);
    const [shuffled, rejected] = shuffle(pack, promise, additional);
    if (order !== null) {
      cut = cutOf(promise, additional, terms, opened);
      must(order.by === cut.seat, "cutter", { seat: order.by });
      must(order.cut === cut.at, "cut", { stated: order.cut, found: cut.at });
    }
    const dealt = [...shuffled.slice(cut.at), ...shuffled.slice(0, cut.at)];
    const place = dealt.findIndex((face, at) => face !== reveal.order![at]);
    must(place === -1, "order", { place: place + 1 });
    must(reveal.rejected_words === rejected, "rejected", {
      stated: reveal.rejected_words!,
      found: rejected,
    });
    if (order !== null) {
      must(hex(treeRoot(leaves(promise, shuffled))) === order.root, "root");
    }
  }
  return {
    kind: header.cards === undefined ? "shoe" : "refill",
    version: bundle.version,
    protocol,
    id: header.shoe,
    table: header.table,
    sequence: header.sequence,
    game: header.game ?? null,
    rules: header.rules ?? null,
    commitment: bundle.commitment,
    report: header.report ?? null,
    log: bundle.entries?.facts ?? null,
    contributions: terms.contributions,
    opening: terms.locks ? "timelock" : "hand",
    seats: seatsOf(closed, opened),
    beacon: beacon.facts,
    packs: header.packs,
    size: header.size,
    stopAt: header.stop_at,
    burnt: reveal.burnt,
    dealt: reveal.dealt,
    left: reveal.left,
    stopCard: reveal.stop_card,
    order: reveal.order,
    deal,
    void: abandoned?.reason ?? null,
    withdrawn,
    cut,
    root: order?.root ?? null,
  };
}
