/** Boule's words, in both languages. A missing translation is a type error. */

import {
  type Dictionary,
  type Language,
  prefixed,
  translatorOf,
  type Translate,
} from "../../core/i18n";
import { BETS } from "../../wire/words/boule/names";
import * as FAMILY from "../wheel/words";

const fr = {
  ...FAMILY.fr,
  wheel: "Cuvette",
  "wheel.turning": "La boule roule",
  waiting: "La boule roule.",
  "notice.stopped": "Coup arrêté par la maison : la boule est relancée, rien ne change.",
  "print.number": "Plein :",
  "print.chance": "Chance simple :",
  "pays.number": "7 fois la mise",
  "pays.chance": "1 fois la mise",
  five: "Le 5 fait perdre toutes les chances simples.",
};

export type Word = keyof typeof fr | `bet.${keyof typeof BETS.fr}`;

const en: Record<keyof typeof fr, string> = {
  ...FAMILY.en,
  wheel: "Bowl",
  "notice.stopped": "Throw stopped by the house: the ball is thrown again, nothing changes.",
  go: "Throw",
  "print.number": "Number:",
  "print.chance": "Even chance:",
  "pays.number": "7 to 1",
  "pays.chance": "1 to 1",
  five: "On 5 every even chance loses.",
};

const WORDS: Dictionary<Word> = {
  fr: { ...fr, ...prefixed("bet", BETS.fr) },
  en: { ...en, ...prefixed("bet", BETS.en) },
};

export function translatorFor(language: Language): Translate<Word> {
  return translatorOf(WORDS, language);
}
