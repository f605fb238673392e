/** How a coup is shown: cards come one by one, hands turn up, then it is told what wins. */

import type { Plan, Step } from "../../core/reveal";
import type { Sound } from "../../core/sound";

export function cardKey(side: string, index: number): string {
  return `card:${side}/${index}`;
}
/** The first two cards of a hand lie open. */
export function facesKey(side: string): string {
  return `faces:${side}`;
}
/** What wins, and what became of the stakes. */
export const RESULT = "result";

const STAGGER = 300;
const FLIGHT = 420;
const LOOK = 850;

/** What is shown of a coup so far, and when. */
export class Showing {
  readonly #steps: Step[] = [];
  #clock = 0;

  #show(keys: string[], sound: Sound, takes: number): void {
    this.#steps.push({ at: this.#clock, keys, sound });
    this.#clock += takes;
  }

  /** The stop card comes out with what was shown last. */
  stop(out: boolean): void {
    if (out) this.#show([], "stop", 0);
  }

  /** Two cards for each hand. */
  dealt(sides: readonly string[], stop: boolean): void {
    for (const index of [0, 1]) {
      for (const side of sides) this.#show([cardKey(side, index)], "card", STAGGER);
    }
    this.stop(stop);
    this.#clock += FLIGHT;
  }

  opens(side: string): void {
    this.#show([facesKey(side)], "card", LOOK);
  }

  third(side: string, stop: boolean): void {
    this.#show([cardKey(side, 2)], "card", 0);
    this.stop(stop);
    this.#clock += FLIGHT + LOOK;
  }

  /** A card that is no hand's. */
  aside(): void {
    this.#show([], "card", 0);
  }

  decided(): void {
    this.#show([RESULT], "chip", FLIGHT);
  }

  /** How to show it; empty when there was nothing. */
  get plan(): Plan {
    return { steps: this.#steps, length: this.#clock };
  }
}
