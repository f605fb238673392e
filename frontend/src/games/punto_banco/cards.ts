/** Where the cards lie: two hands, face down until they are turned, and the one turned up first. */

import type { Cards } from "../contract";
import { ownOf, type Turned, viewOf } from "./wire";

export const CARDS: Cards = {
  lying(shown) {
    const view = viewOf(shown);
    if (!view) return [];
    return [...view.punto.cards, ...view.banco.cards].filter((card) => card !== null);
  },

  own(own) {
    const mine = ownOf(own);
    return mine ? [...mine.punto, ...mine.banco] : [];
  },

  turned(events) {
    const first: string[] = [];
    const hands: Turned[] = [];
    const last: string[] = [];
    for (const event of events) {
      if (event.kind === "punto_banco.card_turned_up") first.push(event.card);
      if (event.kind === "punto_banco.hand_turned") hands.push(event);
      if (event.kind === "punto_banco.third_card") last.push(event.card);
    }
    // Two hands that are turned in one breath left the shoe card by card, punto's first.
    const dealt = [0, 1].flatMap((place) => hands.flatMap((hand) => hand.cards[place] ?? []));
    return [...first, ...dealt, ...last];
  },
};
