"""The HTML pages: lobby, table, account, sign-up, sign-in and out, language.

Part of the composition root, so it may read the tables. Every page works without a script, except
the table itself, which is a live thing.
"""

import re
from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from typing import Any, Final

from csp.constants import SELF
from csp.decorators import csp_replace, csp_update
from django.conf import settings
from django.contrib import admin
from django.contrib.auth import login
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language, get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from casino import turnstile
from casino.ledger import services as ledger
from casino.players.forms import SignUpForm
from casino.players.models import Player, Wallet
from casino.players.services import wallet_of
from tables import archive

_HEADING: Final = re.search(
    r"^## (\S+)", (settings.ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
)
VERSION: Final = _HEADING[1] if _HEADING else ""
"""The newest version that the changelog tells of."""

ROWS: Final = 40
"""Postings of a page of the statement."""
ROUNDS: Final = 12
"""Rounds above the statement."""

WORDS: Final[dict[str, dict[str, str]]] = {
    "fr": {
        "tagline": "Les jeux de table comme la loi les écrit.",
        "lead": (
            "Cartes et roulette, article par article, selon les arrêtés qui règlent les casinos. "
            "Chaque sabot, chaque tirage est scellé avant la première mise et vérifiable après."
        ),
        "tables": "Tables",
        "account": "Compte",
        "sign_in": "Se connecter",
        "sign_up": "Ouvrir un compte",
        "sign_out": "Se déconnecter",
        "username": "Nom",
        "password": "Mot de passe",
        "password_hint": "Huit caractères au moins, pas un mot courant.",
        "username_hint": "De 3 à 24 lettres, chiffres, « - », « _ » ou « . ».",
        "display_hint": "Facultatif. Les autres joueurs lisent ce nom.",
        "no_account": "Pas encore de compte ?",
        "have_account": "Déjà un compte ?",
        "grant": "Mille jetons fictifs vous attendent.",
        "adult_missing": "Il faut avoir 18 ans pour jouer.",
        "adult": "J’ai 18 ans ou plus et je joue de l’argent fictif.",
        "play": "Entrer",
        "watch": "Regarder",
        "no_tables": "Aucune table n’est ouverte pour le moment.",
        "boxes": "cases prises",
        "practice": "Table d’entraînement",
        "round": "coup",
        "limits": "Mises",
        "from": "dès",
        "open": "Ouverte",
        "draining": "Dernier coup",
        "closed": "Fermée",
        "balance": "Solde",
        "chips": "jetons",
        "own_rounds": "Vos derniers coups",
        "no_rounds": "Vous n’avez pas encore joué.",
        "statement": "Relevé",
        "no_postings": "Aucun mouvement.",
        "no_wallet": "Ce compte n’a pas de porte-monnaie de joueur.",
        "when": "Date",
        "what": "Mouvement",
        "amount": "Jetons",
        "after": "Solde",
        "result": "Banque",
        "net": "Résultat",
        "table": "Table",
        "more": "Mouvements plus anciens",
        "newest": "Revenir aux plus récents",
        "language": "Langue",
        "play_money": "Argent fictif : aucun jeton ne s’achète ni ne s’échange.",
        "age": "Réservé aux majeurs.",
        "risk": "Jouer comporte des risques : fixez-vous une limite de temps.",
        "skip": "Aller au contenu",
        "loading": "La table s’installe…",
        "needs_script": "La table a besoin de JavaScript : elle se joue en direct.",
        "error": "Une correction est nécessaire :",
    },
    "en": {
        "tagline": "Table games as the law writes them.",
        "lead": (
            "Cards and wheels as the casinos' own decrees deal them, clause by clause. Every shoe "
            "and every spin is sealed before the first stake and can be verified afterwards."
        ),
        "tables": "Tables",
        "account": "Account",
        "sign_in": "Sign in",
        "sign_up": "Open an account",
        "sign_out": "Sign out",
        "username": "Name",
        "password": "Password",
        "password_hint": "At least eight characters, not a common word.",
        "username_hint": "3 to 24 letters, digits, “-”, “_” or “.”.",
        "display_hint": "Optional. Other players read this name.",
        "no_account": "No account yet?",
        "have_account": "Already a player?",
        "grant": "A thousand play chips are waiting for you.",
        "adult_missing": "One must be 18 to play.",
        "adult": "I am 18 or over and I play with play money.",
        "play": "Enter",
        "watch": "Watch",
        "no_tables": "No table is open at the moment.",
        "boxes": "boxes taken",
        "practice": "Practice table",
        "round": "round",
        "limits": "Stakes",
        "from": "from",
        "open": "Open",
        "draining": "Last round",
        "closed": "Closed",
        "balance": "Balance",
        "chips": "chips",
        "own_rounds": "Your last rounds",
        "no_rounds": "You have not played yet.",
        "statement": "Statement",
        "no_postings": "Nothing moved.",
        "no_wallet": "This account has no player’s wallet.",
        "when": "Date",
        "what": "Movement",
        "amount": "Chips",
        "after": "Balance",
        "result": "Dealer",
        "net": "Result",
        "table": "Table",
        "more": "Older movements",
        "newest": "Back to the newest",
        "language": "Language",
        "play_money": "Play money: no chip is bought or exchanged.",
        "age": "Adults only.",
        "risk": "Gambling has its risks: set yourself a time limit.",
        "skip": "Skip to the content",
        "loading": "Setting the table…",
        "needs_script": "The table needs JavaScript: it is played live.",
        "error": "Something needs correcting:",
    },
}
"""What the pages say, by language."""

REASONS: Final[dict[str, dict[str, str]]] = {
    "fr": {
        "grant": "Jetons offerts",
        "stake": "Mise",
        "take_back": "Mise reprise",
        "double": "Double",
        "split": "Séparation",
        "insurance": "Assurance",
        "side_stake": "Mise annexe",
        "return": "Mise rendue",
        "pay": "Gain",
        "bank": "Mise de banque",
        "uncovered": "Part non couverte de la banque",
        "void": "Coup annulé",
    },
    "en": {
        "grant": "Chips granted",
        "stake": "Stake",
        "take_back": "Stake taken back",
        "double": "Double",
        "split": "Split",
        "insurance": "Insurance",
        "side_stake": "Side stake",
        "return": "Stake returned",
        "pay": "Winnings",
        "bank": "Stake of a bank",
        "uncovered": "Uncovered part of the bank",
        "void": "Round voided",
    },
}
"""What a transfer of a player's wallet was for, by language and reason."""


def spoken() -> str:
    """Return the language of the request: `fr` or `en`."""
    return "fr" if (get_language() or settings.LANGUAGE_CODE).startswith("fr") else "en"


def _guarded(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Narrow a page's content security policy: own images only, and no string becomes a script."""
    strict = csp_update(
        {
            "require-trusted-types-for": ["'script'"],
            "trusted-types": ["svelte-trusted-html"],
        }
    )(csp_replace({"img-src": [SELF]})(view))

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return strict(request, *args, **kwargs)

    return guarded


def _page(request: HttpRequest, template: str, status: int = 200, **context: Any) -> HttpResponse:
    return render(request, template, _said(request) | context, status=status)


def _said(request: HttpRequest) -> dict[str, Any]:
    return {
        "w": WORDS[spoken()],
        "lang": spoken(),
        "version": VERSION,
        "languages": settings.LANGUAGES,
        "wallet": _wallet(request),
    }


def _wallet(request: HttpRequest) -> Wallet | None:
    if request.user.pk is None:
        return None
    try:
        return wallet_of(request.user.pk)
    except Wallet.DoesNotExist:
        return None


def _speak(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=31_536_000,
        samesite="Lax",
        secure=settings.BEHIND_TLS,
        httponly=True,
    )


def _onward(request: HttpRequest, fallback: str) -> str:
    """Return the `next` of a request when it is an address of this house."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if safe else fallback


@require_GET
@never_cache
@_guarded
def lobby(request: HttpRequest) -> HttpResponse:
    """Show every table of the house."""
    return _page(request, "lobby.html", tables=archive.tables())


@require_GET
@never_cache
@_guarded
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show a table; what happens at it comes over its WebSocket."""
    shown = archive.table(table_id)
    if shown is None:
        raise Http404
    return _page(request, "table.html", table=shown, table_info=asdict(shown))


@require_GET
@never_cache
@login_required
@_guarded
def account(request: HttpRequest) -> HttpResponse:
    """Show the player's wallet: last rounds, and the statement by pages of ROWS."""
    wallet = _wallet(request)
    asked = request.GET.get("before", "")
    before = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 19 else None
    postings: tuple[ledger.Posting, ...] = ()
    rounds: list[archive.OwnRound] = []
    if wallet is not None:
        postings = ledger.statement(wallet.account_id, ROWS + 1, before)
        if before is None:
            rounds, _ = archive.own_rounds(wallet.account_id, ROUNDS, None)
    reasons = REASONS[spoken()]
    return _page(
        request,
        "account.html",
        rounds=rounds,
        before=before,
        rows=[(posting, reasons.get(posting.why, posting.why)) for posting in postings[:ROWS]],
        older=postings[ROWS - 1].id if len(postings) > ROWS else None,
    )


@require_http_methods(["GET", "POST"])
@never_cache
@sensitive_post_parameters("password")
@_guarded
def sign_up(request: HttpRequest) -> HttpResponse:
    """Enrol a player, sign them in and lead them on."""
    onward = _onward(request, "/")
    if request.user.is_authenticated:
        return redirect(onward)
    form = SignUpForm(request.POST or None)
    valid = form.is_valid()
    if form.is_bound and "adult" not in request.POST:
        form.add_error(None, WORDS[spoken()]["adult_missing"])
        valid = False
    if valid and (player := form.sign_up()):
        login(request, player)
        response = HttpResponseRedirect(onward)
        _speak(response, player.language)
        return response
    return _page(request, "sign_up.html", 422 if form.is_bound else 200, form=form, next=onward)


@method_decorator([never_cache, _guarded], name="dispatch")
class SignIn(auth_views.LoginView):
    """Signs a player in; the page speaks their language from then on."""

    template_name = "sign_in.html"
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the words of the page."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | _said(self.request) | {"next": _onward(self.request, "/")}

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in, and remember the player's language on this device."""
        response = super().form_valid(form)
        player = form.get_user()
        assert isinstance(player, Player)
        # A language chosen on this device before signing in is the fresher wish.
        if settings.LANGUAGE_COOKIE_NAME not in self.request.COOKIES:
            _speak(response, player.language)
        return response


def turned_away(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Answer 429 to whoever fails to sign in too often, for one account or from one address.

    An attempt counts before the password is looked at, so that guesses made at once count too.
    """

    @sensitive_post_parameters("password")
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        address = turnstile.address_of(request)
        account = request.POST.get("username", "").strip().casefold()
        turns = (
            (turnstile.SIGN_IN, f"{account} {address}"),
            (turnstile.SIGN_IN_ADDRESS, address),
        )
        if wait := turnstile.admit(*turns):
            refusal = _page(request, "turned_away.html", 429, minutes=-(-wait // 60))
            refusal["Retry-After"] = str(wait)
            return refusal
        response = view(request, *args, **kwargs)
        if request.user.is_authenticated:
            turnstile.forgive(*turns)
        return response

    return guarded


sign_in = turned_away(SignIn.as_view())
office_sign_in = turned_away(never_cache(admin.site.login))
"""The office's door, which is the site's own form."""


@require_POST
@never_cache
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session; its sockets are closed."""
    response: HttpResponse = auth_views.LogoutView.as_view(next_page="/")(request)
    return response


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Set the language of this device, and of the player when signed in; go back to `next`."""
    wanted = request.POST.get("language", "")
    response = HttpResponseRedirect(_onward(request, "/"))
    if wanted in dict(settings.LANGUAGES) and check_for_language(wanted):
        _speak(response, wanted)
        if request.user.pk is not None:
            Player.objects.filter(pk=request.user.pk).update(language=wanted)
    return response
