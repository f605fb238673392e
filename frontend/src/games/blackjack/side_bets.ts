/** Side bets as the cloth and the voice name them. What is offered, and its odds, the view says. */

import { corner } from "../../core/cards";
import type { Dictionary, Language } from "../../core/i18n";
import { BETS } from "../../wire/words/blackjack/names";
import type { Limits, SideBet, SideBetView } from "./wire";

/** The fields of hyper black jack, in the order of the strip: the bank's final points. */
export const HYPER: readonly SideBet[] = [
  "hyper:17",
  "hyper:18",
  "hyper:19",
  "hyper:20",
  "hyper:21",
  "hyper:BJ",
  "hyper:BUST",
];
/** The bet of the strip, whose fields are staked on. */
export const STRIP = "hyper";

const PRINT: Record<string, string> = {
  lucky_ladies: "LL",
  two_plus_one: "2+1",
  jp1: "JP1",
  perfect_pairs: "PP",
  twenty_one_plus_three: "21+3",
  split_aces: "A·A",
};

/** Returns the bets on offer that have a spot of their own, in the order of the text. */
export function spotted(limits: Limits): SideBet[] {
  return limits.sides
    .map((side) => side.bet as SideBet)
    .filter((bet) => bet !== (STRIP as SideBet));
}

/** Tells whether the table has the strip of hyper black jack. */
export function hasStrip(limits: Limits): boolean {
  return limits.sides.some((side) => side.bet === STRIP);
}

/** Returns every bet on offer, each field of the strip by itself. */
export function offered(limits: Limits): SideBet[] {
  return [...spotted(limits), ...(hasStrip(limits) ? HYPER : [])];
}

/** Returns the chips of a side bet that still lie on the layout; a loss takes them once `shown`. */
export function lying({ state, stake }: SideBetView, shown: boolean): number {
  if (state === "fed" || state === "claimed") return 0;
  return state === "lost" && shown ? 0 : stake;
}

/** Returns the bet behind a spot: every field of the strip belongs to one. */
export function family(bet: string): string {
  return bet.split(":")[0] ?? bet;
}

/** Returns the field of a bet on the strip, `17` to `21`, `BJ`, `BUST`; else nothing. */
export function field(bet: string): string {
  return bet.split(":")[1] ?? "";
}

/** Returns what is printed on a spot, in as few letters as the cloth has room for. */
export function printed(bet: string, frenchLetters: boolean): string {
  if (bet === "queen_of_hearts") return `${corner("Qh", frenchLetters)}♥`;
  return PRINT[bet] ?? field(bet);
}

export function betName(bet: string, language: Language): string {
  const names: Dictionary<string> = BETS;
  return names[language][bet] ?? bet;
}
