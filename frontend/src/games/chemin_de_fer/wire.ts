/** Chemin de fer's part of the wire. */

import type { AnyEvent, AnyOwn, AnyView } from "../table";

export type View = Extract<AnyView, { kind: "chemin_de_fer" }>;
export type Own = Extract<NonNullable<AnyOwn>, { kind: "chemin_de_fer" }>;
export type Event = AnyEvent;
export type Option = View["options"][number];
export type Claim = View["claims"][number];
export type Side = "ponte" | "banker";
export type HandView = View["ponte_hand"];

/** What is shown of a frame, as far as this game goes. */
export interface Shown {
  events: readonly Event[];
  view: View;
}

/** Returns the view when it is chemin de fer's. */
export function viewOf(view: AnyView | undefined): View | null {
  return view && "kind" in view && view.kind === "chemin_de_fer" ? view : null;
}

/** Returns what is mine alone when it is chemin de fer's. */
export function ownOf(own: AnyOwn): Own | null {
  return own && "kind" in own && own.kind === "chemin_de_fer" ? own : null;
}

/** Returns a hand as it lies on the table. */
export function handOf(view: View, side: Side): HandView {
  return side === "ponte" ? view.ponte_hand : view.banker_hand;
}
