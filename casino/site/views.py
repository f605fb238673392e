"""The HTML pages: lobby, table, account, sign-up, sign-in and out, language.

Part of the composition root, so it may read the tables. Every page works without a script, except
the table itself.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import wraps
from typing import Any, Final
from urllib.parse import urlsplit

from csp.constants import SELF
from csp.decorators import csp_replace, csp_update
from django.conf import settings
from django.contrib import admin
from django.contrib.auth import login
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from casino.cashier import services as cashier
from casino.http.rest import MESSAGES
from casino.i18n import Words, both, is_french
from casino.identity import services as identity
from casino.ledger import services as ledger
from casino.players import services as players
from casino.players.forms import SignInForm, SignUpForm
from casino.players.models import Player, Wallet
from casino.players.services import RefillRefused, check_refill, may_be_granted, wallet_of
from casino.players.services import refill as give_refill
from casino.site.texts import COUNTED, PAGES
from casino.throttling import login_throttle, rate_limit
from tables.chat import bulletins
from tables.games import GAMES
from tables.history import narration, own_rounds, statement
from tables.lobby import table_list
from tables.models import Dispute, Table
from tables.rows import disputes

_HEADING: Final = re.search(
    r"^## (\S+)", (settings.ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
)
VERSION: Final = _HEADING[1] if _HEADING else ""
"""The newest version that the changelog tells of."""

ROWS: Final = 200
"""Postings of a page of the statement, which shows those of a round in one line."""
ROUNDS: Final = 12
"""Rounds above the statement."""

REASONS: Final[Mapping[str, tuple[str, str]]] = {**narration.REASONS, **players.REASONS}
"""What a posting of a wallet's statement is for, by code."""


def _reason(why: str) -> str:
    """Return what a posting is for; its bare code where nobody has words for it."""
    return both(*REASONS.get(why, (why, why)))


