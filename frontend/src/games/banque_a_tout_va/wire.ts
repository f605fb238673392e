/** Banque à tout va's part of the wire. */

import type { AnyEvent, AnyOwn, AnyView } from "../table";

export type View = Extract<AnyView, { kind: "banque_a_tout_va" }>;
export type Own = Extract<NonNullable<AnyOwn>, { kind: "banque_a_tout_va" }>;
export type Bet = View["spots"][number]["on"];
export type Side = "right" | "left" | "banker";
/** In the order in which they are dealt to. */
export const SIDES: readonly Side[] = ["right", "left", "banker"];
/** A hand shown to everybody. */
export type HandShown = Extract<AnyEvent, { kind: "banque_a_tout_va.hand_shown" }>;

/** Returns the view when it is this game's. */
export function viewOf(view: AnyView | undefined): View | null {
  return view && "kind" in view && view.kind === "banque_a_tout_va" ? view : null;
}

/** Returns what is mine alone when it is this game's. */
export function ownOf(own: AnyOwn): Own | null {
  return own && "kind" in own && own.kind === "banque_a_tout_va" ? own : null;
}

/** Returns a hand of the view. */
export function handOf(view: View, side: Side): View["right"] {
  return side === "banker" ? view.bankers : view[side];
}
