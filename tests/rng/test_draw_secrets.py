"""No seed of a draw is found before its reveal, and no value before it fell (R15, R24)."""

import json
import logging
import pickle
from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.admin.sites import site
from django.core import serializers
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.players.models import Player
from casino.rng import draws
from casino.rng.admin import DrawAdmin
from casino.rng.contributions import mix
from casino.rng.core.commitment import header_hash
from casino.rng.core.constants import DRAW_TAGS
from casino.rng.core.fall import fall
from casino.rng.draws import bundle, make_draw, prepare_draw, public, reveal_draw
from casino.rng.models import Draw
from casino.rng.seal import SealBroken, SeedSeal
from tests.rng.test_shoe_secrets import Secrets, locals_of, statements_logged

pytestmark = pytest.mark.django_db(transaction=True)

SIDES = (1000,) * 8
"""Eight numbers that do not come up in a row by accident."""


def seed_of(draw: Draw) -> bytes:
    sealed = Draw._base_manager.get(pk=draw.pk)
    return SeedSeal(settings.SHOE_KEY, draw.pk).open_seed(bytes(sealed.sealed_seed))


def secrets_of(draw: Draw, *, fallen: bool = False) -> Secrets:
    """The seed, and until they fell the values, which anything would have to be computed from."""
    seed = seed_of(draw)
    secrets = Secrets(seed, b"", [])
    if not fallen:
        values = fall(seed, header_hash(draw.header, DRAW_TAGS), SIDES, mix(draw, None)).values
        secrets.needles |= {
            ", ".join(map(str, values)): "values",
            ",".join(map(str, values)): "values",
        }
    return secrets


@pytest.fixture
def draw() -> Draw:
    return prepare_draw("table:9", 1, SIDES)


def stored_text() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rng_draw::text, row_to_json(rng_draw)::text FROM rng_draw")
        return str(cursor.fetchall())


def everything(draw: Draw, capsys: pytest.CaptureFixture[str]) -> str:
    """Every way to store, print, copy, dump or show a draw, with its sealed column loaded."""
    loaded = Draw.objects.get(pk=draw.pk)
    assert loaded.sealed_seed
    call_command("dumpdata", "rng")
    return "\n".join(
        [
            stored_text(),
            repr(loaded),
            str(loaded),
            str(loaded.__dict__),
            repr(pickle.dumps(loaded)),
            json.dumps(public(loaded)),
            json.dumps(bundle(loaded.pk)),
            serializers.serialize("json", Draw.objects.all()),
            capsys.readouterr().out,
            *office(draw),
        ]
    )


def office(draw: Draw) -> list[str]:
    client = Client()
    found = Player.objects.filter(username="the.chief").first()
    client.force_login(found or Player.objects.create_superuser("the.chief", password="pass"))
    addresses = ["", "?q=table:9", f"{draw.pk}/change/", f"{draw.pk}/history/"]
    answers = [client.get(f"/admin/rng/draw/{each}") for each in addresses]
    assert [answer.status_code for answer in answers] == [200] * 4
    return [answer.content.decode() for answer in answers]


def test_a_promise_tells_neither_seed_nor_values(
    draw: Draw, capsys: pytest.CaptureFixture[str]
) -> None:
    assert secrets_of(draw).found_in(everything(draw, capsys)) == set()


def test_what_fell_is_told_and_its_seed_is_not(
    draw: Draw, capsys: pytest.CaptureFixture[str]
) -> None:
    make_draw(draw.id, "round:1")
    said = everything(draw, capsys)
    assert secrets_of(draw, fallen=True).found_in(said) == set()
    assert secrets_of(draw).found_in(said) == {"values"}


def test_a_revealed_draw_shows_everything(draw: Draw) -> None:
    secrets = secrets_of(draw)
    make_draw(draw.id, "round:1")
    reveal_draw(draw.id)
    assert secrets.found_in(json.dumps(bundle(draw.id))) == {"seed in hex", "values"}
    assert any("seed in hex" in secrets.found_in(page) for page in office(draw))


