"""Players with a session, made straight in the database: signing up is not what is measured."""

from dataclasses import dataclass
from http.cookies import SimpleCookie
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.utils.crypto import get_random_string

from casino.ledger.models import Account
from casino.ledger.services import Leg, post
from casino.players.models import Player
from casino.players.services import ensure_demo_player, wallet_of


@dataclass(frozen=True, slots=True)
class Person:
    """A player, and the cookie header of a session of theirs."""

    player_id: int
    cookie: str


def people(count: int, prefix: str, chips: int) -> list[Person]:
    """Return so many players with `chips` more than the house's grant, in minor units."""
    return [_person(f"{prefix}-{number}", chips) for number in range(1, count + 1)]


def _person(name: str, chips: int) -> Person:
    player = ensure_demo_player(name, get_random_string(20))
    mint = Account.objects.get(code=f"mint:{settings.HOUSE_CURRENCY}")
    with transaction.atomic():
        leg = Leg(mint.pk, wallet_of(player.pk).account_id, chips, "grant")
        post(uuid4(), [leg], cause="grant")
    return Person(player.pk, cookie(player))


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
