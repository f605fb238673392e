"""Access to the office: second factor, idle time, and the audit log of what is done there.

Part of the composition root. A person of the staff who has enrolled a phone gives its code once in
a visit; where the house wants it of everybody (`SECOND_FACTOR`), who has none enrols one first
(`casino.backoffice.second_factor`). Who has done nothing in the office for `OFFICE_IDLE_MINUTES`,
or signed in `OFFICE_HOURS` ago, signs in again.

`office_access` decides, for each request and for the sockets of live pages.
"""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any, Final

from django.conf import settings
from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import ResolverMatch, reverse
from django.utils import timezone
from django.utils.http import urlencode
from django_otp import DEVICE_ID_SESSION_KEY
from django_otp.models import Device

from casino.backoffice.model_admin import ReadOnlyAdmin
from casino.players import login_sessions
from casino.players.models import Player
from casino.staff import audit_log, second_factor, work_changes

_OPEN: Final = ("login", "logout", "jsi18n")
"""The office's addresses that need no second factor."""
_NOTED: Final = 60
"""Seconds after which work in the office is noted anew."""


SessionData = SessionBase | Mapping[str, Any]


class Access(Enum):
    """Whether a person of the staff may work in the office now."""

    GRANTED = auto()
    SIGN_IN = auto()
    """Did nothing for too long, or signed in too long ago."""
    SECOND_FACTOR = auto()
    """Must give a code in this visit first, or enrol a phone."""


def office_access(session: SessionData, person: Player) -> Access:
    """Decide whether a person of the staff may work in the office; reads the session only."""
    now = int(timezone.now().timestamp())
    # A session from before the upgrade has neither.
    began, seen = session.get(login_sessions.OFFICE_BEGAN, 0), _seen(session)
    idle = now - seen > settings.OFFICE_IDLE_MINUTES * 60
    if idle or now - began > settings.OFFICE_HOURS * 3600:
        return Access.SIGN_IN
    phone = second_factor.enrolled_phone(person)
    if phone is None:
        return Access.SECOND_FACTOR if settings.SECOND_FACTOR else Access.GRANTED
    if not has_given_second_factor(session, phone):
        return Access.SECOND_FACTOR
    return Access.GRANTED


def _seen(session: SessionData) -> int:
    return int(session.get(login_sessions.OFFICE_SEEN, 0))


class OfficeAccessMiddleware:
    """Middleware: asks the staff for a second factor, ends idle sessions, records actions.

    Each action is written in the audit log before it is carried out.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self._get_response(request)
        if (act := getattr(request, "_office_act", None)) is not None:
            audit_log.record_answer(act, answer.status_code)
            work_changes.note_change()
        return answer

    def process_view(self, request: HttpRequest, *_: object) -> HttpResponseBase | None:
        """Redirect an idle person to the sign-in, and one without second factor to its page."""
        match, person = request.resolver_match, request.user
        if match is None or match.app_name != "admin" or match.url_name in _OPEN:
            return None
        if not isinstance(person, Player) or not person.is_staff:
            return None
        access = office_access(request.session, person)
        if access is Access.SIGN_IN:
            logout(request)
            return redirect_to_login(request.get_full_path(), reverse("admin:login"))
        if access is Access.SECOND_FACTOR:
            query = urlencode({"next": request.get_full_path()})
            return redirect(f"{reverse('second_factor')}?{query}")
        now = int(timezone.now().timestamp())
        if now - _seen(request.session) >= _NOTED:
            request.session[login_sessions.OFFICE_SEEN] = now
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            before = _former_values(request, match)
            request._office_act = audit_log.record_action(request, person, before)  # type: ignore[attr-defined]
        return None


def _former_values(request: HttpRequest, match: ResolverMatch) -> dict[str, object]:
    """Return the values before of the fields that a form of a row changes, where it may.

    Only what the form itself shows: other columns may hold what nobody may read. Pages that read
    are left out: the services behind their acts keep what was before.
    """
    for model, rows in admin.site._registry.items():
        if match.url_name == f"{model._meta.app_label}_{model._meta.model_name}_change":
            row = rows.get_object(request, unquote(match.kwargs["object_id"]))
            if (
                isinstance(rows, ReadOnlyAdmin)
                or not row
                or not rows.has_change_permission(request, row)
            ):
                return {}
            form = rows.get_form(request, row, change=True)(request.POST, instance=row)
            changed = ((name, form.fields[name]) for name in form.changed_data)
            return {name: form.get_initial_for_field(field, name) for name, field in changed}
    return {}


def has_given_second_factor(session: SessionData, phone: Device) -> bool:
    """Tell whether a code was given in this session since this phone was enrolled."""
    return bool(session.get(DEVICE_ID_SESSION_KEY) == phone.persistent_id)
