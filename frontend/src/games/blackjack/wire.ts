/** Blackjack's part of the wire. */

import type { Command } from "../../core/connection/socket";
import type { AnyEvent, AnyView } from "../table";

export type View = Extract<AnyView, { kind: "blackjack" }>;
export type Event = AnyEvent;
export type Option = View["options"][number];
export type Limits = View["limits"];
export type BoxView = View["boxes"][number];
export type HandView = BoxView["hands"][number];
export type SideBetView = BoxView["side_bets"][number];
export type Stake = Extract<Command, { kind: "blackjack.stake" }>;
export type SideBet = Stake["bets"][number]["sides"][number]["bet"];

/** What is shown of a frame, as far as this game goes. */
export interface Shown {
  events: readonly Event[];
  view: View;
}

/** Returns the view when it is blackjack's. */
export function viewOf(view: AnyView | undefined): View | null {
  return view && "kind" in view && view.kind === "blackjack" ? view : null;
}
