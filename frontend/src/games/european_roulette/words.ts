/** European roulette's words, in both languages. A missing translation is a type error. */

import {
  type Dictionary,
  type Language,
  prefixed,
  speaking,
  type Translate,
} from "../../core/i18n";
import * as FAMILY from "../wheel/words";
import { BETS } from "../../wire/words/european_roulette/names";

const fr = {
  ...FAMILY.fr,
  "status.choose": "Zéro : partage ou prison ?",
  "print.voisins_du_zero": "Voisins",
  "print.tiers_du_cylindre": "Tiers",
  "print.orphelins_cheval": "Orphelins",
  "print.orphelins_plein": "Orph. plein",
  "print.jeu_zero": "Jeu zéro",
  "spot.choice": "{amount} au choix",
  "spot.prison": "{amount} en prison",
  "name.write": "Cette annonce se remet par écrit, sous « Annonces écrites », et attend son visa.",
  "name.two": "De vive voix, cette table prend un numéro et deux voisins.",
  "name.laid": "Placé : {bets}",
  "wheel.number": "Le numéro {number}",
  "choice.group": "Choix après le zéro",
  "choice.half": "Reprendre {amount}",
  "choice.prison": "En prison",
  "choice.all_half": "Tout reprendre",
  "choice.all_prison": "Tout en prison",
  "choice.left": "{bet}, {amount}",
  "say.choice": "Zéro. Partage ou prison pour chaque chance simple.",
  "say.silent": "Faute de choix : partage d’office, {amount}.",
  "say.released": "Mise libérée : {amount}.",
  "notice.released": "Prisonnier libéré : {amount} rendus.",
} as const;

export type Word = keyof typeof fr | `bet.${keyof typeof BETS.fr}`;

const en: Record<keyof typeof fr, string> = {
  ...FAMILY.en,
  "status.choose": "Zero: half or prison?",
  "print.voisins_du_zero": "Voisins",
  "print.tiers_du_cylindre": "Tiers",
  "print.orphelins_cheval": "Orphans",
  "print.orphelins_plein": "Orph. straight",
  "print.jeu_zero": "Zero game",
  "spot.choice": "{amount} to decide",
  "spot.prison": "{amount} in prison",
  "name.write": "This bet is handed in under “Written announcements” and waits to be endorsed.",
  "name.two": "Aloud, this table takes a number and two neighbours.",
  "name.laid": "Placed: {bets}",
  "wheel.number": "Number {number}",
  "choice.group": "Choice after the zero",
  "choice.half": "Take back {amount}",
  "choice.prison": "In prison",
  "choice.all_half": "Take all halves",
  "choice.all_prison": "All in prison",
  "choice.left": "{bet}, {amount}",
  "say.choice": "Zero. Half or prison for each even chance.",
  "say.silent": "No choice was made: half goes back, {amount}.",
  "say.released": "Stake set free: {amount}.",
  "notice.released": "Prisoner set free: {amount} back.",
};

const WORDS: Dictionary<Word> = {
  fr: { ...fr, ...prefixed("bet", BETS.fr) },
  en: { ...en, ...prefixed("bet", BETS.en) },
};

export function saying(language: Language): Translate<Word> {
  return speaking(WORDS, language);
}
