/**
 * Announced bets: how the page offers them, and what it lights up for each.
 *
 * The server expands them and shows back what it understood; here they are only drawn. The name of
 * an announcement among the spots is its wire name behind an `@`; its chips are its unit.
 *
 * @module
 */

import type { WritingShown } from "../../wire/types";
import { positionOf, WHEEL } from "./layout";

export const NAMED = [
  "voisins_du_zero",
  "jeu_zero",
  "orphelins_cheval",
  "orphelins_plein",
  "tiers_du_cylindre",
] as const;
export type Named = (typeof NAMED)[number];

const ORPHANS = [1, 6, 9, 14, 17, 20, 31, 34];
const POCKETS: Record<Named, readonly number[]> = {
  voisins_du_zero: [22, 18, 29, 7, 28, 12, 35, 3, 26, 0, 32, 15, 19, 4, 21, 2, 25],
  jeu_zero: [12, 35, 3, 26, 0, 32, 15],
  orphelins_cheval: ORPHANS,
  orphelins_plein: ORPHANS,
  tiers_du_cylindre: [27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33],
};
const CHIPS: Record<Named, number> = {
  voisins_du_zero: 9,
  jeu_zero: 4,
  orphelins_cheval: 5,
  orphelins_plein: 8,
  tiers_du_cylindre: 6,
};

export function spotOf(bet: string): string {
  return `@${bet}`;
}

/** The kinds that are given in writing, and staked once they are endorsed (MC-EROU-39). */
const WRITTEN: readonly string[] = ["complete_n", "custom"];

export function mustBeWritten(bet: string): boolean {
  return WRITTEN.includes(kindOf(bet));
}

/** Returns the pockets that a written announcement covers. */
export function coveredBy(writing: WritingShown): number[] {
  return [...new Set(writing.chips.flatMap((each) => positionOf(each.on)?.pockets ?? []))];
}

/** Returns the announcement that a spot is, or `null` for a position of the layout. */
export function announcedOf(spot: string): string | null {
  return spot.startsWith("@") ? spot.slice(1) : null;
}

export function kindOf(bet: string): string {
  return bet.split(":", 1)[0] ?? bet;
}

/** Returns the number behind an announcement's colon; 0 where there is none. */
export function numberOf(bet: string): number {
  return Number(bet.split(":")[1] ?? 0);
}

/** Returns a number with two neighbours on either side, as they lie on the cylinder. */
export function neighbours(number: number): number[] {
  const at = WHEEL.indexOf(number as (typeof WHEEL)[number]);
  return [-2, -1, 0, 1, 2].map(
    (step) => WHEEL[(at + step + WHEEL.length) % WHEEL.length] as number,
  );
}

export function finals(digit: number): number[] {
  return [0, 1, 2, 3].map((tens) => 10 * tens + digit).filter((number) => number <= 36);
}

function named(bet: string): bet is Named {
  return (NAMED as readonly string[]).includes(bet);
}

/** Returns the pockets that an announcement covers. */
export function pocketsOf(bet: string): readonly number[] {
  if (named(bet)) return POCKETS[bet];
  return kindOf(bet) === "voisins_n" ? neighbours(numberOf(bet)) : finals(numberOf(bet));
}

/** Returns how many chips of one unit an announcement takes. */
export function chipsOf(bet: string): number {
  return named(bet) ? CHIPS[bet] : pocketsOf(bet).length;
}
