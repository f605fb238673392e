/** What a player wants on a layout, as the wire has it. */

import { different, type Layout } from "../../core/stakes";

/**
 * Returns what is to lie there, with what is wanted; `null` when that is what lies there already.
 *
 * A stake is often built chip by chip: what is below the least of its spot is kept back.
 */
export function merged(
  wanted: Layout,
  there: Layout,
  least: (spot: string) => number,
): Map<string, number> | null {
  const laid = new Map(there);
  for (const [spot, amount] of wanted) {
    if (amount === 0 || amount >= least(spot)) laid.set(spot, amount);
  }
  return different(laid, there).length === 0 ? null : laid;
}

/** Returns an id that none of my stakes that are kept has. */
export function fresh(id: string, locked: ReadonlySet<string>): string {
  let found = id;
  for (let nth = 2; locked.has(found); nth++) found = `${id}.${nth}`;
  return found;
}
