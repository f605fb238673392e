/** Why a command did not happen, in both languages. A code without a sentence is a type error. */

import type { Refusal } from "../wire/types";
import { fill, type Language, type Words } from "./i18n";
import { chips } from "./money";

export type RefusalCode = Refusal["code"];

const FR: Record<RefusalCode, string> = {
  above_max: "Le maximum de la table est de {maximum}.",
  already_open: "La table est déjà ouverte.",
  already_seated: "Vous tenez déjà cette case.",
  below_min: "Le minimum de la table est de {minimum}.",
  bets_closed: "Rien ne va plus : les mises sont closes.",
  box_in_play: "La case a des jetons sur le tapis.",
  box_not_vacant: "Cette case est réservée à un autre joueur.",
  box_out_of_range: "Cette case n’existe pas.",
  box_taken: "Cette case est prise.",
  chips_only: "On mise en jetons seulement.",
  double_after_split: "On ne double pas après avoir séparé.",
  double_not_first_two: "On double seulement sur les deux premières cartes.",
  even_money_not_available: "Le paiement à égalité n’est pas offert.",
  fixed_stake: "Cette mise a un montant fixe.",
  hand_closed: "Cette main ne se joue plus.",
  incident_pending: "Un incident est à l’examen : un instant.",
  insurance_amount: "L’assurance est de la moitié de la mise.",
  insurance_closed: "L’assurance est close.",
  insurance_not_offered: "La banque ne montre pas d’as : pas d’assurance.",
  internal: "La maison a eu un contretemps ; rien n’a été joué.",
  invalid_option: "Le règlement n’autorise pas ce choix.",
  malformed: "Demande illisible.",
  no_round: "Aucun coup n’est en cours.",
  no_seated_holder: "Personne n’est assis à cette case.",
  no_such_hand: "Cette main n’existe pas.",
  no_wallet: "Ce compte n’a pas de porte-monnaie de joueur.",
  not_awaited: "Ce n’est pas le moment.",
  not_enough_chips: "Pas assez de jetons : il vous en reste {balance}.",
  not_served: "La salle ne sert pas encore ce règlement.",
  not_signed_in: "Connectez-vous pour jouer.",
  not_your_box: "Ce n’est pas votre case.",
  nothing_to_refuse: "Il n’y a pas de carte à refuser.",
  one_card_per_split_ace: "Une seule carte par as séparé.",
  out_of_turn: "Ce n’est pas à cette main de jouer.",
  round_in_play: "Un coup est en cours.",
  shoe_not_ready: "Le sabot n’est pas encore prêt.",
  draw_not_ready: "Le prochain tirage n’est pas encore engagé.",
  no_draw: "Aucun tirage n’est attendu.",
  already_fallen: "Le tirage est déjà fait.",
  side_bet_above_max: "Mise additionnelle : le maximum est de {maximum}.",
  side_bet_below_min: "Mise additionnelle : le minimum est de {minimum}.",
  side_bet_not_available: "Cette table n’offre pas cette mise additionnelle.",
  side_bet_seated_only: "Cette mise est réservée aux joueurs assis.",
  side_bet_without_main: "Une mise additionnelle va avec une mise sur la case.",
  sole_player_min_boxes: "Seul à la table, il faut jouer au moins {minimum} cases.",
  split_after_queen_win: "On ne sépare pas après un gain aux dames de cœur.",
  split_limit: "Cette main ne peut plus être séparée.",
  split_not_identical: "On sépare seulement deux cartes identiques.",
  split_not_pair: "On sépare seulement une paire.",
  stake_step: "Les mises vont par pas de {step}.",
  standing_not_allowed: "On ne mise pas debout à cette table.",
  standing_without_consent: "Le titulaire de la case n’a pas donné son accord.",
  surrender_dealer_ace: "On n’abandonne pas contre un as.",
  surrender_not_available: "Cette table n’offre pas l’abandon.",
  surrender_too_late: "Trop tard pour abandonner.",
  table_closed: "La table est fermée.",
  table_draining: "La table ferme : plus de nouvelle mise.",
  too_fast: "Trop vite : un instant.",
  too_many_boxes: "Au plus {maximum} cases par joueur.",
  unknown_command: "Demande inconnue.",
  vacant_box_refused: "Une seule case par joueur : les autres restent libres.",
};

