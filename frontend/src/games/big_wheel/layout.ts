/** Where the seven chances lie, which segments show them, and how the wheel comes to rest. */

import { PRINTED } from "../../wire/printed/big_wheel";
import type { BETS } from "../../wire/words/big_wheel/names";
import type { Grid, Laid } from "../wheel/Layout.svelte";

export type Chance = keyof typeof BETS.fr;

/** What each segment shows, by its number. */
export const SEGMENTS = PRINTED.segments as readonly Chance[];
export const NUMBERS: readonly number[] = SEGMENTS.map((_, number) => number);
/** The chances from the most frequent to the rarest. */
export const CHANCES = [...PRINTED.chances].reverse() as readonly Chance[];
export const GRID: Grid = { along: 12, across: 2, left: 0, under: 0, stands: false };
/** Degrees of one segment. */
export const STEP = 360 / SEGMENTS.length;

export function shownBy(number: number): Chance {
  return SEGMENTS[number] ?? "one";
}

/** Returns the numbers of the segments that show a chance. */
export function segmentsOf(chance: Chance): number[] {
  return NUMBERS.filter((number) => SEGMENTS[number] === chance);
}

/** Every chance, the four small ones above the three large. */
export const POSITIONS: readonly Laid[] = CHANCES.map((on, nth) => {
  const [row, place, du] = nth < 4 ? [0, nth, 3] : [1, nth - 4, 4];
  return { on, bet: on, pockets: segmentsOf(on), u: (place + 0.5) * du, v: 1.5 - row, du, dv: 1 };
});

/** Returns how far a wheel is turned, in degrees from 0 to 360, when a segment is at the pointer. */
export function restOf(number: number, rim: readonly number[]): number {
  const place = Math.max(0, rim.indexOf(number));
  return (360 - place * STEP) % 360;
}

/** Returns where a wheel that stands at `from` degrees ends: after so many turns, at the segment. */
export function endOf(from: number, turns: number, rest: number): number {
  const least = from + 360 * turns;
  return least + ((((rest - least) % 360) + 360) % 360);
}
