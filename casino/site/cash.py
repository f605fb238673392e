"""The page of the cage: one's own cash, its exchange for chips, requests for money to come or go.

Part of the composition root, beside `own_limits`.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar, Final
from uuid import UUID, uuid4

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.backoffice import form_fields
from casino.cashier import providers
from casino.cashier import services as cage
from casino.cashier.services import CashRefused
from casino.http.rest import MESSAGES
from casino.i18n import Words, both_lazy
from casino.players.models import CashRequest, Player
from casino.site.views import page, wallet_or_none, with_strict_csp
from casino.throttling import rate_limit
from casino.throttling.decorators import rate_limited

ROWS: Final = 20
"""Requests that the page shows."""
WORDS: Final[Mapping[str, Words]] = {
    "title": Words("Caisse", "Cage"),
    "what": Words(
        "Les mises se font en jetons. Le change se fait ici, sauf pendant le règlement d’un coup "
        "où vous avez misé ; des jetons de couleur se changent à leur table.",
        "Stakes are made in chips. Exchange is made here, but not while a round is settled in "
        "which you have staked; colour chips are changed at their table.",
    ),
    "cash": Words("Espèces", "Cash"),
    "reserved": Words("dont réservé à un retrait", "of it kept for a withdrawal"),
    "chips": Words("Jetons", "Chips"),
    "exchange": Words("Change", "Exchange"),
    "do": Words("Changer", "Exchange"),
    "ask": Words("Dépôt ou retrait", "Deposit or withdrawal"),
    "ask_what": Words(
        "La caisse décide de chaque demande. Ce qu’un retrait demande est réservé aussitôt.",
        "The cage decides each request. What a withdrawal asks for is kept for it at once.",
    ),
    "send": Words("Demander", "Ask"),
    "done": Words("C’est fait.", "It is done."),
    "requests": Words("Vos demandes", "Your requests"),
    "none": Words("Aucune demande.", "No requests."),
    "request": Words("Demande", "Request"),
    "amount": Words("Montant", "Amount"),
    "cancel": Words("Annuler", "Cancel"),
}
"""What the page says, by the names that its template uses."""
EXCHANGES: Final[Mapping[str, Words]] = {
    cage.TO_CHIPS: Words("Espèces en jetons", "Cash into chips"),
    cage.TO_CASH: Words("Jetons en espèces", "Chips into cash"),
}
WAYS: Final[Mapping[str, Words]] = {
    cage.DEPOSIT: Words("Dépôt", "Deposit"),
    cage.WITHDRAWAL: Words("Retrait", "Withdrawal"),
}
STATES: Final[Mapping[str, Words]] = {
    CashRequest.State.ASKED: Words("attend la caisse", "waits for the cage"),
    CashRequest.State.PAYING: Words("en cours de paiement", "being paid"),
    CashRequest.State.APPROVED: Words("fait", "done"),
    CashRequest.State.FAILED: Words("non payé", "not paid"),
    CashRequest.State.REFUSED: Words("refusé", "refused"),
    CashRequest.State.CANCELLED: Words("annulé", "cancelled"),
}


class _AmountForm(forms.Form):
    """An amount, its direction, and the id that makes a form sent twice one request."""

    way = forms.ChoiceField(label=both_lazy("Sens", "Way"))
    amount = form_fields.DecimalField(
        label=both_lazy("Montant", "Amount"),
        min_value=Decimal("0.01"),
        max_digits=13,
        decimal_places=2,
        widget=forms.NumberInput(attrs={"autocomplete": "off", "step": "0.01"}),
    )
    order = forms.UUIDField(widget=forms.HiddenInput)
    ways: ClassVar[Mapping[str, Words]]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["order"] = uuid4()
        field = self.fields["way"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(key, words.text()) for key, words in self.ways.items()]

    def act(self, player: Player, way: str, amount: int, *, order: UUID) -> object:
        """Have the cage do what a valid form asks for."""
        raise NotImplementedError

    def carry_out(self, player: Player) -> bool:
        """Carry out a valid form; return False when refused, with the error added."""
        given = self.cleaned_data
        try:
            self.act(player, given["way"], int(given["amount"] * 100), order=given["order"])
        except CashRefused as refused:
            message = MESSAGES[refused.code].text(**refused.detail)
            self.add_error(None, ValidationError(message, refused.code))
            return False
        return True


class ExchangeForm(_AmountForm):
    """An exchange of cash and chips."""

    ways = EXCHANGES

    def act(self, player: Player, way: str, amount: int, *, order: UUID) -> object:
        """Exchange at the cage."""
        return cage.exchange(player, way, amount, order=order)


class AskForm(_AmountForm):
    """A request for a deposit or withdrawal."""

    means = forms.ChoiceField(label=both_lazy("Moyen de paiement", "Means of payment"))
    ways = WAYS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = {key: means.name.text() for key, means in providers.MEANS.items()}
        if len(known) == 1:
            del self.fields["means"]
            return
        field = self.fields["means"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(known.items())

    def act(self, player: Player, way: str, amount: int, *, order: UUID) -> object:
        """Ask the cage, by the means that the form names; by the cashier where it names none."""
        means = self.cleaned_data.get("means", providers.CASHIER)
        return cage.request_cash(player, way, amount, order=order, means=means)


class CancelForm(forms.Form):
    """A request to cancel."""

    order = forms.UUIDField()


_counted: Final = rate_limited(lambda request: (rate_limit.API, f"player {request.user.pk}"))
"""Counts with the requests to the API: both do the same."""


@require_GET
@never_cache
@login_required
@with_strict_csp
def cash(request: HttpRequest) -> HttpResponse:
    """Show one's own cash and requests."""
    return _page(request)


