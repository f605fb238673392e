import { describe, expect, it } from "vitest";
import { type Counted, type DrawPin, Draws } from "../../src/fairness/checks/draws";
import type { Fault } from "../../src/fairness/checks/openings";
import type { Part } from "../../src/fairness/secrets/draw_secrets";
import { checkBundle } from "../../src/verify/bundle";
import type { Verdict } from "../../src/verify/verdict";
import type { Fell } from "../../src/games/contract";
import type { AnyEvent, AnyView } from "../../src/games/table";

const FILES = import.meta.glob<string>("../verify/bundles/draw*.json", {
  eager: true,
  query: "?raw",
  import: "default",
});
const BUNDLE = FILES["../verify/bundles/draw.json"]!;
interface Bundle {
  commitment: string;
  header: { draw: string; sequence: number };
  reveal: { values: number[] };
}
const { commitment, header, reveal } = JSON.parse(BUNDLE) as Bundle;
const DRAW: DrawPin = {
  id: header.draw,
  sequence: header.sequence,
  commitment,
  contributions: "full",
  lock_round: null,
};
const NEXT: DrawPin = {
  id: "0197f0aa-1111-7222-8333-444455557777",
  sequence: header.sequence + 1,
  commitment: "cd".repeat(32),
  contributions: "full",
  lock_round: null,
};

interface Told {
  draw: DrawPin | null;
  fell: number[] | null;
}
/** A table from a promise to the next: stakes come, something falls, the draw is revealed. */
function stream(): Told[] {
  return [
    { draw: DRAW, fell: null },
    { draw: DRAW, fell: null },
    { draw: null, fell: reveal.values },
    { draw: NEXT, fell: null },
  ];
}

/** What the verifier says of a bundle: once for all tests, as its beacon's signature is dear. */
const verdicts = new Map<string, Promise<Verdict>>();

async function found(told: readonly Told[], bundle: string | null = BUNDLE): Promise<Fault[]> {
  const faults: Fault[] = [];
  if (bundle !== null && !verdicts.has(bundle)) verdicts.set(bundle, checkBundle(bundle));
  const loaded = bundle === null ? null : { verdict: await verdicts.get(bundle)!, bundle };
  const draws = new Draws(
    ({ fault }) => faults.push(fault),
    () => Promise.resolve(loaded),
  );
  for (const { draw, fell } of told) {
    draws.take(draw, fell);
    await draws.settle();
  }
  return faults;
}

