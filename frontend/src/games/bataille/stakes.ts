/** The spots: every box has one for the stake and one for the bet on a tie, `3/main`. */

import { at, different, type Layout, placed } from "../../core/stakes";
import type { Bet, Stake, View } from "./wire";

export const spot = (box: number, bet: Bet): string => `${box}/${bet}`;
export const boxOf = (name: string): number => Number.parseInt(name, 10);
export const betOf = (name: string): Bet => (name.endsWith("/tie") ? "tie" : "main");

/** Returns what a party has laid, as the view shows it. */
export function confirmed(view: View, party: string | null): Layout {
  const layout = new Map<string, number>();
  for (const box of view.boxes) {
    if (box.party !== party) continue;
    layout.set(spot(box.box, "main"), box.amount);
    layout.set(spot(box.box, "tie"), box.tie);
  }
  return layout;
}

/** Returns the least and the most of a bet. */
export function bounds(rules: View["rules"], bet: Bet): { least: number; most: number } {
  return bet === "main"
    ? { least: rules.table_min_cents, most: rules.table_max_cents }
    : { least: rules.tie_min_cents, most: rules.tie_max_cents };
}

/** Takes the bet on a tie along with the last chip of a stake. */
export function tidy(layout: Layout): Layout {
  let tidied = layout;
  for (const [name, chips] of layout) {
    if (betOf(name) === "tie" && chips > 0 && at(layout, spot(boxOf(name), "main")) === 0) {
      tidied = placed(tidied, name, -chips);
    }
  }
  return tidied;
}

/**
 * Returns the one command that makes the layout as wanted; `null` when nothing can be sent. A box
 * with less than a minimum waits for more chips.
 */
export function command(wanted: Layout, there: Layout, rules: View["rules"]): Stake | null {
  const boxes = [...new Set(different(wanted, there).map(boxOf))].sort((a, b) => a - b);
  const bets = boxes
    .map((box) => ({
      box,
      amount: at(wanted, spot(box, "main")),
      tie: at(wanted, spot(box, "tie")),
    }))
    .filter(({ amount, tie }) => enough(amount, rules, "main") && enough(tie, rules, "tie"));
  return bets.length === 0 ? null : { kind: "bataille.stake", bets };
}

function enough(amount: number, rules: View["rules"], bet: Bet): boolean {
  return amount === 0 || amount >= bounds(rules, bet).least;
}
