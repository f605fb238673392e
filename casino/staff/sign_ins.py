"""Records sign-ins of the staff, in the log and in their history in the office.

A name that was typed is written only where somebody of the staff has it: people type passwords into
the wrong field.
"""

from collections.abc import Mapping
from typing import Any, Final

import structlog
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.contenttypes.models import ContentType
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from casino.i18n import Words
from casino.players.models import Player, StaffSignIn
from casino.staff import audit_log
from casino.throttling import rate_limit

log = structlog.get_logger(__name__)

SIGNED_IN: Final = Words("Connexion depuis {address}", "Signed in from {address}")
SIGNED_OUT: Final = Words("Déconnexion depuis {address}", "Signed out from {address}")
CODE_GIVEN: Final = Words("Code donné depuis {address}", "Code given from {address}")
CODE_REFUSED: Final = Words("Code refusé depuis {address}", "Code refused from {address}")
ENROLLED: Final = Words("Second facteur inscrit", "Second factor enrolled")
FORGOTTEN: Final = Words("Second facteur oublié : {reason}", "Second factor forgotten: {reason}")
FAILED: Final = Words("Connexion refusée depuis {address}", "Sign-in refused from {address}")

ACTS: Final[Mapping[str, Words]] = {
    "staff_signed_in": Words("Connexion", "Signed in"),
    "staff_signed_out": Words("Déconnexion", "Signed out"),
    "staff_sign_in_failed": Words("Connexion refusée", "Sign-in refused"),
    "staff_code_given": Words("Code accepté", "Code accepted"),
    "staff_code_refused": Words("Code refusé", "Code refused"),
    "staff_second_factor_enrolled": Words("Second facteur inscrit", "Second factor enrolled"),
    "staff_second_factor_forgotten": Words("Second facteur oublié", "Second factor forgotten"),
}
"""What the history of sign-ins tells, by the word that the trail has for it."""
REFUSED: Final = ("staff_sign_in_failed", "staff_code_refused")
FACTORS: Final[Mapping[str, Words]] = {
    "password": Words("mot de passe", "password"),
    "phone": Words("téléphone", "phone"),
    "paper": Words("code de secours", "recovery code"),
    "code": Words("code", "code"),
}
"""By what somebody signs in: a code that is refused is of no device."""


def sign_in_history() -> QuerySet[StaffSignIn]:
    """Return the sign-ins and second factors of the staff, newest first."""
    return StaffSignIn.objects.order_by("-id")


def factor_used(act: StaffSignIn) -> Words | None:
    """Return the factor of a sign-in or a refused one; None for other events."""
    match act.what:
        case "staff_signed_in" | "staff_sign_in_failed":
            return FACTORS["password"]
        case "staff_code_refused":
            return FACTORS["code"]
    return FACTORS.get(str(act.said.get("factor", "")))


def record_sign_in(request: HttpRequest | None, user: AbstractBaseUser, **_: object) -> None:
    """Signal receiver: record a sign-in of the staff."""
    if request is not None and isinstance(user, Player) and user.is_staff:
        _note("staff_signed_in", SIGNED_IN, user, request)


def record_sign_out(
    request: HttpRequest | None, user: AbstractBaseUser | None, **_: object
) -> None:
    """Signal receiver: record a sign-out of the staff."""
    if request is not None and isinstance(user, Player) and user.is_staff:
        _note("staff_signed_out", SIGNED_OUT, user, request)


def record_failed_sign_in(
    credentials: Mapping[str, Any], request: HttpRequest | None = None, **_: object
) -> None:
    """Signal receiver: record a failed sign-in of the staff, or at the office's page."""
    if request is None:
        return
    name = credentials.get("username")
    person = Player.objects.filter(username=name, is_staff=True).first()
    if person is not None:
        _note("staff_sign_in_failed", FAILED, person, request)
    elif request.path == reverse("admin:login"):
        log.warning("staff_sign_in_failed", address=rate_limit.client_address(request))


def record_code_accepted(request: HttpRequest, person: Player, device: str) -> None:
    """Record that a second factor was accepted; `device` is `phone` or `paper`."""
    _note("staff_code_given", CODE_GIVEN, person, request, factor=device)


def record_code_refused(request: HttpRequest, person: Player) -> None:
    """Record that a second factor was refused."""
    _note("staff_code_refused", CODE_REFUSED, person, request)


def record_enrolment(person: Player) -> None:
    """Record that a person has enrolled a phone."""
    log.info("staff_second_factor_enrolled", player=person.pk, username=person.username)
    _keep(person, ENROLLED.text())
    audit_log.record_event(None, person, "staff_second_factor_enrolled", factor="phone")


def record_second_factor_removal(person: Player, *, reason: str) -> None:
    """Record that a person's second factor was deleted."""
    log.warning("staff_second_factor_forgotten", player=person.pk, username=person.username)
    _keep(person, FORGOTTEN.text(reason=reason)[:200])
    audit_log.record_event(None, person, "staff_second_factor_forgotten", reason=reason[:200])


def _note(event: str, words: Words, person: Player, request: HttpRequest, **fields: str) -> None:
    address = rate_limit.client_address(request)
    level = log.warning if words in (FAILED, CODE_REFUSED) else log.info
    level(event, player=person.pk, username=person.username, address=address)
    _keep(person, words.text(address=address))
    audit_log.record_event(request, person, event, **fields)


def _keep(person: Player, message: str) -> None:
    LogEntry.objects.create(
        user=person,
        content_type=ContentType.objects.get_for_model(Player),
        object_id=str(person.pk),
        object_repr=str(person),
        action_flag=CHANGE,
        change_message=message,
    )
