"""The page of one's own limits, of stakes, losses, time and deposits, and of breaks.

Part of the composition root, beside `own_account`.
"""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from casino.backoffice import form_fields
from casino.http.rest import MESSAGES
from casino.i18n import Words, both_lazy
from casino.players import passwords
from casino.players.forms import SPAN_WORDS, exclusion_notice
from casino.players.models import Player
from casino.responsible_gaming import limits as responsible_gaming_limits
from casino.responsible_gaming.limits import (
    DEPOSIT,
    LOSS,
    STAKE,
    TIME,
    ExclusionRefused,
    LimitRefused,
    LimitStatus,
)
from casino.site.account import REFUSALS
from casino.site.views import page, too_many_requests_page, with_strict_csp
from casino.throttling import login_throttle

WORDS: Final[Mapping[str, Words]] = {
    "title": Words("Vos limites", "Your limits"),
    "what": Words(
        "Une limite plus basse vaut aussitôt, à toutes les tables. Plus haute, ou levée, elle "
        "vaut après {hours} heures : d’ici là vous pouvez y renoncer en redonnant l’ancienne.",
        "A lower limit holds at once, at every table. A higher one, or none, holds after {hours} "
        "hours: until then you can take that back by giving the old one again.",
    ),
    "counts": Words(
        "Les jetons qui sont sur un tapis comptent comme perdus tant que le coup dure. Une "
        "décision que vous devez n’est jamais refusée : seule une nouvelle mise l’est.",
        "Chips that lie on a layout count as lost while the round lasts. A decision that you owe "
        "is never refused: only a new stake is.",
    ),
    "of": Words("De quoi", "Of what"),
    "limit": Words("Limite", "Limit"),
    "used": Words("Utilisé", "Used"),
    "begins": Words("Recommence", "Begins anew"),
    "none": Words("aucune", "none"),
    "then": Words("puis", "then"),
    "from": Words("dès le", "from"),
    "set": Words("Changer une limite", "Change a limit"),
    "save": Words("Enregistrer", "Save"),
    "saved": Words("C’est enregistré.", "It is saved."),
    "minutes": Words("min", "min"),
    "back": Words("Compte", "Account"),
    "pause": Words("Faire une pause", "Take a break"),
    "pause_what": Words(
        "Vous êtes déconnecté partout, aussitôt. Vos places et vos attentes se libèrent ; les "
        "coups où vous avez misé se finissent sans vous, comme pour un joueur absent. Personne, "
        "pas même la maison, ne peut abréger la pause.",
        "You are signed out everywhere, at once. Your seats and waiting places become free; rounds "
        "in which you have staked are finished without you, as for a player who is away. Nobody, "
        "not even the house, can shorten the break.",
    ),
    "paused": Words("Votre pause a commencé.", "Your break has begun."),
}
"""What the page says, by the names that its template uses."""

KINDS: Final[Mapping[str, Words]] = {
    STAKE: Words("Mises", "Stakes"),
    LOSS: Words("Pertes", "Losses"),
    TIME: Words("Temps aux tables", "Time at the tables"),
    DEPOSIT: Words("Dépôts à la caisse", "Deposits at the cage"),
}
PERIODS: Final[Mapping[str, Words]] = {
    "day": Words("par jour", "a day"),
    "week": Words("par semaine", "a week"),
    "month": Words("par mois", "a month"),
}


class LimitForm(forms.Form):
    """A limit of one's own; errors carry codes."""

    kind = forms.ChoiceField(
        label=both_lazy("Limite de", "Limit of"),
        choices=[(key, both_lazy(*words)) for key, words in KINDS.items()],
    )
    period = forms.ChoiceField(
        label=both_lazy("Durée", "Period"),
        choices=[(key, both_lazy(*words)) for key, words in PERIODS.items()],
    )
    amount = form_fields.IntegerField(
        label=both_lazy("Jetons, ou minutes", "Chips, or minutes"),
        help_text=both_lazy("Vide : plus de limite.", "Empty: no limit any more."),
        required=False,
        min_value=0,
        max_value=responsible_gaming_limits.MOST // 100,
        widget=forms.NumberInput(attrs={"autocomplete": "off", "step": 1}),
    )

    def set(self, player: Player) -> bool:
        """Set the limit of a valid form; return False when refused, with the error added."""
        kind, amount = self.cleaned_data["kind"], self.cleaned_data["amount"]
        if amount is not None:
            amount *= 60 if kind == TIME else 100
        try:
            responsible_gaming_limits.set_limit(player, kind, self.cleaned_data["period"], amount)
        except LimitRefused as refused:
            self.add_error(None, ValidationError(MESSAGES[refused.code].text(), refused.code))
            return False
        return True


