/** Why a call is not understood, in both languages. */

import type { Language } from "../../core/i18n";
import { fill } from "../../core/i18n";
import type { Doubt } from "./naming";

type Sentences = Record<Doubt["doubt"], string>;

const SENTENCES: Record<Language, Sentences> = {
  fr: {
    empty: "Il manque une mise.",
    words: "« {what} » n’est pas compris.",
    whole: "« {what} » n’est pas une mise.",
    taking:
      "« {what} » : ici on ne fait que miser. Pour retirer des jetons : Reprendre ou Annuler.",
    none: "« {what} » : le tapis n’a pas cette combinaison.",
    several: "« {what} » : laquelle ?",
    bare: "Que veut dire « {what} » ? Un montant se dit avec « par ».",
    times: "« {what} » : combien, et sur quel numéro ?",
    each: "« {what} » : dites ce que vaut chaque jeton.",
    some: "« {what} » : un montant pour chaque mise, ou pour aucune.",
    zero: "« {what} » : le montant est nul.",
    unit: "« {what} » : un écrit compte des jetons, leur valeur se choisit en misant.",
    aloud: "« {what} » se donne de vive voix, pas par écrit.",
    alone: "« {what} » : une complète s’écrit seule.",
  },
  en: {
    empty: "A bet is missing.",
    words: "“{what}” is not understood.",
    whole: "“{what}” is not a bet.",
    taking: "“{what}”: bets are only placed here. To take chips back: Take back or Undo.",
    none: "“{what}”: the layout has no such combination.",
    several: "“{what}”: which one?",
    bare: "What does “{what}” mean? An amount is said with “by”.",
    times: "“{what}”: how many, and on which number?",
    each: "“{what}”: say what each chip is worth.",
    some: "“{what}”: an amount for every bet, or for none.",
    zero: "“{what}”: the amount is nothing.",
    unit: "“{what}”: a writing counts chips; their value is chosen when they are staked.",
    aloud: "“{what}” is given aloud, not in writing.",
    alone: "“{what}”: a complete bet is written by itself.",
  },
};
/** Calls that are understood, said and written. */
export const EXAMPLES: Record<Language, { said: readonly string[]; written: readonly string[] }> = {
  fr: {
    said: ["17 par 5", "carré 17 21", "tiers par 5", "17 et chevaux"],
    written: ["complète du 17", "5 × rouge, 2 × carré 17 21"],
  },
  en: {
    said: ["17 by 5", "corner 17 21", "tiers by 5", "17 and splits"],
    written: ["complete 17", "5 × red, 2 × corner 17 21"],
  },
};
const FOR_INSTANCE: Record<Language, string> = {
  fr: "Par exemple : {calls}.",
  en: "For instance: {calls}.",
};

/** Returns French with its spaces unbroken before `:`, `?` and inside « ». */
function set(text: string, language: Language): string {
  return language === "fr" ? text.replace(/ (?=[:;?!»])|(?<=«) /g, "\u00a0") : text;
}

function quoted(calls: readonly string[], language: Language): string {
  return calls.map((each) => (language === "fr" ? `« ${each} »` : `“${each}”`)).join(", ");
}

/** Returns why a call is not understood, with calls that are. */
export function explained(doubt: Doubt, language: Language, way: "said" | "written"): string {
  const sentence = fill(SENTENCES[language][doubt.doubt], { what: doubt.what });
  if (doubt.doubt === "taking") return set(sentence, language);
  const by = language === "fr" ? "par" : "by";
  const meant = doubt.instead.map((each) => fill(each, { by }));
  const calls = meant.length > 0 ? meant : EXAMPLES[language][way];
  const instances = fill(FOR_INSTANCE[language], { calls: quoted(calls, language) });
  return set(`${sentence} ${instances}`, language);
}
