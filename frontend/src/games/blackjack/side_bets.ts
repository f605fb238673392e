/** Side bets as the cloth and the voice name them. What is offered, and its odds, the view says. */

import { corner } from "../../core/cards";
import { chips } from "../../core/money";
import type { Dictionary, Language, Translate } from "../../core/i18n";
import { BETS } from "../../wire/words/blackjack/names";
import type { Limits, SideBet, SideBetView } from "./wire";
import type { Word } from "./words";

type SideLimit = Limits["sides"][number];

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
const STRIP = "hyper";

const PRINT: Record<string, string> = {
  lucky_ladies: "LL",
  two_plus_one: "2+1",
  jp1: "JP1",
  perfect_pairs: "PP",
  twenty_one_plus_three: "21+3",
  split_aces: "A·A",
};

/** The bets whose pay lines have names; those of split aces are the operator's own. */
const LINED = [
  "queen_of_hearts",
  "lucky_ladies",
  "two_plus_one",
  "jp1",
  "perfect_pairs",
  "twenty_one_plus_three",
];

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

/** Returns the name of the pay line that was hit; empty where it has none. */
export function lineName(bet: string, line: number, say: Translate<Word>): string {
  if (field(bet)) return say("line.hyper", { point: field(bet) });
  if (line === 0 || !LINED.includes(bet)) return "";
  const lines = bet === "lucky_ladies" ? "queen_of_hearts" : bet;
  return say(`line.${lines === "twenty_one_plus_three" ? "two_plus_one" : lines}.${line}` as Word);
}

/** Returns what became of a side bet, with its line and what it won; empty for a lost one. */
export function outcome(side: SideBetView, say: Translate<Word>, language: Language): string {
  const bet = betName(side.bet, language);
  switch (side.state) {
    case "won": {
      const line = lineName(side.bet, side.line, say);
      const amount = chips(side.returned - side.stake, language);
      return line && !field(side.bet)
        ? say("side.won_line", { bet, line, amount })
        : say("side.won", { bet, amount });
    }
    case "held":
      return say("side.held", { bet });
    case "claimed":
      return say("side.claimed", { bet });
    case "void":
      return say("side.void", { bet });
    case "open":
    case "fed":
    case "lost":
      return "";
  }
}

/** Returns what a side bet pays, line by line; one figure where all lines pay alike. */
function pays(side: SideLimit, say: Translate<Word>): string {
  const paid = side.odds.map((each) => (each === null ? say("side.pot") : String(each)));
  if (new Set(paid).size === 1) return say("side.pays", { odds: paid[0] ?? "" });
  const lines = paid.map((odds, place) => {
    const strip = side.bet === STRIP ? field(HYPER[place] ?? "") : "";
    const line = strip || lineName(side.bet, place + 1, say);
    return line ? `${odds} (${line})` : odds;
  });
  return say("side.lines", { lines: lines.join(", ") });
}

/** Returns a side bet's bounds and pay lines in a sentence, with the clause that creates it. */
export function terms(side: SideLimit, say: Translate<Word>, language: Language): string {
  const bet = betName(side.bet, language);
  const min = chips(side.least, language);
  const key =
    side.least === side.most ? "side.fixed" : side.most === null ? "side.from" : "side.between";
  const max = side.most === null ? "" : chips(side.most, language);
  return `${say(key, { bet, min, max })} ${pays(side, say)} (${side.clause})`;
}
