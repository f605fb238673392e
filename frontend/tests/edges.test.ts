import { describe, expect, test } from "vitest";

import {
  betName,
  cardName,
  type HouseEdge,
  letter,
  offered,
  percent,
  rowsOf,
} from "../src/core/edges";

const edges: HouseEdge = {
  main: {
    edge: 0.0051607,
    error: 1e-9,
    strategy: { hard: {}, soft: {}, pairs: {} },
    even_money: [],
  },
  insurance: { edge: 23 / 311 },
  side_bets: {
    "hyper:17": { edge: 0.27377, offered: true },
    jp1: { edge: -0.54, offered: false },
  },
};

describe("house edges", () => {
  test("show the main game, insurance, and only the side bets on offer", () => {
    expect(offered(edges, "fr").map((bet) => bet.name)).toEqual([
      "Jeu principal",
      "Assurance",
      "Hyper 17",
    ]);
  });

  test("of a jackpot are those of the long run", () => {
    const jp1 = { edge: 0.0577, offered: true, jackpot: { fixed: { edge: 0.504 } } };
    const names = offered({ ...edges, side_bets: { jp1 } }, "en").map((bet) => bet.name);
    expect(names.at(-1)).toBe("JP1, in the long run, its pots paid out");
  });

  test("are written to a thousandth of a per cent, in the reader’s way", () => {
    expect(percent(0.0051607, "fr").replace(/\s/g, " ")).toBe("0,516 %");
    expect(percent(-0.0019314, "en")).toBe("-0.193%");
  });

  test("have a strategy from the lowest hand to the aces", () => {
    const names = (hands: string[]): string[] =>
      rowsOf(Object.fromEntries(hands.map((hand) => [hand, {}]))).map(([hand]) => hand);
    expect(names(["T,T", "A,A", "2,2", "9,9"])).toEqual(["2,2", "9,9", "T,T", "A,A"]);
    expect(names(["21", "4", "10"])).toEqual(["4", "10", "21"]);
  });

  test("have bets, cards and letters in both languages", () => {
    expect(betName("hyper:BUST", "fr")).toBe("Hyper : la banque saute");
    expect(betName("a_new_bet", "en")).toBe("a new bet");
    expect(cardName("T,T")).toBe("10,10");
    expect([letter("Ds", "fr"), letter("Rp", "fr"), letter("Ds", "en")]).toEqual([
      "Dr",
      "Ap",
      "Ds",
    ]);
  });
});
