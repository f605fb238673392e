"""What an act in the office asks for, and how its refusal is told."""

from collections.abc import Mapping
from typing import Final

from django import forms
from django.http import HttpRequest

from casino.ledger.models import Account
from casino.ledger.services import Overdrawn
from casino.office import (
    both,
    both_lazy,
    money,
)
from casino.players.models import Player
from tables.games.core.protocol import Refused

REFUSALS: Final[Mapping[str, tuple[str, str]]] = {
    "another_game": ("ce règlement est d’un autre jeu", "these rules are of another game"),
    "another_text": ("c’est un autre texte", "that is another text"),
    "bad_series": ("une série ne s’appelle pas ainsi", "a series is not called so"),
    "draft_changed": (
        "le projet a changé depuis que vous l’avez lu",
        "the draft has changed since you read it",
    ),
    "draft_exists": ("cette série a déjà un projet", "this series has a draft already"),
    "no_draft": ("ce projet n’existe plus", "this draft is no longer there"),
    "no_reason": ("il faut un motif", "a reason is wanted"),
    "not_in_force": (
        "ce règlement n’est pas encore en vigueur",
        "these rules are not in force yet",
    ),
    "too_early": (
        "cette date est passée, ou précède celle de la version d’avant",
        "this date has passed, or lies before that of the version before",
    ),
    "unknown_rules": (
        "aucun règlement n’est publié sous ce nom, ou ce n’est pas le dernier de la série",
        "no rules are published under this name, or they are not the last of the series",
    ),
    "already_open": ("la table est déjà ouverte", "the table is open already"),
    "four_eyes": (
        "il faut une autre personne que celle qui tient la table ou y gagne",
        "another person is needed than whoever runs the table or gains by it",
    ),
    "no_claim": ("ce gain n’existe pas", "there is no such claim"),
    "already_answered": (
        "la direction des jeux a déjà répondu",
        "the games management has answered already",
    ),
    "already_serving": (
        "cette personne tient déjà cette fonction ici",
        "this person serves in that duty here already",
    ),
    "no_inspector": (
        "la table veut un inspecteur",
        "the table wants an inspector",
    ),
    "no_table_chief": (
        "la table veut un chef de table",
        "the table wants a table chief",
    ),
    "no_writing": ("cette annonce n’existe pas", "there is no such announcement"),
    "not_management": (
        "il faut l’autorité de la direction des jeux",
        "the games management’s authority is needed",
    ),
    "not_qualified": (
        "cette personne n’est pas habilitée à cette fonction",
        "this person is not qualified for that duty",
    ),
    "two_duties": (
        "une même personne ne tient pas deux fonctions à une table",
        "one person does not serve a table in two duties",
    ),
    "writing_lapsed": (
        "la séance de cette annonce est finie",
        "the session of this announcement is over",
    ),
    "not_supervisor": (
        "il faut une carte de superviseur",
        "a supervisor’s card is needed",
    ),
    "pot_mismatch": (
        "ce jackpot n’a pas les cagnottes de ce règlement",
        "this jackpot’s pots are not those of these rules",
    ),
    "below_min": ("le montant est trop petit", "the amount is too small"),
    "no_incident": ("aucun incident n’attend de décision", "no incident awaits a decision"),
    "favours_player": (
        "une mise offerte, ou le jeu lui-même, y est à l’avantage du joueur",
        "a bet on offer, or the game itself, favours the player",
    ),
    "no_draw": ("aucun tirage n’est attendu", "no draw is awaited"),
    "already_fallen": ("la bille est déjà tombée", "the ball has fallen already"),
    "draw_not_ready": ("le prochain tirage n’est pas encore promis", "no draw is promised yet"),
    "not_awaited": ("ce n’est pas le moment", "this is not the moment"),
    "nothing_staked": ("rien n’est misé", "nothing is staked"),
    "no_round": ("aucun coup n’est en cours", "no round is in play"),
    "not_served": (
        "la salle ne sert pas encore ce que ce règlement demande",
        "the floor does not serve yet what these rules want",
    ),
    "round_in_play": ("un coup est en cours", "a round is in play"),
    "table_closed": ("la table est fermée", "the table is closed"),
}


class ReasonForm(forms.Form):
    """Why an operator acts; kept for ever."""

    reason = forms.CharField(
        max_length=200,
        label=both_lazy("Motif", "Reason"),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )


def refusal_told(error: Refused | Overdrawn) -> str:
    """Return why something was refused, in the operator's language."""
    if isinstance(error, Overdrawn):
        account = Account.objects.only("code").get(pk=error.account_id)
        return both(
            f"{account.code} n’a que {money(error.balance)}",
            f"{account.code} holds only {money(error.balance)}",
        )
    if words := REFUSALS.get(error.code):
        return both(*words)
    return " ".join([error.code, *(f"{name}={value}" for name, value in error.detail.items())])


def operator_of(request: HttpRequest) -> Player:
    """Return the operator behind a request; the admin lets nobody else in."""
    assert isinstance(request.user, Player)
    return request.user
