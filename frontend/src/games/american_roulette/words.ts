/** American roulette's words, in both languages. A missing translation is a type error. */

import {
  type Dictionary,
  type Language,
  prefixed,
  translatorOf,
  type Translate,
} from "../../core/i18n";
import { BETS } from "../../wire/words/american_roulette/names";
import * as FAMILY from "../wheel/words";

const fr = {
  ...FAMILY.fr,
  "notice.stopped":
    "Rien ne va : coup arrêté par la maison, la bille est relancée, rien ne change.",
  pays: "Ce que paie une mise",
  zeros: "Au 0 et au 00 toute chance simple perd.",
  colours: "Jetons de couleur",
  "colours.none": "Personne n’en a.",
  "colours.mark": "{colour}, {name} : un jeton vaut {value}",
  "colours.mine": "{colour}, vous : un jeton vaut {value}",
  "colours.you": "vous",
  "colours.hand": "En main : {chips} × {value} = {worth}",
  "colours.value": "Valeur d’un jeton",
  "colours.count": "Jetons",
  "colours.buy": "Acheter pour {amount}",
  "colours.more": "{chips} de plus pour {amount}",
  "colours.back": "Changer et partir",
  "colours.lie": "Vos jetons sur le tapis d’abord : reprenez-les, ou attendez la bille.",
  "colours.hint": "De {least} à {most}, par {step}. Ils ne valent qu’à cette table.",
  "colour.blue": "bleu",
  "colour.orange": "orange",
  "colour.violet": "violet",
  "colour.turquoise": "turquoise",
  "colour.pink": "rose",
  "colour.yellow": "jaune",
  "colour.brown": "brun",
  "colour.lime": "vert clair",
};

export type Word = keyof typeof fr | `bet.${keyof typeof BETS.fr}`;

const en: Record<keyof typeof fr, string> = {
  ...FAMILY.en,
  "notice.stopped":
    "Rien ne va: spin stopped by the house, the ball is launched again, nothing changes.",
  pays: "What a bet pays",
  zeros: "On 0 and 00 every even chance loses.",
  colours: "Colour chips",
  "colours.none": "Nobody has any.",
  "colours.mark": "{colour}, {name}: a chip is worth {value}",
  "colours.mine": "{colour}, you: a chip is worth {value}",
  "colours.you": "you",
  "colours.hand": "In hand: {chips} × {value} = {worth}",
  "colours.value": "Value of a chip",
  "colours.count": "Chips",
  "colours.buy": "Buy for {amount}",
  "colours.more": "{chips} more for {amount}",
  "colours.back": "Change and leave",
  "colours.lie": "Your chips on the layout first: take them back, or wait for the ball.",
  "colours.hint": "From {least} to {most}, in steps of {step}. Worth nothing at another table.",
  "colour.blue": "blue",
  "colour.orange": "orange",
  "colour.violet": "violet",
  "colour.turquoise": "turquoise",
  "colour.pink": "pink",
  "colour.yellow": "yellow",
  "colour.brown": "brown",
  "colour.lime": "lime",
};

const WORDS: Dictionary<Word> = {
  fr: { ...fr, ...prefixed("bet", BETS.fr) },
  en: { ...en, ...prefixed("bet", BETS.en) },
};

export function translatorFor(language: Language): Translate<Word> {
  return translatorOf(WORDS, language);
}
