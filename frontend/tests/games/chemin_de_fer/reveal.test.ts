import { describe, expect, it } from "vitest";
import { narration } from "../../../src/games/chemin_de_fer/announce";
import { plan } from "../../../src/games/chemin_de_fer/reveal";
import type { Event, Side, View } from "../../../src/games/chemin_de_fer/wire";
import { WORDS } from "../../../src/games/chemin_de_fer/words";

const passed = (hand: Side, card: string | null): Event => ({
  kind: "chemin_de_fer.card_passed",
  hand,
  card,
  face_up: card !== null,
  stop_card: false,
  moves: [],
});

const hand = (...cards: (string | null)[]): View["ponte_hand"] => ({
  cards,
  point: null,
  draws: null,
});

function view(given: Partial<View>): View {
  return {
    phase: "ponte",
    claims: [],
    banker: "1",
    ponte: "2",
    bank: 2000,
    missing: 0,
    ponte_hand: hand(),
    banker_hand: hand(),
    ...given,
  } as View;
}

const names: Record<string, string> = { "1": "Anne", "2": "Bruno" };

function heard(events: Event[], of: View, you: string, claims = new Map<number, string>()): string {
  return narration(events, of, { you, name: (party) => names[party] ?? "?", claims }, "fr");
}

describe("the plan of a frame", () => {
  it("passes the cards one by one, ponte first, and turns the hands up after the last", () => {
    const events: Event[] = [
      passed("ponte", null),
      passed("banker", null),
      passed("ponte", null),
      passed("banker", null),
      {
        kind: "chemin_de_fer.hands_shown",
        ponte: ["9c", "Kd"],
        banker: ["2c", "3d"],
        ponte_point: 9,
        banker_point: 5,
        moves: [],
      },
      { kind: "chemin_de_fer.coup_decided", winner: "ponte", outcomes: [], moves: [] },
    ];
    const shown = view({ ponte_hand: hand("9c", "Kd"), banker_hand: hand("2c", "3d") });
    const { steps, length } = plan({ events, view: shown });
    expect(steps.flatMap((step) => step.keys)).toEqual([
      "card:ponte/0",
      "card:banker/0",
      "card:ponte/1",
      "card:banker/1",
      "faces",
      "result",
    ]);
    const times = steps.map((step) => step.at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(length).toBeGreaterThanOrEqual(times.at(-1) ?? 0);
  });

  it("shows a third card where it lies", () => {
    const shown = view({ ponte_hand: hand(null, null, "4h"), banker_hand: hand(null, null) });
    const { steps } = plan({ events: [passed("ponte", "4h")], view: shown });
    expect(steps.map((step) => step.keys)).toEqual([["card:ponte/2"]]);
  });
});

describe("the croupier", () => {
  it("says nothing of a card that lies face down, and names the third", () => {
    const events = [passed("ponte", null), passed("banker", null), passed("ponte", "4h")];
    expect(heard(events, view({}), "2")).toBe("Le ponte tire : 4 de cœur.");
  });

  it("tells only its owner why a claim was not taken", () => {
    const events: Event[] = [
      {
        kind: "chemin_de_fer.claims_compared",
        taken: [],
        turned_down: [{ claim: 3, code: "priority" }],
        holder: "",
        opens: false,
        moves: [],
      },
    ];
    const claims = new Map([[3, "2"]]);
    expect(heard(events, view({}), "2", claims)).toContain("n’est pas prise");
    expect(heard(events, view({}), "1", claims)).toBe("");
  });

  it("announces « rien ne va plus » in the decree's words", () => {
    const events: Event[] = [{ kind: "chemin_de_fer.nothing_more_goes", covered: 2000, moves: [] }];
    expect(heard(events, view({ phase: "deal" }), "1")).toBe(
      "Rien ne va plus, partie pour les jeux marqués.",
    );
  });

  it("has the same words, with the same holes, in both languages", () => {
    const holes = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const [key, text] of Object.entries(WORDS.fr)) {
      expect(holes(WORDS.en[key as keyof typeof WORDS.en]), key).toEqual(holes(text));
    }
  });
});
