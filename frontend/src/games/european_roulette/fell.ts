/** What a spin shows of its draw. */

import type { Fell } from "../contract";

/** The number on which the ball came to rest. */
export const fell: Fell = (event) =>
  event.kind === "european_roulette.number_fell" ? [event.number] : null;
