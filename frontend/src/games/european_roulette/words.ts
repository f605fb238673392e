/** European roulette's words, in both languages. A missing translation is a type error. */

import {
  type Dictionary,
  type Language,
  prefixed,
  translatorOf,
  type Translate,
} from "../../core/i18n";
import * as FAMILY from "../wheel/words";
import { BETS } from "../../wire/words/european_roulette/names";

const fr = {
  ...FAMILY.fr,
  "name.write": "Cette annonce se remet par écrit, sous « Annonces écrites », et attend son visa.",
  "name.two": "De vive voix, cette table prend un numéro et deux voisins.",
  "name.laid": "Placé : {bets}",
  "wheel.number": "Le numéro {number}",
} as const;

export type Word = keyof typeof fr | `bet.${keyof typeof BETS.fr}`;

const en: Record<keyof typeof fr, string> = {
  ...FAMILY.en,
  "name.write": "This bet is handed in under “Written announcements” and waits to be endorsed.",
  "name.two": "Aloud, this table takes a number and two neighbours.",
  "name.laid": "Placed: {bets}",
  "wheel.number": "Number {number}",
};

const WORDS: Dictionary<Word> = {
  fr: { ...fr, ...prefixed("bet", BETS.fr) },
  en: { ...en, ...prefixed("bet", BETS.en) },
};

export function translatorFor(language: Language): Translate<Word> {
  return translatorOf(WORDS, language);
}
