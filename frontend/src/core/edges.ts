/** What bets cost, in words and per cent. */

import type { Language } from "./i18n";
import { LOCALE } from "./money";

type Words = Record<Language, string>;

/** What a bet costs, as the server names and computes it. */
export interface Price {
  bet: string;
  name: Words;
  edge: number;
  offered: boolean;
  of: "stake" | "first_stake" | "winnings";
  long_run: boolean;
  /** The clause that grants the bet, or empty. */
  clause: string;
  /** The heading under which it stands. */
  group: Words | null;
  /** What is said beside it. */
  note: Words | null;
  /** What is won for what was staked; null where it pays by several lines. */
  pays: [number, number] | null;
  /** The edge where bets that a tie gives back are not counted. */
  decided?: number;
  /** The edge of stake and commission together. */
  with_commission?: number;
}

/** What the bets of a rule set cost, and pages of one game, which its own folder shows. */
export interface HouseEdge {
  bets: Price[];
  [page: string]: unknown;
}

/** Loads what the bets of a rule set cost; nothing where it cannot be told now. */
export async function pricesOf(rules: string): Promise<readonly Price[]> {
  const answer = await fetch(`/api/prices/${encodeURIComponent(rules)}/`);
  return answer.ok ? ((await answer.json()) as Price[]) : [];
}

/** What a stake of 100 costs in the long run, to a hundredth; below zero it favours the player. */
export function perHundred(edge: number, language: Language): string {
  return new Intl.NumberFormat(LOCALE[language], {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(100 * edge);
}

/** Bets that stand under one heading, or under none. */
export interface Group {
  heading: string | null;
  bets: Price[];
}

/** An edge per cent, to a thousandth; below zero it favours the player. */
export function percent(edge: number, language: Language): string {
  return new Intl.NumberFormat(LOCALE[language], {
    style: "percent",
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
  }).format(edge);
}

/** Every bet that the table offers, in the server's order, by headings. */
export function offered(edges: HouseEdge, language: Language): Group[] {
  const groups: Group[] = [];
  for (const price of edges.bets.filter((each) => each.offered)) {
    const heading = price.group?.[language] ?? null;
    const last = groups.at(-1);
    if (last?.heading === heading) last.bets.push(price);
    else groups.push({ heading, bets: [price] });
  }
  return groups;
}
