/** Cards as the wire writes them (`Kh`, `Td`), their names and their corner letters. */

import type { Language } from "./i18n";

export type Suit = "c" | "d" | "h" | "s";

export type Back = "red" | "blue";

/** Returns the back that a letter of `floor.shoe.backs` names; red where nothing is said. */
export function backOf(letter: string | undefined): Back {
  return letter === "b" ? "blue" : "red";
}

export const SUIT_SIGN: Record<Suit, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** One pack in its maker's order: suit by suit, ace to king. */
export const PACK: readonly string[] = [..."cdhs"].flatMap((suit) =>
  [..."A23456789TJQK"].map((rank) => rank + suit),
);

const SUIT_NAME: Record<Language, Record<Suit, string>> = {
  fr: { c: "trèfle", d: "carreau", h: "cœur", s: "pique" },
  en: { c: "clubs", d: "diamonds", h: "hearts", s: "spades" },
};

const RANK_NAME: Record<Language, Record<string, string>> = {
  fr: { A: "as", T: "dix", J: "valet", Q: "dame", K: "roi" },
  en: { A: "ace", T: "ten", J: "jack", Q: "queen", K: "king" },
};

const FRENCH_LETTER: Record<string, string> = { J: "V", Q: "D", K: "R" };

export function suit(card: string): Suit {
  return card.charAt(1) as Suit;
}

export function rank(card: string): string {
  return card.charAt(0);
}

export function isCourt(card: string): boolean {
  return "JQK".includes(rank(card));
}

/** Returns what the corner of a card says; French letters are R, D and V. */
export function corner(card: string, frenchLetters: boolean): string {
  const letter = rank(card);
  if (letter === "T") return "10";
  return frenchLetters ? (FRENCH_LETTER[letter] ?? letter) : letter;
}

/** Returns a card's spoken name: `dame de cœur`, `queen of hearts`. */
export function spoken(card: string, language: Language): string {
  const name = RANK_NAME[language][rank(card)] ?? rank(card);
  const of = language === "fr" ? "de" : "of";
  return `${name} ${of} ${SUIT_NAME[language][suit(card)]}`;
}
