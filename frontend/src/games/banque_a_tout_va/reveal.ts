/** How a frame of banque à tout va is shown. */

import type { Plan } from "../../core/reveal";
import { Showing } from "../baccara/reveal";
import type { AnyEvent } from "../table";
import { SIDES } from "./wire";

/** Returns how to show a frame; an empty plan when it has no events (connect, reconnect). */
export function plan(events: readonly AnyEvent[]): Plan {
  const showing = new Showing();
  for (const event of events) {
    switch (event.kind) {
      case "banque_a_tout_va.cards_dealt":
        showing.dealt(SIDES, event.rest != null);
        break;
      case "banque_a_tout_va.hand_shown":
        // The banker's lie open before his third card comes.
        if (event.hand !== "banker" || event.cards.length === 2) showing.opens(event.hand);
        break;
      case "banque_a_tout_va.third_card":
        showing.third(event.hand, false);
        break;
      case "banque_a_tout_va.coup_announced":
        showing.decided();
        break;
      default:
        break;
    }
  }
  return showing.plan;
}
