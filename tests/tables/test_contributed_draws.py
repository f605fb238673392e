"""Players bring secrets to a wheel's draw: sealed before the stakes are closed, opened after."""

import json
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.conf import settings as house_settings
from django.utils import timezone
from pytest_django import Settings

from casino.celery import app
from casino.rng import contributions, draws, verify
from casino.rng.core.canonical import canonical_json
from casino.rng.core.commitment import header_hash
from casino.rng.core.constants import DRAW_TAGS
from casino.rng.core.contribution import mix_of
from casino.rng.core.fall import fall
from casino.rng.models import Draw
from casino.rng.seal import SeedSeal
from tables import tasks
from tables.games.european_roulette import messages
from tables.incidents import services as incidents
from tables.models import FloorEvent, Table
from tables.rounds import timer
from tables.shoes import draw_secrets
from tables.wire import floor_commands, outgoing
from tests import campaign
from tests.floor import House
from tests.relay import AT, ROUND
from tests.rng.ceremony import hash_of, secret
from tests.rng.clock import Clock, clock
from tests.rng.locking import locked
from tests.tables.test_roulette import equip, stake, wheel

__all__ = ["clock", "wheel"]

pytestmark = pytest.mark.django_db(transaction=True)

STANDING = 1001
"""A number that who stands chose."""


@pytest.fixture(autouse=True)
def full(settings: Settings) -> None:
    """Players' secrets enter each draw."""
    settings.DRAW_CONTRIBUTIONS = "full"


def promised(wheel: House) -> Draw:
    draw = wheel.table.draw
    assert draw is not None
    return Draw.objects.get(pk=draw.pk)


def give(
    wheel: House, name: str, given: floor_commands.DrawPart, command_id: UUID | None = None
) -> outgoing.ReceiptShown:
    receipt = draw_secrets.contribute(
        player_id=wheel.player(name).pk,
        table_id=wheel.table_id,
        command_id=command_id or uuid4(),
        given=given,
    )
    assert receipt is not None
    return receipt


def seal(wheel: House, name: str, seat: int, command_id: UUID | None = None) -> str:
    draw = promised(wheel).pk
    sealed = floor_commands.SealDraw(str(draw), seat, hash_of(draw, seat, tags=DRAW_TAGS))
    refused = give(wheel, name, sealed, command_id).refused
    return refused.code if refused else ""


def reveal(wheel: House, name: str, seat: int, draw: Draw | None = None) -> str:
    found = (draw or promised(wheel)).pk
    opened = floor_commands.OpenDraw(str(found), seat, secret(seat).hex())
    refused = give(wheel, name, opened).refused
    return refused.code if refused else ""


def launch(wheel: House) -> Draw:
    """Close the stakes, and let the worker look; return the draw as it is then."""
    for name in list(wheel.people):
        wheel.do(name, messages.Ready())
    draw = promised(wheel)
    ask(wheel)
    draw.refresh_from_db()
    return draw


def ask(wheel: House) -> None:
    round_id = wheel.table.round_id
    assert round_id is not None
    tasks.make_draw(wheel.table_id, round_id)


def late(wheel: House) -> None:
    """Let the time for opening run out, and the croupier ask for the draw."""
    ahead = timedelta(seconds=house_settings.OPENING_SECONDS + 1)
    draw = promised(wheel)
    assert draw.closed_at is not None
    assert wheel.table.due_at == draw.closed_at + timedelta(seconds=house_settings.OPENING_SECONDS)
    Table.objects.filter(pk=wheel.table_id).update(due_at=timezone.now() - ahead)
    house_settings.OPENING_SECONDS = 0
    assert timer.handle_expired_clock(wheel.table_id)
    ask(wheel)


def shown(wheel: House) -> Any:
    return wheel.frame()["floor"]["draw"]


def checked(draw: Draw) -> verify.VerifiedShoe:
    return verify.verify_draw(json.loads(json.dumps(draws.bundle(draw.pk))))


def told(draw: Draw, kind: str) -> Any:
    entries = draws.bundle(draw.pk)["log"]["entries"]
    facts = [json.loads(each["entry"]) for each in entries]
    return next((each["facts"] for each in facts if each["kind"] == kind), None)


