"""The page of one's own account: name shown, language, what the house keeps, and the way out.

Part of the composition root, beside `access`.
"""

import json
from collections.abc import AsyncIterator, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from asgiref.sync import sync_to_async
from django import forms
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from casino.http import downloads
from casino.http.downloads import Money
from casino.i18n import Words, both_lazy, is_french
from casino.ledger import services as ledger
from casino.players import closure, login_sessions, passwords
from casino.players.closure import ClosingRefused
from casino.players.forms import sign_up_error
from casino.players.models import Cash, CashRequest, Played, Player, Wallet
from casino.players.services import NAME_LENGTH, SignUpRefused, rename
from casino.site.views import (
    REASONS,
    page,
    set_language_cookie,
    too_many_requests_page,
    wallet_or_none,
    with_strict_csp,
)
from casino.throttling import login_throttle, rate_limit
from casino.throttling.decorators import rate_limited
from tables.history import own_rounds
from tables.models import ChatMessage

WORDS: Final[Mapping[str, Words]] = {
    "name": Words("Nom et langue", "Name and language"),
    "save": Words("Enregistrer", "Save"),
    "saved": Words("C’est enregistré.", "It is saved."),
    "data": Words("Vos données", "Your data"),
    "data_what": Words(
        "Un fichier JSON : votre compte, vos connexions, vos mouvements et vos coups.",
        "A JSON file: your account, your sign-ins, your movements and your rounds.",
    ),
    "take": Words("Télécharger", "Download"),
    "close": Words("Fermer le compte", "Close the account"),
    "close_what": Words(
        "Pour toujours : vos noms sont effacés, vos jetons fictifs rendus à la maison. Les coups "
        "joués et les écritures restent dans les livres, sous un nom neutre.",
        "For ever: your names are erased, your play chips go back to the house. The rounds played "
        "and the movements stay in the books, under a neutral name.",
    ),
    "closed": Words("Votre compte est fermé.", "Your account is closed."),
    "closed_what": Words(
        "Vos noms sont effacés et vos connexions fermées.",
        "Your names are erased and your sign-ins ended.",
    ),
}
"""What the page says, by the names that its template uses."""

REFUSALS: Final[Mapping[str, Words]] = {
    "password_wrong": Words("Ce n’est pas votre mot de passe.", "This is not your password."),
    "account_serves_house": Words(
        "Ce compte sert la maison : c’est elle qui le ferme.",
        "This account serves the house, which closes it.",
    ),
    "account_chips_lie": Words(
        "Des jetons à vous sont sur une table : reprenez-les, ou attendez la fin du coup.",
        "Chips of yours lie at a table: take them back, or wait for the end of the round.",
    ),
    "account_money_waits": Words(
        "De l’argent vous attend : une demande à la caisse, des jetons de couleur à changer, un "
        "jackpot à approuver ou une contestation à trancher.",
        "Money waits for you: a request at the cage, colour chips to be changed, a jackpot to be "
        "approved, or a dispute to be decided.",
    ),
    "account_holds_money": Words(
        "Votre porte-monnaie n’est pas vide : retirez d’abord votre argent à la caisse.",
        "Your wallet is not empty: first withdraw your money at the cage.",
    ),
}
"""By code: why an account is not closed."""

YEAR: Final = timedelta(days=366)
"""How far back the statement goes that is sent as a file."""
PART: Final = 5000
"""Movements, or rounds, that are read at once."""


class NameForm(forms.Form):
    """The name shown at the tables, and the language of the house's pages; errors carry codes."""

    display_name = forms.CharField(
        label=both_lazy("Nom affiché à la table", "Name shown at the table"),
        help_text=both_lazy(
            "Les autres joueurs lisent ce nom ; sans lui, un nom neutre.",
            "Other players read this name; without it, a neutral one.",
        ),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": NAME_LENGTH[1]}),
    )
    language = forms.ChoiceField(label=both_lazy("Langue", "Language"), choices=settings.LANGUAGES)

    def rename(self, player: Player) -> bool:
        """Save name and language; return False when refused, with the error added."""
        try:
            rename(player, self.cleaned_data["display_name"])
        except SignUpRefused as refused:
            self.add_error("display_name", sign_up_error(refused))
            return False
        player.language = self.cleaned_data["language"]
        player.save(update_fields=["language"])
        return True


