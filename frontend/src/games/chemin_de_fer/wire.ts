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

/** Returns the view when it is chemin de fer's, or that of a coup of it at another game's table. */
export function viewOf(view: AnyView | undefined): View | null {
  if (!view || !("kind" in view)) return null;
  if ("chemin" in view) return view.chemin ?? null;
  return view.kind === "chemin_de_fer" ? view : null;
}

/** Returns what is mine alone when it is chemin de fer's, or of such a coup. */
export function ownOf(own: AnyOwn): Own | null {
  if (!own || !("kind" in own)) return null;
  if ("chemin" in own) return own.chemin ?? null;
  return own.kind === "chemin_de_fer" ? own : null;
}

/** Returns a hand as it lies on the table. */
export function handOf(view: View, side: Side): HandView {
  return side === "ponte" ? view.ponte_hand : view.banker_hand;
}
