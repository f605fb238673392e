/** Where the cards lie: two hands and the banker's, face down until they are shown. */

import type { Cards } from "../contract";
import { handOf, type HandShown, ownOf, SIDES, viewOf } from "./wire";

export const CARDS: Cards = {
  lying(shown) {
    const view = viewOf(shown);
    if (!view) return [];
    return SIDES.flatMap((side) => handOf(view, side).cards).filter((card) => card !== null);
  },

  own(own) {
    return ownOf(own)?.cards ?? [];
  },

  turned(events) {
    const hands = new Map<string, HandShown>();
    const thirds: string[] = [];
    for (const event of events) {
      if (event.kind === "banque_a_tout_va.hand_shown" && !hands.has(event.hand)) {
        hands.set(event.hand, event);
      }
      if (event.kind === "banque_a_tout_va.third_card") thirds.push(event.card);
    }
    // Hands that are shown in one breath left the shoe card by card: right, left, banker.
    const dealt = [0, 1].flatMap((place) =>
      SIDES.flatMap((side) => hands.get(side)?.cards[place] ?? []),
    );
    return [...dealt, ...thirds];
  },
};