def with_strict_csp(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorator: narrow a page's content security policy to its own images, without eval."""
    strict = csp_update(
        {
            "require-trusted-types-for": ["'script'"],
            "trusted-types": ["svelte-trusted-html"],
        }
    )(csp_replace({"img-src": [SELF]})(view))

    @wraps(view)
    def narrowed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return strict(request, *args, **kwargs)

    return narrowed


def house_time(at: datetime) -> str:
    """Return a time in the house's time zone, ISO 8601 with offset."""
    return timezone.localtime(at).isoformat()


def page(request: HttpRequest, template: str, status: int = 200, **context: Any) -> HttpResponse:
    """Render a template with the texts of the request's language."""
    return render(request, template, _base_context(request) | context, status=status)


def _base_context(request: HttpRequest) -> dict[str, Any]:
    return {
        "w": {name: words.text(age=minimum_age()) for name, words in PAGES.items()},
        "licence": licence_context(),
        "lang": both("fr", "en"),
        "zone": settings.TIME_ZONE,
        "version": VERSION,
        "languages": settings.LANGUAGES,
        "wallet": wallet_or_none(request),
        "decided": _decided(request),
    }


ADULT: Final = 18
"""Least age in years that a player of play money declares."""


def minimum_age() -> int:
    """Return the least age of players in years: the licence's, or ADULT."""
    return settings.PROFILE.minimum_age or ADULT


def profile_names() -> dict[str, str] | None:
    """Return the name of the place whose licence the house has, by language; None without one."""
    profile = settings.PROFILE
    return {"fr": profile.name.fr, "en": profile.name.en} if profile.licensed else None


def licence_context() -> dict[str, Any]:
    """Return the texts about the licence that every page shows."""
    profile = settings.PROFILE
    return {
        "place": profile.name.text() if profile.licensed else "",
        "age": minimum_age(),
        "asks": profile.requires_declarations,
        "shown": [
            {
                "text": each.text.text(),
                "url": each.url,
                "host": urlsplit(each.url).hostname or "",
                "phone": each.phone,
                "dialled": "".join(sign for sign in each.phone if sign in "+0123456789"),
            }
            for each in profile.shown
        ],
    }


def _decided(request: HttpRequest) -> Dispute | None:
    """Return a decided dispute of the player that they have not read; None where there is none."""
    if request.user.pk is None:
        return None
    unread = disputes.unread_decisions(request.user.pk).order_by("pk").first()
    return None if unread is None else unread.dispute


def wallet_or_none(request: HttpRequest, currency: str = "") -> Wallet | None:
    """Return the wallet of the signed-in player; None for visitors and operators."""
    if request.user.pk is None:
        return None
    try:
        return wallet_of(request.user.pk, currency)
    except Wallet.DoesNotExist:
        return None


def set_language_cookie(response: HttpResponse, language: str) -> None:
    """Set the cookie of this device's language."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=31_536_000,
        samesite="Lax",
        secure=settings.BEHIND_TLS,
        httponly=True,
    )


def next_url(request: HttpRequest, otherwise: str = "lobby") -> str:
    """Return `next` of the request where it is an address of this site, else the named one."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if safe else reverse(otherwise)


def too_many_requests_page(request: HttpRequest, wait: int, door: Words) -> HttpResponse:
    """Return 429 with Retry-After; `door` names what was tried."""
    refusal = page(request, "turned_away.html", 429, minutes=-(-wait // 60), door=door.text())
    refusal["Retry-After"] = str(wait)
    return refusal


@dataclass(frozen=True, slots=True)
class LobbyFilter:
    """The lobby's filter of tables."""

    game: str
    """The key of a game; empty for all."""
    least: int | None
    """Minor units: the least stake is this at the most."""
    free: bool
    """Only tables at which the player may sit down, or where nobody sits."""

    @classmethod
    def of(cls, request: HttpRequest) -> "LobbyFilter":
        """Read the filter from the query string; invalid values filter nothing."""
        game, least = request.GET.get("game", ""), request.GET.get("least", "")
        amount = int(least) if least.isascii() and least.isdigit() and len(least) < 19 else None
        return cls(game if game in GAMES else "", amount, request.GET.get("free") == "1")

    def matches(self, table: table_list.TableShown) -> bool:
        """Tell whether a table passes the filter."""
        return (
            self.game in ("", table.game)
            and (self.least is None or (table.minimum or 0) <= self.least)
            and not (self.free and (table.full or table.status == Table.Status.CLOSED))
        )


_STATES: Final[Mapping[str, Words]] = {
    Table.Status.OPEN: PAGES["open"],
    "full": PAGES["full"],
    Table.Status.ENDING: PAGES["ending"],
    Table.Status.DRAINING: PAGES["draining"],
    Table.Status.PAUSED: PAGES["paused"],
    Table.Status.CLOSED: PAGES["closed"],
}


@dataclass(frozen=True, slots=True)
class LobbyCard:
    """The changing part of a table in the lobby, in the language of the page."""

    id: int
    seated: int
    state: str
    """The table's status, or `full`."""
    shown: bool
    status: str
    here: str
    people: str
    missing: str
    go: str

    @classmethod
    def of(
        cls, table: table_list.TableShown, lobby_filter: LobbyFilter, *, stranger: bool
    ) -> "LobbyCard":
        """Return a table's card, as a viewer with this filter sees it."""
        closed, boxes = table.status == Table.Status.CLOSED, PAGES["boxes"].text()
        state = "full" if table.full and table.status == Table.Status.OPEN else table.status
        watches = stranger or closed or (table.full and not table.mine)
        return cls(
            table.id,
            table.seated,
            state,
            lobby_filter.matches(table),
            _STATES[state].text(),
            PAGES["here"].text() if table.mine else "",
            f"{table.seated}/{table.boxes} {boxes}"
            if table.boxes > 1
            else _number_of(table.players, "players"),
            "" if closed else _number_of(table.missing, "missing"),
            (
                PAGES["watch"] if watches else PAGES["resume"] if table.mine else PAGES["play"]
            ).text(),
        )


def _number_of(number: int, what: str) -> str:
    """Return a number of something in words, `1 player`; nothing for none."""
    one, more = COUNTED[what]
    return (one if number == 1 else more).text(n=number) if number else ""


@require_GET
@never_cache
@with_strict_csp
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the tables that were asked for; with `?cards` return what changes as JSON."""
    stranger = not request.user.is_authenticated
    granted = stranger and may_be_granted(rate_limit.client_host(request))
    tables = table_list.lobby_tables(request.user.pk)
    lobby_filter = LobbyFilter.of(request)
    cards = [LobbyCard.of(each, lobby_filter, stranger=stranger) for each in tables]
    if "cards" in request.GET:
        bulletin_rows = [asdict(each) for each in bulletins.lobby_bulletins()]
        return JsonResponse({"cards": [asdict(each) for each in cards], "bulletins": bulletin_rows})
    games = {each.game: GAMES[each.game].wording.name[0 if is_french() else 1] for each in tables}
    return page(
        request,
        "lobby.html",
        tables=list(zip(tables, cards, strict=True)),
        asked=lobby_filter,
        games=sorted(games.items(), key=lambda named: named[1]),
        minima=sorted({each.minimum for each in tables if each.minimum is not None}),
        some=any(each.shown for each in cards),
        granted=granted,
        bulletins=bulletins.lobby_bulletins(),
    )


_OF_FRAMES: Final = ("status", "currency", "seated", "players", "least", "mine", "round")
"""What the lobby tells of a table, and its own page hears of by its socket or never asks."""


@require_GET
@never_cache
@ensure_csrf_cookie
@with_strict_csp
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show a table; what happens at it comes over its WebSocket."""
    shown = table_list.lobby_table(table_id, request.user.pk)
    if shown is None:
        raise Http404
    wallet = wallet_or_none(request, shown.currency)
    # The head of the page has its width before the table's first word, which tells the rest.
    known = {name: value for name, value in asdict(shown).items() if name not in _OF_FRAMES}
    info = known | {
        "balance": wallet and wallet.account.balance,
        "autoplay": settings.PROFILE.autoplay,
        "age": minimum_age(),
        "licence": profile_names(),
    }
    return page(request, "table.html", table=shown, table_info=info)


@require_GET
@never_cache
@login_required
@with_strict_csp
def account(request: HttpRequest) -> HttpResponse:
    """Show the player's wallet: last rounds, and the statement, ROWS postings a page."""
    wallet = wallet_or_none(request)
    written = request.GET.get("before", "")
    before = int(written) if written.isascii() and written.isdigit() and len(written) < 19 else None
    postings: tuple[ledger.Posting, ...] = ()
    rounds: list[tuple[own_rounds.OwnRound, own_rounds.RoundInWords]] = []
    if wallet is not None:
        postings = ledger.statement(wallet.account_id, ROWS + 1, before)
        if before is None:
            own, _ = own_rounds.own_rounds(wallet.account_id, ROUNDS, None)
            descriptions = own_rounds.rounds_in_words(own, wallet.player_id, french=is_french())
            rounds = [(each, descriptions[each.id]) for each in own]
    shown = statement.without_cut_round(postings, ROWS)
    return page(
        request,
        "account.html",
        refill=_refill(request, wallet) if before is None else None,
        held=cashier.cage_balances(wallet) if wallet is not None else None,
        known=identity.identity_page_data(wallet.player_id)
        if wallet and settings.PROFILE.requires_declarations
        else None,
        rounds=rounds,
        before=before,
        rows=[
            (line, [(each, _reason(each.why)) for each in line.postings])
            for line in (statement.statement_lines(shown, wallet.player_id) if wallet else ())
        ],
        older=shown[-1].id if len(shown) < len(postings) else None,
    )


@dataclass(frozen=True, slots=True)
class RefillShown:
    """What the account's page says to a player who is nearly out of chips."""

    amount: int
    """Minor units."""
    refused: str
    """Why the house gives none now; empty when it does."""
    again_at: datetime | None


def _refill(request: HttpRequest, wallet: Wallet | None) -> RefillShown | None:
    """Return what the page says of a refill; None where there is nothing to say."""
    if wallet is None:
        return None
    try:
        check_refill(wallet, rate_limit.client_host(request))
    except RefillRefused as refused:
        if refused.code in ("refill_not_needed", "refill_not_offered"):
            return None
        message = MESSAGES[refused.code].text()
        return RefillShown(settings.PLAY_MONEY_REFILL, message, refused.again_at)
    return RefillShown(settings.PLAY_MONEY_REFILL, "", None)


@require_POST
@never_cache
@login_required
def refill(request: HttpRequest) -> HttpResponse:
    """Give the player the daily refill, or nothing; the account's page then says which."""
    if wallet := wallet_or_none(request):
        with suppress(RefillRefused):
            give_refill(wallet, rate_limit.client_host(request))
    return redirect("account")


@require_http_methods(["GET", "POST"])
@never_cache
@sensitive_post_parameters("password")
@with_strict_csp
def sign_up(request: HttpRequest) -> HttpResponse:
    """Enrol a player, sign them in and redirect: to `next`, or to an account without chips.

    Opening many accounts is answered 429, see `rate_limit.sign_up_backoffs`.
    """
    wanted = next_url(request)
    if request.user.is_authenticated:
        return HttpResponseRedirect(wanted)
    host = rate_limit.client_host(request)
    if request.method == "POST" and (
        wait := rate_limit.count_attempt((rate_limit.SIGN_UP_TRIES, host))
    ):
        return too_many_requests_page(request, wait, PAGES["sign_up"])
    form = SignUpForm(request.POST or None)
    valid = form.is_valid()
    if form.is_bound and "adult" not in request.POST:
        form.add_error(None, PAGES["adult_missing"].text(age=minimum_age()))
        valid = False
    if valid:
        backoffs = rate_limit.sign_up_backoffs(request)
        if wait := rate_limit.count_with_backoff(*backoffs):
            return too_many_requests_page(request, wait, PAGES["sign_up"])
        player = None
        try:
            player = form.sign_up(host)
        finally:
            if player is None:
                rate_limit.uncount_with_backoff(*backoffs)
        if player is not None:
            login(request, player)
            empty = not wallet_of(player.pk).account.balance
            response = HttpResponseRedirect(reverse("account") if empty else wanted)
            set_language_cookie(response, player.language)
            return response
    return page(
        request,
        "sign_up.html",
        422 if form.is_bound else 200,
        form=form,
        next=wanted,
        granted=may_be_granted(host),
        gives=not settings.LICENSED,
    )


@method_decorator([never_cache, with_strict_csp], name="dispatch")
class SignIn(auth_views.LoginView):
    """Signs a player in."""

    form_class = SignInForm
    template_name = "sign_in.html"
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the words of the page."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | _base_context(self.request) | {"next": next_url(self.request)}

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in; a device that asks for no language speaks the player's from then on."""
        response = super().form_valid(form)
        player = form.get_user()
        assert isinstance(player, Player)
        # What was chosen on this device, and what its browser asks for, come before the account's.
        if not _asks_for_a_language(self.request):
            set_language_cookie(response, player.language)
        return response


def _asks_for_a_language(request: HttpRequest) -> bool:
    """Tell whether a device has chosen a language of the house, or its browser prefers one."""
    wanted = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    spoken = dict(settings.LANGUAGES)
    return settings.LANGUAGE_COOKIE_NAME in request.COOKIES or any(
        code.partition("-")[0] in spoken for code, _ in wanted
    )


def throttle_sign_in(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorator: answer 429 after too many wrong passwords.

    An attempt counts before the password is checked, so that concurrent guesses count too. It is
    forgiven only when that very account has signed in by it.
    """

    @sensitive_post_parameters("password")
    @wraps(view)
    def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        account = login_throttle.normalized_account(request.POST.get("username", ""))
        tried = login_throttle.count_login_attempt(request, account)
        if tried.wait:
            return too_many_requests_page(request, tried.wait, PAGES["sign_in"])
        response = view(request, *args, **kwargs)
        if login_throttle.signed_in_account(request) == account:
            login_throttle.uncount_successful_login(tried)
            login_throttle.set_device_cookie(response, account)
        return response

    return counted


# Django's own takes PUT for POST, which `throttle_sign_in` does not count.
_methods = ["get", "head", "options", "post"]
sign_in = throttle_sign_in(SignIn.as_view(http_method_names=_methods))
office_sign_in = throttle_sign_in(never_cache(admin.site.login))
"""The office's door, which is the site's own form."""


@require_POST
@never_cache
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session; its sockets are closed."""
    response: HttpResponse = auth_views.LogoutView.as_view(next_page="lobby")(request)
    return response


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Set the language of this device, and of the player when signed in; go back to `next`."""
    wanted = request.POST.get("language", "")
    response = HttpResponseRedirect(next_url(request))
    if wanted in dict(settings.LANGUAGES) and check_for_language(wanted):
        set_language_cookie(response, wanted)
        if request.user.pk is not None:
            Player.objects.filter(pk=request.user.pk).update(language=wanted)
    return response
