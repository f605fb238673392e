/** Why a command did not happen, in both languages. A code without a sentence is a type error. */

import type { Refusal } from "../wire/types";
import { fill, type Language, type Words } from "./i18n";
import { chips } from "./money";

export type RefusalCode = Refusal["code"];

const FR: Record<RefusalCode, string> = {
  above_maximum: "Au-dessus du maximum de la table.",
  already_seated: "Vous tenez déjà cette boîte.",
  below_minimum: "Sous le minimum de la table.",
  box_in_play: "La boîte a des jetons sur le tapis.",
  box_out_of_range: "Cette boîte n’existe pas.",
  box_taken: "Cette boîte est prise.",
  internal: "La maison a eu un contretemps ; rien n’a été joué.",
  malformed: "Demande illisible.",
  not_enough_chips: "Pas assez de jetons.",
  not_signed_in: "Connectez-vous pour jouer.",
  not_your_box: "Ce n’est pas votre boîte.",
  shoe_not_ready: "Le sabot n’est pas encore prêt.",
  table_closed: "La table est fermée.",
  table_draining: "La table ferme : plus de nouvelle mise.",
  too_fast: "Trop vite : un instant.",
  unknown_command: "Demande inconnue.",
};

const EN: Record<RefusalCode, string> = {
  above_maximum: "Above the table’s maximum.",
  already_seated: "You already hold this box.",
  below_minimum: "Below the table’s minimum.",
  box_in_play: "The box has chips on the layout.",
  box_out_of_range: "There is no such box.",
  box_taken: "This box is taken.",
  internal: "The house had a mishap; nothing was played.",
  malformed: "Unreadable request.",
  not_enough_chips: "Not enough chips.",
  not_signed_in: "Sign in to play.",
  not_your_box: "This is not your box.",
  shoe_not_ready: "The shoe is not ready yet.",
  table_closed: "The table is closed.",
  table_draining: "The table is closing: no new stakes.",
  too_fast: "Too fast: one moment.",
  unknown_command: "Unknown request.",
};

const SENTENCES: Record<Language, Record<RefusalCode, string>> = { fr: FR, en: EN };

/** The details that are amounts in minor units; written as chips. */
const AMOUNTS = ["minimum", "maximum", "balance", "step", "amount", "needed", "stake"];

const DETAIL: Record<Language, Record<string, string>> = {
  fr: {
    minimum: "Minimum : {minimum}.",
    maximum: "Maximum : {maximum}.",
    step: "Par pas de {step}.",
    balance: "Solde : {balance}.",
  },
  en: {
    minimum: "Minimum: {minimum}.",
    maximum: "Maximum: {maximum}.",
    step: "In steps of {step}.",
    balance: "Balance: {balance}.",
  },
};

/** Returns a refusal as a sentence with its figures, and the clause behind it where one is given. */
export function refusal(refused: Refusal, language: Language): { text: string; clause: string | null } {
  const words: Words = {};
  for (const [name, value] of Object.entries(refused.detail)) {
    words[name] =
      typeof value === "number" && AMOUNTS.includes(name) ? chips(value, language) : value;
  }
  const figures = Object.keys(words)
    .map((name) => DETAIL[language][name])
    .filter((each): each is string => each !== undefined)
    .map((each) => fill(each, words));
  const clause = refused.detail.clause;
  return {
    text: [fill(SENTENCES[language][refused.code], words), ...figures].join(" "),
    clause: typeof clause === "string" ? clause : null,
  };
}
