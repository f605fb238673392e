import type { Decisions } from "../../core/keys";

/** The letters of the decisions, after their French names. */
export const DECISIONS: Decisions = {
  m: "chemin_de_fer.bank",
  k: "chemin_de_fer.keep",
  p: "chemin_de_fer.pass_hand",
  a: "chemin_de_fer.garage",
  b: "chemin_de_fer.banco",
  t: "chemin_de_fer.with_table",
  o: "chemin_de_fer.complement",
  l: "chemin_de_fer.leave_in",
  r: "chemin_de_fer.withdraw",
  f: "chemin_de_fer.no_more",
  y: "chemin_de_fer.consent",
  d: "chemin_de_fer.deal",
  c: "chemin_de_fer.draw",
  n: "chemin_de_fer.stand",
};
