import { describe, expect, test } from "vitest";

import { type HouseEdge, offered, percent, type Price } from "../src/core/edges";

const price = (bet: string, fr: string, en: string, rest: Partial<Price> = {}): Price => ({
  bet,
  name: { fr, en },
  edge: 0.01,
  offered: true,
  of: "stake",
  long_run: false,
  clause: "",
  group: null,
  note: null,
  pays: null,
  ...rest,
});
const sides = { fr: "Mises additionnelles", en: "Side bets" };
const edges: HouseEdge = {
  bets: [
    price("main", "Jeu principal", "Main game"),
    price("hyper:17", "Hyper 17", "Hyper 17", { group: sides }),
    price("two_plus_one", "2+1", "2+1", { offered: false }),
    price("jp1", "JP1", "JP1", { edge: 0.0577, long_run: true, group: sides }),
  ],
};

describe("house edges", () => {
  test("show only the bets on offer, in the server’s order, by their headings", () => {
    const shown = offered(edges, "fr").map(({ heading, bets }) => [
      heading,
      bets.map((bet) => bet.name.fr),
    ]);
    expect(shown).toEqual([
      [null, ["Jeu principal"]],
      ["Mises additionnelles", ["Hyper 17", "JP1"]],
    ]);
    expect(offered(edges, "en")[1]?.heading).toBe("Side bets");
  });

  test("are written to a thousandth of a per cent, in the reader’s way", () => {
    expect(percent(0.0051607, "fr").replace(/\s/g, " ")).toBe("0,516 %");
    expect(percent(-0.0019314, "en")).toBe("-0.193%");
  });
});
