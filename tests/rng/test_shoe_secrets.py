"""No seed and no undealt card of a live shoe is to be found anywhere (R15, R24)."""

import base64
import json
import logging
import pickle
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

import pytest
from django.conf import settings
from django.core import serializers
from django.core.management import call_command
from django.db import connection, transaction

from casino.rng import contributions, shoes
from casino.rng.contributions import mix
from casino.rng.core.commitment import commitment, header_hash
from casino.rng.core.constants import SHOE_TAGS
from casino.rng.core.order import as_dealt, hkdf, salts
from casino.rng.core.shuffle import shuffle
from casino.rng.models import Contribution, LogEntry, Shoe
from casino.rng.seal import Seal, SealBroken
from casino.rng.shoes import bundle, open_cards, public, retire_shoe
from tests.rng.ceremony import open_, seal, secret, shuffled, terms

pytestmark = pytest.mark.django_db(transaction=True)

WINDOW = 8
"""Eight cards in a row do not come up by accident."""


class Secrets:
    """What must not be found: seed, mix, the key of the salts, salts, eight undealt cards in a row.

    Burnt cards are undealt too.
    """

    def __init__(
        self,
        seed: bytes,
        order: bytes,
        hidden: list[int],
        *,
        beside: Mapping[str, list[bytes]] = MappingProxyType({}),
    ) -> None:
        self.needles: dict[str, str] = {}
        for name, values in beside.items():
            for value in values:
                self.needles |= {
                    value.hex(): f"{name} in hex",
                    repr(value)[2:-1]: f"{name} as bytes",
                    base64.b64encode(value).decode()[:40]: f"{name} in base64",
                }
        for at in range(0, len(seed), 64):
            piece = seed[at : at + 64]
            self.needles |= {
                piece.hex(): "seed in hex",
                repr(piece)[2:-1]: "seed as bytes",
                json.dumps(list(piece))[1:-1]: "seed as numbers",
            }
        for at in hidden:
            if at + WINDOW <= len(order):
                piece = order[at : at + WINDOW]
                self.needles |= {
                    piece.hex(): "cards in hex",
                    repr(piece)[2:-1]: "cards as bytes",
                    ", ".join(map(str, piece)): "cards as numbers",
                    ",".join(map(str, piece)): "cards as numbers",
                }

    def found_in(self, text: str) -> set[str]:
        return {name for needle, name in self.needles.items() if needle in text}


@pytest.fixture
def shoe() -> Shoe:
    made = shuffled(1, table="table:9")
    with transaction.atomic():
        open_cards(made.id, 20)
    return Shoe.objects.get(pk=made.pk)


def secrets_of(shoe: Shoe) -> Secrets:
    seal = Seal(settings.SHOE_KEY, shoe.id, shoe.root)
    seed = seal.open_seed(bytes(shoe.sealed_seed))
    order = bytes(seal.open_cards(0, bytes(shoe.sealed_order or b"")))
    # A run may begin at a dealt card, but must hold at least one that is hidden.
    hidden = [at for at in range(len(order)) if at < 5 or at + WINDOW > shoe.position]
    salted = [salt for _, salt in seal.open_salted(0, bytes(shoe.sealed_order or b""))]
    promise = bytes.fromhex(shoe.commitment)
    beside = {
        "salt": [salted[place] for place in range(len(order)) if not 5 <= place < shoe.position],
        "salts' key": [hkdf("sha512", seed, promise, SHOE_TAGS.salts, 32)],
        "mix": [mix(shoe, None)],
    }
    return Secrets(seed, order, hidden, beside=beside)


def stored_text() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rng_shoe::text, row_to_json(rng_shoe)::text FROM rng_shoe")
        rows = cursor.fetchall()
        cursor.execute("SELECT encode(sealed_order, 'escape'), encode(leaves, 'hex') FROM rng_shoe")
        rows += cursor.fetchall()
        cursor.execute("SELECT entry, body FROM rng_logentry")
        return str(rows + cursor.fetchall())


def test_the_database_row(shoe: Shoe) -> None:
    assert secrets_of(shoe).found_in(stored_text()) == set()


