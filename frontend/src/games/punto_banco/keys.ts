import type { Decisions } from "../../core/keys";

/** The letters of the decisions. */
export const DECISIONS: Decisions = {
  t: "punto_banco.turn",
  k: "punto_banco.refuse_bank",
};
