/** Where the cards of blackjack lie: all face up, the dealer's too. */

import type { Cards } from "../contract";
import { viewOf } from "./wire";

export const CARDS: Cards = {
  lying(shown) {
    const view = viewOf(shown);
    if (!view) return [];
    const hands = view.boxes.flatMap((box) => box.hands);
    const exposed = view.exposed === null ? [] : [view.exposed];
    return [...view.dealer.cards, ...hands.flatMap((hand) => hand.cards), ...exposed];
  },

  turned(events, before) {
    // A card that was exposed by mistake lies there already when somebody takes it (ON-80).
    let exposed = viewOf(before)?.exposed ?? null;
    return events.flatMap((event) => {
      switch (event.kind) {
        case "blackjack.card_dealt":
          if (event.card !== exposed) return [event.card];
          exposed = null;
          return [];
        case "blackjack.card_exposed":
          exposed = event.card;
          return [event.card];
        case "blackjack.card_discarded":
          return event.card === null ? [] : [event.card];
        default:
          return [];
      }
    });
  },
};
