import { describe, expect, test } from "vitest";

import {
  cardName,
  type HouseEdge,
  letter,
  offered,
  percent,
  type Price,
  rowsOf,
} from "../src/core/edges";

const price = (bet: string, fr: string, en: string, rest: Partial<Price> = {}): Price => ({
  bet,
  name: { fr, en },
  edge: 0.01,
  offered: true,
  of: "stake",
  long_run: false,
  ...rest,
});
const edges: HouseEdge = {
  bets: [
    price("main", "Jeu principal", "Main game"),
    price("hyper:17", "Hyper 17", "Hyper 17"),
    price("two_plus_one", "2+1", "2+1", { offered: false }),
    price("jp1", "JP1", "JP1", { edge: 0.0577, long_run: true }),
  ],
};

describe("house edges", () => {
  test("show only the bets on offer, in the server’s order and words", () => {
    expect(offered(edges, "fr").map((bet) => bet.name)).toEqual([
      "Jeu principal",
      "Hyper 17",
      "JP1, à la longue, cagnottes comprises",
    ]);
    expect(offered(edges, "en")[0]).toEqual({ name: "Main game", edge: 0.01 });
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

  test("have cards and letters in both languages", () => {
    expect(cardName("T,T")).toBe("10,10");
    expect([letter("Ds", "fr"), letter("Rp", "fr"), letter("Ds", "en")]).toEqual([
      "Dr",
      "Ap",
      "Ds",
    ]);
  });
});
