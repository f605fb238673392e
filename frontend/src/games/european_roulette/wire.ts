/** European roulette's part of the wire. */

import type { Command } from "../../core/socket";
import type { AnyEvent, AnyOwn, AnyView } from "../table";

export type View = Extract<AnyView, { game: "european_roulette" }>;
export type Own = Extract<NonNullable<AnyOwn>, { game: "european_roulette" }>;
export type Event = AnyEvent;
export type Wager = Own["wagers"][number];
export type Stake = Extract<Command, { kind: "european_roulette.stake" }>;

/** Returns the view when it is European roulette's. */
export function viewOf(view: AnyView | undefined): View | null {
  return view && "game" in view && view.game === "european_roulette" ? view : null;
}

/** Returns what is mine alone when it is European roulette's. */
export function ownOf(own: AnyOwn): Own | null {
  return own && "game" in own && own.game === "european_roulette" ? own : null;
}
