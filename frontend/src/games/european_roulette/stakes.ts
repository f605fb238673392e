/**
 * Roulette's spots: every position of the layout by its name, every announced bet behind an `@`.
 *
 * Knows no rules: what may be staked the server decides; totals below the table's minimum are kept
 * back here until they reach it, because a stake is often built chip by chip.
 */

import type { Layout } from "../../core/stakes";
import { fresh, merged } from "../wheel/laid";
import { announcedOf, chipsOf, spotOf } from "./announced";
import { idOf } from "./layout";
import type { Own, Stake, Wager } from "./wire";

/** Returns my free stakes as the server has them; those of announced bets under their names. */
export function confirmed(own: Own | null): Layout {
  const layout = new Map<string, number>();
  for (const each of own?.wagers ?? []) {
    if (each.keep !== "free") continue;
    const call = callOf(own, each);
    if (call) layout.set(spotOf(call.bet), call.unit);
    else layout.set(each.on, (layout.get(each.on) ?? 0) + each.amount);
  }
  return layout;
}

/** Returns the announced bet that a stake belongs to: it bears its id and a stroke. */
function callOf(own: Own | null, wager: Wager): Own["announced"][number] | null {
  return own?.announced.find((each) => wager.id.startsWith(`${each.id}/`)) ?? null;
}

/** Returns the chips that announced bets have put on each position. */
export function expanded(own: Own | null): Layout {
  const layout = new Map<string, number>();
  for (const each of own?.wagers ?? []) {
    if (each.keep !== "free" || callOf(own, each) === null) continue;
    layout.set(each.on, (layout.get(each.on) ?? 0) + each.amount);
  }
  return layout;
}

/** Returns my stakes that wait for a choice or are in prison. */
export function kept(own: Own | null): Wager[] {
  return (own?.wagers ?? []).filter((each) => each.keep !== "free");
}

/** Returns what chips of mine are worth: an announced bet is so many of its unit. */
export function worth(layout: Layout, chips: (bet: string) => number = chipsOf): number {
  let sum = 0;
  for (const [spot, amount] of layout) {
    const bet = announcedOf(spot);
    sum += bet === null ? amount : amount * chips(bet);
  }
  return sum;
}

/** Returns the one command that makes the layout as wanted, or `null` when nothing can be sent. */
export function command(
  wanted: Layout,
  there: Layout,
  least: number,
  locked: ReadonlySet<string>,
): Stake | null {
  const laid = merged(wanted, there, () => least);
  if (laid === null) return null;
  const stake: Stake = { kind: "european_roulette.stake", wagers: [], announced: [] };
  for (const [spot, amount] of laid) {
    if (amount === 0) continue;
    const bet = announcedOf(spot);
    if (bet !== null) stake.announced.push({ id: `a${stake.announced.length}`, bet, unit: amount });
    else stake.wagers.push({ id: fresh(idOf(spot), locked), on: spot, amount });
  }
  return stake;
}
