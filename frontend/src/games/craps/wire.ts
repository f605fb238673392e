/** The game's part of the wire. */

import type { AnyEvent, AnyOwn, AnyView } from "../table";

export type View = Extract<AnyView, { kind: "craps" }>;
export type Own = Extract<NonNullable<AnyOwn>, { kind: "craps" }>;
export type Lying = Own["wagers"][number];
export type Event = Extract<AnyEvent, { kind: `craps.${string}` }>;
export type Dice = readonly [number, number];
type Fell = Extract<AnyEvent, { kind: "craps.dice_fell" }>;

/** Returns what the dice show in these events, or `null`. */
export function fallen(events: readonly AnyEvent[]): Dice | null {
  const fell = events.find((event): event is Fell => event.kind === "craps.dice_fell");
  const [first, second] = fell?.dice ?? [];
  return first === undefined || second === undefined ? null : [first, second];
}
