import { describe, expect, it } from "vitest";
import { measure, openings } from "../../src/verify/bench";
import { contributionHash } from "../../src/verify/contribution";
import { checkBundle, checkOpening, checks, sentence, summary } from "../../src/verify";
import { unbase64, base64 } from "../../src/verify/crypto/bytes";
import { canonical, parse } from "../../src/verify/format/json";
import { cardOf, handName, rounds } from "../../src/verify/report/findings";
import type { ShoeFacts, Verdict } from "../../src/verify/verdict";
import { CODES } from "../../src/verify/report/refusals";

const FILES = import.meta.glob<string>("./bundles/*.json", {
  eager: true,
  query: "?raw",
  import: "default",
});
const file = (name: string): string => FILES[`./bundles/${name}.json`]!;
const RIGHT = Object.keys(FILES)
  .map((path) => path.replace(/^.*\/(.*)\.json$/, "$1"))
  .filter((name) => name !== "live");

async function refusal(text: string): Promise<string | null> {
  const verdict = await checkBundle(text);
  if (verdict.ok) return null;
  for (const language of ["fr", "en"] as const) {
    expect(sentence(verdict.code, verdict.detail, language)).not.toMatch(/[{}]|\?/);
  }
  return verdict.code;
}

/** The bundle with one of its values replaced; `where` is a path as `reveal.order.3`. */
function changed(name: string, where: string, value: unknown): string {
  const whole = JSON.parse(file(name)) as Record<string, unknown>;
  const steps = where.split(".");
  const last = steps.pop()!;
  let inner = whole;
  for (const step of steps) inner = inner[step] as Record<string, unknown>;
  if (value === undefined) delete inner[last];
  else inner[last] = value;
  return JSON.stringify(whole);
}

describe("a right bundle", () => {
  it.each(RIGHT)("is accepted and told in both languages: %s", async (name) => {
    const verdict = (await checkBundle(file(name))) as Verdict & { ok: true };
    expect(verdict).toMatchObject({ ok: true });
    for (const language of ["fr", "en"] as const) {
      const said = [summary(verdict, language), ...checks(verdict, language).map((c) => c.text)];
      for (const text of said) expect(text).toMatch(/^[^{}]{10,}\.$/);
    }
  });

  it("says what is in it", async () => {
    const shoe = await checkBundle(file("shoe"));
    expect(shoe).toMatchObject({
      kind: "shoe",
      version: 3,
      cut: { by: "seat", seat: 4 },
      beacon: { state: "none" },
      seats: [
        { seat: 1, opened: true },
        { seat: 4, opened: true },
        { seat: 7, opened: false },
      ],
    });
    expect(await checkBundle(file("beacon"))).toMatchObject({
      cut: { by: "dealer" },
      beacon: { state: "signed", round: 123 },
    });
    expect(await checkBundle(file("void"))).toMatchObject({ order: null, root: null });
    expect(await checkBundle(file("refill"))).toMatchObject({ kind: "refill", size: 40 });
    expect(await checkBundle(file("draw"))).toMatchObject({ kind: "draw", sides: [6, 6] });
    expect(await checkBundle(file("withdrawn"))).toMatchObject({ values: null, request: null });
    expect(await checkBundle(file("shoe_version_1"))).toMatchObject({ log: null, version: 1 });
  });
});

describe("a bundle that tells which hand got which card", () => {
  it("says so, and by round", async () => {
    const dealt = (await checkBundle(file("dealt"))) as ShoeFacts & { ok: true };
    expect(dealt).toMatchObject({ ok: true, version: 4, burnt: 1, dealt: 6 });
    const [a, b, c, d, e, f] = dealt.order!.slice(1, 7).map(cardOf);
    expect(rounds(dealt)).toEqual([
      {
        round: 7,
        hands: [
          { hand: "box 1", cards: [a, c] },
          { hand: "dealer", cards: [b] },
          { hand: "box 12.a", cards: [d] },
        ],
      },
      {
        round: 9,
        hands: [
          { hand: "burnt", cards: [e] },
          { hand: "any hand", cards: [f] },
        ],
      },
    ]);
    const told = checks(dealt, "en").find(({ title }) => title === "The deal")!;
    expect([told.verified, told.text]).toEqual([true, expect.stringContaining("Rounds: 2.")]);
  });

  it("is told from one that does not", async () => {
    const shoe = (await checkBundle(file("shoe"))) as ShoeFacts & { ok: true };
    expect(rounds(shoe)).toEqual([]);
    expect(checks(shoe, "en").find(({ title }) => title === "The deal")!.verified).toBe(false);
  });

  it("names hands in both languages, and leaves alone what it does not know", () => {
    const named = ["box 3", "box 3.ab", "turned up", "any hand", "~"];
    expect(named.map((hand) => handName(hand, "fr"))).toEqual([
      "case 3",
      "case 3.ab",
      "retournée",
      "any hand",
      "~",
    ]);
    expect(named.map((hand) => handName(hand, "en"))).toEqual(named);
  });
});

