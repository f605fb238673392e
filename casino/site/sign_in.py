"""The page of one's own access: change of password, list of login sessions, ending them.

Part of the composition root, beside `pages`.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.contrib.auth.decorators import login_required
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from casino.i18n import Words, both_lazy
from casino.players import login_sessions, passwords
from casino.players.forms import PASSWORD_HINT
from casino.players.models import Player
from casino.site.texts import PAGES
from casino.site.views import page, too_many_requests_page, with_strict_csp
from casino.staff import sign_ins
from casino.throttling import login_throttle

LAST: Final = 30
"""Of one's own sign-ins to the office: so many are shown."""

WORDS: Final[Mapping[str, Words]] = {
    "title": Words("Mot de passe et connexions", "Password and sign-ins"),
    "password": Words("Changer le mot de passe", "Change the password"),
    "change": Words("Changer", "Change"),
    "wrong": Words("Ce n’est pas le mot de passe actuel.", "This is not the present password."),
    "differ": Words("Les deux nouveaux mots de passe diffèrent.", "The two new passwords differ."),
    "changed": Words(
        "Le mot de passe est changé. Les autres connexions sont fermées.",
        "The password is changed. The other sign-ins are ended.",
    ),
    "visits": Words("Vos connexions", "Where you are signed in"),
    "began": Words("Depuis", "Since"),
    "browser": Words("Navigateur", "Browser"),
    "here": Words("celle-ci", "this one"),
    "end": Words("Fermer", "End"),
    "end_others": Words("Fermer toutes les autres", "End all others"),
    "unknown": Words("inconnu", "unknown"),
    "on": Words("sur", "on"),
    "factor": Words("Second facteur du bureau", "Second factor of the office"),
    "history": Words("Vos connexions au bureau", "Your sign-ins to the office"),
    "history_what": Words(
        f"Les {LAST} dernières, refusées comprises. Une que vous ne reconnaissez pas : "
        "changez le mot de passe, et dites-le à la sécurité.",
        f"The last {LAST}, refused ones too. One that you do not know: change the password, "
        "and tell security.",
    ),
    "at": Words("Quand", "When"),
    "what": Words("Quoi", "What"),
    "back": Words("Compte", "Account"),
}
"""What the page says, by the names that its template uses."""

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone|iPad", "iOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def _secret(autocomplete: str, fr: str, en: str, hint: str = "") -> forms.CharField:
    return forms.CharField(
        label=both_lazy(fr, en),
        help_text=hint,
        strip=False,
        max_length=passwords.LONGEST,
        widget=forms.PasswordInput(attrs={"autocomplete": autocomplete}),
    )


class PasswordForm(forms.Form):
    """The current password and the new one, twice; errors carry codes."""

    current = _secret("current-password", "Mot de passe actuel", "Present password")
    new = _secret("new-password", "Nouveau mot de passe", "New password", PASSWORD_HINT)
    again = _secret("new-password", "Nouveau mot de passe, encore", "New password, again")

    def __init__(self, player: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._player = player

    def clean_current(self) -> str:
        """Refuse a wrong current password."""
        current: str = self.cleaned_data["current"]
        if not self._player.check_password(current):
            raise ValidationError(WORDS["wrong"].text(), code="password_wrong")
        return current

    def clean(self) -> dict[str, Any]:
        """Refuse two new passwords that differ, and one that the house does not take."""
        cleaned = self.cleaned_data
        if "new" in cleaned and "again" in cleaned and cleaned["new"] != cleaned["again"]:
            differ = ValidationError(WORDS["differ"].text(), code="password_differs")
            self.add_error("again", differ)
        # Without the present password nothing else is checked or shown.
        if "current" in cleaned and "new" in cleaned:
            try:
                validate_password(cleaned["new"], self._player)
            except ValidationError as error:
                self.add_error("new", error)
        return cleaned


@require_http_methods(["GET", "POST"])
@never_cache
@sensitive_post_parameters("current", "new", "again")
@login_required
@with_strict_csp
def access(request: HttpRequest) -> HttpResponseBase:
    """Show one's login sessions, and change the password; wrong ones are throttled.

    A new password ends all other sign-ins, and closes their tables' sockets.
    """
    player = request.user
    assert isinstance(player, Player)
    if request.method != "POST":
        return _access(request, player, PasswordForm(player))
    tried = login_throttle.count_login_attempt(
        request, login_throttle.normalized_account(player.username)
    )
    if tried.wait:
        return too_many_requests_page(request, tried.wait, PAGES["account"])
    form = PasswordForm(player, request.POST)
    valid = form.is_valid()
    if "current" in form.cleaned_data:
        login_throttle.uncount_successful_login(tried)
    if not valid:
        return _access(request, player, form, status=422)
    login_sessions.change_password(request, player, form.cleaned_data["new"])
    return redirect(f"{reverse('access')}?changed")


@require_POST
@never_cache
@login_required
def end(request: HttpRequest) -> HttpResponse:
    """End the login session of this id, or all but this one."""
    player = request.user
    assert isinstance(player, Player)
    visit = request.POST.get("visit", "")
    if visit == "others":
        login_sessions.end_sessions(player, but=request.session.session_key)
    elif visit.isascii() and visit.isdigit() and len(visit) < 19:
        login_sessions.end_sessions(player, only=int(visit))
    return redirect("access")


def browser_of(agent: str) -> str:
    """Return browser and system from a User-Agent; empty where both are unknown."""
    what = next((name for mark, name in _BROWSERS if re.search(mark, agent)), "")
    where = next((name for mark, name in _SYSTEMS if re.search(mark, agent)), "")
    return f" {WORDS['on'].text()} ".join(each for each in (what, where) if each)


def _access(
    request: HttpRequest, player: Player, form: PasswordForm, status: int = 200
) -> HttpResponse:
    own = [
        (each, browser_of(each.agent), each.session_id == request.session.session_key)
        for each in login_sessions.open_sessions(player)[:50]
    ]
    return page(
        request,
        "access.html",
        status,
        a={name: words.text() for name, words in WORDS.items()},
        form=form,
        visits=own,
        changed="changed" in request.GET,
        history=[
            (each, sign_ins.ACTS[each.what].text(), sign_ins.factor_used(each))
            for each in sign_ins.sign_in_history().filter(person=player)[:LAST]
        ],
    )
