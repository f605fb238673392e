"""Draws to which players contributed, and shoes and draws that wait for the beacon."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection
from pytest_django import Settings

from casino.rng import beacon, contributions, draws, shoes, verify
from casino.rng.contributions import BeaconAwaited, ContributionRefused, NotOpened
from casino.rng.core.constants import DRAW_TAGS
from casino.rng.log.models import LogEntry
from casino.rng.models import Draw, Shoe
from tests.relay import AT, RANDOMNESS, ROUND
from tests.rng.ceremony import contributed, open_, seal, terms
from tests.rng.clock import Clock, clock

__all__ = ["clock"]

pytestmark = pytest.mark.django_db(transaction=True)


def promised(sequence: int = 1, *, with_beacon: bool = False) -> Draw:
    return draws.prepare_draw(
        "table:1",
        sequence,
        (37,),
        game="european_roulette",
        rules="a-rule-set",
        contributions="full",
        beacon=with_beacon,
    )


def kinds(subject: Shoe | Draw) -> list[str]:
    rows = LogEntry.objects.filter(subject=contributions.name(subject)).order_by("index")
    return list(rows.values_list("kind", flat=True))


def facts(subject: Shoe | Draw, kind: str) -> dict[str, Any]:
    body = LogEntry.objects.get(subject=contributions.name(subject), kind=kind).body
    told: dict[str, Any] = json.loads(body)["facts"]
    return told


def test_the_whole_life_of_a_draw() -> None:
    draw = promised()
    contributed(draw.id, {1: None, 5: None}, withheld=(5,), draw=True)
    made = draws.make_draw(draw.id, "round:1")
    assert draws.make_draw(draw.id, "round:1").values == made.values
    draws.reveal_draw(draw.id)
    assert kinds(draw) == ["commitment", "contributions", "opened", "reveal"]
    told = facts(draw, "opened")
    assert (told["by"], told["cut"], told["withheld"]) == (0, 0, [5])
    whole = json.loads(json.dumps(draws.bundle(draw.id)))
    assert verify.verify_draw(whole).values == tuple(made.values or ())


def test_nothing_falls_before_the_secrets_are_opened() -> None:
    draw = promised()
    seal(draw.id, 1, tags=DRAW_TAGS)
    for step in (contributions.close, contributions.finish):
        with pytest.raises(NotOpened):
            draws.make_draw(draw.id, "round:1")
        step(draw.id)
    assert draws.make_draw(draw.id, "round:1").values


def test_nobody_cuts_a_wheel() -> None:
    draw = promised()
    with pytest.raises(ContributionRefused, match="cut_taken"):
        seal(draw.id, 1, 150, DRAW_TAGS)


def test_the_database_lets_nothing_fall_before_its_secrets() -> None:
    draw = promised()
    contributions.close(draw.id)
    fell = (
        "UPDATE rng_draw SET state = 'drawn', request = 'r', values = '[1]', rejected_words = 0,"
        " drawn_at = now()"
    )
    with connection.cursor() as cursor, pytest.raises(IntegrityError, match="falls once"):
        cursor.execute(fell)


@pytest.mark.parametrize("stage", ["promised", "closed", "opened"])
def test_a_draw_is_withdrawn_at_any_stage(stage: str) -> None:
    draw = promised()
    if stage != "promised":
        contributions.close(draw.id)
    if stage == "opened":
        contributions.finish(draw.id)
    draws.withdraw_draw(draw.id)
    assert kinds(draw)[-1] == "reveal"
    assert verify.verify_draw(json.loads(json.dumps(draws.bundle(draw.id)))).values is None


# --- the beacon


Make = Callable[[], Shoe | Draw]


def listed(kind: str, clock: Clock) -> tuple[Shoe | Draw, Make]:
    """Return a shoe or a draw whose list names the recorded round, opened, and what makes it."""
    subject: Shoe | Draw
    make: Make
    if kind == "shoe":
        shoe = shoes.promise_shoe("table:1", 1, terms(beacon=True))
        subject, make = shoe, lambda: shoes.shuffle_shoe(shoe.id)
    else:
        draw = promised(with_beacon=True)
        subject, make = draw, lambda: draws.make_draw(draw.id, "round:1")
    contributed(subject.id, {1: None, 2: None}, draw=kind == "draw")
    assert facts(subject, "contributions")["beacon_round"] == ROUND
    with pytest.raises(BeaconAwaited) as awaited:
        make()
    assert contributions.milliseconds(awaited.value.until) == AT
    clock.ms = AT
    return subject, make


@pytest.mark.parametrize("kind", ["shoe", "draw"])
def test_the_named_round_is_in_what_is_made(kind: str, clock: Clock) -> None:
    subject, make = listed(kind, clock)
    made = make()
    assert made.beacon == {
        "randomness": RANDOMNESS.hex(),
        "round": ROUND,
        "signature": beacon.randomness(ROUND).signature.hex(),  # type: ignore[union-attr]
    }
    if kind == "shoe":
        shoes.retire_shoe(subject.id)
        assert facts(subject, "order")["beacon"] == made.beacon
    else:
        draws.reveal_draw(subject.id)
        assert facts(subject, "reveal")["beacon"] == made.beacon


@pytest.mark.parametrize("kind", ["shoe", "draw"])
@pytest.mark.parametrize("fallback", ["no_beacon", "pause"])
def test_a_beacon_that_does_not_answer_is_awaited_then_done_without_or_not(
    kind: str, fallback: str, clock: Clock, settings: Settings
) -> None:
    settings.BEACON_FALLBACK = fallback
    subject, make = listed(kind, clock)
    settings.BEACON_URLS = ["http://127.0.0.1:9"]
    for waited in (0, 30_000, 59_000):
        clock.ms = AT + waited
        with pytest.raises(BeaconAwaited) as awaited:
            make()
        assert contributions.milliseconds(awaited.value.until) > clock.ms
    clock.ms = AT + 60_000
    if fallback == "pause":
        with pytest.raises(BeaconAwaited):
            make()
    else:
        assert make().beacon is None
        assert subject.header["beacon"] == beacon.CHAIN.hash


def test_secrets_opened_after_the_round_are_mixed_without_it(clock: Clock) -> None:
    """Whoever opened then would have known the round: it does not count, for all to see."""
    shoe = shoes.promise_shoe("table:1", 1, terms(beacon=True))
    seal(shoe.id, 1)
    contributions.close(shoe.id)
    clock.ms = AT
    open_(shoe.id, 1)
    contributions.finish(shoe.id)
    made = shoes.shuffle_shoe(shoe.id)
    assert made.beacon is None
    assert facts(shoe, "order")["beacon"] is None


def test_a_beacon_alone_needs_a_list_too(clock: Clock) -> None:
    shoe = shoes.promise_shoe("table:1", 1, terms(beacon=True, contributions="none"))
    with pytest.raises(NotOpened):
        shoes.shuffle_shoe(shoe.id)
    with pytest.raises(ContributionRefused, match="seal_closed"):
        seal(shoe.id, 1)
    contributions.close(shoe.id)
    contributions.finish(shoe.id)
    clock.ms = AT
    made = shoes.shuffle_shoe(shoe.id)
    assert made.beacon is not None
    assert facts(shoe, "contributions")["hashes"] == []
