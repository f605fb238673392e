/** The game's part of the wire. */

import type { Command } from "../../core/connection/socket";
import type { AnyView } from "../table";

export type View = Extract<AnyView, { kind: "bataille" }>;
export type BoxView = View["boxes"][number];
export type Settled = View["settled"][number];
export type Option = View["options"][number];
export type Stake = Extract<Command, { kind: "bataille.stake" }>;
export type Bet = Settled["bet"];

/** Returns the view when it is this game's. */
export function viewOf(view: AnyView | undefined): View | null {
  return view && "kind" in view && view.kind === "bataille" ? view : null;
}

/** Returns what became of a bet on a box; `null` while it is not decided. */
export function outcome(view: View, box: number, bet: Bet): Settled | null {
  return view.settled.find((each) => each.box === box && each.bet === bet) ?? null;
}

/** Returns what a bet has won, below zero what it has lost. */
export function net({ staked, added, returned }: Settled): number {
  return returned - staked - added;
}
