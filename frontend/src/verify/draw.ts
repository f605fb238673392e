/** A draw, a wheel's ball or dice: from its promise to its numbers. */

import type { Json } from "./format/json";
import type { Contents } from "./shoe";
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
  OPENED,
  OPENING,
  type Sealed,
  sealed,
  seatsOf,
  type Terms,
  WHY,
} from "./promise";
import {
  either,
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
import { type DrawFacts, must, type Withdrawn } from "./verdict";

const BASE = {
  protocol: text(),
  mechanism: oneOf("HMAC_DRBG SHA-512"),
  instance: hexadecimal(16),
  draw: uuid,
  table: label,
  sequence: whole(1),
  sides: text(/^[1-9][0-9]{0,3}(?:,[1-9][0-9]{0,3}){0,7}$/),
};
const SECOND = {
  game: label,
  rules: label,
  report: named,
  contributions: oneOf("full", "none"),
  beacon: CHAIN,
};
type Base = { [name in keyof typeof BASE]: ReturnType<(typeof BASE)[name]> };
type Second = { [name in keyof typeof SECOND]: ReturnType<(typeof SECOND)[name]> };

const HEADERS: Record<string, Shape<Base & Partial<Second> & { opening?: string }>> = {
  "sabot-draw/1": record(BASE),
  "sabot-draw/2": either({ ...BASE, ...SECOND }, OPENING),
};
const REVEAL = record({
  rejected_words: nullable(whole()),
  seed: hexadecimal(128),
  values: nullable(list(whole())),
});
const LOGGED = {
  request: nullable(text()),
  seed: hexadecimal(128),
  values: nullable(list(whole())),
};
/** Version 1 knows no beacon. */
const FIRST_LOGGED = (given: Json | undefined, at: string) => ({
  ...record(LOGGED)(given, at),
  beacon: null,
});

const SECOND_LOGGED = either({ ...LOGGED, beacon: BEACON }, { withdrawn: record(WHY) });
/** What falls by the seed of a promise and what was mixed in, and the words rejected meanwhile. */
function fall(promise: Sealed, sides: number[], additional: Uint8Array): [number[], number] {
  const chance = generator(promise);
  chance.reseed(promise.seed.slice(64), additional);
  return [sides.map((side) => chance.below(side)), chance.rejected];
}

const LIFE = /^commitment (?:contributions (?:opened )?)?reveal$/;
const LOCKED_LIFE = /^commitment (?:contributions (?:locked (?:opened )?)?)?reveal$/;
const LEAST = 2;
const MOST = 1000;

/** Returns the facts of a right draw, or refuses the first wrong thing. */
export async function checkDraw(
  bundle: Contents,
  protocol: string,
): Promise<Omit<DrawFacts, "compared">> {
  const header = HEADERS[protocol]!(bundle.header, "header");
  const reveal = REVEAL(bundle.reveal, "reveal");
  const { values } = reveal;
  const terms: Terms = {
    ...ALONE,
    contributions: header.contributions ?? "none",
    beacon: header.beacon ?? "none",
    locks: header.opening !== undefined,
  };
  const sides = header.sides.split(",").map(Number);
  must(
    sides.every((side) => LEAST <= side && side <= MOST),
    "header",
    { field: "sides" },
  );
  must((values === null) === (reveal.rejected_words === null), "withdrawn");
  const lockable = terms.contributions !== "none" && terms.beacon !== "none";
  must(!terms.locks || lockable, "header", { field: "opening" });
  const promise = sealed(protocol, bundle.header, reveal.seed, bundle.commitment);

  const second = bundle.version === 3;
  const stated = bundle.entries?.stated;
  const kinds = bundle.entries?.facts.kinds.join(" ") ?? "";
  const life = terms.locks ? LOCKED_LIFE : LIFE;
  if (stated)
    must(second ? life.test(kinds) : kinds === "commitment reveal", "log_order", { kinds });
  const given = <T>(kind: string, shape: Shape<T>): T | null =>
    stated?.has(kind) ? shape(stated.get(kind), `log.${kind}`) : null;
  const closed = given("contributions", CONTRIBUTIONS);
  const locked = given("locked", LOCKED);
  const opened = given("opened", OPENED);
  const logged = second ? given("reveal", SECOND_LOGGED) : given("reveal", FIRST_LOGGED);
  if (stated && logged) {
    const complete = isMixed(terms) ? values === null || opened !== null : closed === null;
    must(complete, "log_order", { kinds });
    checkPromise(stated.get("commitment")!, bundle.header, bundle.commitment);
    must(logged.seed === reveal.seed, "log_reveal", { field: "seed" });
    must(String(logged.values) === String(values), "log_reveal", { field: "values" });
    must((logged.request === null) === (values === null), "withdrawn");
    must(values !== null || logged.beacon === null, "withdrawn");
    must(values === null || !("withdrawn" in logged), "withdrawn");
  }
  checkTimes(
    [
      ["contributions", closed],
      ["locked", locked],
      ["opened", opened],
    ],
    bundle.entries?.facts ?? null,
  );
  if (closed) checkClosed(closed, terms);
  if (closed && locked) checkLocked(closed, locked, terms, bundle.entries?.held ?? null);
  if (closed && opened) checkOpened(closed, opened, terms, "draw", header.draw);
  const heard = logged?.beacon ?? null;
  const beacon = await beaconOf(terms, closed, opened, heard);
  const whose = { subject: "draw", id: header.draw } as const;
  const ends = { stated: heard, facts: beacon.facts, made: values !== null };
  await checkUnlocked(closed, locked, opened, terms, whose, ends);

  const additional = second ? mix(promise, beacon.bytes, terms, opened) : new Uint8Array();
  let withdrawn: Withdrawn | null = null;
  if (values !== null) {
    const [found, rejected] = fall(promise, sides, additional);
    must(String(found) === String(values), "values");
    must(reveal.rejected_words === rejected, "rejected", {
      stated: reveal.rejected_words!,
      found: rejected,
    });
  } else if (second) {
    const why = logged && "withdrawn" in logged ? logged.withdrawn : undefined;
    const awaits = awaited(terms, opened, beacon.facts);
    const would = awaits === "nothing" ? fall(promise, sides, additional)[0] : null;
    withdrawn = { code: why?.code ?? "", by: why?.by ?? 0, would, awaits };
  }
  return {
    kind: "draw",
    version: bundle.version,
    protocol,
    id: header.draw,
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
    sides,
    values,
    request: logged?.request ?? null,
    withdrawn,
  };
}
