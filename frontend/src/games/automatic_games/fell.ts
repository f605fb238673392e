/** What a game of a machine shows of its draw. */

import { PACK } from "../../core/cards";
import type { Fell } from "../contract";

/** In so many ways a hand is dealt: the first three values of such a machine's draw. */
const DEAL = [52, 51, 980] as const;

/** In how many ways so many are chosen of `many`. */
function ways(many: number, chosen: number): number {
  let found = 1;
  for (let at = 0; at < chosen; at += 1) found = (found * (many - at)) / (at + 1);
  return found;
}

/** Returns the first values of a draw of which these cards are dealt. */
function hand(cards: readonly string[]): number[] {
  const places = cards.map((card) => PACK.indexOf(card)).sort((one, other) => one - other);
  const number = places.reduce((sum, place, at) => sum + ways(place, at + 1), 0);
  const [, second, third] = DEAL;
  return [Math.floor(number / third / second), Math.floor(number / third) % second, number % third];
}

/** The stops of the reels, or the hand that was dealt. */
export const fell: Fell = (event) => {
  if (event.kind === "automatic_games.dealt") return hand(event.cards);
  if (event.kind !== "automatic_games.game_ended") return null;
  // The cards that replace others come by the values behind those of a deal.
  return event.stops.length > 0 ? event.stops : [null];
};
