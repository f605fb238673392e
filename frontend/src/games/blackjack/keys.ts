import type { Decisions } from "../../core/keys";

/** The letters of the decisions, after their French names; hit, stand, double are the world's. */
export const DECISIONS: Decisions = {
  h: "blackjack.hit",
  s: "blackjack.stand",
  d: "blackjack.double",
  p: "blackjack.split",
  a: "blackjack.surrender",
  i: "blackjack.insure",
  e: "blackjack.even_money",
  n: "blackjack.decline",
  m: "blackjack.match",
};
