/** What a screen reader hears of a frame: the dealer's calls, as the tables of baccara make them alike. */

import type { Translate } from "../../core/i18n";
import type { AnyEvent } from "../table";
import type { BaccaraPlay } from "./play.svelte";

export const fr = {
  closed: "Rien ne va plus.",
  natural: "{side} abat {point}.",
  draws: "{side} : carte.",
  stands: "{side} : non.",
  shown: "{side} {point}.",
};

export const en: Record<keyof typeof fr, string> = {
  closed: "No more bets.",
  natural: "{side} shows a natural {point}.",
  draws: "{side}: card.",
  stands: "{side}: no card.",
  shown: "{side} {point}.",
};

/** An event of one of the family's games, by what its kind is called after the game's name. */
type Own<Name extends string> = Extract<AnyEvent, { kind: `${string}.${Name}` }>;

function is<Name extends string>(event: AnyEvent, ...names: Name[]): event is Own<Name> {
  return names.some((name) => event.kind.endsWith(`.${name}`));
}

/** Returns what is said of an event; empty when nothing is worth saying. */
export function sentence(
  event: AnyEvent,
  to: BaccaraPlay,
  say: Translate<keyof typeof fr>,
): string {
  if (is(event, "hand_turned", "hand_shown")) {
    const { cards, hand, point } = event;
    const natural = point >= 8 && cards.length === 2;
    return say(natural ? "natural" : "shown", { side: to.title(hand), point });
  }
  if (is(event, "hand_spoke")) {
    return say(event.draws ? "draws" : "stands", { side: to.title(event.hand) });
  }
  return "";
}
