/** What a spin shows of its draw. */

import type { Fell } from "../contract";

/** The number on which the ball came to rest; 37 is the 00. */
export const fell: Fell = (event) =>
  event.kind === "american_roulette.number_fell" ? [event.number] : null;
