import { describe, expect, it } from "vitest";
import {
  faceName,
  type Fault,
  Openings,
  type Shuffling,
  type Step,
} from "../../src/fairness/checks/openings";
import { checkOpening } from "../../src/verify/opening";
import { TestShoe } from "./shoes";

const FIRST = [5, 18, 31, 44, 5, 0, 51, 12, 25, 38, 7];
const SECOND = [9, 22, 35, 48, 1, 14, 27, 40, 2, 15, 28];
const NEXT = "0197f0aa-1111-7222-8333-444455557777";

/** The faces that a few openings show. */
function names(openings: Step["openings"]): string[] {
  return openings.map((each) => faceName(each.face));
}

/**
 * The frames of a table from the making of a shoe to the second round of the next, in which each
 * legitimate thing happens once: cards that are dealt, somebody who sits down, a lost line, a round
 * whose last cards come with its shoe gone, and cards that still lie beside the next shoe.
 */
function stream(): Step[] {
  const first = new TestShoe(FIRST, 3);
  const second = new TestShoe(SECOND, 5, NEXT, 5);
  const made = (shoe: TestShoe): Shuffling => ({
    shoe: shoe.id,
    commitment: shoe.shown.commitment,
    sequence: shoe.sequence,
    stage: "sealing",
    size: shoe.dealt.length,
    cut_from: 2,
    cut_to: 6,
    offered: [],
    cutter: 0,
    declined: [],
    sealed: [],
    opened: [],
    lock_round: null,
  });
  const step = (round: number, shoe: TestShoe | null, changed: Partial<Step> = {}): Step => ({
    round,
    shoe: shoe?.shown ?? null,
    shuffling: null,
    openings: [],
    lying: [],
    turned: [],
    ...changed,
  });
  const dealt = (
    round: number,
    shoe: TestShoe,
    count: number,
    before: readonly string[] = [],
  ): Step => {
    const openings = shoe.deal(count);
    const turned = names(openings);
    return step(round, shoe, { openings, turned, lying: [...before, ...turned] });
  };
  const opening = step(8, null, { shuffling: made(first), turned: null });
  const closing = step(8, null, { shuffling: { ...made(first), stage: "closing" } });
  const placed = step(8, first, { turned: null });
  const deal = dealt(9, first, 4);
  const hit = dealt(9, first, 1, deal.lying);
  const sits = { ...hit, openings: [], turned: null };
  const again = { ...hit, openings: [...deal.openings, ...hit.openings], turned: null };
  const last = { ...dealt(10, first, 3), shoe: null };
  const making = { ...last, openings: [], turned: null, shuffling: made(second) };
  const beside = { ...making, shoe: second.shown, shuffling: null };
  const anew = dealt(11, second, 3);
  return [opening, closing, placed, deal, hit, sits, again, last, making, beside, anew];
}
/** Where in the stream something first happens. */
const [MADE, CLOSING, PLACED, DEAL, HIT, SITS, AGAIN, LAST, , BESIDE, ANEW] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
] as const;

/** Returns the first fault that a browser finds in a stream; `null` where it finds none. */
async function found(steps: readonly Step[], from = 0): Promise<Fault | null> {
  const faults: Fault[] = [];
  const openings = new Openings(
    checkOpening,
    ({ fault }) => faults.push(fault),
    () => Promise.resolve(null),
    () => Promise.resolve(true),
  );
  for (const step of steps.slice(from)) await openings.take(step);
  return faults[0] ?? null;
}

type Rewriting = [string, Fault, (steps: Step[]) => void];

/** Rewrites the shoe in every frame from one on. */
function shoes(steps: Step[], from: number, changed: object, to = steps.length): void {
  for (let at = from; at < to; at += 1) {
    const { shoe } = steps[at]!;
    if (shoe) steps[at] = { ...steps[at]!, shoe: { ...shoe, ...changed } };
  }
}

/** Rewrites the opening, the events and the view of a card alike, as a house would that lies. */
function swapped(step: Step): Step {
  const lying = [...step.lying.slice(0, -1), "Kh"];
  return { ...step, lying, turned: step.turned && [...step.turned.slice(0, -1), "Kh"] };
}

const bare = (step: Step): Step => ({ ...step, openings: [] });

