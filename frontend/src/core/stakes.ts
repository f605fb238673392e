/**
 * The chips a player wants on the layout, as totals per box: placing, undo, rebet, double.
 *
 * Knows no rules: what may be staked the server decides; totals below a box's minimum are kept
 * back here until they reach it, because a stake is often built chip by chip.
 */

import type { Stake, View } from "../wire/types";

export interface Chips {
  main: number;
  queen_of_hearts: number;
}

export type Spot = keyof Chips;
export type Layout = ReadonlyMap<number, Chips>;

const NONE: Chips = { main: 0, queen_of_hearts: 0 };

export function at(layout: Layout, box: number): Chips {
  return layout.get(box) ?? NONE;
}

/** Returns what the view shows on a party's boxes. */
export function confirmed(view: View, party: string | null): Layout {
  const layout = new Map<number, Chips>();
  for (const box of view.boxes) {
    if (party === null || box.party !== party) continue;
    const side = box.side_bets.find((each) => each.bet === "queen_of_hearts");
    layout.set(box.box, { main: box.main, queen_of_hearts: side?.stake ?? 0 });
  }
  return layout;
}

/** Returns the layout with `amount` more (or, negative, fewer) chips on one spot. */
export function placed(layout: Layout, box: number, spot: Spot, amount: number): Layout {
  const before = at(layout, box);
  const after = { ...before, [spot]: Math.max(0, before[spot] + amount) };
  if (after.main === 0) after.queen_of_hearts = 0;
  return new Map(layout).set(box, after);
}

export function doubled(layout: Layout): Layout {
  return new Map(
    [...layout].map(([box, chips]) => [
      box,
      { main: chips.main * 2, queen_of_hearts: chips.queen_of_hearts * 2 },
    ]),
  );
}

export function cleared(layout: Layout): Layout {
  return new Map([...layout].map(([box]) => [box, NONE]));
}

/** Returns an earlier layout, cut to the boxes still held. */
export function kept(layout: Layout, boxes: readonly number[]): Layout {
  return new Map([...layout].filter(([box]) => boxes.includes(box)));
}

export function total(layout: Layout): number {
  let sum = 0;
  for (const chips of layout.values()) sum += chips.main + chips.queen_of_hearts;
  return sum;
}

export function same(one: Chips, other: Chips): boolean {
  return one.main === other.main && one.queen_of_hearts === other.queen_of_hearts;
}

/** Returns the boxes that differ between what is wanted and what lies there. */
export function different(wanted: Layout, there: Layout): number[] {
  const boxes = new Set([...wanted.keys(), ...there.keys()]);
  return [...boxes].filter((box) => !same(at(wanted, box), at(there, box))).sort((a, b) => a - b);
}

/** Returns the one command that makes the layout as wanted, or `null` when nothing can be sent. */
export function command(wanted: Layout, there: Layout, limits: View["limits"]): Stake | null {
  const bets = different(wanted, there)
    .map((box) => ({ box, ...at(wanted, box), sides: [], standing: false }))
    .filter(
      (bet) =>
        (bet.main === 0 || bet.main >= limits.main_min) &&
        (bet.queen_of_hearts === 0 || bet.queen_of_hearts >= (limits.queen_of_hearts_min ?? 0)),
    );
  return bets.length === 0 ? null : { kind: "blackjack.stake", bets };
}

/** Returns the highest total that a spot may show, `null` when the house sets none. */
export function ceiling(limits: View["limits"], spot: Spot): number | null {
  return spot === "main" ? limits.main_max : limits.queen_of_hearts_max;
}
