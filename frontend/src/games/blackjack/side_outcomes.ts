/** What became of side bets, and what they pay; loaded once the page is drawn. */

import { type Dictionary, type Language, translatorOf, type Translate } from "../../core/i18n";
import { chips } from "../../core/money";
import { betName, field, HYPER, STRIP } from "./side_bets";
import type { Limits, SideBetView } from "./wire";

const fr = {
  "line.queen_of_hearts.1": "deux dames de cœur, black jack de la banque",
  "line.queen_of_hearts.2": "deux dames de cœur",
  "line.queen_of_hearts.3": "paire",
  "line.queen_of_hearts.4": "même couleur",
  "line.queen_of_hearts.5": "total de 20",
  "line.two_plus_one.1": "tierce flush",
  "line.two_plus_one.2": "brelan",
  "line.two_plus_one.3": "tierce",
  "line.two_plus_one.4": "couleur",
  "line.jp1.1": "un 7",
  "line.jp1.2": "deux 7",
  "line.jp1.3": "trois 7",
  "line.jp1.4": "trois 7 de même couleur",
  "line.jp1.5": "trois 7 de même enseigne",
  "line.perfect_pairs.1": "paire idéale",
  "line.perfect_pairs.2": "paire à la couleur",
  "line.perfect_pairs.3": "paire mixte",
  "line.hyper": "la banque fait {point}",
  won: "{bet} +{amount}",
  won_line: "{bet}, {line} +{amount}",
  held: "{bet} : en attente",
  claimed: "{bet} : jackpot à approuver",
  void: "{bet} : rendue",
  fixed: "{bet} : {min}, montant unique.",
  from: "{bet} : dès {min}.",
  between: "{bet} : de {min} à {max}.",
  pays: "Paie {odds} pour 1",
  lines: "Paie pour 1 : {lines}",
  pot: "cagnotte",
} as const;

type Word = keyof typeof fr;
type Say = Translate<Word>;
type SideLimit = Limits["sides"][number];

const en: Record<Word, string> = {
  "line.queen_of_hearts.1": "two queens of hearts, dealer’s black jack",
  "line.queen_of_hearts.2": "two queens of hearts",
  "line.queen_of_hearts.3": "pair",
  "line.queen_of_hearts.4": "suited",
  "line.queen_of_hearts.5": "total of 20",
  "line.two_plus_one.1": "straight flush",
  "line.two_plus_one.2": "three of a kind",
  "line.two_plus_one.3": "straight",
  "line.two_plus_one.4": "flush",
  "line.jp1.1": "one 7",
  "line.jp1.2": "two 7s",
  "line.jp1.3": "three 7s",
  "line.jp1.4": "three 7s of one colour",
  "line.jp1.5": "three 7s of one suit",
  "line.perfect_pairs.1": "perfect pair",
  "line.perfect_pairs.2": "coloured pair",
  "line.perfect_pairs.3": "mixed pair",
  "line.hyper": "the dealer makes {point}",
  won: "{bet} +{amount}",
  won_line: "{bet}, {line} +{amount}",
  held: "{bet}: waiting",
  claimed: "{bet}: jackpot to be approved",
  void: "{bet}: returned",
  fixed: "{bet}: {min}, one amount only.",
  from: "{bet}: from {min}.",
  between: "{bet}: {min} to {max}.",
  pays: "Pays {odds} to 1",
  lines: "Pays to 1: {lines}",
  pot: "pot",
};

const WORDS: Dictionary<Word> = { fr, en };

/** Returns the translator of the words of side bets. */
export const sayOfSides = (language: Language): Say => translatorOf(WORDS, language);

/** The bets whose pay lines have names; those of split aces are the operator's own. */
const LINED = [
  "queen_of_hearts",
  "lucky_ladies",
  "two_plus_one",
  "jp1",
  "perfect_pairs",
  "twenty_one_plus_three",
];

/** Returns the name of the pay line that was hit; empty where it has none. */
function lineName(bet: string, line: number, say: Say): string {
  if (field(bet)) return say("line.hyper", { point: field(bet) });
  if (line === 0 || !LINED.includes(bet)) return "";
  const lines = bet === "lucky_ladies" ? "queen_of_hearts" : bet;
  return say(`line.${lines === "twenty_one_plus_three" ? "two_plus_one" : lines}.${line}` as Word);
}

/** Returns what became of a side bet, with its line and what it won; empty for a lost one. */
export function outcome(side: SideBetView, language: Language): string {
  const say = sayOfSides(language);
  const bet = betName(side.bet, language);
  switch (side.state) {
    case "won": {
      const line = lineName(side.bet, side.line, say);
      const amount = chips(side.returned - side.stake, language);
      return line && !field(side.bet)
        ? say("won_line", { bet, line, amount })
        : say("won", { bet, amount });
    }
    case "held":
      return say("held", { bet });
    case "claimed":
      return say("claimed", { bet });
    case "void":
      return say("void", { bet });
    case "open":
    case "fed":
    case "lost":
      return "";
  }
}

/** Returns what a side bet pays, line by line; one figure where all lines pay alike. */
function pays(side: SideLimit, say: Say): string {
  const paid = side.odds.map((each) => (each === null ? say("pot") : String(each)));
  if (new Set(paid).size === 1) return say("pays", { odds: paid[0] ?? "" });
  const lines = paid.map((odds, place) => {
    const strip = side.bet === STRIP ? field(HYPER[place] ?? "") : "";
    const line = strip || lineName(side.bet, place + 1, say);
    return line ? `${odds} (${line})` : odds;
  });
  return say("lines", { lines: lines.join(", ") });
}

/** Returns a side bet's bounds and pay lines in a sentence, with the clause that creates it. */
export function terms(side: SideLimit, language: Language): string {
  const say = sayOfSides(language);
  const bet = betName(side.bet, language);
  const min = chips(side.least, language);
  const key = side.least === side.most ? "fixed" : side.most === null ? "from" : "between";
  const max = side.most === null ? "" : chips(side.most, language);
  return `${say(key, { bet, min, max })} ${pays(side, say)} (${side.clause})`;
}
