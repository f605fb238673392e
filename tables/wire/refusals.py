"""Why a player's command is refused where no game decides: by the floor, or by the wire itself."""

from collections.abc import Mapping
from typing import Final

from casino.identity import words
from tables.games.core.words import Words

TABLE: Final[Mapping[str, Words]] = {
    **{code: Words(*said) for code, said in words.REFUSALS.items()},
    "asked_already": Words(
        "Vous l’avez déjà demandé : la maison le sait.",
        "You have asked for it already: the house knows.",
    ),
    "already_sealed": Words(
        "Vous avez déjà scellé votre secret.",
        "You have sealed your secret already.",
    ),
    "already_seated": Words("Vous tenez déjà cette place.", "You already hold this seat."),
    "already_written": Words(
        "Cette annonce est déjà écrite.",
        "This announcement is written already.",
    ),
    "banned_from_machines": Words(
        "Vous êtes exclu des appareils.", "You are excluded from the machines."
    ),
    "box_in_play": Words("La case a des jetons sur le tapis.", "The box has chips on the layout."),
    "box_taken": Words("Cette place est prise.", "This seat is taken."),
    "busy": Words(
        "La maison est très demandée : réessayez dans un instant.",
        "The house is very busy: try again in a moment.",
    ),
    "cash_short": Words("Vous n’avez pas tant d’espèces.", "You have not so much cash."),
    "chat_empty": Words("Votre message est vide.", "Your message is empty."),
    "chat_off": Words("On ne parle pas à cette table.", "Nobody talks at this table."),
    "chat_signals_only": Words(
        "À cette table, on ne parle que par les phrases proposées.",
        "At this table one talks by the phrases offered only.",
    ),
    "chat_silenced": Words(
        "La maison vous a retiré la parole : {reason}",
        "The house has silenced you: {reason}",
    ),
    "chat_too_fast": Words(
        "Vous parlez trop vite : attendez un peu.",
        "You talk too fast: wait a little.",
    ),
    "chat_unreadable": Words(
        "Ce message ne peut pas être affiché.",
        "This message cannot be shown.",
    ),
    "chip_value_fixed": Words(
        "Vos jetons valent {value:chips} : changez-les d’abord.",
        "Your chips are worth {value:chips}: change them first.",
    ),
    "chips_reserved": Words(
        "Il vous reste {balance:chips} à miser : {kept:chips} sont réservés tant que vous "
        "êtes assis.",
        "You have {balance:chips} left to stake: {kept:chips} are reserved while you sit.",
    ),
    "colours_lie": Words(
        "De vos jetons de couleur sont sur le tapis.",
        "Some of your colour chips lie on the layout.",
    ),
    "colours_not_sold": Words(
        "Cette table n’a pas de jetons de couleur.",
        "This table has no colour chips.",
    ),
    "colours_taken": Words(
        "Les {colours} couleurs sont prises : misez des jetons à valeur faciale.",
        "All {colours} colours are taken: stake chips with a face value.",
    ),
    "consent_not_asked": Words(
        "On ne vous demande pas si un autre peut couper, ou on ne le demande plus.",
        "You are not asked whether others may cut, or no longer.",
    ),
    "cut_not_offered": Words(
        "La coupe ne vous est pas proposée, ou ne l’est plus.",
        "The cut is not offered to you, or no longer.",
    ),
    "cut_out_of_limits": Words(
        "La carte de coupe se place entre {cut_from} et {cut_to}.",
        "The cut card goes between {cut_from} and {cut_to}.",
    ),
    "draw_not_ready": Words(
        "Le prochain tirage n’est pas encore engagé.",
        "The next draw is not committed yet.",
    ),
    "exchange_closed": Words(
        "Pas de change pendant le coup : un instant.",
        "No exchange during the spin: one moment.",
    ),
    "excluded": Words(
        "Votre compte est en pause jusqu’au {ends_at:moment} : plus aucune mise.",
        "Your account takes a break until {ends_at:moment}: no more stakes.",
    ),
    "excluded_for_ever": Words(
        "Votre compte est exclu pour toujours : plus aucune mise.",
        "Your account is excluded for ever: no more stakes.",
    ),
    "internal": Words(
        "La maison a eu un contretemps ; rien n’a été joué.",
        "The house had a mishap; nothing was played.",
    ),
    "loss_limit_reached": Words(
        "Votre limite de pertes est de {most:chips} : vous pouvez encore risquer {left:chips} "
        "d’ici au {ends_at:moment}.",
        "Your limit of losses is {most:chips}: you may still risk {left:chips} until "
        "{ends_at:moment}.",
    ),
    "malformed": Words("Demande illisible.", "Unreadable request."),
    "nothing_to_change": Words("Rien ne peut être changé ici.", "There is nothing to change here."),
    "no_colours": Words(
        "Vous n’avez pas de jetons de couleur ici.",
        "You have no colour chips here.",
    ),
    "nothing_at_stake": Words(
        "Qui n’a ni place ni mise ne donne pas de secret.",
        "Who has neither a seat nor a stake gives no secret.",
    ),
    "no_shuffle": Words("Ce sabot n’est pas en préparation.", "This shoe is not being made."),
    "no_notes_here": Words(
        "Cette mise se fait en jetons : changez d’abord vos billets.",
        "This stake is in chips: change your notes first.",
    ),
    "no_changer": Words(
        "Aucun changeur n’est à cette table : le change se fait à la caisse.",
        "No changer is at this table: exchange is made at the cage.",
    ),
    "no_exchange_here": Words(
        "Cette table ne change pas d’espèces : le change se fait à la caisse.",
        "This table changes no cash: exchange is made at the cage.",
    ),
    "no_wallet": Words(
        "Ce compte n’a pas de porte-monnaie de joueur.",
        "This account has no player’s wallet.",
    ),
    "not_sealed": Words("Rien n’est scellé pour cette case.", "Nothing is sealed for this box."),
    "not_signed_in": Words("Connectez-vous pour jouer.", "Sign in to play."),
    "not_licensed": Words(
        "La licence de la maison ne permet pas ce jeu, ou pas par ce texte ni dans cette monnaie.",
        "The house’s licence does not allow this game, or not by this text or in this currency.",
    ),
    "opening_closed": Words(
        "Le temps d’ouvrir les secrets est passé.",
        "The time to open the secrets is over.",
    ),
    "opening_differs": Words(
        "Ce secret n’est pas celui que vous avez scellé.",
        "This secret is not the one that you sealed.",
    ),
    "other_draw": Words(
        "Ce tirage n’est pas sur la table.", "This draw does not lie on the table."
    ),
    "payment_issued": Words(
        "Le chèque ou le virement de ce coup est émis : le coup ne s’annule plus.",
        "The cheque or transfer of this round was issued: the round is not annulled any more.",
    ),
    "round_too_soon": Words(
        "La licence de la maison veut un temps entre deux coups : encore {seconds} s.",
        "The house’s licence wants some time between two rounds: {seconds} s more.",
    ),
    "rules_changing": Words(
        "La table change de règlement : un instant.",
        "The table is changing its rules: one moment.",
    ),
    "seal_closed": Words(
        "La liste des secrets scellés est close.",
        "The list of sealed secrets is closed.",
    ),
    "shoe_begun": Words(
        "Le sabot est mélangé pour vous : vos jetons sont posés dès qu’il est là.",
        "The shoe is being shuffled for you: your chips are laid once it is there.",
    ),
    "shoe_not_ready": Words("Le sabot n’est pas encore prêt.", "The shoe is not ready yet."),
    "stake_limit_reached": Words(
        "Votre limite de mises est de {most:chips} : il vous en reste {left:chips} d’ici au "
        "{ends_at:moment}.",
        "Your limit of stakes is {most:chips}: {left:chips} of it is left until {ends_at:moment}.",
    ),
    "table_closed": Words("La table est fermée.", "The table is closed."),
    "table_draining": Words(
        "La table ferme : plus de nouvelle mise.",
        "The table is closing: no new stakes.",
    ),
    "table_paused": Words(
        "La table est suspendue : vos mises restent en place.",
        "The table is paused: your stakes stay where they lie.",
    ),
    "time_limit_reached": Words(
        "Vos {minutes} minutes de jeu sont écoulées : plus de nouvelle mise avant le "
        "{ends_at:moment}.",
        "Your {minutes} minutes of play are over: no new stake before {ends_at:moment}.",
    ),
    "too_fast": Words("Trop vite : un instant.", "Too fast: one moment."),
    "too_many_writings": Words(
        "Attendez la réponse : {most} annonces écrites au plus.",
        "Wait for the answer: at most {most} written announcements.",
    ),
    "too_soon": Words(
        "Une partie ne suit pas la précédente de si près : attendez encore {wait_ms} ms.",
        "No game follows the one before so soon: wait another {wait_ms} ms.",
    ),
    "unknown_command": Words("Demande inconnue.", "Unknown request."),
}
"""By code, for players at a socket; what games refuse is theirs (`tables.games.refusals_of`)."""
