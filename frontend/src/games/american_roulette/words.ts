/** American roulette's words, in both languages. A missing translation is a type error. */

import {
  type Dictionary,
  type Language,
  prefixed,
  speaking,
  type Translate,
} from "../../core/i18n";
import { BETS } from "../../wire/words/american_roulette/names";
import * as FAMILY from "../wheel/words";

const fr = {
  ...FAMILY.fr,
  "say.stopped": "Rien ne va : la bille est relancée.",
  "notice.stopped":
    "Rien ne va : coup arrêté par la maison, la bille est relancée, rien ne change.",
  pays: "Ce que paie une mise",
  zeros: "Au 0 et au 00 toute chance simple perd.",
};

export type Word = keyof typeof fr | `bet.${keyof typeof BETS.fr}`;

const en: Record<keyof typeof fr, string> = {
  ...FAMILY.en,
  "say.stopped": "Rien ne va: the ball is launched again.",
  "notice.stopped":
    "Rien ne va: spin stopped by the house, the ball is launched again, nothing changes.",
  pays: "What a bet pays",
  zeros: "On 0 and 00 every even chance loses.",
};

const WORDS: Dictionary<Word> = {
  fr: { ...fr, ...prefixed("bet", BETS.fr) },
  en: { ...en, ...prefixed("bet", BETS.en) },
};

export function saying(language: Language): Translate<Word> {
  return speaking(WORDS, language);
}
