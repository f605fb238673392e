"""What an act in the office asks for, and how its refusal is shown."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar, Final

from django import forms
from django.http import HttpRequest

from casino.i18n import both, both_lazy, is_french, moment, money
from casino.ledger.account_names import name
from casino.ledger.models import Account
from casino.ledger.services import Overdrawn
from casino.players.models import Player
from tables.games import GAMES
from tables.games.core.protocol import Refused
from tables.games.core.words import REFUSALS as CORE
from tables.games.core.words import Words
from tables.office.refusals import OFFICE
from tables.wire.refusals import TABLE

REFUSALS: Final[Mapping[str, Words]] = {
    **OFFICE,
    **TABLE,
    **CORE,
    **{code: words for game in GAMES.values() for code, words in game.wording.refusals.items()},
}
"""Refusals by code: the office's own, and those that players' commands have."""


class ReasonForm(forms.Form):
    """A form that asks an operator for a reason, which is kept for ever."""

    reason = forms.CharField(
        max_length=200,
        label=both_lazy("Motif", "Reason"),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )

    def service_arguments(self) -> Mapping[str, Any]:
        """Return the keyword arguments that a valid form gives a service."""
        return self.cleaned_data


class TableActionForm(ReasonForm):
    """The form of an action on tables: a reason, and the action's own fields."""

    prefilled: ClassVar[tuple[str, ...]] = ()
    """The fields that the address of its page may fill."""

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return the arguments of the floor's service for one table, beside operator and reason."""
        return {}


def refusal_text(error: Refused | Overdrawn) -> str:
    """Return why something was refused, in the operator's language."""
    if isinstance(error, Overdrawn):
        account = Account.objects.only("code").get(pk=error.account_id)
        return both(
            f"{name(account)} : seulement {money(error.balance)}.",
            f"{name(account)}: only {money(error.balance)}.",
        )
    words = REFUSALS[error.code]
    return words.fill(error.detail, french=is_french(), chips=money, moment=_moment)


def _moment(milliseconds: int) -> str:
    return moment(datetime.fromtimestamp(milliseconds / 1000, UTC))


def why_refused(check: Callable[[], object]) -> str:
    """Return why a service's check refuses, in the operator's language; empty where it does not."""
    try:
        check()
    except Refused as refused:
        return refusal_text(refused)
    return ""


def operator_of(request: HttpRequest) -> Player:
    """Return the operator behind a request; the admin lets nobody else in."""
    assert isinstance(request.user, Player)
    return request.user