def test_every_way_to_print_or_copy_a_shoe(shoe: Shoe) -> None:
    loaded = Shoe.objects.get(pk=shoe.pk)
    assert loaded.sealed_order  # also when somebody has loaded the sealed columns
    ways = [
        repr(loaded),
        str(loaded),
        str(loaded.__dict__),
        repr(pickle.dumps(loaded)),
        json.dumps(public(loaded)),
        json.dumps(bundle(loaded.pk)),
        serializers.serialize("json", Shoe.objects.all()),
    ]
    assert secrets_of(shoe).found_in("\n".join(ways)) == set()


def test_a_dump(shoe: Shoe, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("dumpdata", "rng")
    dump = capsys.readouterr().out
    assert str(shoe.id) in dump
    assert secrets_of(shoe).found_in(dump) == set()


def test_the_finder_finds_planted_leaks(shoe: Shoe) -> None:
    """Negative control: the same finder, on a leaking row, list, dump and log line."""
    secrets = secrets_of(shoe)
    seal = Seal(settings.SHOE_KEY, shoe.id, shoe.root)
    seed = seal.open_seed(bytes(shoe.sealed_seed))
    order = bytes(seal.open_cards(0, bytes(shoe.sealed_order or b"")))
    assert secrets.found_in(f"{{'seed': {seed!r}}}") == {"seed as bytes"}
    assert secrets.found_in(seed.hex()) == {"seed in hex"}
    assert secrets.found_in(str(list(order))) == {"cards as numbers"}
    assert secrets.found_in(order.hex()) == {"cards in hex"}
    # The last hidden run, and nothing for cards that all lie on the table.
    assert secrets.found_in(str(list(order[304:]))) == {"cards as numbers"}
    assert secrets.found_in(str(list(order[5:25]))) == set()
    salted = [salt for _, salt in seal.open_salted(0, bytes(shoe.sealed_order or b""))]
    assert secrets.found_in(salted[25].hex()) == {"salt in hex"}
    assert secrets.found_in(base64.b64encode(salted[0] + bytes(32)).decode()) == {"salt in base64"}
    assert secrets.found_in(repr(salted[311])) == {"salt as bytes"}
    assert secrets.found_in("".join(salt.hex() for salt in salted[5:25])) == set()
    assert secrets.found_in(mix(shoe, None).hex()) == {"mix in hex"}
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE rng_shoe ADD COLUMN leak bytea")
        try:
            cursor.execute("UPDATE rng_shoe SET leak = %s", [order])
            assert secrets.found_in(stored_text()) == {"cards in hex"}
        finally:
            cursor.execute("ALTER TABLE rng_shoe DROP COLUMN leak")


def test_a_retired_shoe_shows_everything(shoe: Shoe) -> None:
    secrets = secrets_of(shoe)
    retire_shoe(shoe.id)
    assert secrets.found_in(json.dumps(bundle(shoe.id))) == {"seed in hex", "cards as numbers"}


@contextmanager
def statements_logged() -> Iterator[None]:
    """Log every SQL statement with its parameters, as DEBUG does."""
    connection.force_debug_cursor = True
    try:
        yield
    finally:
        connection.force_debug_cursor = False


def test_the_log_of_a_shoes_life(caplog: pytest.LogCaptureFixture) -> None:
    with (
        caplog.at_level(logging.DEBUG),
        caplog.at_level(logging.DEBUG, logger="django.db.backends"),
        statements_logged(),
    ):
        shoe = shuffled(2, table="table:9")
        with transaction.atomic():
            opened = open_cards(shoe.id, 20)
        assert shoes.openings(shoe.id, 5, 20) == opened.openings
        bundle(shoe.id)
        assert secrets_of(shoes.shuffle_shoe(shoe.id)).found_in(repr(opened)) == set()
    shoe.refresh_from_db()
    said = "\n".join(f"{r.getMessage()} {r.__dict__}" for r in caplog.records)
    assert "INSERT INTO" in said
    assert secrets_of(shoe).found_in(said) == set()


def locals_of(error: BaseException) -> str:
    """All that an error report could print: every local of every frame, causes included."""
    said = []
    cause: BaseException | None = error
    while cause is not None:
        said += [str(cause), repr(cause.args)]
        for frame, _ in traceback.walk_tb(cause.__traceback__):
            # The test itself knows the secrets that it looks for.
            if not frame.f_code.co_name.startswith("test_"):
                said += [repr(value) for value in frame.f_locals.values()]
        cause = cause.__context__
    return "\n".join(said)


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every seed drawn in the test; sealing fails after the shuffle, when all secrets are known."""
    drawn: list[bytes] = []
    real = commitment

    def remembered(header: dict[str, str | int], seed: bytes) -> str:
        drawn.append(seed)
        return real(header, seed)

    def fails(_seal: Seal, faces: tuple[int, ...], salts: tuple[bytes, ...]) -> bytes:
        held = bytes(faces)
        raise OSError(f"{len(held)} cards")

    monkeypatch.setattr(shoes, "commitment", remembered)
    monkeypatch.setattr(Seal, "seal_order", fails)
    return drawn


def leaked(seeds: list[bytes], error: BaseException) -> set[str]:
    (seed,) = set(seeds)
    shoe = Shoe.objects.get()
    promise = bytes.fromhex(shoe.commitment)
    beside = {"salt": list(salts(seed, promise, 312)), "mix": [mix(shoe, None)]}
    return Secrets(seed, b"", [], beside=beside).found_in(locals_of(error))


def test_an_error_report_of_a_failed_shuffle(seeds: list[bytes]) -> None:
    with pytest.raises(OSError, match="312 cards") as failure:
        shuffled(3, table="table:9")
    assert leaked(seeds, failure.value) == set()


def test_without_the_guard_the_report_has_the_seed(seeds: list[bytes]) -> None:
    with pytest.raises(OSError, match="312 cards"):
        shuffled(3, table="table:9")
    unguarded = shoes.shuffle_shoe.__wrapped__  # type: ignore[attr-defined]
    with pytest.raises(OSError, match="312 cards") as failure:
        unguarded(Shoe.objects.get().id)
    assert "seed as bytes" in leaked(seeds, failure.value)


def test_an_error_report_of_a_failed_deal(shoe: Shoe) -> None:
    secrets = secrets_of(shoe)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE rng_shoe DISABLE TRIGGER USER")
        # The 30th card is damaged: those before it open first.
        cursor.execute(
            "UPDATE rng_shoe SET sealed_order = set_byte(sealed_order, 54 * 49, "
            "get_byte(sealed_order, 54 * 49) # 1)"
        )
        cursor.execute("ALTER TABLE rng_shoe ENABLE TRIGGER USER")
    with pytest.raises(SealBroken) as failure, transaction.atomic():
        open_cards(shoe.id, 40)
    assert secrets.found_in(locals_of(failure.value)) == set()
    with pytest.raises(SealBroken) as failure:
        retire_shoe(shoe.id)
    assert secrets.found_in(locals_of(failure.value)) == set()


def test_the_finder_knows_the_right_order(shoe: Shoe) -> None:
    """The needles come from the seal; the seed alone must give the same."""
    seal = Seal(settings.SHOE_KEY, shoe.id, shoe.root)
    seed = seal.open_seed(bytes(shoe.sealed_seed))
    order = seal.open_cards(0, bytes(shoe.sealed_order or b""))
    assert as_dealt(shuffle(seed, header_hash(shoe.header), 6, mix(shoe, None)).faces, 150) == order


def test_an_opened_secret_stays_in_the_house_until_all_are(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """What a player opened is nobody else's before the others have opened theirs."""
    shoe = shoes.promise_shoe("table:9", 4, terms())
    seal(shoe.id, 1)
    contributions.close(shoe.id)
    with caplog.at_level(logging.DEBUG):
        open_(shoe.id, 1)
        with pytest.raises(contributions.ContributionRefused):
            contributions.open(shoe.id, seat=1, party="player:1", secret=secret(2).hex(), cut=None)
    taken = Contribution.objects.get()
    now = Shoe.objects.get(pk=shoe.pk)
    said = [
        *(f"{record.getMessage()} {record.__dict__}" for record in caplog.records),
        *(LogEntry.objects.values_list("body", flat=True)),
        repr(taken),
        str(taken),
        json.dumps(public(now)),
        json.dumps(bundle(now.pk)),
    ]
    assert secret(1).hex() not in "\n".join(said)
    contributions.finish(shoe.id)
    # The negative control: now it is published.
    assert secret(1).hex() in "\n".join(LogEntry.objects.values_list("body", flat=True))