def test_a_wheel_with_two_contributors_one_silent(wheel: House, settings: Settings) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    assert stake(wheel, "bob", black=1000) == ""
    assert (seal(wheel, "ann", STANDING), seal(wheel, "bob", STANDING + 1)) == ("", "")
    seen = shown(wheel)
    assert (seen["contributions"], seen["stage"]) == ("full", "sealing")
    draw = launch(wheel)
    assert draw.state == Draw.State.CLOSED
    assert shown(wheel)["stage"] == "opening"
    assert shown(wheel)["sealed"] == [STANDING, STANDING + 1]
    assert FloorEvent.objects.filter(table=wheel.table_id, kind="opening").count() == 1
    ask(wheel)
    assert FloorEvent.objects.filter(table=wheel.table_id, kind="opening").count() == 1, "once"
    assert reveal(wheel, "ann", STANDING) == ""
    ask(wheel)
    draw.refresh_from_db()
    assert draw.state == Draw.State.CLOSED, "bob has time"
    settings.OPENING_SECONDS = house_settings.OPENING_SECONDS
    late(wheel)
    draw.refresh_from_db()
    assert draw.state == Draw.State.REVEALED
    assert wheel.frame()["view"]["number"] == (draw.values or [None])[0]
    assert told(draw, "opened")["withheld"] == [STANDING + 1]
    assert [each["seat"] for each in told(draw, "opened")["opened"]] == [STANDING]
    assert checked(draw).values == tuple(draw.values or ())
    assert reveal(wheel, "bob", STANDING + 1, draw) in ("opening_closed", "other_draw")


