"""The page of the second factor: enrols a phone and takes its code (ADR 0037)."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import segno
from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods
from django_otp import DEVICE_ID_SESSION_KEY

from casino.backoffice.access import has_given_second_factor
from casino.i18n import Words, both_lazy
from casino.players.models import Player
from casino.site.views import next_url, page, too_many_requests_page, with_strict_csp
from casino.staff import second_factor as factors
from casino.staff import sign_ins
from casino.throttling import login_throttle

T = TypeVar("T")
_BEGUN: Final = "phone_begun"
"""In a session: the phone that is being enrolled in it."""

WORDS: Final[Mapping[str, Words]] = {
    "title": Words("Second facteur", "Second factor"),
    "enrol": Words("Inscrire un téléphone", "Enrol a phone"),
    "enrol_what": Words(
        "Le bureau veut plus qu’un mot de passe. Lisez ce carré avec une application de codes, "
        "ou tapez-y la clé ; puis écrivez le code qu’elle montre.",
        "The office wants more than a password. Read this square with an authenticator app, or "
        "type the key into it; then write the code that it shows.",
    ),
    "square": Words("Carré à lire par le téléphone", "Square for the phone to read"),
    "key": Words("Clé", "Key"),
    "do_enrol": Words("Inscrire", "Enrol"),
    "verify": Words("Votre code", "Your code"),
    "verify_what": Words(
        "Écrivez le code de votre téléphone, ou un de vos codes de secours.",
        "Write the code of your phone, or one of your recovery codes.",
    ),
    "do_verify": Words("Entrer", "Enter"),
    "wrong": Words(
        "Ce code n’est pas le bon, ou a déjà servi. Après chaque code faux l’attente double.",
        "This code is not right, or was used before. After each wrong code the wait doubles.",
    ),
    "codes": Words("Vos codes de secours", "Your recovery codes"),
    "codes_what": Words(
        "Notez-les maintenant : ils ne seront plus montrés. Chacun remplace le téléphone une fois.",
        "Write them down now: they are not shown again. Each stands for the phone once.",
    ),
    "onward": Words("Continuer", "Go on"),
    "done": Words(
        "Un téléphone est inscrit, et cette connexion a donné son code.",
        "A phone is enrolled, and this sign-in has given its code.",
    ),
    "renew": Words("Nouveaux codes de secours", "New recovery codes"),
    "replace": Words("Inscrire un autre téléphone", "Enrol another phone"),
    "back": Words("Compte", "Account"),
}
"""What the page says, by the names that its template uses."""


LOCKED: Final = Words(
    "Après des codes faux, aucun n’est lu avant {wait}. Celui-ci n’a pas servi.",
    "After wrong codes none is read for another {wait}. This one was not used.",
)


class CodeForm(forms.Form):
    """A code of the phone, or a recovery code."""

    code = forms.CharField(
        label=both_lazy("Code", "Code"),
        max_length=24,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "inputmode": "text",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
    )

    def verify(self, check: Callable[[str], T]) -> T | None:
        """Return what `check` makes of the code; None, with the error added, for no right code."""
        if not self.is_valid():
            return None
        try:
            found = check(self.cleaned_data["code"])
        except factors.CodeLocked as locked:
            seconds = locked.seconds
            wait = f"{seconds} s" if seconds < 60 else f"{-(-seconds // 60)} min"
            problem = ValidationError(LOCKED.text(wait=wait), code="code_locked")
        else:
            problem = ValidationError(WORDS["wrong"].text(), code="code_wrong")
            if found:
                return found
        self.add_error("code", problem)
        return None


@require_http_methods(["GET", "POST"])
@never_cache
@sensitive_post_parameters("code")
@login_required
@with_strict_csp
def second_factor(request: HttpRequest) -> HttpResponseBase:
    """Take a code of the person's phone, or enrol a phone; 404 for those not of the staff.

    Tries are counted as passwords are, see `guesses`. Another phone is enrolled, and new recovery
    codes are given, only where a code was given in this visit.
    """
    person = request.user
    if not isinstance(person, Player) or not person.is_staff:
        raise Http404
    phone = factors.enrolled_phone(person)
    if phone is not None and not has_given_second_factor(request.session, phone):
        return _verify(request, person)
    action = request.POST.get("do", "")
    if phone is not None and request.method == "POST" and action == "renew":
        return _codes(request, factors.renew_recovery_codes(person))
    if phone is None or action in ("replace", "enrol"):
        return _enrol(request, person, sent=action == "enrol")
    return _page(request, step="done")


def _verify(request: HttpRequest, person: Player) -> HttpResponseBase:
    if request.method != "POST":
        return _page(request, step="verify", form=CodeForm())
    form = CodeForm(request.POST)
    tried = login_throttle.count_login_attempt(
        request, f"{login_throttle.normalized_account(person.username)} code"
    )
    if tried.wait:
        return too_many_requests_page(request, tried.wait, WORDS["title"])
    device = form.verify(lambda code: factors.verify_code(person, code))
    if device is None:
        sign_ins.record_code_refused(request, person)
        return _page(request, step="verify", form=form, status=422)
    login_throttle.uncount_successful_login(tried)
    _record_code_given(request, person)
    sign_ins.record_code_accepted(request, person, device.name)
    return redirect(next_url(request))


def _enrol(request: HttpRequest, person: Player, *, sent: bool) -> HttpResponseBase:
    if not sent:
        return _page(request, step="enrol", form=CodeForm(), **_drawn(request, person))
    form = CodeForm(request.POST)
    tried = login_throttle.count_login_attempt(
        request, f"{login_throttle.normalized_account(person.username)} code"
    )
    if tried.wait:
        return too_many_requests_page(request, tried.wait, WORDS["title"])
    begun = request.session.get(_BEGUN)
    codes = form.verify(lambda code: factors.confirm_enrolment(person, begun, code))
    if not codes:
        return _page(request, step="enrol", form=form, status=422, **_drawn(request, person))
    login_throttle.uncount_successful_login(tried)
    _record_code_given(request, person)
    return _codes(request, codes)


def _record_code_given(request: HttpRequest, person: Player) -> None:
    phone = factors.enrolled_phone(person)
    assert phone is not None
    request.session[DEVICE_ID_SESSION_KEY] = phone.persistent_id


@sensitive_variables()
def _drawn(request: HttpRequest, person: Player) -> dict[str, Any]:
    """Return the phone's key as a QR code and as text."""
    begun = factors.begin_enrolment(person, request.session.get(_BEGUN))
    request.session[_BEGUN] = begun.pk
    square = segno.make(begun.config_url, error="m").svg_inline(
        border=4, light="#fff", omitsize=True
    )
    secret = begun.config_url.split("secret=")[1].split("&")[0]
    spaced = " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))
    return {"square": mark_safe(square), "key": spaced}  # noqa: S308 - drawn here, from the key


def _codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    return _page(request, step="codes", codes=codes)


def _page(request: HttpRequest, status: int = 200, **context: Any) -> HttpResponse:
    return page(
        request,
        "second_factor.html",
        status,
        f={name: words.text() for name, words in WORDS.items()},
        next=next_url(request, "admin:index"),
        **context,
    )
