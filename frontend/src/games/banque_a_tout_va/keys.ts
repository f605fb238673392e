import type { Decisions } from "../../core/keys";

/** The letters of the decisions. */
export const DECISIONS: Decisions = {
  t: "banque_a_tout_va.draw",
  n: "banque_a_tout_va.stand",
  d: "banque_a_tout_va.deal",
  j: "banque_a_tout_va.chemin_de_fer",
};
