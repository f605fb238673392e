import { describe, expect, test } from "vitest";

import { cardName, letter, rowsOf } from "../../../src/games/blackjack/strategy";

describe("a strategy", () => {
  test("goes from the lowest hand to the aces", () => {
    const names = (hands: string[]): string[] =>
      rowsOf(Object.fromEntries(hands.map((hand) => [hand, {}]))).map(([hand]) => hand);
    expect(names(["T,T", "A,A", "2,2", "9,9"])).toEqual(["2,2", "9,9", "T,T", "A,A"]);
    expect(names(["21", "4", "10"])).toEqual(["4", "10", "21"]);
  });

  test("has cards and letters in both languages", () => {
    expect(cardName("T,T")).toBe("10,10");
    expect([letter("Ds", "fr"), letter("Rp", "fr"), letter("Ds", "en")]).toEqual([
      "Dr",
      "Ap",
      "Ds",
    ]);
  });
});
