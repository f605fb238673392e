/** What bets cost, in words and per cent, and the letters of a strategy in both languages. */

import { type Language, translate } from "./i18n";
import { LOCALE } from "./money";

export interface SideEdge {
  edge: number;
  offered: boolean;
  jackpot?: { fixed: { edge: number } };
}

export type Letter = "H" | "S" | "D" | "Ds" | "P" | "R" | "Rs" | "Rp";

export type Row = Record<string, Letter>;

export interface HouseEdge {
  main: {
    edge: number;
    error: number;
    strategy: Record<"hard" | "soft" | "pairs", Record<string, Row>>;
    even_money: string[];
  };
  insurance: { edge: number };
  side_bets: Record<string, SideEdge>;
}

type Pair = Record<Language, string>;

const BETS: Record<string, Pair> = {
  queen_of_hearts: { fr: "Dames de cœur", en: "Queens of hearts" },
  lucky_ladies: { fr: "Lucky ladies", en: "Lucky ladies" },
  two_plus_one: { fr: "2+1", en: "2+1" },
  jp1: { fr: "JP1", en: "JP1" },
  perfect_pairs: { fr: "Perfect Pairs", en: "Perfect Pairs" },
  twenty_one_plus_three: { fr: "21+3", en: "21+3" },
  split_aces: { fr: "Split Aces", en: "Split Aces" },
  "hyper:BJ": { fr: "Hyper : black jack", en: "Hyper: black jack" },
  "hyper:BUST": { fr: "Hyper : la banque saute", en: "Hyper: dealer busts" },
};

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

export function betName(bet: string, language: Language): string {
  const known = BETS[bet];
  if (known) return known[language];
  const [side, field] = bet.split(":");
  return field === undefined ? bet.replaceAll("_", " ") : `${capital(side ?? "")} ${field}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

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

/** Every bet that the table offers, the main game first. */
export function offered(edges: HouseEdge, language: Language): { name: string; edge: number }[] {
  const sides = Object.entries(edges.side_bets)
    .filter(([, side]) => side.offered)
    .map(([bet, side]) => ({
      name: side.jackpot
        ? translate(language, "edge.long_run", { bet: betName(bet, language) })
        : betName(bet, language),
      edge: side.edge,
    }));
  return [
    { name: translate(language, "edge.main"), edge: edges.main.edge },
    { name: translate(language, "edge.insurance"), edge: edges.insurance.edge },
    ...sides,
  ];
}