class PauseForm(forms.Form):
    """The length of a self-exclusion, and the password that confirms it."""

    span = forms.ChoiceField(
        label=both_lazy("Durée", "Duration"),
        choices=[(key, both_lazy(*words)) for key, words in SPAN_WORDS.items()],
    )
    password = forms.CharField(
        label=both_lazy("Mot de passe", "Password"),
        strip=False,
        max_length=passwords.LONGEST,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


@require_POST
@never_cache
@sensitive_post_parameters("password")
@login_required
@with_strict_csp
def pause(request: HttpRequest) -> HttpResponseBase:
    """Exclude oneself, by one's password; wrong passwords are throttled."""
    player = request.user
    assert isinstance(player, Player)
    tried = login_throttle.count_login_attempt(
        request, login_throttle.normalized_account(player.username)
    )
    if tried.wait:
        return too_many_requests_page(request, tried.wait, WORDS["pause"])
    form = PauseForm(request.POST, auto_id="pause_%s")
    if form.is_valid():
        if player.check_password(form.cleaned_data["password"]):
            login_throttle.uncount_successful_login(tried)
            try:
                responsible_gaming_limits.exclude(player, form.cleaned_data["span"], by=player)
            except ExclusionRefused as refused:
                form.add_error(None, ValidationError(REFUSALS[refused.code].text(), refused.code))
            else:
                player.refresh_from_db()
                notice = exclusion_notice(player)
                logout(request)
                return page(request, "paused.html", l=_texts(), until=notice)
        else:
            wrong = ValidationError(REFUSALS["password_wrong"].text(), "password_wrong")
            form.add_error("password", wrong)
    return _page(request, player, pause=form, status=422)


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
@with_strict_csp
def limits(request: HttpRequest) -> HttpResponseBase:
    """Show one's own limits with what is used of them; set one."""
    assert isinstance(request.user, Player)
    if request.method != "POST":
        return _page(request, request.user)
    form = LimitForm(request.POST)
    if not form.is_valid() or not form.set(request.user):
        return _page(request, request.user, form, status=422)
    return redirect(f"{reverse('limits')}?saved")


def _texts() -> dict[str, str]:
    hours = responsible_gaming_limits.cooling_off().total_seconds() / 3600
    return {name: words.text(hours=f"{hours:g}") for name, words in WORDS.items()}


def _page(
    request: HttpRequest,
    player: Player,
    form: LimitForm | None = None,
    pause: PauseForm | None = None,
    status: int = 200,
) -> HttpResponse:
    return page(
        request,
        "limits.html",
        status,
        l=_texts(),
        form=form or LimitForm(),
        pause=pause or PauseForm(auto_id="pause_%s"),
        rows=[_row(each) for each in responsible_gaming_limits.limit_statuses(player.pk)],
        saved="saved" in request.GET,
    )


def _row(stands: LimitStatus) -> dict[str, Any]:
    """Return a limit as a line of the page."""
    return {
        "name": f"{KINDS[stands.kind].text()}, {PERIODS[stands.period].text()}",
        "timed": stands.kind == TIME,
        "limit": _shown(stands.kind, stands.amount),
        "none": stands.amount is None,
        "used": _shown(stands.kind, max(0, stands.used)),
        "until": stands.until,
        "comes": stands.coming_at is not None,
        "coming": _shown(stands.kind, stands.coming),
        "coming_none": stands.coming is None,
        "coming_at": stands.coming_at,
    }


def _shown(kind: str, amount: int | None) -> int:
    """Return minutes of a time, minor units of money; 0 for none."""
    return (amount or 0) // 60 if kind == TIME else amount or 0
