/**
 * Blackjack's spots: every box has one for the stake and one for each side bet, `3/main`.
 *
 * Knows no rules: what may be staked the server decides; totals below a spot's minimum are kept
 * back here until they reach it, because a stake is often built chip by chip.
 */

import { at, different, type Layout, placed } from "../../core/stakes";
import { family } from "./side_bets";
import type { BoxView, Limits, SideBet, SideBetView, Stake, View } from "./wire";

export type Bet = "main" | SideBet;

export const QUEENS = "queen_of_hearts";

export function spot(box: number, bet: Bet): string {
  return `${box}/${bet}`;
}

export function boxOf(name: string): number {
  return Number.parseInt(name, 10);
}

export function betOf(name: string): Bet {
  return name.slice(name.indexOf("/") + 1) as Bet;
}

function lying(
  layout: Map<string, number>,
  box: number,
  main: number,
  sides: readonly SideBetView[],
): void {
  layout.set(spot(box, "main"), main);
  for (const side of sides) layout.set(spot(box, side.bet as SideBet), side.stake);
}

/** Returns what the view shows of a party's chips: on its boxes, and behind others'. */
export function confirmed(view: Pick<View, "boxes">, party: string | null): Layout {
  const layout = new Map<string, number>();
  if (party === null) return layout;
  for (const box of view.boxes) {
    if (box.party === party) lying(layout, box.box, box.main, box.side_bets);
    const behind = standingOf(box, party);
    if (behind) lying(layout, box.box, behind.main, behind.side_bets);
  }
  return layout;
}

/** Returns a party's stake behind the holder of a box, if there is one. */
export function standingOf(box: BoxView, party: string | null): BoxView["standing"][number] | null {
  return box.standing.find((each) => each.party === party) ?? null;
}

/** Takes the side bets of a box along with its last chip. */
export function tidy(layout: Layout): Layout {
  let tidied = layout;
  for (const [name, chips] of layout) {
    if (betOf(name) !== "main" && chips > 0 && at(layout, spot(boxOf(name), "main")) === 0) {
      tidied = placed(tidied, name, -chips);
    }
  }
  return tidied;
}

/** Returns an earlier layout, cut to the boxes where it may be laid. */
export function kept(layout: Layout, boxes: (box: number) => boolean): Layout {
  return new Map([...layout].filter(([name]) => boxes(boxOf(name))));
}

/** Returns the least and the most that may lie on a spot; `null` where the table does not offer it. */
export function bounds(limits: Limits, bet: Bet): { least: number; most: number | null } | null {
  if (bet === "main") return { least: limits.main_min, most: limits.main_max };
  const side = limits.sides.find((each) => each.bet === family(bet));
  if (!side) return null;
  return { least: side.least, most: side.most };
}

/** Returns the one command that makes the layout as wanted, or `null` when nothing can be sent. */
export function command(
  wanted: Layout,
  there: Layout,
  limits: Limits,
  standing: (box: number) => boolean,
): Stake | null {
  const boxes = [...new Set(different(wanted, there).map(boxOf))].sort((a, b) => a - b);
  const bets = boxes
    .filter((box) => complete(wanted, box, limits))
    .map((box) => ({
      box,
      main: at(wanted, spot(box, "main")),
      queen_of_hearts: at(wanted, spot(box, QUEENS)),
      sides: sides(wanted, box),
      standing: standing(box),
    }));
  return bets.length === 0 ? null : { kind: "blackjack.stake", bets };
}

function complete(wanted: Layout, box: number, limits: Limits): boolean {
  return [...wanted].every(
    ([name, chips]) =>
      boxOf(name) !== box || chips === 0 || chips >= (bounds(limits, betOf(name))?.least ?? 0),
  );
}

function sides(wanted: Layout, box: number): Stake["bets"][number]["sides"] {
  return [...wanted]
    .map(([name, amount]) => ({ box: boxOf(name), bet: betOf(name), amount }))
    .filter((each) => each.box === box && each.bet !== "main" && each.bet !== QUEENS)
    .filter((each) => each.amount > 0)
    .map(({ bet, amount }) => ({ bet: bet as SideBet, amount }));
}
