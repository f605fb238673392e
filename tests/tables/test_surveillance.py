"""Anomalies: refusals of a player that pile up are noted once, and nobody else's are."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from tables import croupier, surveillance
from tables.games.core.money import Amount
from tables.games.european_roulette.messages import Ready, Stake
from tables.games.wheel.stakes import Wager
from tables.models import Anomaly
from tests.floor import House
from tests.tables.test_roulette import stake, wheel

__all__ = ["wheel"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def within_a_minute(house: House) -> None:
    """Do not let the minute of the clock turn while a test counts in it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_sleep(CASE WHEN extract(second FROM clock_timestamp()) > 50"
            " THEN 60.1 - extract(second FROM clock_timestamp()) ELSE 0 END)"
        )


def late(wheel: House, name: str, times: int) -> None:
    for _ in range(times):
        assert stake(wheel, name, black=1000) == "betting_closed"


def found() -> list[tuple[str, str, int]]:
    return [(each.player.username, each.kind, each.refusals) for each in Anomaly.objects.all()]


def test_mc_erou_08_three_stakes_after_the_closing_are_noted_once(wheel: House) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    assert wheel.do("ann", Ready()) == ""
    late(wheel, "bob", 2)
    assert surveillance.sweep() == 0
    late(wheel, "bob", 1)
    late(wheel, "ann", 1)
    assert surveillance.sweep() == 1
    assert found() == [("bob", "late_stakes", 3)]
    late(wheel, "bob", 1)
    assert surveillance.sweep() == 0


def test_mc_erou_08_stakes_above_the_maximum_and_many_refusals_are_noted(wheel: House) -> None:
    for _ in range(20):
        code = wheel.do("ann", Stake((Wager("w", "red", Amount(10_000_001)),)))
        assert code == "above_max"
    assert surveillance.sweep() == 2
    assert sorted(found()) == [("ann", "above_maximum", 20), ("ann", "many_refusals", 20)]


def test_mc_erou_08_a_command_that_is_sent_again_is_one_refusal(wheel: House) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    assert wheel.do("ann", Ready()) == ""
    command = uuid4()
    for _ in range(5):
        assert wheel.do("bob", Stake((Wager("w", "red", Amount(1000)),)), command) == (
            "betting_closed"
        )
    assert surveillance.sweep() == 0


def test_mc_erou_08_the_croupier_looks_at_the_receipts(
    wheel: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    assert wheel.do("ann", Ready()) == ""
    late(wheel, "bob", 3)
    monkeypatch.setattr(croupier, "_swept", -croupier.SWEEP)
    monkeypatch.setattr(croupier, "_looked", 0.0)
    croupier.tick()
    assert found() == [("bob", "late_stakes", 3)]


def test_mc_erou_08_what_is_noted_stays(wheel: House) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    assert wheel.do("ann", Ready()) == ""
    late(wheel, "bob", 3)
    assert surveillance.sweep() == 1
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM tables_anomaly")
