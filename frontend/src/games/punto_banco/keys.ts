import type { Decisions } from "../../core/keys";

/** The letters of the decisions. */
export const DECISIONS: Decisions = {
  t: "punto_banco.turn",
  n: "punto_banco.refuse_cards",
  k: "punto_banco.refuse_bank",
};
