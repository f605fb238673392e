/** The order in which a frame is shown: cards one by one, then what they decide. */

import type { Plan, Step } from "../../core/reveal";
import type { AnyEvent } from "../table";
import type { Bet } from "./wire";

/** The bank's hand, among the boxes. */
export const DEALER = 0;
const STAGGER = 240;
const DEALER_WAITS = 380;
const FLIGHT = 420;

export const cardKey = (box: number, index: number): string => `card:${box}/${index}`;
export const resultKey = (box: number, bet: Bet): string => `result:${box}/${bet}`;

/** Returns how to show events; an empty plan when there are none (connect, reconnect). */
export function plan(events: readonly AnyEvent[]): Plan {
  const steps: Step[] = [];
  let clock = 0;
  let dealt = false;
  for (const event of events) {
    switch (event.kind) {
      case "bataille.dealt": {
        const index = event.burnt ? 1 : 0;
        for (const box of event.boxes) {
          steps.push({ at: clock, keys: [cardKey(box, index)], sound: "card" });
          clock += STAGGER;
        }
        clock += DEALER_WAITS;
        steps.push({ at: clock, keys: [cardKey(DEALER, index)], sound: "card" });
        if (event.stop_card) steps.push({ at: clock, keys: [], sound: "stop" });
        clock += FLIGHT + 160;
        dealt = true;
        break;
      }
      case "bataille.stakes_settled":
        for (const { box, bet, returned, staked } of event.settled) {
          const sound = returned > staked ? "win" : "chip";
          steps.push({ at: clock, keys: [resultKey(box, bet)], sound });
          clock += 130;
        }
        break;
      case "bataille.staked":
      case "bataille.fought":
        steps.push({ at: clock, keys: [], sound: "chip" });
        break;
      default:
        break;
    }
  }
  return { steps, length: dealt ? clock : (steps.at(-1)?.at ?? 0) };
}
