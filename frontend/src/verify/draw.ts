/** A draw, a wheel's ball or dice: from its promise to its numbers. */

import type { Json } from "./json";
import type { Contents } from "./shoe";
import {
  ALONE,
  BEACON,
  beaconOf,
  CHAIN,
  checkClosed,
  checkOpened,
  checkPromise,
  CONTRIBUTIONS,
  generator,
  isMixed,
  mix,
  OPENED,
  sealed,
  seatsOf,
  type Terms,
} from "./promise";
import {
  hexadecimal,
  list,
  nullable,
  oneOf,
  record,
  type Shape,
  text,
  uuid,
  whole,
} from "./shapes";
import { type DrawFacts, must } from "./verdict";

const BASE = {
  protocol: text(),
  mechanism: oneOf("HMAC_DRBG SHA-512"),
  instance: hexadecimal(16),
  draw: uuid,
  table: text(),
  sequence: whole(1),
  sides: text(/^[1-9][0-9]{0,9}(?:,[1-9][0-9]{0,9})*$/),
};
const SECOND = {
  game: text(),
  rules: text(),
  report: hexadecimal(32),
  contributions: oneOf("full", "none"),
  beacon: CHAIN,
};
type Base = { [name in keyof typeof BASE]: ReturnType<(typeof BASE)[name]> };
type Second = { [name in keyof typeof SECOND]: ReturnType<(typeof SECOND)[name]> };

const HEADERS: Record<string, Shape<Base & Partial<Second>>> = {
  "sabot-draw/1": record(BASE),
  "sabot-draw/2": record({ ...BASE, ...SECOND }),
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

const LIFE = /^commitment (?:contributions (?:opened )?)?reveal$/;
const MOST = 0x100000000;

/** Returns the facts of a right draw, or refuses the first wrong thing. */
export async function checkDraw(bundle: Contents, protocol: string): Promise<DrawFacts> {
  const header = HEADERS[protocol]!(bundle.header, "header");
  const reveal = REVEAL(bundle.reveal, "reveal");
  const { values } = reveal;
  const terms: Terms = {
    ...ALONE,
    contributions: header.contributions ?? "none",
    beacon: header.beacon ?? "none",
  };
  const sides = header.sides.split(",").map(Number);
  must(
    sides.every((side) => side <= MOST),
    "header",
    { field: "sides" },
  );
  must((values === null) === (reveal.rejected_words === null), "withdrawn");
  const promise = sealed(protocol, bundle.header, reveal.seed, bundle.commitment);

  const second = bundle.version === 3;
  const stated = bundle.entries?.stated;
  const kinds = bundle.entries?.facts.kinds.join(" ") ?? "";
  if (stated)
    must(second ? LIFE.test(kinds) : kinds === "commitment reveal", "log_order", { kinds });
  const given = <T>(kind: string, shape: Shape<T>): T | null =>
    stated?.has(kind) ? shape(stated.get(kind), `log.${kind}`) : null;
  const closed = given("contributions", CONTRIBUTIONS);
  const opened = given("opened", OPENED);
  const logged = second
    ? given("reveal", record({ ...LOGGED, beacon: BEACON }))
    : given("reveal", FIRST_LOGGED);
  if (stated && logged) {
    const complete = isMixed(terms) ? values === null || opened !== null : closed === null;
    must(complete, "log_order", { kinds });
    checkPromise(stated.get("commitment")!, bundle.header, bundle.commitment);
    must(logged.seed === reveal.seed, "log_reveal", { field: "seed" });
    must(String(logged.values) === String(values), "log_reveal", { field: "values" });
    must((logged.request === null) === (values === null), "withdrawn");
    must(values !== null || logged.beacon === null, "withdrawn");
  }
  must(!closed || !opened || closed.at <= opened.at, "time", { field: "opened" });
  if (closed) checkClosed(closed, terms);
  if (closed && opened) checkOpened(closed, opened, terms, "draw", header.draw);
  const beacon = await beaconOf(terms, closed, opened, logged?.beacon ?? null);

  if (values !== null) {
    const chance = generator(promise);
    const additional = second ? mix(promise, beacon.bytes, terms, opened) : new Uint8Array();
    chance.reseed(promise.seed.slice(64), additional);
    const found = sides.map((side) => chance.below(side));
    must(String(found) === String(values), "values");
    must(reveal.rejected_words === chance.rejected, "rejected", {
      stated: reveal.rejected_words!,
      found: chance.rejected,
    });
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
    log: bundle.entries?.facts ?? null,
    contributions: terms.contributions,
    seats: seatsOf(closed, opened),
    beacon: beacon.facts,
    sides,
    values,
    request: logged?.request ?? null,
  };
}
