import type { Decisions } from "../../core/keys";

/** The letters of the choice after a zero. */
export const DECISIONS: Decisions = {
  m: "european_roulette.half",
  p: "european_roulette.prison",
};
