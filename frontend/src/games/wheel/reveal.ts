/** How the fall of the ball is shown: everything it decides stays veiled until it rests. */

import type { Plan } from "../../core/reveal";

/** The key of what the ball decides: number, stakes, balance, statistics. */
export const BALL = "ball";
/** Milliseconds from rien ne va plus until the ball rests, and at least from the number's coming. */
export const SPIN = 6500;
export const LANDING = 4500;

/** Returns how long the ball still rolls when its number comes so long after rien ne va plus, and at least. */
export function rolling(since: number, least: number): number {
  return Math.max(least, SPIN - since);
}

/** Returns the plan of a frame whose number is shown when the ball rests. */
export function landing(length: number): Plan {
  return { steps: [{ at: length, keys: [BALL], sound: "stop" }], length, whole: true };
}
