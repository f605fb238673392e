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
  written: "Annonces écrites",
  "written.label": "Écrire une annonce",
  "written.hint": "complète du 17, ou 5 × rouge, 2 × carré 17 21",
  "written.go": "Remettre l’écrit",
  "written.pending": "chez la direction des jeux",
  "written.endorsed": "visée : {reason}",
  "written.declined": "refusée : {reason}",
  "written.inspector": "Un inspecteur est présent : {name}",
  "written.nobody": "Sans inspecteur à la table, elles ne se jouent pas.",
  "written.chips": "{chips} jetons",
  "print.voisins_du_zero": "Voisins",
  "print.tiers_du_cylindre": "Tiers",
  "print.orphelins_cheval": "Orphelins",
  "print.orphelins_plein": "Orph. plein",
  "print.jeu_zero": "Jeu zéro",
  "spot.choice": "{amount} au choix",
  "spot.prison": "{amount} en prison",
  racetrack: "Annonces",
  "racetrack.numbers": "Un numéro et deux voisins",
  "racetrack.finals": "Finales",
  "name.label": "Miser par le nom",
  "name.hint": "17 par 5, carré 17 21, tiers par 5…",
  "name.go": "Annoncer",
  "name.total": "Total : {total}",
  "name.stake": "Miser {total}",
  "name.cancel": "Annuler",
  "name.keys": "Entrée pour miser, Échap pour annuler",
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
  "settings.keys":
    "1 à 5 : jetons. Flèches : aller sur le tapis. Entrée : miser. Effacement : reprendre. U : annuler. C : effacer. R : rejouer. X : doubler. G : lancez. M : moitié. P : prison.",
} as const;

export type Word = keyof typeof fr | `bet.${keyof typeof BETS.fr}`;

const en: Record<keyof typeof fr, string> = {
  ...FAMILY.en,
  "status.choose": "Zero: half or prison?",
  written: "Written announcements",
  "written.label": "Write an announcement",
  "written.hint": "complete 17, or 5 × red, 2 × corner 17 21",
  "written.go": "Hand it in",
  "written.pending": "with the games management",
  "written.endorsed": "endorsed: {reason}",
  "written.declined": "declined: {reason}",
  "written.inspector": "An inspector is present: {name}",
  "written.nobody": "Without an inspector at the table they are not played.",
  "written.chips": "{chips} chips",
  "print.voisins_du_zero": "Voisins",
  "print.tiers_du_cylindre": "Tiers",
  "print.orphelins_cheval": "Orphans",
  "print.orphelins_plein": "Orph. straight",
  "print.jeu_zero": "Zero game",
  "spot.choice": "{amount} to decide",
  "spot.prison": "{amount} in prison",
  racetrack: "Announced bets",
  "racetrack.numbers": "A number and two neighbours",
  "racetrack.finals": "Finals",
  "name.label": "Bet by name",
  "name.hint": "17 by 5, corner 17 21, tiers by 5…",
  "name.go": "Call",
  "name.total": "Total: {total}",
  "name.stake": "Place {total}",
  "name.cancel": "Cancel",
  "name.keys": "Enter to place, Escape to cancel",
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
  "settings.keys":
    "1 to 5: chips. Arrows: move on the layout. Enter: stake. Backspace: take back. U: undo. C: clear. R: rebet. X: double. G: spin. M: half. P: prison.",
};

const WORDS: Dictionary<Word> = {
  fr: { ...fr, ...prefixed("bet", BETS.fr) },
  en: { ...en, ...prefixed("bet", BETS.en) },
};

export function saying(language: Language): Translate<Word> {
  return speaking(WORDS, language);
}
