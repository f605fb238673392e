"""Breaks the house from within, where a test asks for it: crashes among secrets, planted leaks.

A test asks by a file below the house's `sabotage` folder. The test's settings install this, no
other.
"""

import base64
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import redis
from django.apps import AppConfig
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse

ASKED = "sabotage"
CRASHES = ("open", "seal", "page")
"""While cards are opened for a player, while a fresh shoe is sealed, while a page is made."""


def _asked(what: str) -> Path:
    return Path(settings.VAR) / ASKED / what


def _takes(what: str) -> bool:
    """Tell whether the test asked for this; true for the first caller only."""
    try:
        _asked(what).unlink()
    except FileNotFoundError:
        return False
    return True


class Planted(Exception):
    """A crash that the test asked for."""


class Saboteur(AppConfig):
    """Wraps what handles secrets, when the house starts."""

    name = "tests.secrets"
    label = "saboteur"

    def ready(self) -> None:
        from casino.rng import shoes
        from casino.rng.admin import ShoeAdmin
        from casino.rng.seal import Seal

        for owner, method, what in (
            (Seal, "open_salted", "open"),
            (Seal, "seal_order", "seal"),
            (shoes, "public", "page"),
        ):
            setattr(owner, method, _crashing(getattr(owner, method), what))
        office: Any = ShoeAdmin
        office.promise = _instead(ShoeAdmin.promise, "office", _in_tokens)
        public = shoes.public
        told: Any = _instead(lambda shoe: "", "api", lambda: live_shoe()[0].hex())

        def telling(shoe: Any) -> dict[str, Any]:
            note = told(shoe)
            return public(shoe) | ({"header": {"note": note}} if note else {})

        shoes.public = telling


def _crashing(function: Callable[..., Any], what: str) -> Callable[..., Any]:
    def wrapped(*args: Any) -> Any:
        held = function(*args)
        if _takes(what):
            raise Planted(f"while {len(held)} are held")
        return held

    return wrapped


def _instead(
    function: Callable[..., Any], where: str, leak: Callable[[], str]
) -> Callable[..., Any]:
    def wrapped(*args: Any) -> Any:
        return leak() if _asked(where).exists() else function(*args)

    wrapped.__dict__ |= function.__dict__
    wrapped.__name__ = function.__name__
    return wrapped


def live_shoe() -> tuple[bytes, bytes, int]:
    """Return seed and undealt faces of a shoe in play, and the number of its table."""
    from casino.rng.models import Shoe
    from casino.rng.seal import SEALED_CARD_BYTES, Seal

    shoe = Shoe.objects.filter(state="live").earliest("pk")
    with connection.cursor() as cursor:
        # Whoever serves the house reads the columns no other way.
        cursor.execute("SELECT rng_sealed_order(%s), rng_shoe_seed(%s)", [shoe.pk, shoe.pk])
        order, sealed_seed = map(bytes, cursor.fetchone())
    seal = Seal(settings.SHOE_KEY, shoe.pk, shoe.root)
    faces = bytes(seal.open_cards(shoe.position, order[shoe.position * SEALED_CARD_BYTES :]))
    return seal.open_seed(sealed_seed), faces, int(shoe.table.partition(":")[2])


def _in_tokens() -> str:
    from tables.games.core.cards import PACK

    return " ".join(PACK[face] for face in live_shoe()[1][:6])


def _log() -> None:
    logging.getLogger("somebody.else").debug("next: %s", list(live_shoe()[1][:6]))


def _frame() -> None:
    from tables.models import Table
    from tables.realtime import publish

    cards = [{"card": card, "at": at} for at, card in enumerate(_in_tokens().split())]
    for table in Table.objects.values_list("pk", flat=True):
        publish.aside(table, json.dumps({"type": "next", "cards": cards}))


def _task() -> None:
    from casino.celery import app

    app.send_task("nobody.does.this", args=[list(live_shoe()[1][:8])], queue="nowhere")


def _key() -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.set("cache:shoe", base64.urlsafe_b64encode(live_shoe()[1]))


def _statement() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::bytea", [live_shoe()[0]])


def _row() -> None:
    from django.contrib.auth.models import Group

    Group.objects.create(name=live_shoe()[1][:6].hex())


def _span() -> None:
    from casino.process import traces

    traces.note({"next": _in_tokens()})


def _page() -> None:
    seed = live_shoe()[0]
    raise Planted(f"while {len(seed)} bytes are held")


PLANTS: dict[str, Callable[[], None]] = {
    "process logs": _log,
    "frames": _frame,
    "redis commands": _task,
    "redis keys": _key,
    "traces": _span,
    "postgresql log": _statement,
    "dump": _row,
    "error pages": _page,
}
"""What the next request does, by the channel in which it must be found."""


TRIGGER = "/sign-up/"
"""The page whose request plants: others, such as the supervisor's of /healthz, come any time."""


def planting(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Do what the test asked for before a request is answered."""

    def answer(request: HttpRequest) -> HttpResponse:
        for name, plant in PLANTS.items():
            if request.path == TRIGGER and _takes(name):
                plant()
        return get_response(request)

    return answer