const EN: Record<RefusalCode, string> = {
  above_max: "The table’s maximum is {maximum}.",
  already_open: "The table is open already.",
  already_seated: "You already hold this box.",
  below_min: "The table’s minimum is {minimum}.",
  bets_closed: "No more bets: stakes are closed.",
  box_in_play: "The box has chips on the layout.",
  box_not_vacant: "This box is kept for another player.",
  box_out_of_range: "There is no such box.",
  box_taken: "This box is taken.",
  chips_only: "Stakes are in chips only.",
  double_after_split: "No doubling after a split.",
  double_not_first_two: "Doubling is for the first two cards only.",
  even_money_not_available: "Even money is not offered.",
  fixed_stake: "This bet has a fixed stake.",
  hand_closed: "This hand is finished.",
  incident_pending: "An incident is being looked at: one moment.",
  insurance_amount: "Insurance is half the stake.",
  insurance_closed: "Insurance is closed.",
  insurance_not_offered: "The dealer shows no ace: no insurance.",
  internal: "The house had a mishap; nothing was played.",
  invalid_option: "The rules do not allow this option.",
  malformed: "Unreadable request.",
  no_round: "No round is in play.",
  no_seated_holder: "Nobody is seated at this box.",
  no_such_hand: "There is no such hand.",
  no_wallet: "This account has no player’s wallet.",
  not_awaited: "Not at this moment.",
  not_enough_chips: "Not enough chips: you have {balance} left.",
  not_served: "The floor does not serve these rules yet.",
  not_signed_in: "Sign in to play.",
  not_your_box: "This is not your box.",
  nothing_to_refuse: "There is no card to refuse.",
  one_card_per_split_ace: "One card only on each split ace.",
  out_of_turn: "It is not this hand’s turn.",
  round_in_play: "A round is in play.",
  shoe_not_ready: "The shoe is not ready yet.",
  draw_not_ready: "The next draw is not committed yet.",
  no_draw: "No draw is awaited.",
  already_fallen: "The draw has been made already.",
  side_bet_above_max: "Side bet: the maximum is {maximum}.",
  side_bet_below_min: "Side bet: the minimum is {minimum}.",
  side_bet_not_available: "This table does not offer this side bet.",
  side_bet_seated_only: "This bet is for seated players.",
  side_bet_without_main: "A side bet goes with a stake on the box.",
  sole_player_min_boxes: "Alone at the table one plays at least {minimum} boxes.",
  split_after_queen_win: "No split after the queens of hearts won.",
  split_limit: "This hand cannot be split again.",
  split_not_identical: "Only two identical cards are split.",
  split_not_pair: "Only a pair is split.",
  stake_step: "Stakes go in steps of {step}.",
  standing_not_allowed: "No standing bets at this table.",
  standing_without_consent: "The holder of the box has not agreed.",
  surrender_dealer_ace: "No surrender against an ace.",
  surrender_not_available: "This table does not offer surrender.",
  surrender_too_late: "Too late to surrender.",
  table_closed: "The table is closed.",
  table_draining: "The table is closing: no new stakes.",
  too_fast: "Too fast: one moment.",
  too_many_boxes: "At most {maximum} boxes for one player.",
  unknown_command: "Unknown request.",
  vacant_box_refused: "One box for each player: the others stay free.",
};

const SENTENCES: Record<Language, Record<RefusalCode, string>> = { fr: FR, en: EN };

/** In these the figures count boxes; everywhere else they are amounts in minor units. */
const COUNTING: readonly RefusalCode[] = ["sole_player_min_boxes", "too_many_boxes"];
const AMOUNTS: readonly string[] = ["minimum", "maximum", "balance", "step"];

/** Returns a refusal as a sentence with its figures, and the clause behind it where one is given. */
export function refusal(
  refused: Refusal,
  language: Language,
): { text: string; clause: string | null } {
  const counting = COUNTING.includes(refused.code);
  const words: Words = {};
  for (const [name, value] of Object.entries(refused.detail)) {
    const amount = typeof value === "number" && AMOUNTS.includes(name) && !counting;
    words[name] = amount ? chips(value, language) : value;
  }
  const clause = refused.detail.clause;
  return {
    text: fill(SENTENCES[language][refused.code], words),
    clause: typeof clause === "string" ? clause : null,
  };
}
