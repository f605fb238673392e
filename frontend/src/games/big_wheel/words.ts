/** The big wheel's words, in both languages. A missing translation is a type error. */

import {
  type Dictionary,
  type Language,
  prefixed,
  translatorOf,
  type Translate,
} from "../../core/i18n";
import { BETS } from "../../wire/words/big_wheel/names";
import * as FAMILY from "../wheel/words";

const fr = {
  ...FAMILY.fr,
  wheel: "Grande roue",
  "wheel.turning": "La roue tourne",
  waiting: "La roue tourne.",
  last: "Dernières cases",
  "last.none": "Aucun coup encore.",
  "notice.stopped": "Coup arrêté par la maison : la roue est relancée, rien ne change.",
  "mark.joker_black": "JN",
  "mark.joker_yellow": "JJ",
  pays: "{times} fois la mise",
  segments: "Cases de la roue",
};

export type Word = keyof typeof fr | `bet.${keyof typeof BETS.fr}`;

const en: Record<keyof typeof fr, string> = {
  ...FAMILY.en,
  wheel: "Big wheel",
  "wheel.turning": "The wheel is turning",
  waiting: "The wheel is turning.",
  last: "Last segments",
  "last.none": "No spin yet.",
  "notice.stopped": "Spin stopped by the house: the wheel is turned again, nothing changes.",
  "mark.joker_black": "BJ",
  "mark.joker_yellow": "YJ",
  pays: "{times} to 1",
  segments: "Segments of the wheel",
};

const WORDS: Dictionary<Word> = {
  fr: { ...fr, ...prefixed("bet", BETS.fr) },
  en: { ...en, ...prefixed("bet", BETS.en) },
};

export function translatorFor(language: Language): Translate<Word> {
  return translatorOf(WORDS, language);
}
