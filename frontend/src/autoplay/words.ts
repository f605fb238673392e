/** What is said of staking again, in both languages. */

import { type Dictionary, type Language, translatorOf, type Translate } from "../core/i18n";

const FR = {
  again: "Rejouer, {go}",
  auto: "Auto…",
  keys: "B : rejouer et servir en une fois. Échap : arrêter les mises automatiques.",
  title: "Mises automatiques",
  explain:
    "Les mises du dernier coup ({amount}) sont posées de nouveau, coup après coup, jusqu’à ce que vous arrêtiez. Les décisions restent les vôtres.",
  rounds: "Nombre de coups (1 à {most})",
  loss: "Perte à ne pas dépasser, en jetons",
  loss_hint: "Vide : le nombre de coups seul arrête.",
  start: "Commencer",
  running: "Mises automatiques : encore {left} coups",
  running_one: "Mises automatiques : encore 1 coup",
  running_last: "Mises automatiques : dernier coup",
  result: "résultat {net}",
  limit: "au plus {limit} perdus",
  stop: "Arrêter",
  stopped: "Mises automatiques arrêtées.",
  done: "Mises automatiques terminées : tous les coups sont joués.",
  lost: "Mises automatiques arrêtées : la perte fixée serait dépassée.",
  purse: "Mises automatiques arrêtées : pas assez de jetons.",
  refused: "Mises automatiques arrêtées : la mise a été refusée.",
  changed: "Mises automatiques arrêtées : vos mises ont changé.",
  rules: "Mises automatiques arrêtées : la table ne prend plus ces mises.",
  line: "Mises automatiques arrêtées : la connexion est perdue.",
};

export type Word = keyof typeof FR;

const EN: Record<Word, string> = {
  again: "Rebet, {go}",
  auto: "Auto…",
  keys: "B: rebet and deal in one press. Escape: stop the automatic stakes.",
  title: "Automatic stakes",
  explain:
    "The stakes of the last round ({amount}) are laid again, round after round, until you stop. The decisions stay yours.",
  rounds: "Number of rounds (1 to {most})",
  loss: "Loss not to be passed, in chips",
  loss_hint: "Empty: the number of rounds alone stops.",
  start: "Begin",
  running: "Automatic stakes: {left} rounds left",
  running_one: "Automatic stakes: 1 round left",
  running_last: "Automatic stakes: last round",
  result: "result {net}",
  limit: "at most {limit} lost",
  stop: "Stop",
  stopped: "Automatic stakes stopped.",
  done: "Automatic stakes ended: all the rounds are played.",
  lost: "Automatic stakes stopped: the loss that you set would be passed.",
  purse: "Automatic stakes stopped: not enough chips.",
  refused: "Automatic stakes stopped: the stake was refused.",
  changed: "Automatic stakes stopped: your stakes have changed.",
  rules: "Automatic stakes stopped: the table takes these stakes no more.",
  line: "Automatic stakes stopped: the connection is lost.",
};

const WORDS: Dictionary<Word> = { fr: FR, en: EN };

export function translatorFor(language: Language): Translate<Word> {
  return translatorOf(WORDS, language);
}
