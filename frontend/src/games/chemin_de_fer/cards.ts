/** Where the cards of chemin de fer lie: two hands, face down until they are shown. */

import type { Cards } from "../contract";
import { ownOf, viewOf } from "./wire";

export const CARDS: Cards = {
  lying(shown) {
    const view = viewOf(shown);
    if (!view) return [];
    const cards = [...view.ponte_hand.cards, ...view.banker_hand.cards];
    return cards.filter((card) => card !== null);
  },

  own: (own) => ownOf(own)?.cards ?? [],

  turned: (events) =>
    events.flatMap((event) =>
      event.kind === "chemin_de_fer.card_passed" && event.card !== null ? [event.card] : [],
    ),
};
