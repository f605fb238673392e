/** What a spin shows of its draw. */

import type { Fell } from "../contract";

/** The segment on which the wheel stopped, by its place on the rim. */
export const fell: Fell = (event, view) => {
  if (event.kind !== "big_wheel.number_fell") return null;
  return "rim" in view ? [view.rim.indexOf(event.number)] : [null];
};
