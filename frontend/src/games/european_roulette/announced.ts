/**
 * Announced bets: how the page offers them, and what it lights up for each.
 *
 * The server expands them and shows back what it understood; here they are only drawn. The name of
 * an announcement among the spots is its wire name behind an `@`; its chips are its unit.
 *
 * @module
 */

import type { WritingShown } from "../../wire/types";
import { PRINTED } from "../../wire/printed/european_roulette";
import { positionOf, WHEEL } from "./layout";

/** Those with a name of their own, as they lie beside each other. */
export const NAMED = [
  "voisins_du_zero",
  "jeu_zero",
  "orphelins_cheval",
  "orphelins_plein",
  "tiers_du_cylindre",
] as const satisfies readonly (keyof typeof PRINTED.named)[];
type Named = (typeof NAMED)[number];

export function spotOf(bet: string): string {
  return `@${bet}`;
}

/** Tells whether it is given in writing, and staked once it is endorsed (MC-EROU-39). */
export function mustBeWritten(bet: string): boolean {
  return PRINTED.written.includes(kindOf(bet));
}

/** Returns the pockets that a written announcement covers. */
export function coveredBy(writing: WritingShown): number[] {
  return covered(writing.chips.map((each) => each.on));
}

function covered(positions: readonly string[]): number[] {
  return [...new Set(positions.flatMap((on) => positionOf(on)?.pockets ?? []))];
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

/** Returns a number with its neighbours on either side, as they lie on the cylinder. */
export function neighbours(number: number): number[] {
  const at = WHEEL.indexOf(number) - PRINTED.neighbours + WHEEL.length;
  return Array.from(
    { length: 2 * PRINTED.neighbours + 1 },
    (_, step) => WHEEL[(at + step) % WHEEL.length] as number,
  );
}

export function finals(digit: number): number[] {
  return WHEEL.filter((number) => number % 10 === digit).sort((one, other) => one - other);
}

function named(bet: string): bet is Named {
  return (NAMED as readonly string[]).includes(bet);
}

/** Returns the pockets that an announcement covers. */
export function pocketsOf(bet: string): readonly number[] {
  if (named(bet)) return covered(Object.keys(PRINTED.named[bet]));
  return kindOf(bet) === "voisins_n" ? neighbours(numberOf(bet)) : finals(numberOf(bet));
}

/** Returns how many chips of one unit an announcement takes. */
export function chipsOf(bet: string): number {
  if (!named(bet)) return pocketsOf(bet).length;
  return Object.values(PRINTED.named[bet]).reduce((sum, chips) => sum + chips, 0);
}
