/** How a frame is shown: cards come one by one, hands turn up, then it is told what wins. */

import type { Plan, Step } from "../../core/reveal";
import type { AnyEvent } from "../table";
import { type Side, SIDES } from "./wire";

export function cardKey(side: Side, index: number): string {
  return `card:${side}/${index}`;
}
/** The two cards of a side lie open. */
export function facesKey(side: Side): string {
  return `faces:${side}`;
}
/** What wins, and what became of the stakes. */
export const RESULT = "result";

const STAGGER = 300;
const FLIGHT = 420;
const LOOK = 850;

/** Returns how to show a frame; an empty plan when it has no events (connect, reconnect). */
export function plan(events: readonly AnyEvent[]): Plan {
  const steps: Step[] = [];
  let clock = 0;
  for (const event of events) {
    switch (event.kind) {
      case "punto_banco.cards_dealt":
        for (const index of [0, 1]) {
          for (const side of SIDES) {
            steps.push({ at: clock, keys: [cardKey(side, index)], sound: "card" });
            clock += STAGGER;
          }
        }
        if (event.stop_card) steps.push({ at: clock, keys: [], sound: "stop" });
        clock += FLIGHT;
        break;
      case "punto_banco.hand_turned":
        steps.push({ at: clock, keys: [facesKey(event.hand)], sound: "card" });
        clock += LOOK;
        break;
      case "punto_banco.third_card":
        steps.push({ at: clock, keys: [cardKey(event.hand, 2)], sound: "card" });
        if (event.stop_card) steps.push({ at: clock, keys: [], sound: "stop" });
        clock += FLIGHT + LOOK;
        break;
      case "punto_banco.coup_announced":
        steps.push({ at: clock, keys: [RESULT], sound: "chip" });
        clock += FLIGHT;
        break;
      case "punto_banco.card_turned_up":
        steps.push({ at: clock, keys: [], sound: "card" });
        break;
      default:
        break;
    }
  }
  return { steps, length: clock };
}
