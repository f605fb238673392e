/** Basic strategy as the report of prices tells it: its tables, and their letters in both languages. */

import type { HouseEdge } from "../../core/edges";
import type { Dictionary, Language } from "../../core/i18n";

export type Letter = "H" | "S" | "D" | "Ds" | "P" | "R" | "Rs" | "Rp";

export type Row = Record<string, Letter>;

/** The main game's page of the report. */
export interface Main {
  strategy: Record<"hard" | "soft" | "pairs", Record<string, Row>>;
  even_money: string[];
}

const LETTERS: Dictionary<Letter> = {
  fr: { H: "T", S: "R", D: "D", Ds: "Dr", P: "P", R: "A", Rs: "Ar", Rp: "Ap" },
  en: { H: "H", S: "S", D: "D", Ds: "Ds", P: "P", R: "R", Rs: "Rs", Rp: "Rp" },
};

/** The dealer’s cards in the order of a printed table. */
export const COLUMNS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "A"] as const;

export function mainOf(edges: HouseEdge): Main {
  return edges["main"] as Main;
}

export function letter(of: Letter, language: Language): string {
  return LETTERS[language][of];
}

/** A card or a hand of the table: the server writes ten as `T`. */
export function cardName(name: string): string {
  return name.replaceAll("T", "10");
}

/** The rows of a strategy's part from the lowest hand; the server's answer has no order of its own. */
export function rowsOf(part: Record<string, Row>): [string, Row][] {
  const height = (hand: string): number => {
    const column = COLUMNS.findIndex((card) => `${card},${card}` === hand);
    return column === -1 ? Number(hand) : column;
  };
  return Object.entries(part).sort(([one], [other]) => height(one) - height(other));
}

export const WORDS = {
  fr: {
    strategy: "Stratégie de base",
    legend:
      "La carte de la banque en haut, votre main à gauche. T : tirer ; R : rester ; D : doubler, sinon tirer ; Dr : doubler, sinon rester ; P : séparer la paire ; A : abandonner, sinon tirer ; Ar : sinon rester ; Ap : sinon séparer.",
    even_money: "Demander le paiement à égalité d’un black jack contre : {cards}.",
    hard: "Sans as, ou avec un as qui vaut un",
    soft: "Avec un as qui vaut onze",
    pairs: "Paires",
  },
  en: {
    strategy: "Basic strategy",
    legend:
      "The dealer’s card above, your hand on the left. H: hit; S: stand; D: double, else hit; Ds: double, else stand; P: split; R: surrender, else hit; Rs: else stand; Rp: else split.",
    even_money: "Ask for even money on a black jack against: {cards}.",
    hard: "Without an ace, or with an ace counting one",
    soft: "With an ace counting eleven",
    pairs: "Pairs",
  },
} satisfies Dictionary<string>;

export type StrategyWord = keyof (typeof WORDS)["fr"];
