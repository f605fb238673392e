/** What a coup shows of its draw. */

import type { Fell } from "../contract";

/** The hole, counted from 0, in which the ball came to rest. */
export const fell: Fell = (event) =>
  event.kind === "boule.number_fell" ? [event.number - 1] : null;
