/** What a practice table says of decisions, in words; loaded at practice tables alone. */

import { type Dictionary, type Language, translatorOf, type Translate } from "../../core/i18n";
import { chips } from "../../core/money";
import type { Judged } from "../../wire/types";

/** One kind of error, as the report of a day lists it. */
export interface Mistake extends Pick<Judged, "hand" | "up" | "chosen" | "advised" | "cost"> {
  times: number;
}

/** How I have decided today, as the house tells it. */
export interface Report {
  rounds: number;
  hands: number;
  decisions: number;
  right: number;
  /** Minor units, on average. */
  cost: number;
  mistakes: Mistake[];
}

const fr = {
  hit: "tirer",
  stand: "rester",
  double: "doubler",
  split: "séparer",
  surrender: "abandonner",
  insure: "s’assurer",
  decline: "refuser",
  even_money: "être payé à égalité",
  right: "{hand} : {chosen}, c’est juste.",
  better: "{hand} : plutôt {advised}. {chosen} coûte {cost} en moyenne.",
  nearly: "{hand} : plutôt {advised}. {chosen} ne coûte presque rien.",
  against: "{hand} contre {up}",
  soft: "{total} souple",
  pair: "Paire de {rank}",
  aces: "Paire d’as",
  BJ: "Black jack",
  insurance: "Assurance",
  ace: "as",
  failed: "La maison ne répond pas : réessayez dans un instant.",
  retry: "Réessayer",
  none: "Vous n’avez pas encore pris de décision aujourd’hui à cette table.",
  hands: "Mains",
  decisions: "Décisions",
  rightly: "Justes",
  cost: "Coût des erreurs",
  per_100: "Pour 100 mains",
  share: "{right} ({percent} %)",
  perfect: "Aucune erreur : vous jouez la stratégie de base.",
  mistakes: "Vos erreurs, la plus chère d’abord",
  instead: "{chosen} au lieu de {advised}",
  once: "1 fois",
  times: "{times} fois",
  today:
    "Vos décisions d’aujourd’hui à cette table, comparées à la stratégie de base de ses règles. Le coût est ce que l’erreur perd en moyenne, à votre mise.",
} as const;

export type TrainerWord = keyof typeof fr;

const en: Record<TrainerWord, string> = {
  hit: "hit",
  stand: "stand",
  double: "double",
  split: "split",
  surrender: "surrender",
  insure: "insure",
  decline: "decline",
  even_money: "take even money",
  right: "{hand}: to {chosen} is right.",
  better: "{hand}: better to {advised}. To {chosen} costs {cost} on average.",
  nearly: "{hand}: better to {advised}. To {chosen} costs next to nothing.",
  against: "{hand} against {up}",
  soft: "Soft {total}",
  pair: "Pair of {rank}s",
  aces: "Pair of aces",
  BJ: "Blackjack",
  insurance: "Insurance",
  ace: "an ace",
  failed: "The house does not answer: try again in a moment.",
  retry: "Try again",
  none: "You have not decided anything at this table today.",
  hands: "Hands",
  decisions: "Decisions",
  rightly: "Right",
  cost: "Cost of errors",
  per_100: "Per 100 hands",
  share: "{right} ({percent}%)",
  perfect: "No error: you play basic strategy.",
  mistakes: "Your errors, the dearest first",
  instead: "{chosen} instead of {advised}",
  once: "once",
  times: "{times} times",
  today:
    "Your decisions of today at this table beside basic strategy by its rules. The cost is what an error loses on average, at your stake.",
};

export const WORDS: Dictionary<TrainerWord> = { fr, en };

/** Returns what translates the words of the trainer. */
export function training(language: Language): Translate<TrainerWord> {
  return translatorOf<TrainerWord>(WORDS, language);
}

function isWord(word: string): word is TrainerWord {
  return word in fr;
}

/** Returns what was done, in a word. */
export function deed(verb: string, say: Translate<TrainerWord>): string {
  return isWord(verb) ? say(verb) : verb;
}

/** Returns what was held against what, e.g. `16 contre 10`. */
export function situation({ hand, up }: Pick<Judged, "hand" | "up">, language: Language): string {
  const say = training(language);
  if (hand === "insurance") return say("insurance");
  return say("against", { hand: held(hand, say), up: card(up, say("ace")) });
}

function held(hand: string, say: Translate<TrainerWord>): string {
  if (hand === "BJ") return say("BJ");
  if (hand === "A,A") return say("aces");
  const [rank = ""] = hand.split(",");
  if (rank !== hand) return say("pair", { rank: card(rank, "") });
  const total = hand.slice(1);
  return hand.startsWith("s") ? say("soft", { total }) : total;
}

function card(rank: string, ace: string): string {
  return rank === "A" ? ace : rank === "T" ? "10" : rank;
}

/** Returns an average cost as an amount of chips. */
export function amount(cost: number, language: Language): string {
  return chips(Math.round(cost), language);
}

/** Returns what is said of a decision once it is made. */
export function verdict(judged: Judged, language: Language): string {
  const say = training(language);
  const right = judged.chosen === judged.advised;
  const chosen = deed(judged.chosen, say);
  const words = {
    hand: situation(judged, language),
    advised: deed(judged.advised, say),
    chosen: right || language === "en" ? chosen : begun(chosen),
    cost: amount(judged.cost, language),
  };
  if (right) return say("right", words);
  return say(judged.cost < 0.5 ? "nearly" : "better", words);
}

/** Returns words as a sentence begins with them. */
export function begun(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
