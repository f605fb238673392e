/** How a frame of punto banco is shown. */

import type { Plan } from "../../core/reveal";
import { Showing } from "../baccara/reveal";
import type { AnyEvent } from "../table";
import { SIDES } from "./wire";

/** Returns how to show a frame; an empty plan when it has no events (connect, reconnect). */
export function plan(events: readonly AnyEvent[]): Plan {
  const showing = new Showing();
  for (const event of events) {
    switch (event.kind) {
      case "punto_banco.cards_dealt":
        showing.dealt(SIDES, event.stop_card);
        break;
      case "punto_banco.hand_turned":
        showing.opens(event.hand);
        break;
      case "punto_banco.third_card":
        showing.third(event.hand, event.stop_card);
        break;
      case "punto_banco.coup_announced":
        showing.decided();
        break;
      case "punto_banco.card_turned_up":
        showing.aside();
        break;
      default:
        break;
    }
  }
  return showing.plan;
}
