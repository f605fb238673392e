/**
 * What a frame's events say fell, as the values of the draw from which it falls: what a game makes
 * of these is its own, and nobody can compare a result with a draw who does not know it.
 *
 * @module
 */

import type { AnyEvent, AnyView } from "../games/table";

/** The pack of the machines of cards, in the factory order. */
const PACK = [..."cdhs"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
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

/** A draw's first values; a place is `null` where nothing shown says what fell there. */
export type Fallen = readonly (number | null)[];

/** Returns what fell in these events, which led to the view; `null` where nothing did. */
export function fallen(events: readonly AnyEvent[], view: AnyView): Fallen | null {
  for (const event of events) {
    switch (event.kind) {
      case "european_roulette.number_fell":
      case "american_roulette.number_fell":
        return [event.number];
      case "boule.number_fell":
        return [event.number - 1];
      case "big_wheel.number_fell":
        return "rim" in view ? [view.rim.indexOf(event.number)] : [null];
      case "craps.dice_fell":
        return event.dice.map((shown) => shown - 1);
      case "automatic_games.dealt":
        return hand(event.cards);
      case "automatic_games.game_ended":
        // The cards that replace others come by the values behind those of a deal.
        return event.stops.length > 0 ? event.stops : [null];
    }
  }
  return null;
}
