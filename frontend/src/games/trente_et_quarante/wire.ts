/** Trente et quarante's part of the wire. */

import type { Command } from "../../core/connection/socket";
import type { AnyEvent, AnyOwn, AnyView } from "../table";

export type View = Extract<AnyView, { game: "trente_et_quarante" }>;
/** A coup's rows, and what they decided. */
export type Dealt = Pick<View, "black" | "red" | "chances" | "annulled">;
export type Own = Extract<NonNullable<AnyOwn>, { game: "trente_et_quarante" }>;
export type Stake = Extract<Command, { kind: "trente_et_quarante.stake" }>;
export type Announced = Extract<AnyEvent, { kind: "trente_et_quarante.coup_announced" }>;
export type Row = "black" | "red";
export const ROWS: readonly Row[] = ["black", "red"];
/** As they lie on the layout. */
export const CHANCES = ["black", "red", "colour", "inverse"] as const;
export type Chance = (typeof CHANCES)[number];

/** Returns the view when it is this game's. */
export function viewOf(view: AnyView | undefined): View | null {
  return view && "game" in view && view.game === "trente_et_quarante" ? view : null;
}

/** Returns the position of a chance, of stakes that are insured or not. */
export function spotOf(chance: Chance, insured: boolean): string {
  return insured ? `${chance}:insured` : chance;
}

export function insured(spot: string): boolean {
  return spot.endsWith(":insured");
}
