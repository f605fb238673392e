/** Why European roulette’s engine refuses, in both languages. A code without a sentence is a type error. */

import type { GameCode, Refusals } from "../../core/refusals";

export const REFUSALS: Refusals<GameCode<"european_roulette">> = {
  fr: {
    above_max: "Le maximum de la table est de {maximum}.",
    already_decided: "Cette mise est déjà décidée.",
    bad_increment: "Les mises vont par pas de {step}.",
    below_min: "Le minimum de la table est de {minimum}.",
    betting_closed: "Rien ne va plus : les mises sont closes.",
    inspector_absent: "Une annonce écrite ne se joue qu’en présence d’un inspecteur.",
    invalid_option: "Le règlement n’autorise pas ce choix.",
    last_of_session: "Au dernier coup de la séance, le partage est obligé.",
    locked: "Cette mise est en prison ou attend votre choix : on n’y touche pas.",
    need_not_be_written: "Cette annonce se donne de vive voix : placez-la.",
    not_a_combination: "Cette combinaison n’existe pas à cette table.",
    not_awaited: "Ce n’est pas le moment.",
    not_endorsed: "La direction des jeux n’a pas visé cette annonce.",
    nothing_staked: "Vous n’avez rien misé.",
    variant_disabled: "Cette table ne prend pas cette annonce.",
    wager_id: "Chaque mise porte un nom à elle, de {longest} caractères au plus.",
    zero_choice_not_open: "Il n’y a pas de choix à faire pour cette mise.",
  },
  en: {
    above_max: "The table’s maximum is {maximum}.",
    already_decided: "This stake is decided already.",
    bad_increment: "Stakes go in steps of {step}.",
    below_min: "The table’s minimum is {minimum}.",
    betting_closed: "No more bets: stakes are closed.",
    inspector_absent: "A written announcement is played only while an inspector is present.",
    invalid_option: "The rules do not allow this option.",
    last_of_session: "At the last spin of the session the half must be taken.",
    locked: "This stake is in prison or waits for your choice: it stays as it is.",
    need_not_be_written: "This announcement is given aloud: just place it.",
    not_a_combination: "There is no such combination at this table.",
    not_awaited: "Not at this moment.",
    not_endorsed: "The games management has not endorsed this announcement.",
    nothing_staked: "You have staked nothing.",
    variant_disabled: "This table does not take this announcement.",
    wager_id: "Each stake has a name of its own, of at most {longest} characters.",
    zero_choice_not_open: "There is no choice to make for this stake.",
  },
};