@require_POST
@never_cache
@login_required
@_counted
@with_strict_csp
def exchange(request: HttpRequest) -> HttpResponseBase:
    """Exchange cash for chips, or chips for cash."""
    form = ExchangeForm(request.POST, auto_id="exchange_%s")
    return _done() if _carried_out(request, form) else _page(request, exchange=form, status=422)


@require_POST
@never_cache
@login_required
@_counted
@with_strict_csp
def ask(request: HttpRequest) -> HttpResponseBase:
    """Request a deposit or a withdrawal."""
    form = AskForm(request.POST, auto_id="ask_%s")
    return _done() if _carried_out(request, form) else _page(request, ask=form, status=422)


@require_POST
@never_cache
@login_required
@_counted
@with_strict_csp
def cancel(request: HttpRequest) -> HttpResponseBase:
    """Cancel a request, and show its state."""
    form = CancelForm(request.POST)
    if form.is_valid():
        try:
            cage.cancel_request(_player(request), form.cleaned_data["order"])
        except CashRefused as refused:
            return _page(request, refused=MESSAGES[refused.code].text(), status=422)
        return _done()
    return _page(request, refused=MESSAGES["request_unknown"].text(), status=422)


def _player(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return request.user


def _carried_out(request: HttpRequest, form: _AmountForm) -> bool:
    return form.is_valid() and form.carry_out(_player(request))


def _done() -> HttpResponse:
    return redirect(f"{reverse('cash')}?done")


def _page(
    request: HttpRequest,
    exchange: ExchangeForm | None = None,
    ask: AskForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    wallet = wallet_or_none(request)
    return page(
        request,
        "cash.html",
        status,
        c={name: words.text() for name, words in WORDS.items()},
        held=cage.cage_balances(wallet) if wallet else None,
        exchange=exchange or ExchangeForm(auto_id="exchange_%s"),
        ask=ask or AskForm(auto_id="ask_%s"),
        rows=[
            (each, WAYS[each.way].text(), STATES[each.state].text(), each.decided_at is None)
            for each in (cage.requests_of(wallet, ROWS) if wallet else ())
        ],
        refused=refused,
        done="done" in request.GET,
    )
