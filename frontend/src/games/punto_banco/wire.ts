/** Punto banco's part of the wire. */

import type { AnyEvent, AnyOwn, AnyView } from "../table";

export type View = Extract<AnyView, { kind: "punto_banco" }>;
export type Own = Extract<NonNullable<AnyOwn>, { kind: "punto_banco" }>;
export type Bet = View["spots"][number]["on"];
export type Side = "punto" | "banco";
export const SIDES: readonly Side[] = ["punto", "banco"];
/** A hand turned up. */
export type Turned = Extract<AnyEvent, { kind: "punto_banco.hand_turned" }>;

/** Returns the view when it is this game's. */
export function viewOf(view: AnyView | undefined): View | null {
  return view && "kind" in view && view.kind === "punto_banco" ? view : null;
}

/** Returns what is mine alone when it is this game's. */
export function ownOf(own: AnyOwn): Own | null {
  return own && "kind" in own && own.kind === "punto_banco" ? own : null;
}
