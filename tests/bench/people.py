"""Players with a session, made straight in the database: signing up is not what is measured."""

from http.cookies import SimpleCookie

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils.crypto import get_random_string

from casino.players.models import Player
from casino.players.services import ensure_demo_player


def players(count: int, prefix: str) -> list[Player]:
    """Return so many players with play money."""
    return [
        ensure_demo_player(f"{prefix}-{number}", get_random_string(20))
        for number in range(1, count + 1)
    ]


def cookie(player: Player) -> str:
    """Return the cookie header of a fresh session of the player."""
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    assert session.session_key is not None
    jar: SimpleCookie = SimpleCookie({settings.SESSION_COOKIE_NAME: session.session_key})
    return jar.output(header="", sep=";").strip()
