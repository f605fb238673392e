/** What the wire has of every wheel, whichever it is. */

import type { AnyEvent, AnyOwn, AnyView } from "../table";

export type View = Extract<AnyView, { tally: number[]; spins: number }>;
/** The view of any layout on which everybody stakes freely. */
export type LaidView = Extract<
  AnyView,
  {
    game: string;
    positions: { on: string; staked: number; held: number }[];
    limits: { bet: string; most: number }[];
    ready: number;
    step: number;
  }
>;
export type Own = Extract<NonNullable<AnyOwn>, { wagers: unknown[]; announced: unknown[] }>;
export type Wager = Own["wagers"][number];
type Fell = Extract<AnyEvent, { number: number; chances: string[] }>;

/** Returns what an event of a game says happened, without the game's name; empty for another's. */
export function verbOf(event: AnyEvent, game: string): string {
  return event.kind.startsWith(`${game}.`) ? event.kind.slice(game.length + 1) : "";
}

/** Returns the number that falls in these events of a game, or `null`. */
export function fallen(events: readonly AnyEvent[], game: string): number | null {
  const fell = events.find((event) => verbOf(event, game) === "number_fell");
  return fell ? (fell as Fell).number : null;
}
