/** What bets cost, in words and per cent, and the letters of a strategy in both languages. */

import { type Language, translate } from "./i18n";
import { LOCALE } from "./money";

/** What a bet costs, as the server names and computes it. */
export interface Price {
  bet: string;
  name: Record<Language, string>;
  edge: number;
  offered: boolean;
  of: "stake" | "winnings";
  long_run: boolean;
}

export type Letter = "H" | "S" | "D" | "Ds" | "P" | "R" | "Rs" | "Rp";

export type Row = Record<string, Letter>;

export interface HouseEdge {
  bets: Price[];
  /** Only where the main game has a strategy. */
  main?: {
    strategy: Record<"hard" | "soft" | "pairs", Record<string, Row>>;
    even_money: string[];
  };
}

type Pair = Record<Language, string>;

const LETTERS: Record<Letter, Pair> = {
  H: { fr: "T", en: "H" },
  S: { fr: "R", en: "S" },
  D: { fr: "D", en: "D" },
  Ds: { fr: "Dr", en: "Ds" },
  P: { fr: "P", en: "P" },
  R: { fr: "A", en: "R" },
  Rs: { fr: "Ar", en: "Rs" },
  Rp: { fr: "Ap", en: "Rp" },
};

/** The dealer’s cards in the order of a printed table. */
export const COLUMNS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "A"] as const;

/** An edge per cent, to a thousandth; below zero it favours the player. */
export function percent(edge: number, language: Language): string {
  return new Intl.NumberFormat(LOCALE[language], {
    style: "percent",
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
  }).format(edge);
}

export function letter(of: Letter, language: Language): string {
  return LETTERS[of][language];
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

/** Every bet that the table offers, in the server's order. */
export function offered(edges: HouseEdge, language: Language): { name: string; edge: number }[] {
  return edges.bets
    .filter((price) => price.offered)
    .map(({ name, edge, long_run }) => ({
      name: long_run
        ? translate(language, "edge.long_run", { bet: name[language] })
        : name[language],
      edge,
    }));
}