const REWRITINGS: Rewriting[] = [
  [
    "the root left out of every frame, the openings too, and a card swapped",
    "not_promised",
    (steps) => {
      shoes(steps, PLACED, { root: "" });
      for (let at = DEAL; at < steps.length; at += 1) steps[at] = swapped(bare(steps[at]!));
    },
  ],
  ["the root left out from the first card on", "shoe_changed", (s) => shoes(s, DEAL, { root: "" })],
  ["the root left out of one frame", "shoe_changed", (s) => shoes(s, HIT, { root: "" }, SITS)],
  ["a root that is none", "not_promised", (s) => shoes(s, PLACED, { root: "none" })],
  [
    "another root from the first card on",
    "shoe_changed",
    (s) => shoes(s, DEAL, { root: "cd".repeat(32) }),
  ],
  [
    "no commitment",
    "not_promised",
    (steps) => {
      steps[MADE] = { ...steps[MADE]!, shuffling: { ...steps[MADE]!.shuffling!, commitment: "" } };
    },
  ],
  [
    "another commitment when the list is closed",
    "shoe_changed",
    (steps) => {
      const shuffling = { ...steps[CLOSING]!.shuffling!, commitment: "cd".repeat(32) };
      steps[CLOSING] = { ...steps[CLOSING]!, shuffling };
    },
  ],
  [
    "another commitment when the shoe is put down",
    "shoe_changed",
    (s) => shoes(s, PLACED, { commitment: "cd".repeat(32) }),
  ],
  ["more cards than promised", "shoe_changed", (s) => shoes(s, PLACED, { size: 12 })],
  ["a cut where none may be", "shoe_changed", (s) => shoes(s, PLACED, { cut: 7 })],
  ["the cut of another box", "shoe_changed", (s) => shoes(s, HIT, { cut_by: 3 })],
  ["another stop card", "shoe_changed", (s) => shoes(s, HIT, { stop_at: 9 })],
  ["another number", "shoe_changed", (s) => shoes(s, HIT, { sequence: 6 })],
  ["another shoe of the same number", "shoe_changed", (s) => shoes(s, HIT, { id: NEXT })],
  [
    "an older shoe",
    "shoe_changed",
    (s) => shoes(s, BESIDE, { id: "0197f0aa-1111-7222-8333-444455558888", sequence: 3 }),
  ],
  ["a card without its opening", "not_opened", (s) => (s[HIT] = bare(s[HIT]!))],
  ["a swapped card without its opening", "not_opened", (s) => (s[HIT] = swapped(bare(s[HIT]!)))],
  ["a swapped card beside its opening", "not_opened", (s) => (s[HIT] = swapped(s[HIT]!))],
  [
    "a swapped card in its opening too",
    "opening_fails",
    (steps) => {
      const step = swapped(steps[HIT]!);
      steps[HIT] = { ...step, openings: [{ ...step.openings[0]!, face: 38 }] };
    },
  ],
  [
    "the opening of another card",
    "not_opened",
    (steps) => (steps[HIT] = { ...swapped(steps[HIT]!), openings: steps[DEAL]!.openings }),
  ],
  [
    "no proof",
    "opening_fails",
    (steps) => {
      const openings = steps[HIT]!.openings.map((each) => ({ ...each, proof: "" }));
      steps[HIT] = { ...steps[HIT]!, openings };
    },
  ],
  [
    "an opening of a shoe that never lay here",
    "other_shoe",
    (steps) => {
      const openings = steps[HIT]!.openings.map((each) => ({ ...each, shoe: NEXT }));
      steps[HIT] = { ...swapped(steps[HIT]!), openings };
    },
  ],
  [
    "a card dealt in a frame without events",
    "not_opened",
    (s) => (s[HIT] = { ...bare(s[HIT]!), turned: null }),
  ],
  ["a card changed where somebody sits down", "not_opened", (s) => (s[SITS] = swapped(s[SITS]!))],
  [
    "a card changed after a lost line, and nothing opened",
    "not_opened",
    (s) => (s[AGAIN] = swapped(bare(s[AGAIN]!))),
  ],
  [
    "the shoe gone while cards are dealt, and nothing opened",
    "not_opened",
    (s) => (s[HIT] = { ...swapped(bare(s[HIT]!)), shoe: null }),
  ],
  ["the last cards of a shoe not opened", "not_opened", (s) => (s[LAST] = bare(s[LAST]!))],
  [
    "a card changed beside the next shoe",
    "not_opened",
    (s) => (s[BESIDE] = { ...swapped(s[BESIDE]!), turned: [] }),
  ],
  [
    "another round's number, and a card dealt in a frame without events",
    "not_opened",
    (s) => (s[ANEW] = { ...bare(s[ANEW]!), turned: null }),
  ],
  [
    "no shoe at all, from the first frame on",
    "not_opened",
    (steps) => {
      for (let at = 0; at < steps.length; at += 1)
        steps[at] = { ...bare(steps[at]!), shoe: null, shuffling: null };
    },
  ],
];

describe("what a table has promised", () => {
  it("is kept by the untouched stream, wherever a browser joins it", async () => {
    const whole = stream();
    // Who comes later is given all cards that lie open, where their shoe is there.
    for (const from of [MADE, CLOSING, PLACED, DEAL, AGAIN, BESIDE, ANEW])
      expect([from, await found(whole, from)]).toEqual([from, null]);
  });

  it.each(REWRITINGS)("is demanded in spite of %s", async (_, fault, rewrite) => {
    const steps = stream();
    rewrite(steps);
    expect(await found(steps)).toBe(fault);
  });
});
