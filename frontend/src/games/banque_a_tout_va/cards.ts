/** Where the cards lie: two hands and the banker's, face down until they are shown. */

import { CARDS as AT_CHEMIN } from "../chemin_de_fer/cards";
import type { Cards } from "../contract";
import { handOf, type HandShown, ownOf, SIDES, viewOf } from "./wire";

export const CARDS: Cards = {
  lying(shown) {
    const view = viewOf(shown);
    if (!view) return [];
    const cards = SIDES.flatMap((side) => handOf(view, side).cards);
    return [...cards.filter((card) => card !== null), ...AT_CHEMIN.lying(view)];
  },

  own(own) {
    return [...(ownOf(own)?.cards ?? []), ...(AT_CHEMIN.own?.(own) ?? [])];
  },

  turned(events, before) {
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
    return [...dealt, ...thirds, ...AT_CHEMIN.turned(events, before)];
  },
};
