/**
 * The chips that a player wants on the layout, as totals per spot: placing, undo, rebet, double.
 *
 * Knows no rules and no game: what a spot is called is the game's affair (`3/main`, `straight:17`).
 */

/** Spot -> total in minor units; a spot that is not named holds nothing. */
export type Layout = ReadonlyMap<string, number>;

export const EMPTY: Layout = new Map();

export function at(layout: Layout, spot: string): number {
  return layout.get(spot) ?? 0;
}

/** Returns the layout with `amount` more (or, negative, fewer) chips on one spot. */
export function placed(layout: Layout, spot: string, amount: number): Layout {
  return new Map(layout).set(spot, Math.max(0, at(layout, spot) + amount));
}

/** Returns twice the chips on every spot, as far as its ceiling allows. */
export function doubled(layout: Layout, ceiling: (spot: string) => number | null): Layout {
  return new Map(
    [...layout].map(([spot, chips]) => [
      spot,
      Math.min(chips * 2, Math.max(chips, ceiling(spot) ?? Number.POSITIVE_INFINITY)),
    ]),
  );
}

/** Returns a layout that takes every chip back; it still names the spots. */
export function cleared(layout: Layout): Layout {
  return new Map([...layout].map(([spot]) => [spot, 0]));
}

export function total(layout: Layout): number {
  let sum = 0;
  for (const chips of layout.values()) sum += chips;
  return sum;
}

/** Returns the spots that differ between what is wanted and what lies there. */
export function different(wanted: Layout, there: Layout): string[] {
  const spots = new Set([...wanted.keys(), ...there.keys()]);
  return [...spots].filter((spot) => at(wanted, spot) !== at(there, spot));
}

/** Tells whether a table in this state goes on with a round that is in play. */
export function goesOn(status: string): boolean {
  return status !== "closed" && status !== "paused";
}