@pytest.mark.parametrize(
    "what",
    [lambda seed: seed.hex(), lambda seed: repr(seed), lambda seed: str(list(seed))],
    ids=["hex", "bytes", "numbers"],
)
def test_a_planted_leak_is_found(
    draw: Draw, what: Callable[[bytes], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control: the same finder, on a leaking row and on a leaking page of the office."""
    secrets, leak = secrets_of(draw), what(seed_of(draw))
    assert secrets.found_in(leak) != set()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE rng_draw ADD COLUMN leak text")
        try:
            cursor.execute("UPDATE rng_draw SET leak = %s", [seed_of(draw).hex()])
            assert secrets.found_in(stored_text()) == {"seed in hex"}
        finally:
            cursor.execute("ALTER TABLE rng_draw DROP COLUMN leak")
    monkeypatch.setattr(DrawAdmin, "promise", lambda self, draw: seed_of(draw).hex())
    assert secrets.found_in("\n".join(office(draw))) == {"seed in hex"}


def test_no_page_of_the_office_reads_the_sealed_column(draw: Draw) -> None:
    with CaptureQueriesContext(connection) as asked:
        office(draw)
    assert [query["sql"] for query in asked if "sealed" in query["sql"]] == []
    assert any("rng_draw" in query["sql"] for query in asked)


def test_nobody_adds_changes_or_deletes_a_draw_in_the_office(draw: Draw) -> None:
    page = site._registry[Draw]
    client = Client()
    client.force_login(Player.objects.create_superuser("the.chief", password="pass"))
    assert isinstance(page, DrawAdmin)
    for tail in ("add/", f"{draw.pk}/delete/"):
        assert client.post(f"/admin/rng/draw/{tail}").status_code == 403
    assert client.post(f"/admin/rng/draw/{draw.pk}/change/", {"values": "[1]"}).status_code == 403
    assert Draw.objects.get().values is None


def test_the_log_of_a_draws_life(caplog: pytest.LogCaptureFixture) -> None:
    with (
        caplog.at_level(logging.DEBUG),
        caplog.at_level(logging.DEBUG, logger="django.db.backends"),
        statements_logged(),
    ):
        draw = prepare_draw("table:9", 2, SIDES)
        before = len(caplog.records)
        make_draw(draw.id, "round:1")
        bundle(draw.id)
    lines = [f"{record.getMessage()} {record.__dict__}" for record in caplog.records]
    assert any("INSERT INTO" in line for line in lines)
    assert any("UPDATE" in line for line in lines[before:])
    assert secrets_of(draw).found_in("\n".join(lines[:before])) == set()
    assert secrets_of(draw, fallen=True).found_in("\n".join(lines)) == set()


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every seed committed to in the test; sealing then fails, when the seed is known."""
    drawn: list[bytes] = []
    real = draws.commitment

    def remembered(header: dict[str, str | int], seed: bytes, tags: object) -> str:
        drawn.append(seed)
        return real(header, seed, tags)  # type: ignore[arg-type]

    def fails(_seal: SeedSeal, seed: bytes) -> bytes:
        raise OSError(f"{len(seed)} bytes")

    monkeypatch.setattr(draws, "commitment", remembered)
    monkeypatch.setattr(SeedSeal, "seal_seed", fails)
    return drawn


def test_an_error_report_of_a_failed_promise(seeds: list[bytes]) -> None:
    with pytest.raises(OSError, match="128 bytes") as failure:
        prepare_draw("table:9", 3, SIDES)
    assert Secrets(seeds[0], b"", []).found_in(locals_of(failure.value)) == set()


def test_without_the_guard_the_report_has_the_seed(seeds: list[bytes]) -> None:
    with pytest.raises(OSError, match="128 bytes") as failure:
        draws.prepare_draw.__wrapped__("table:9", 3, SIDES)  # type: ignore[attr-defined]
    assert Secrets(seeds[0], b"", []).found_in(locals_of(failure.value)) == {"seed as bytes"}


def failing_fall(seed: bytes, hashed: bytes, sides: tuple[int, ...], mix: bytes) -> object:
    held = fall(seed, hashed, sides, mix).values
    raise OSError(f"{len(held)} values")


@pytest.mark.parametrize("guarded", [True, False])
def test_an_error_report_of_a_failed_fall(
    draw: Draw, guarded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second case is the negative control."""
    secrets = secrets_of(draw)
    monkeypatch.setattr(draws, "fall", failing_fall)
    make = make_draw if guarded else make_draw.__wrapped__  # type: ignore[attr-defined]
    with pytest.raises(OSError, match="8 values") as failure:
        make(draw.id, "round:1")
    found = secrets.found_in(locals_of(failure.value))
    assert found == (set() if guarded else {"seed as bytes", "values"})
    assert Draw.objects.get().state == "committed"


def test_an_error_report_of_a_failed_reveal(draw: Draw) -> None:
    make_draw(draw.id, "round:1")
    secrets = secrets_of(draw, fallen=True)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE rng_draw DISABLE TRIGGER USER")
        cursor.execute("UPDATE rng_draw SET commitment = repeat('0', 64)")
        cursor.execute("ALTER TABLE rng_draw ENABLE TRIGGER USER")
    with pytest.raises(SealBroken) as failure:
        reveal_draw(draw.id)
    assert secrets.found_in(locals_of(failure.value)) == set()
