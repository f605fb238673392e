import { describe, expect, test } from "vitest";

import { situation, verdict } from "../../../src/games/blackjack/trainer";
import type { Judged } from "../../../src/wire/types";

/** Chips are written with spaces that do not break. */
const plain = (text: string): string => text.replace(/\s/g, " ");

function judged(words: string, cost = 0): Judged {
  const [hand = "", up = "", chosen = "", advised = chosen] = words.split(" ");
  return { party: "1", box: 3, hand, up, chosen, advised, cost };
}

describe("a decision at a practice table", () => {
  test.each([
    ["h16 T", "16 contre 10", "16 against 10"],
    ["s18 A", "18 souple contre as", "Soft 18 against an ace"],
    ["8,8 9", "Paire de 8 contre 9", "Pair of 8s against 9"],
    ["T,T 6", "Paire de 10 contre 6", "Pair of 10s against 6"],
    ["A,A 2", "Paire d’as contre 2", "Pair of aces against 2"],
    ["BJ A", "Black jack contre as", "Blackjack against an ace"],
    ["insurance A", "Assurance", "Insurance"],
  ])("tells %s by what was held and seen", (words, french, english) => {
    expect(situation(judged(words), "fr")).toBe(french);
    expect(situation(judged(words), "en")).toBe(english);
  });

  test("is right, or costs an amount, or next to nothing", () => {
    expect(verdict(judged("h16 9 hit"), "fr")).toBe("16 contre 9 : tirer, c’est juste.");
    expect(plain(verdict(judged("h16 9 stand hit", 103_456.4), "fr"))).toBe(
      "16 contre 9 : plutôt tirer. Rester coûte 1 034,56 en moyenne.",
    );
    expect(verdict(judged("h16 9 stand hit", 62), "en")).toBe(
      "16 against 9: better to hit. To stand costs 0.62 on average.",
    );
    expect(verdict(judged("h16 T stand hit", 0.49), "fr")).toBe(
      "16 contre 10 : plutôt tirer. Rester ne coûte presque rien.",
    );
  });
});
