import { describe, expect, it } from "vitest";
import { narration } from "../../../src/games/blackjack/announce";
import { backs, plan } from "../../../src/games/blackjack/reveal";
import type { Event, Shown } from "../../../src/games/blackjack/wire";

const dealt = (box: number, hand: string, card: string): Event => ({
  kind: "blackjack.card_dealt",
  box,
  hand,
  card,
  moves: [],
});

function frame(events: Event[], hands: Record<string, string[]>, dealer: string[]): Shown {
  const boxes = Object.entries(hands).map(([name, cards]) => {
    const [box, hand] = name.split("/");
    return { box: Number(box), hands: [{ hand, cards }] };
  });
  return { events, view: { boxes, dealer: { cards: dealer } } } as unknown as Shown;
}

describe("the plan of a frame", () => {
  it("shows the cards of the deal one after another, in the order of the events", () => {
    const events = [
      dealt(1, "h", "Kc"),
      dealt(2, "h", "9d"),
      dealt(0, "d", "7s"),
      dealt(1, "h", "5h"),
      dealt(2, "h", "As"),
    ];
    const { steps, length } = plan(
      frame(events, { "1/h": ["Kc", "5h"], "2/h": ["9d", "As"] }, ["7s"]),
    );
    const cards = steps.flatMap((step) => step.keys).filter((key) => key.startsWith("card:"));
    expect(cards).toEqual(["card:1/h/0", "card:2/h/0", "card:0/d/0", "card:1/h/1", "card:2/h/1"]);
    const times = steps.map((step) => step.at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(length).toBeGreaterThan(times.at(-1) ?? 0);
    expect(length).toBeLessThan(4000);
  });

  it("unveils a total only with its last card, a result only after the dealer's", () => {
    const events: Event[] = [
      dealt(0, "d", "9h"),
      { kind: "blackjack.dealer_done", result: "19", moves: [] },
      {
        kind: "blackjack.hand_settled",
        party: "p1",
        box: 1,
        hand: "h",
        result: "win",
        staked: 500,
        returned: 1000,
        clauses: [],
        moves: [],
      },
    ];
    const { steps } = plan(frame(events, { "1/h": ["Kc", "Tc"] }, ["Th", "9h"]));
    const when = (key: string): number => steps.find((step) => step.keys.includes(key))?.at ?? -1;
    expect(when("card:0/d/1")).toBe(0);
    expect(when("total:0/d")).toBeGreaterThan(0);
    expect(when("result:1/h")).toBeGreaterThan(when("dealer-result"));
    expect(when("dealer-result")).toBeGreaterThan(when("card:0/d/1"));
  });

  it("is empty without events: connecting shows everything at once", () => {
    expect(plan(frame([], { "1/h": ["Kc"] }, ["7s"]))).toEqual({ steps: [], length: 0 });
  });

  it("never plans a card that the view does not hold", () => {
    const { steps } = plan(frame([dealt(5, "h", "Kc")], {}, []));
    expect(steps.flatMap((step) => step.keys).filter((key) => key.startsWith("card:"))).toEqual([]);
  });
});

describe("the backs of cards that fly", () => {
  it("are those of the places from which they came", () => {
    const events = [dealt(3, "h", "Qh"), dealt(0, "d", "Ad"), dealt(3, "h", "2c")];
    const shown = frame(events, { "3/h": ["Qh", "2c"] }, ["Ad"]);
    expect([...backs(shown, "brrbr")].sort()).toEqual([
      ["card:0/d/0", "red"],
      ["card:3/h/0", "red"],
      ["card:3/h/1", "blue"],
    ]);
    expect(new Set(backs(shown, "").values())).toEqual(new Set(["red"]));
  });
});

describe("the narration", () => {
  it("names one's own cards and the dealer's, and leaves the others' unsaid", () => {
    const said = narration(
      frame([dealt(3, "h", "Qh"), dealt(4, "h", "2c"), dealt(0, "d", "Ad")], {}, []),
      { mine: new Set([3]), you: "p1", several: false },
      "fr",
    );
    expect(said).toBe("Case 3 : dame de cœur. La banque montre : as de carreau.");
  });

  it("says how many bonuses are at stake", () => {
    const heard = (count: number, language: "fr" | "en") =>
      narration(
        frame([{ kind: "blackjack.bonuses_announced", count, moves: [] }], {}, []),
        { mine: new Set(), you: null, several: false },
        language,
      );
    expect([0, 1, 3].map((count) => heard(count, "fr"))).toEqual([
      "Aucun bonus en jeu.",
      "1 bonus en jeu.",
      "3 bonus en jeu.",
    ]);
    expect([0, 1, 3].map((count) => heard(count, "en"))).toEqual([
      "No bonus at stake.",
      "1 bonus at stake.",
      "3 bonuses at stake.",
    ]);
  });

  it("tells results with their words and signs", () => {
    const settled: Event = {
      kind: "blackjack.hand_settled",
      party: "p1",
      box: 3,
      hand: "h",
      result: "lose",
      staked: 500,
      returned: 0,
      clauses: [],
      moves: [],
    };
    expect(
      narration(frame([settled], {}, []), { mine: new Set([3]), you: "p1", several: false }, "en"),
    ).toBe("Box 3: Lost.");
    const several = { mine: new Set([3]), you: "p1", several: true };
    expect(narration(frame([settled], {}, []), several, "en")).toBe("Box 3: Lost, \u22125.");
    expect(
      narration(frame([settled], {}, []), { mine: new Set([3]), you: "p2", several: false }, "en"),
    ).toBe("");
  });
});
