/** Where the cards of trente et quarante lie: two rows, face up. */

import type { Cards } from "../contract";
import { viewOf } from "./wire";

export const CARDS: Cards = {
  lying(shown) {
    const view = viewOf(shown);
    return view ? [...view.black.cards, ...view.red.cards] : [];
  },

  turned: (events) =>
    events.flatMap((event) =>
      event.kind === "trente_et_quarante.card_turned" ? [event.card] : [],
    ),
};
