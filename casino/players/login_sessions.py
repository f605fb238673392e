"""Login sessions of a player, one for each browser, which the player lists and ends.

A visit is known by a number of its own: the session's key, which would open it, is never shown.
"""

from typing import Final

from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils import timezone

from casino.database.on_commit import run_on_commit
from casino.players.models import Player, Visit
from casino.throttling import rate_limit

ended: Final = Signal()
"""Sent after the commit when a session has ended: `session`, its key."""
OFFICE_SEEN: Final = "office_seen"
"""In a session of the staff: when something was last done in the office, or the sign-in, in
seconds."""
OFFICE_BEGAN: Final = "office_began"
"""In the same session: the time of the sign-in, in seconds."""
_AGENT: Final = 200
"""Characters kept of what a browser says that it is."""


def record_login(request: HttpRequest | None, user: AbstractBaseUser, **_: object) -> None:
    """Record the login session of this request, after saving it."""
    if request is None or not isinstance(user, Player):
        return
    if not request.session.session_key:
        request.session.create()
    Visit.objects.update_or_create(
        session_id=request.session.session_key,
        defaults={
            "player": user,
            "began_at": timezone.now(),
            "address": rate_limit.client_address(request)[:64],
            "agent": str(request.META.get("HTTP_USER_AGENT", ""))[:_AGENT],
        },
    )


def start_office_clock(request: HttpRequest | None, user: AbstractBaseUser, **_: object) -> None:
    """Start the office's idle time and working time in the session of a staff member."""
    if request is not None and isinstance(user, Player) and user.is_staff:
        now = int(timezone.now().timestamp())
        request.session[OFFICE_BEGAN] = request.session[OFFICE_SEEN] = now


def open_sessions(player: Player) -> QuerySet[Visit]:
    """Return a player's open login sessions, newest first."""
    going_on = Visit.objects.filter(player=player, session__expire_date__gt=timezone.now())
    return going_on.order_by("-id")


def end_sessions(player: Player, *, only: int | None = None, but: str | None = None) -> int:
    """End a player's login sessions: all, `only` one id, or all `but` one session key.

    Their sessions are gone, and their sockets close. Returns how many there were.
    """
    visits = Visit.objects.filter(player=player)
    if only is not None:
        visits = visits.filter(pk=only)
    if but is not None:
        visits = visits.exclude(session_id=but)
    with transaction.atomic():
        keys = list(visits.values_list("session_id", flat=True))
        Session.objects.filter(pk__in=keys).delete()
        for key in keys:
            run_on_commit(ended.send, sender=Visit, session=key)
    return len(keys)


def change_password(request: HttpRequest, player: Player, password: str) -> None:
    """Set a player's password and end all login sessions but this request's.

    The session gets another key, so that the old one is worth nothing; its sockets close too.
    """
    before = request.session.session_key
    with transaction.atomic():
        player.set_password(password)
        player.save(update_fields=["password"])
        update_session_auth_hash(request, player)
        record_login(request, player)
        end_sessions(player, but=request.session.session_key)
        run_on_commit(ended.send, sender=Visit, session=before)