@campaign.soak_only
def test_a_wheel_whose_secrets_the_beacon_opens(
    clock: Clock, wheel: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two lock their secrets to the round that is named; nobody is asked for them any more."""
    asked: list[str] = []
    assert shown(wheel)["lock_round"] == 0
    for name, seat in (("ann", STANDING), ("bob", STANDING + 1)):
        assert stake(wheel, name, red=1000) == ""
        assert seal(wheel, name, seat) == ""
    draw = launch(wheel)
    assert (shown(wheel)["stage"], shown(wheel)["lock_round"]) == ("opening", ROUND)
    assert reveal(wheel, "ann", STANDING) == "opening_closed", "not by hand"

    def lock(name: str, seat: int) -> outgoing.ReceiptShown:
        made = locked(str(draw.pk), seat, secret(seat), draw=True)
        return give(wheel, name, floor_commands.LockDraw(str(draw.pk), seat, made))

    receipt = lock("ann", STANDING)
    assert isinstance(receipt.signed, outgoing.OpenedShown)
    assert shown(wheel)["opened"] == [STANDING]
    monkeypatch.setattr(app, "send_task", lambda name, *_, **__: asked.append(name))
    refused = lock("bob", STANDING).refused
    assert refused is not None
    assert refused.code == "not_sealed"
    assert asked == []
    assert lock("bob", STANDING + 1).refused is None
    assert asked == ["tables.make_draw"]
    ask(wheel)
    draw.refresh_from_db()
    assert (draw.state, draw.opened_at) == (Draw.State.CLOSED, None), "the round has not come"
    assert len(told(draw, "locked")["locked"]) == 2
    clock.ms = AT
    ask(wheel)
    draw.refresh_from_db()
    assert draw.state == Draw.State.REVEALED
    assert wheel.frame()["view"]["number"] == (draw.values or [None])[0]
    found = checked(draw)
    assert (found.contributions.mixed, found.contributions.locks) == (
        (STANDING, STANDING + 1),
        "checked",
    )


def test_who_opens_last_asks_for_the_draw(wheel: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    assert stake(wheel, "ann", red=1000) == ""
    assert stake(wheel, "bob", black=1000) == ""
    seal(wheel, "ann", STANDING)
    seal(wheel, "bob", STANDING + 1)
    launch(wheel)
    monkeypatch.setattr(app, "send_task", lambda name, *_, **__: asked.append(name))
    assert reveal(wheel, "bob", STANDING + 1) == ""
    assert asked == []
    assert reveal(wheel, "ann", STANDING) == ""
    assert asked == ["tables.make_draw"]
    draw = promised(wheel)
    ask(wheel)
    draw.refresh_from_db()
    assert draw.state == Draw.State.REVEALED, "nobody was waited for"
    assert told(draw, "opened")["withheld"] == []


def test_a_coup_with_nobodys_secret_waits_for_nobody(wheel: House) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    draw = launch(wheel)
    assert draw.state == Draw.State.REVEALED
    assert told(draw, "contributions")["hashes"] == []
    assert checked(draw).values == tuple(draw.values or ())


def test_whoever_reads_the_houses_memory_knows_no_number_before_the_stakes(wheel: House) -> None:
    """Attack 1 of the audit: the seed alone told the number, and it fell."""
    fell, told_before = [], []
    for _ in range(4):
        draw = promised(wheel)
        seed = SeedSeal(house_settings.SHOE_KEY, draw.pk).open_seed(bytes(draw.sealed_seed))
        alone = mix_of(DRAW_TAGS, bytes.fromhex(draw.commitment), b"", ())
        hashed = header_hash(draw.header, DRAW_TAGS)
        told_before.append(fall(seed, hashed, tuple(draw.sides), alone).values[0])
        # No even chance: zero would imprison it, and refuse the next stake.
        assert stake(wheel, "ann", **{"dozen:2": 1000}) == ""
        assert seal(wheel, "ann", STANDING) == ""
        launch(wheel)
        assert reveal(wheel, "ann", STANDING) == ""
        ask(wheel)
        draw.refresh_from_db()
        assert draw.values
        fell.append(draw.values[0])
        equip(wheel)
        if wheel.table.due_at is not None:
            timer.handle_expired_clock(wheel.table_id)
    assert fell != told_before


def test_a_secret_is_the_seats_or_of_who_has_chips_there(wheel: House) -> None:
    assert seal(wheel, "ann", STANDING) == "nothing_at_stake"
    assert stake(wheel, "ann", red=1000) == ""
    assert seal(wheel, "ann", 1) == "not_your_box"
    assert seal(wheel, "bob", STANDING) == "nothing_at_stake"
    command = uuid4()
    assert seal(wheel, "ann", STANDING, command) == ""
    assert seal(wheel, "ann", STANDING, command) == "", "the same again"
    assert seal(wheel, "ann", STANDING + 1) == "already_sealed"
    assert reveal(wheel, "ann", STANDING) == "opening_closed"
    other = floor_commands.SealDraw(str(uuid4()), 1, "ab" * 32)
    refused = give(wheel, "bob", other).refused
    assert refused is not None
    assert refused.code == "other_draw"
    draw = launch(wheel)
    assert draw.state == Draw.State.CLOSED
    assert reveal(wheel, "cat", STANDING) == "not_sealed"
    wrong = floor_commands.OpenDraw(str(draw.pk), STANDING, "ab" * 32)
    refused = give(wheel, "ann", wrong).refused
    assert refused is not None
    assert refused.code == "opening_differs"


def test_each_part_has_a_receipt_that_the_house_signed(wheel: House) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    draw = promised(wheel)
    hashed = hash_of(draw.pk, STANDING, tags=DRAW_TAGS)
    given = floor_commands.SealDraw(str(draw.pk), STANDING, hashed)
    first, second = give(wheel, "ann", given).signed, give(wheel, "ann", given).signed
    assert isinstance(first, outgoing.SealedShown)
    assert first == second, "twice is as once"
    launch(wheel)
    opening = floor_commands.OpenDraw(str(draw.pk), STANDING, secret(STANDING).hex())
    opened, again = give(wheel, "ann", opening).signed, give(wheel, "ann", opening).signed
    assert isinstance(opened, outgoing.OpenedShown)
    assert opened == again
    said = {
        "hash": hashed,
        "seat": STANDING,
        "secret": secret(STANDING).hex(),
        "subject": f"draw:{draw.pk}",
    }
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(opened.key)).verify(
        bytes.fromhex(opened.signature), contributions.SIGNED_OPENING + canonical_json(said)
    )
    assert secret(STANDING).hex() not in json.dumps(wheel.frame()), "nobody is shown it yet"


def test_a_spin_that_is_stopped_while_secrets_come_is_revealed(wheel: House) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    assert seal(wheel, "ann", STANDING) == ""
    draw = launch(wheel)
    incidents.stop_draw(wheel.table_id, operator=wheel.operator, reason="a chip in the wheel")
    draw.refresh_from_db()
    assert (draw.state, draw.values) == (Draw.State.REVEALED, None)
    assert reveal(wheel, "ann", STANDING, draw) in ("other_draw", "opening_closed")
    equip(wheel)
    assert seal(wheel, "ann", STANDING) == "", "for the next one"
    ask(wheel)
    assert reveal(wheel, "ann", STANDING) == ""
    ask(wheel)
    assert wheel.frame()["view"]["number"] is not None


def test_a_list_has_an_end(wheel: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contributions, "MOST_SEALED", 1)
    assert stake(wheel, "ann", red=1000) == ""
    assert stake(wheel, "bob", red=1000) == ""
    assert seal(wheel, "ann", STANDING) == ""
    assert seal(wheel, "bob", STANDING + 1) == "seal_closed"
