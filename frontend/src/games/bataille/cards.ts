/** Where the cards lie: all face up but those that are burnt, which nobody sees. */

import type { Cards } from "../contract";
import { viewOf } from "./wire";

export const CARDS: Cards = {
  lying(shown) {
    const view = viewOf(shown);
    return view ? [...view.boxes.flatMap((box) => box.cards), ...view.dealer] : [];
  },

  turned: (events) =>
    events.flatMap((event) =>
      event.kind === "bataille.dealt" ? [...event.cards, event.dealer] : [],
    ),
};
