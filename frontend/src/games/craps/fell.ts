/** What a throw shows of its draw. */

import type { Fell } from "../contract";

/** The faces of both dice, counted from 0. */
export const fell: Fell = (event) =>
  event.kind === "craps.dice_fell" ? event.dice.map((shown) => shown - 1) : null;
