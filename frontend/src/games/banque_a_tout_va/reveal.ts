/** How a frame is shown: cards come one by one, hands turn up, then it is told who wins. */

import type { Plan, Step } from "../../core/reveal";
import type { AnyEvent } from "../table";
import { type Side, SIDES } from "./wire";

export function cardKey(side: Side, index: number): string {
  return `card:${side}/${index}`;
}
/** The first two cards of a hand lie open. */
export function facesKey(side: Side): string {
  return `faces:${side}`;
}
/** What each tableau does, and what became of the stakes. */
export const RESULT = "result";

const STAGGER = 280;
const FLIGHT = 420;
const LOOK = 800;

/** Returns how to show a frame; an empty plan when it has no events (connect, reconnect). */
export function plan(events: readonly AnyEvent[]): Plan {
  const steps: Step[] = [];
  let clock = 0;
  for (const event of events) {
    switch (event.kind) {
      case "banque_a_tout_va.cards_dealt":
        for (const index of [0, 1]) {
          for (const side of SIDES) {
            steps.push({ at: clock, keys: [cardKey(side, index)], sound: "card" });
            clock += STAGGER;
          }
        }
        if (event.rest != null) steps.push({ at: clock, keys: [], sound: "stop" });
        clock += FLIGHT;
        break;
      case "banque_a_tout_va.hand_shown":
        // The banker's lie open before his third card comes.
        if (event.hand === "banker" && event.cards.length === 3) break;
        steps.push({ at: clock, keys: [facesKey(event.hand)], sound: "card" });
        clock += LOOK;
        break;
      case "banque_a_tout_va.third_card":
        steps.push({ at: clock, keys: [cardKey(event.hand, 2)], sound: "card" });
        clock += FLIGHT + LOOK;
        break;
      case "banque_a_tout_va.coup_announced":
        steps.push({ at: clock, keys: [RESULT], sound: "chip" });
        clock += FLIGHT;
        break;
      default:
        break;
    }
  }
  return { steps, length: clock };
}
