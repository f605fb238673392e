/** What a game of a machine shows of its draw. */

import { PACK } from "../../core/cards";
import type { Fallen, Fell } from "../contract";
import type { AnyView } from "../table";

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

/** No value of a draw. */
const NOWHERE = -1;

/**
 * Returns the values by which cards replaced others: each is a place among those that were not
 * dealt, and they lie behind those of a deal. A held card that is another now fell nowhere.
 */
function replaced(cards: readonly string[], before: AnyView | null): Fallen {
  if (!before || !("kind" in before) || before.kind !== "automatic_games") return [null];
  if (before.phase !== "spinning") return [null];
  const { hand: dealt, held } = before;
  const left: string[] = PACK.filter((card) => !dealt.includes(card));
  const places: number[] = [];
  for (const [at, card] of cards.entries()) {
    if (held.includes(at + 1)) {
      if (card !== dealt[at]) places.push(NOWHERE);
      continue;
    }
    const place = left.indexOf(card);
    places.push(place);
    left.splice(place, 1);
  }
  return [...DEAL.map(() => null), ...places];
}

/** The stops of the reels, the hand that was dealt, or the cards that replaced others. */
export const fell: Fell = (event, _view, before) => {
  if (event.kind === "automatic_games.dealt") return hand(event.cards);
  if (event.kind !== "automatic_games.game_ended") return null;
  return event.stops.length > 0 ? event.stops : replaced(event.cards, before);
};