describe("a wrong bundle", () => {
  it.each([
    ["shoe", "version", 2, "unknown_protocol"],
    ["shoe", "version", 4, "malformed"],
    ["shoe", "version", 5, "unknown_version"],
    ["dealt", "version", 3, "malformed"],
    ["dealt", "reveal.deal", [], "deal_cards"],
    ["dealt", "reveal.deal.1.round", 1, "deal_rounds"],
    ["dealt", "reveal.deal.0.hands.0", "box 7", "deal"],
    ["dealt", "reveal.deal.0.hands.0", "", "malformed"],
    ["dealt", "reveal.deal.0.hands", [], "malformed"],
    ["draw", "version", 4, "unknown_protocol"],
    ["void", "version", 4, "malformed"],
    ["shoe", "header.protocol", "sabot-shoe/1", "unknown_protocol"],
    ["shoe", "header.table", "table:8", "commitment"],
    ["shoe", "header.size", 53, "header"],
    ["shoe", "header.stop_at", 53, "header"],
    ["shoe", "header.unknown", 1, "malformed"],
    ["shoe", "header.rules", undefined, "malformed"],
    ["shoe", "commitment", "0".repeat(64), "commitment"],
    ["shoe", "reveal.seed", "00", "seed"],
    ["shoe", "reveal.order.0", 52, "malformed"],
    ["shoe", "reveal.dealt", 7, "counts"],
    ["shoe", "reveal.stop_card", true, "stop_card"],
    ["shoe", "reveal.rejected_words", 5, "rejected"],
    ["shoe", "reveal", null, "not_revealed"],
    ["shoe", "log.entries.0.index", 1, "log_inclusion"],
    ["shoe", "log.entries", [], "log_order"],
    ["shoe", "log.key", "a+00000000+AA==", "log_key"],
    ["shoe", "log.checkpoint", "a\n", "checkpoint"],
    ["draw", "reveal.values", [1, 1], "log_reveal"],
    ["draw", "header.sides", "37", "commitment"],
  ])("names the first wrong thing: %s, %s", async (name, where, value, code) => {
    expect(await refusal(changed(name, where, value))).toBe(code);
  });

  it("of a shoe that is still dealt is no forgery, only too early", async () => {
    expect(await refusal(file("live"))).toBe("not_revealed");
  });

  it("is refused when two cards change places", async () => {
    const { order } = (JSON.parse(file("shoe_version_1")) as { reveal: { order: number[] } })
      .reveal;
    const other = order.findIndex((face) => face !== order[0]);
    const swapped = order.slice();
    [swapped[0], swapped[other]] = [order[other]!, order[0]!];
    expect(await refusal(changed("shoe_version_1", "reveal.order", swapped))).toBe("order");
  });

  it.each([
    ["", "not_json"],
    ["[]", "not_a_bundle"],
    ["{}", "unknown_version"],
    ["\ufeff{}", "not_json"],
    ['{"version": 3, "version": 3}', "not_json"],
    ['{"version": 3.0}', "not_json"],
    ['{"version": 3e0}', "not_json"],
    ['{"version": -0}', "not_json"],
    ['{"version": 03}', "not_json"],
    ['{"version": 9007199254740992}', "not_json"],
    ['{"version": "\\ud800"}', "not_json"],
    ['{"é": 3}', "not_json"],
    ['{"version": 3,}', "not_json"],
    ['{"version": 3} x', "not_json"],
    ["[".repeat(100_000), "not_json"],
    [" ".repeat(2_000_001), "too_large"],
  ])("is no strict JSON: %#", async (text, code) => {
    expect(await refusal(text)).toBe(code);
  });
});