describe("a draw that was promised", () => {
  it("is what falls in the untouched stream, and accused of nothing while it is out of reach", async () => {
    expect(await found(stream())).toEqual([]);
    expect(await found(stream(), null)).toEqual([]);
  });

  it.each<[string, Fault, (told: Told[]) => void]>([
    ["another result", "draw_differs", (told) => (told[2]!.fell = reveal.values.map((n) => n + 1))],
    [
      "another draw of the same number",
      "draw_changed",
      (told) => (told[1]!.draw = { ...NEXT, sequence: DRAW.sequence }),
    ],
    [
      "another commitment once stakes lie",
      "draw_changed",
      (told) => (told[1]!.draw = { ...DRAW, commitment: NEXT.commitment }),
    ],
    [
      "another number once stakes lie",
      "draw_changed",
      (told) => (told[1]!.draw = { ...DRAW, sequence: DRAW.sequence + 9 }),
    ],
    ["an older draw", "draw_changed", (told) => (told[3]!.draw = { ...NEXT, sequence: 0 })],
    ["no commitment", "not_promised", (told) => (told[0]!.draw = { ...DRAW, commitment: "" })],
    [
      "no draw before something falls",
      "not_promised",
      (told) => {
        for (const each of told) each.draw = null;
      },
    ],
    [
      "a second result of the same draw",
      "draw_changed",
      (told) => told.splice(3, 0, { draw: null, fell: reveal.values }),
    ],
    [
      "another commitment from the first frame on",
      "draw_changed",
      (told) => {
        for (const each of told.slice(0, 2)) each.draw = { ...DRAW, commitment: "ab".repeat(32) };
      },
    ],
  ])("is demanded in spite of %s", async (_, fault, rewrite) => {
    const told = stream();
    rewrite(told);
    expect((await found(told))[0]).toBe(fault);
  });

  it("is not believed by a bundle that is wrong, or of an older version without the log's word", async () => {
    const wrong = BUNDLE.replace(/"seed":\s*"../, (found) => found.slice(0, -2) + "zz");
    expect(wrong).not.toBe(BUNDLE);
    expect(await found(stream(), wrong)).toEqual(["draw_differs"]);
    const old = FILES["../verify/bundles/draw_version_2.json"]!;
    expect(await found(stream(), old)).toEqual(["draw_changed"]);
  });
});

describe("what falls", () => {
  const rim = { rim: [3, 1, 2, 0] } as unknown as AnyView;
  const games = import.meta.glob<Fell>("../../src/games/*/fell.ts", {
    eager: true,
    import: "fell",
  });
  it.each<[string, object, readonly (number | null)[] | null]>([
    ["european_roulette.number_fell", { number: 0 }, [0]],
    ["american_roulette.number_fell", { number: 37 }, [37]],
    ["boule.number_fell", { number: 9 }, [8]],
    ["big_wheel.number_fell", { number: 2 }, [2]],
    ["craps.dice_fell", { dice: [6, 1] }, [5, 0]],
    ["automatic_games.game_ended", { stops: [4, 0, 21] }, [4, 0, 21]],
    ["automatic_games.game_ended", { stops: [], cards: ["Ac"] }, [null]],
    // The first and the last of 2,598,960 hands.
    ["automatic_games.dealt", { cards: ["Ac", "2c", "3c", "4c", "5c"] }, [0, 0, 0]],
    ["automatic_games.dealt", { cards: ["9s", "Ts", "Js", "Qs", "Ks"] }, [51, 50, 979]],
    ["boule.staked", {}, null],
  ])("is read from an event as the draw's values: %s %j", (kind, facts, values) => {
    const fell = games[`../../src/games/${kind.split(".")[0]}/fell.ts`]!;
    expect(fell({ kind, ...facts } as unknown as AnyEvent, rim, null)).toEqual(values);
  });

  // By `poker.redrawn` of the values 1, 2, 3 for a deal and 46, 0, 20, 43, 5 behind them.
  it.each<[number[], string, readonly (number | null)[]]>([
    [[2, 4], "Ks 8c Ac 3h Jd", [46, 0, 20]],
    [[], "Ks Ac Jd Qs 9c", [46, 0, 20, 43, 5]],
    [[1, 2, 3, 4, 5], "6c 8c Kd 3h 9s", []],
    [[2, 4], "Ks 8d Ac 3h Jd", [46, -1, 0, 20]],
    [[2, 4], "6c 8c Ac 3h Jd", [-1, 0, 20]],
  ])("is read of the cards that replace others: %j held, %s", (held, cards, places) => {
    const fell = games["../../src/games/automatic_games/fell.ts"]!;
    const hand = "6c 8c Kd 3h 9s".split(" ");
    const before = { kind: "automatic_games", phase: "spinning", hand, held } as unknown as AnyView;
    const event = { kind: "automatic_games.game_ended", stops: [], cards: cards.split(" ") };
    const expected = [null, null, null, ...places];
    expect(fell(event as unknown as AnyEvent, rim, before)).toEqual(expected);
  });
});

describe("a secret that this browser gave to a draw", () => {
  const entries = (JSON.parse(BUNDLE) as { log: { entries: { entry: string }[] } }).log.entries;
  interface Facts {
    hashes?: { hash: string; seat: number }[];
    opened?: { secret: string; seat: number }[];
  }
  const facts = entries.map((each) => (JSON.parse(each.entry) as { facts: Facts }).facts);
  const { seat, secret } = facts.find((each) => each.opened)!.opened![0]!;
  const { hash } = facts.find((each) => each.hashes)!.hashes!.find((each) => each.seat === seat)!;
  const signed = { subject: `draw:${DRAW.id}`, seat, hash, key: "00", signature: "00" };
  const receipt = { type: "sealed" as const, at: 1, ...signed };
  const opening = { type: "opened" as const, ...signed };
  const PART: Part = { draw: DRAW.id, seat, secret, cut: null, hash, receipt, opening };

  async function told(part: Part): Promise<{ faults: Fault[]; counted: Counted[] }> {
    const faults: Fault[] = [];
    const counted: Counted[] = [];
    const draws = new Draws(
      ({ fault }) => faults.push(fault),
      async () => ({ verdict: await checkBundle(BUNDLE), bundle: JSON.parse(BUNDLE) as unknown }),
      undefined,
      () => part,
      (each) => counted.push(each),
    );
    for (const { draw, fell } of stream()) {
      draws.take(draw, fell);
      await draws.settle();
    }
    return { faults, counted };
  }

  it("counts where the list has it, and whose else is told", async () => {
    const { faults, counted } = await told(PART);
    expect(faults).toEqual([]);
    expect(counted.map((each) => each.stands)).toEqual(["listed"]);
    expect(counted[0]?.seats.some((each) => each.opened)).toBe(true);
  });

  it("is an alarm where the house signed that it came, and dropped it", async () => {
    expect((await told({ ...PART, secret: "11".repeat(32) })).faults).toEqual(["secret_dropped"]);
  });

  it("is none where it came too late, and one where its hash is missing", async () => {
    const late = { ...PART, secret: "11".repeat(32), opening: null };
    expect((await told(late)).faults).toEqual([]);
    expect((await told({ ...PART, hash: "22".repeat(32) })).faults).toEqual(["not_listed"]);
  });
});
