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
    "already_open": ("la table est déjà ouverte", "the table is open already"),
    "below_min": ("le montant est trop petit", "the amount is too small"),
    "no_round": ("aucun coup n’est en cours", "no round is in play"),
    "not_served": (
        "la salle ne sert pas encore ce que ce règlement demande (cagnottes, sabot continu)",
        "the floor does not serve yet what these rules want (jackpots, continuous shuffler)",
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
