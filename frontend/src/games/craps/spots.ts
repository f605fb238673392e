/**
 * The spots of the layout: a position, and behind `@` the number that come bets or odds lie on.
 *
 * `place:6` is a position; `come@6` are the come bets that were moved to the 6, `come_odds@6` the
 * odds behind them. The odds of line bets are on the point, wherever that is.
 */

import type { Layout } from "../../core/stakes";
import { PRINTED } from "../../wire/printed/craps";
import type { Lying } from "./wire";

export type Bet = keyof typeof PRINTED.kinds;
export const POINTS: readonly number[] = PRINTED.points;
export const HOPS: readonly (readonly number[])[] = PRINTED.hops;

/** Bets that a throw moves from their box to a number. */
const MOVED: ReadonlySet<string> = new Set(["come", "dont_come", "come_odds", "dont_come_odds"]);

export function isBet(bet: string): bet is Bet {
  return bet in PRINTED.kinds;
}

/** Returns the kind of bet of a spot. */
export function betOf(spot: string): Bet {
  const [bet = ""] = spot.split(/[:@]/);
  return isBet(bet) ? bet : "field";
}

/** Returns the position of a spot, as stakes name it. */
export function positionOf(spot: string): string {
  return spot.split("@")[0] ?? spot;
}

/** Returns the number that a spot is on; 0 where it has none of its own. */
export function numberOf(spot: string): number {
  const chosen = spot.split(/[:@]/)[1];
  if (chosen !== undefined && !chosen.includes("-")) return Number(chosen);
  return PRINTED.kinds[betOf(spot)].number;
}

/** Returns where a stake lies. */
export function spotOf(each: { on: string; number: number }): string {
  return MOVED.has(each.on) && each.number > 0 ? `${each.on}@${each.number}` : each.on;
}

/** Returns my stakes by the spots where they lie. */
export function layoutOf(lying: readonly Lying[]): Layout {
  const layout = new Map<string, number>();
  for (const each of lying) {
    const spot = spotOf(each);
    layout.set(spot, (layout.get(spot) ?? 0) + each.amount);
  }
  return layout;
}

/** Returns the spot of the flat bet behind which the odds of a spot lie; empty for no odds. */
export function flatOf(spot: string): string {
  const { behind } = PRINTED.kinds[betOf(spot)];
  const number = spot.split("@")[1];
  return behind === "" || number === undefined ? behind : `${behind}@${number}`;
}

/** A stake as it is wanted. */
export interface Wanted {
  id: string;
  on: string;
  amount: number;
  to: string;
  working: null;
}

function freshId(on: string, taken: ReadonlySet<string>): string {
  for (let no = 1; ; no += 1) {
    const id = `${on.slice(0, 24)}.${no}`;
    if (!taken.has(id)) return id;
  }
}

/**
 * Returns the stakes by which what lies there becomes what is wanted: chips are put to a stake that
 * grows, or make a new one; they are taken from the newest first, down to what is a contract.
 */
export function changes(wanted: Layout, lying: readonly Lying[], least: number): Wanted[] {
  const there = layoutOf(lying);
  const taken = new Set(lying.map((each) => each.id));
  const found: Wanted[] = [];
  const set = (each: Lying, amount: number): void => {
    found.push({ id: each.id, on: each.on, amount, to: each.to, working: null });
  };
  for (const [spot, amount] of wanted) {
    const mine = lying.filter((each) => spotOf(each) === spot);
    let more = amount - (there.get(spot) ?? 0);
    if (more > 0) {
      const grows = mine.find((each) => each.grows);
      if (grows) set(grows, grows.amount + more);
      else if (more >= least) {
        const flat = lying.find((each) => spotOf(each) === flatOf(spot));
        const id = freshId(positionOf(spot), taken);
        taken.add(id);
        const to = flat?.id ?? "";
        found.push({ id, on: positionOf(spot), amount: more, to, working: null });
      }
    }
    for (const each of more < 0 ? [...mine].reverse() : []) {
      const back = Math.min(-more, each.amount - each.contract);
      if (back <= 0) continue;
      const left = each.amount - back;
      // What would be left below the minimum comes back with the rest.
      set(each, left < least && each.contract === 0 ? 0 : left);
      more += back;
    }
  }
  return found;
}
