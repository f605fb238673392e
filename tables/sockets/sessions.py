"""Whose session a socket belongs to, and whether it goes on.

A full look asks for session, player and wallet. After that one statement looks at the sessions of
all open sockets at once, so no command asks for its own.
"""

import hashlib
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final, cast

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, get_user
from django.contrib.sessions.backends.base import SessionBase, UpdateError
from django.db import connection
from django.http import HttpRequest

from casino.players.models import Player, Wallet
from casino.players.services import wallet_of


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who opened the socket."""

    player_id: int
    name: str
    wallet: int | None
    """The ledger account; an operator who does not play has none and may watch."""
    session: str
    password: str = field(default="", repr=False)
    """The SHA-256 of the password's hash, by which a change is seen."""


class _Glance(dict[str, Any]):
    """A session as a socket reads it: it cannot set the cookie, so only pages renew or end one."""

    def cycle_key(self) -> None:
        """Do nothing: the key stays, and `signed_in` keeps the hash of the present SECRET_KEY."""

    def flush(self) -> None:
        """Do nothing: the session stays."""


def signed_in(session_key: str) -> tuple[Player, Mapping[str, Any]] | None:
    """Return the signed-in player of a session and its data, or `None`; blocking.

    One that a former SECRET_KEY signed is signed anew under the same key, as pages do: who only
    plays is still signed in when the former goes.
    """
    sessions = import_module(settings.SESSION_ENGINE)
    data = _Glance(sessions.SessionStore(session_key).load())
    signed = data.get(HASH_SESSION_KEY)
    request = HttpRequest()
    request.session = cast("SessionBase", data)
    player = get_user(request)
    if not isinstance(player, Player):
        return None
    if data[HASH_SESSION_KEY] != signed:
        # Read again: what a page has signed meanwhile stays.
        store = sessions.SessionStore(session_key)
        if store.get(HASH_SESSION_KEY) == signed:
            store[HASH_SESSION_KEY] = data[HASH_SESSION_KEY]
            # It may have ended meanwhile: then the next command is told so.
            with suppress(UpdateError):
                store.save(must_create=False)
    return player, data


def recognise(session_key: str) -> Visitor | None:
    """Return the signed-in player of a session as a visitor, or `None`; blocking."""
    found = signed_in(session_key)
    if found is None:
        return None
    player, _ = found
    try:
        wallet = wallet_of(player.pk).account_id
    except Wallet.DoesNotExist:
        wallet = None
    password = hashlib.sha256(player.password.encode()).hexdigest()
    return Visitor(player.pk, player.shown_name, wallet, session_key, password)


# Django never gives a session that is kept another player: its key changes with whoever signs in,
# and with the password.
_GOING_ON: Final = """
SELECT asked.nth
  FROM unnest(%s::bigint[], %s::text[], %s::bigint[], %s::text[])
       AS asked (nth, session, player, password)
  JOIN django_session AS session ON session.session_key = asked.session
  JOIN players_player AS player ON player.id = asked.player
 WHERE session.expire_date > clock_timestamp() AND player.is_active
   AND (player.shut_until IS NULL OR player.shut_until <= clock_timestamp())
   AND encode(sha256(convert_to(player.password, 'UTF8')), 'hex') = asked.password"""


class Session:
    """The login session of one open socket, and when it was last found valid."""

    __slots__ = ("_seen", "visitor")

    def __init__(self, visitor: Visitor, seen: float) -> None:
        self.visitor = visitor
        self._seen = seen

    @property
    def age(self) -> float:
        """Seconds since a check last found it valid; infinite once one has not found it."""
        return time.monotonic() - self._seen

    def note_full_check(self, visitor: Visitor, at: float) -> None:
        """Record a full check, with its visitor; `at` is of the monotonic clock."""
        self.visitor, self._seen = visitor, at

    def note_check(self, at: float, *, found: bool) -> None:
        """Record a check, and whether it found the session; `at` is of the monotonic clock."""
        self._seen = at if found else float("-inf")


class Sessions:
    """The sessions of a process's open sockets."""

    def __init__(self) -> None:
        self._open: dict[Session, None] = {}

    def opened(self, visitor: Visitor, seen: float) -> Session:
        """Add the session of a socket whose visitor was recognised at `seen`."""
        session = Session(visitor, seen)
        self._open[session] = None
        return session

    def closed(self, session: Session) -> None:
        """Forget a socket's session."""
        self._open.pop(session, None)

    def check_all(self) -> None:
        """Look at all of them in one statement; blocking, for any thread."""
        opened, now = list(self._open), time.monotonic()
        if not opened:
            return
        visitors = [each.visitor for each in opened]
        with connection.cursor() as cursor:
            cursor.execute(
                _GOING_ON,
                [
                    list(range(len(opened))),
                    [each.session for each in visitors],
                    [each.player_id for each in visitors],
                    [each.password for each in visitors],
                ],
            )
            going_on = {nth for (nth,) in cursor.fetchall()}
        for nth, session in enumerate(opened):
            session.note_check(now, found=nth in going_on)


sessions: Final = Sessions()
"""Those of this process."""
