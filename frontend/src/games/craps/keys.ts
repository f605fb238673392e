import type { Decisions } from "../../core/keys";

/** The letters of the shooter's decisions. */
export const DECISIONS: Decisions = {
  t: "craps.throw",
  d: "craps.decline_dice",
};