describe("JSON", () => {
  it("is read as JSON.parse reads it, and written in one way", () => {
    const text = '{"b":[1,-2,{"a":null}],"a":"é\\n\\u0001\\"/\u2028","c":true}';
    expect(JSON.parse(canonical(parse(text)))).toEqual(JSON.parse(text));
    expect(canonical(parse(' { "b" : [ 1 , 2 ] , "a" : "\\u00e9\\/" } '))).toBe(
      '{"a":"é/","b":[1,2]}',
    );
    expect(canonical(parse('{"__proto__":1,"a":2}'))).toBe('{"__proto__":1,"a":2}');
  });
});

describe("a card", () => {
  const { shoe, cards } = openings(file("shoe"));

  it("opens against the root at its place, cut included", () => {
    expect(shoe.cut).toBeGreaterThan(0);
    for (const card of cards) expect(checkOpening(card, shoe)).toBe(true);
  });

  it("opens as no other card, at no other place, in no other shoe", () => {
    for (const card of cards) {
      expect(checkOpening({ ...card, face: (card.face + 1) % 52 }, shoe)).toBe(false);
      expect(checkOpening({ ...card, place: (card.place + 1) % shoe.size }, shoe)).toBe(false);
      expect(checkOpening(card, { ...shoe, cut: shoe.cut - 1 })).toBe(false);
      expect(checkOpening(card, { ...shoe, size: shoe.size * 4 })).toBe(false);
      expect(checkOpening(card, { ...shoe, root: "0".repeat(64) })).toBe(false);
      const proof = unbase64(card.proof)!;
      for (const other of [
        proof.slice(0, -32),
        proof.slice(0, 32),
        proof.slice(1),
        proof.slice(0, 0),
        Uint8Array.from([...proof, ...proof.slice(0, 32)]),
        proof.map((byte, at) => (at === 7 ? byte ^ 1 : byte)),
      ]) {
        expect(checkOpening({ ...card, proof: base64(other) }, shoe)).toBe(false);
      }
    }
  });

  it("that is no card at all is false, never an error", () => {
    const card = cards[0]!;
    for (const wrong of [
      { place: -1 },
      { place: 52 },
      { place: 0.5 },
      { place: NaN },
      { face: 52 },
      { face: -1 },
      { face: card.face + 256 },
      { proof: "no base64" },
      { proof: null as unknown as string },
    ]) {
      expect(checkOpening({ ...card, ...wrong }, shoe), JSON.stringify(wrong)).toBe(false);
    }
    expect(checkOpening(card, { ...shoe, root: shoe.root.toUpperCase() })).toBe(false);
    expect(checkOpening(card, { ...shoe, root: undefined as unknown as string })).toBe(false);
  });

  it("is measured together with its shoe", async () => {
    const measured = await measure(file("shoe"), 2);
    expect(measured).toMatchObject({ size: 52 });
    expect(measured.card).toBeGreaterThan(0);
    await expect(measure(changed("shoe", "reveal.rejected_words", 9), 1)).rejects.toThrow();
  });
});

describe("a contribution", () => {
  it("has the hash that the log took of it", async () => {
    for (const [name, subject] of [
      ["shoe", "shoe"],
      ["draw", "draw"],
    ] as const) {
      const bundle = JSON.parse(file(name)) as {
        header: Record<string, string>;
        log: { entries: { entry: string }[] };
      };
      const [, closed, opened] = bundle.log.entries.map(
        ({ entry }) => (JSON.parse(entry) as { facts: never }).facts,
      ) as unknown as [
        null,
        { cutter: number; hashes: { seat: number; hash: string }[] },
        { cut: number; opened: { seat: number; secret: string }[] },
      ];
      expect(opened.opened.length).toBeGreaterThan(0);
      for (const { seat, secret } of opened.opened) {
        const bytes = Uint8Array.from(secret.match(/../g)!, (pair) => parseInt(pair, 16));
        const cut = seat === closed.cutter ? opened.cut : null;
        const hash = await contributionHash(bundle.header[subject]!, seat, bytes, cut, subject);
        expect(hash).toBe(closed.hashes.find((each) => each.seat === seat)?.hash);
      }
    }
  });

  it("has a secret of 32 bytes", async () => {
    await expect(contributionHash("x", 1, new Uint8Array(31), null)).rejects.toThrow(RangeError);
  });
});

describe("words", () => {
  it("say every refusal in both languages, differently", () => {
    for (const code of CODES) {
      expect(sentence(code, {}, "fr")).not.toBe(sentence(code, {}, "en"));
    }
  });
});
