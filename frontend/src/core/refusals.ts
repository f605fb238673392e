/**
 * Why a command did not happen, in both languages: the words of the floor and the wire, which all
 * tables share. Each game has its own in `games/<game>/refusals.ts`. A code without a sentence is
 * a type error.
 */

import type { Refusal, RefusalCodes } from "../wire/types";
import { type Dictionary, fill, type Language, type Words } from "./i18n";
import { chips } from "./money";

/** The refusals that only this game's engine, and perhaps another's, gives. */
export type GameCode<G extends keyof RefusalCodes> = RefusalCodes[G];

/** A sentence for each of the codes `C`; `{name}` in it is a figure of the refusal. */
export interface Refusals<C extends string> extends Dictionary<C> {
  /** In these the figures count boxes; everywhere else they are amounts in minor units. */
  readonly counting?: readonly C[];
}

const COMMON: Refusals<RefusalCodes["common"]> = {
  fr: {
    already_answered: "La direction des jeux a déjà répondu.",
    already_fallen: "Le tirage est déjà fait.",
    already_open: "La table est déjà ouverte.",
    already_sealed: "Vous avez déjà scellé votre secret pour ce sabot.",
    already_seated: "Vous tenez déjà cette case.",
    already_serving: "Cette personne tient déjà cette fonction ici.",
    already_written: "Cette annonce est déjà écrite.",
    another_game: "Ce règlement est d’un autre jeu.",
    another_text: "C’est un autre texte.",
    bad_series: "Une série ne s’appelle pas ainsi.",
    box_in_play: "La case a des jetons sur le tapis.",
    box_out_of_range: "Cette case n’existe pas.",
    box_taken: "Cette case est prise.",
    chips_reserved:
      "Il vous reste {balance} à miser : {kept} sont réservés tant que vous êtes assis.",
    cut_not_offered: "La coupe ne vous est pas proposée.",
    cut_out_of_limits: "La carte de coupe se place entre {cut_from} et {cut_to}.",
    draft_changed: "Le projet a changé depuis que vous l’avez lu.",
    draft_exists: "Cette série a déjà un projet.",
    draw_not_ready: "Le prochain tirage n’est pas encore engagé.",
    favours_player: "Ce règlement avantage le joueur ({bet} : {edge} %).",
    four_eyes: "Il faut une autre personne que celle qui tient la table ou y gagne.",
    internal: "La maison a eu un contretemps ; rien n’a été joué.",
    levy_differs:
      "Le carnet et la cagnotte ne concordent pas : {recorded} en tickets, {holds} en cagnotte.",
    malformed: "Demande illisible.",
    no_claim: "Ce gain n’existe pas.",
    no_draft: "Ce projet n’existe plus.",
    no_draw: "Aucun tirage n’est attendu.",
    no_incident: "Aucun incident n’attend de décision.",
    no_inspector: "La table veut un inspecteur.",
    no_reason: "Il faut un motif.",
    no_round: "Aucun coup n’est en cours.",
    no_table_chief: "La table veut un chef de table.",
    no_shuffle: "Ce sabot n’est pas en préparation.",
    no_wallet: "Ce compte n’a pas de porte-monnaie de joueur.",
    no_writing: "Cette annonce n’existe pas.",
    not_enough_chips: "Pas assez de jetons : il vous en reste {balance}.",
    not_in_force: "Ce règlement n’est en vigueur qu’à partir du {at}.",
    not_management: "Il faut l’autorité de la direction des jeux.",
    not_qualified: "Cette personne n’est pas habilitée à cette fonction.",
    not_sealed: "Rien n’est scellé pour cette case.",
    not_served: "La salle ne sert pas encore ce règlement.",
    not_signed_in: "Connectez-vous pour jouer.",
    not_supervisor: "Il faut une carte de superviseur.",
    not_your_box: "Ce n’est pas votre case.",
    opening_closed: "Le temps d’ouvrir les secrets est passé.",
    opening_differs: "Ce secret n’est pas celui que vous avez scellé.",
    pot_mismatch: "Ce jackpot n’a pas les cagnottes de ce règlement.",
    round_in_play: "Un coup est en cours.",
    rules_changing: "La table change de règlement : un instant.",
    seal_closed: "La liste des secrets scellés est close.",
    shoe_not_ready: "Le sabot n’est pas encore prêt.",
    table_closed: "La table est fermée.",
    table_draining: "La table ferme : plus de nouvelle mise.",
    too_early: "Au plus tôt le {earliest}.",
    too_fast: "Trop vite : un instant.",
    too_many_writings: "Attendez la réponse : {most} annonces écrites au plus.",
    two_duties: "Une même personne ne tient pas deux fonctions à une table.",
    unknown_command: "Demande inconnue.",
    unknown_rules: "Aucun règlement n’est publié sous ce nom.",
    writing_lapsed: "La séance de cette annonce est finie.",
    writings_not_taken: "Ce jeu ne prend pas d’annonce écrite.",
  },
  en: {
    already_answered: "The games management has answered already.",
    already_fallen: "The draw has been made already.",
    already_open: "The table is open already.",
    already_sealed: "You have sealed your secret for this shoe already.",
    already_seated: "You already hold this box.",
    already_serving: "This person serves in that duty here already.",
    already_written: "This announcement is written already.",
    another_game: "These rules are of another game.",
    another_text: "That is another text.",
    bad_series: "A series is not called so.",
    box_in_play: "The box has chips on the layout.",
    box_out_of_range: "There is no such box.",
    box_taken: "This box is taken.",
    chips_reserved: "You have {balance} left to stake: {kept} are reserved while you sit.",
    cut_not_offered: "The cut is not offered to you.",
    cut_out_of_limits: "The cut card goes between {cut_from} and {cut_to}.",
    draft_changed: "The draft has changed since you read it.",
    draft_exists: "This series has a draft already.",
    draw_not_ready: "The next draw is not committed yet.",
    favours_player: "These rules favour the player ({bet}: {edge}%).",
    four_eyes: "Another person is needed than whoever runs the table or gains by it.",
    internal: "The house had a mishap; nothing was played.",
    levy_differs: "Tickets and levy do not agree: {recorded} in tickets, {holds} in the levy.",
    malformed: "Unreadable request.",
    no_claim: "There is no such claim.",
    no_draft: "This draft is no longer there.",
    no_draw: "No draw is awaited.",
    no_incident: "No incident awaits a decision.",
    no_inspector: "The table wants an inspector.",
    no_reason: "A reason is wanted.",
    no_round: "No round is in play.",
    no_table_chief: "The table wants a table chief.",
    no_shuffle: "This shoe is not being made.",
    no_wallet: "This account has no player’s wallet.",
    no_writing: "There is no such announcement.",
    not_enough_chips: "Not enough chips: you have {balance} left.",
    not_in_force: "These rules are not in force before {at}.",
    not_management: "The games management’s authority is needed.",
    not_qualified: "This person is not qualified for that duty.",
    not_sealed: "Nothing is sealed for this box.",
    not_served: "The floor does not serve these rules yet.",
    not_signed_in: "Sign in to play.",
    not_supervisor: "A supervisor’s card is needed.",
    not_your_box: "This is not your box.",
    opening_closed: "The time to open the secrets is over.",
    opening_differs: "This secret is not the one that you sealed.",
    pot_mismatch: "This jackpot’s pots are not those of these rules.",
    round_in_play: "A round is in play.",
    rules_changing: "The table is changing its rules: one moment.",
    seal_closed: "The list of sealed secrets is closed.",
    shoe_not_ready: "The shoe is not ready yet.",
    table_closed: "The table is closed.",
    table_draining: "The table is closing: no new stakes.",
    too_early: "On {earliest} at the earliest.",
    too_fast: "Too fast: one moment.",
    too_many_writings: "Wait for the answer: at most {most} written announcements.",
    two_duties: "One person does not serve a table in two duties.",
    unknown_command: "Unknown request.",
    unknown_rules: "No rules are published under this name.",
    writing_lapsed: "The session of this announcement is over.",
    writings_not_taken: "This game takes no written announcements.",
  },
};

const AMOUNTS: readonly string[] = [
  "minimum",
  "maximum",
  "balance",
  "step",
  "bank",
  "holds",
  "kept",
  "recorded",
];

/** Returns a refusal as a sentence with its figures, and the clause behind it where one is given. */
export function refusal(
  refused: Refusal,
  language: Language,
  game: Refusals<string>,
): { text: string; clause: string | null } {
  const counting = game.counting?.includes(refused.code) ?? false;
  const words: Words = {};
  for (const [name, value] of Object.entries(refused.detail)) {
    const amount = typeof value === "number" && AMOUNTS.includes(name) && !counting;
    words[name] = amount ? chips(value, language) : value;
  }
  const sentences: Readonly<Record<string, string>> = {
    ...COMMON[language],
    ...game[language],
  };
  const clause = refused.detail.clause;
  return {
    text: fill(sentences[refused.code] ?? COMMON[language].internal, words),
    clause: typeof clause === "string" ? clause : null,
  };
}
