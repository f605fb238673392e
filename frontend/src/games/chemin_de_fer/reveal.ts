/** How a frame is shown: cards pass one by one, then the hands turn up, then the stakes move. */

import type { Plan, Step } from "../../core/reveal";
import { handOf, type Shown, type Side } from "./wire";

/** Returns which card of the coup it is, in the order in which they leave the shoe, from 0. */
export function drawn(side: Side, index: number, thirdOfPonte: boolean): number {
  const banker = side === "banker";
  if (index < 2) return 2 * index + (banker ? 1 : 0);
  return banker && thirdOfPonte ? 5 : 4;
}

export function cardKey(side: Side, index: number): string {
  return `card:${side}/${index}`;
}
/** The hands lie open, with their points. */
export const FACES = "faces";
/** Who has won, and what became of the stakes. */
export const RESULT = "result";
/** The levy lies isolated in view. */
export const LEVY = "levy";

const STAGGER = 380;
const FLIGHT = 420;
const LOOK = 900;

/** Returns how to show a frame; an empty plan when it has no events (connect, reconnect). */
export function plan({ events, view }: Shown): Plan {
  const left: Record<Side, number> = { ponte: 0, banker: 0 };
  for (const event of events) {
    if (event.kind === "chemin_de_fer.card_passed") left[event.hand] += 1;
  }
  const steps: Step[] = [];
  let clock = 0;
  for (const event of events) {
    switch (event.kind) {
      case "chemin_de_fer.card_passed": {
        const index = handOf(view, event.hand).cards.length - left[event.hand];
        left[event.hand] -= 1;
        if (index < 0) break;
        steps.push({ at: clock, keys: [cardKey(event.hand, index)], sound: "card" });
        if (event.stop_card) steps.push({ at: clock, keys: [], sound: "stop" });
        clock += STAGGER;
        break;
      }
      case "chemin_de_fer.hands_shown":
        clock += steps.length > 0 ? FLIGHT : 0;
        steps.push({ at: clock, keys: [FACES], sound: "card" });
        clock += LOOK;
        break;
      case "chemin_de_fer.coup_decided":
        steps.push({
          at: clock,
          keys: [RESULT],
          sound: event.winner === "tie" ? "chip" : "win",
        });
        clock += FLIGHT;
        break;
      case "chemin_de_fer.levy_taken":
        steps.push({ at: clock, keys: [LEVY], sound: "chip" });
        clock += LOOK;
        break;
      case "chemin_de_fer.claim_made":
      case "chemin_de_fer.bank_staked":
        steps.push({ at: clock, keys: [], sound: "chip" });
        break;
      default:
        break;
    }
  }
  const last = steps.at(-1)?.at ?? 0;
  return { steps, length: Math.max(clock, last) };
}