class ClosingForm(forms.Form):
    """The password that confirms the closing of an account."""

    password = forms.CharField(
        label=both_lazy("Mot de passe", "Password"),
        strip=False,
        max_length=passwords.LONGEST,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def close(self, player: Player) -> bool:
        """Close the account; return False when refused, with the error added."""
        try:
            closure.close_account(player)
        except ClosingRefused as refused:
            message = REFUSALS[refused.code].text()
            self.add_error(None, ValidationError(message, code=refused.code))
            return False
        return True


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
@with_strict_csp
def own_account(request: HttpRequest) -> HttpResponseBase:
    """Show one's own account; save name and language."""
    player = _player(request)
    if request.method != "POST":
        return _page(request, player)
    form = NameForm(request.POST)
    if not form.is_valid() or not form.rename(player):
        return _page(request, player, name=form, status=422)
    response = redirect(f"{reverse('own_account')}?saved")
    set_language_cookie(response, player.language)
    return response


@require_POST
@never_cache
@sensitive_post_parameters("password")
@login_required
@with_strict_csp
def close(request: HttpRequest) -> HttpResponseBase:
    """Close one's account by its password; wrong passwords are throttled."""
    player = _player(request)
    tried = login_throttle.count_login_attempt(
        request, login_throttle.normalized_account(player.username)
    )
    if tried.wait:
        return too_many_requests_page(request, tried.wait, WORDS["close"])
    form = ClosingForm(request.POST)
    if form.is_valid():
        if not player.check_password(form.cleaned_data["password"]):
            wrong = ValidationError(REFUSALS["password_wrong"].text(), code="password_wrong")
            form.add_error("password", wrong)
        else:
            login_throttle.uncount_successful_login(tried)
            if form.close(player):
                logout(request)
                return page(request, "closed.html", o=_texts())
    return _page(request, player, closing=form, status=422)


@require_GET
@rate_limited(lambda request: (rate_limit.ROUND_LISTS, str(request.user.pk)))
@never_cache
@login_required
def data(request: HttpRequest) -> HttpResponseBase:
    """Send all data kept of the player as a file, part by part."""
    player = _player(request)
    written = _written(_kept(player), wallet_or_none(request))
    return downloads.json_stream("sabot-account", written)


@require_GET
@rate_limited(lambda request: (rate_limit.ROUND_LISTS, str(request.user.pk)))
@never_cache
@login_required
def statement(request: HttpRequest) -> HttpResponseBase:
    """Send the movements of the last twelve months as a file, newest first, part by part."""
    since = timezone.now() - YEAR
    written = _statement(wallet_or_none(request), since, french=is_french())
    return downloads.csv_stream("sabot-statement", written)


async def _statement(wallet: Wallet | None, since: datetime, *, french: bool) -> AsyncIterator[str]:
    head = ("at", "what", "reference", "amount", "balance", "currency")
    yield downloads.csv_text([head], french=french)
    before: int | None = None
    while wallet is not None:
        moved = await sync_to_async(ledger.statement)(wallet.account_id, PART, before)
        rows = (
            (
                each.at,
                REASONS.get(each.why, (each.why, each.why))[0 if french else 1],
                each.reference,
                Money(each.amount),
                Money(each.balance),
                wallet.currency,
            )
            for each in moved
            if each.at >= since
        )
        yield downloads.csv_text(rows, french=french)
        if len(moved) < PART or moved[-1].at < since:
            return
        before = moved[-1].id


def _player(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return request.user


def _texts() -> dict[str, str]:
    return {name: words.text() for name, words in WORDS.items()}


def _page(
    request: HttpRequest,
    player: Player,
    name: NameForm | None = None,
    closing: ClosingForm | None = None,
    status: int = 200,
) -> HttpResponse:
    shown = {"display_name": player.shown_name, "language": player.language}
    return page(
        request,
        "own_account.html",
        status,
        o=_texts(),
        name=name or NameForm(initial=shown),
        closing=closing or ClosingForm(),
        saved="saved" in request.GET,
    )


def _kept(player: Player) -> dict[str, Any]:
    """Return the data kept of a player beside money and rounds."""
    messages = ChatMessage.objects.filter(player=player)
    return {
        "account": {
            "name": player.username,
            "shown_name": player.shown_name,
            "language": player.language,
            "opened_at": player.date_joined,
            "signed_in_at": player.last_login,
        },
        "identity": list(
            player.identities.order_by("id").values(
                "state", "born_on", "valid_until", "reason", "at"
            )
        ),
        "limits": list(
            player.limits.order_by("id").values(
                "kind", "period", "before", "amount", "effective_from", "at"
            )
        ),
        "reality_checks": list(
            player.reality_checks.order_by("id").values("seconds", "staked", "net", "at")
        ),
        "exclusions": list(player.exclusions.order_by("id").values("until", "reason", "at")),
        "bans": list(player.bans.order_by("id").values("banned", "reason", "at")),
        "notes_of_the_house": list(player.house_notes.order_by("id").values("text", "at")),
        "days": list(
            Played.objects.filter(player=player).order_by("day").values("day", "staked", "net")
        ),
        "stays": list(player.stays.order_by("id").values("began_at", "seen_at")),
        "sign_ins": list(
            login_sessions.open_sessions(player).values("began_at", "address", "agent")
        ),
        "cash_requests": list(
            CashRequest.objects.filter(cash__player=player)
            .order_by("id")
            .values("way", "amount", "asked_at", "state", "decided_at", "reason", "receipt")
        ),
        "said": list(messages.values("at", "table__name", "signal", "text").order_by("at")),
        "tickets": list(
            player.tickets.order_by("id").values(
                "issued_at", "table__name", "amount", "ends__how", "ends__at"
            )
        ),
        "hand_pays": list(
            player.hand_pays.order_by("id").values(
                *("owed_at", "table__name", "amount", "annulled_at", "means", "paid_at"),
                *("reference", "issued_at"),
            )
        ),
        "identity_checks": list(
            player.identity_checks.order_by("id").values("at", "table__name", "kind", "number")
        ),
        "complements": list(
            player.complements.order_by("id").values(
                *("at", "table__name", "game", "due", "paid", "amount")
            )
        ),
        "disputes": list(
            player.disputes.order_by("id").values(
                *("filed_at", "table__name", "round__number", "kind", "words", "dossier_hash"),
                *("state", "decided_at", "ruling__upheld", "ruling__reason"),
            )
        ),
        "silences": list(player.silences.values("at", "reason", "lifted__at").order_by("at")),
    }


async def _written(kept: dict[str, Any], wallet: Wallet | None) -> AsyncIterator[str]:
    yield _json(kept)[:-1]
    if wallet is not None:
        yield f', "currency": {_json(wallet.currency)}, "movements": '
        async for part in _movements(wallet.account_id):
            yield part
        cash = await Cash.objects.filter(player=wallet.player_id, currency=wallet.currency).afirst()
        if cash is not None:
            yield '], "cash_movements": '
            async for part in _movements(cash.account_id):
                yield part
        yield '], "rounds": '
        before, first = None, True
        while first or before is not None:
            own, before = await sync_to_async(own_rounds.own_rounds)(
                wallet.account_id, PART, before
            )
            yield _items((_fields(each) for each in own), first=first)
            first = False
        yield "]"
    yield "}\n"


async def _movements(account_id: int) -> AsyncIterator[str]:
    """Give an account's postings as an array that is still open."""
    before, first = None, True
    while True:
        moved = await sync_to_async(ledger.statement)(account_id, PART, before)
        yield _items((_fields(each) for each in moved), first=first)
        if len(moved) < PART:
            return
        before, first = moved[-1].id, False


def _fields(each: Any) -> dict[str, Any]:
    return {name: getattr(each, name) for name in each.__slots__}


def _items(items: Iterable[dict[str, Any]], *, first: bool) -> str:
    """Return items of a JSON array: the first ones open it, all others follow a comma."""
    written = ",\n".join(map(_json, items))
    return f"[{written}" if first else f",\n{written}" if written else ""


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
