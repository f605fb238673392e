"""The pace floor: nobody begins games faster, at however many machines and sockets he plays."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import F

from casino.ledger import services as ledger
from tables import tasks
from tables.games.automatic_games.machines import FIVE
from tables.games.automatic_games.messages import Load, Play
from tables.games.core.money import Amount
from tables.games.core.protocol import GameStart
from tables.machines import meters
from tables.models import LastGame
from tables.rounds import pace_floor
from tests.floor import House, open_house, reused_house
from tests.races.test_floor_races import at_once
from tests.stacked_shoes import promise_draw
from tests.tables.test_automatic_games import Device

pytestmark = pytest.mark.django_db(transaction=True)
FLOOR = 2_500


def two_machines(floor: int = FLOOR) -> tuple[House, House]:
    """Seat ann at two machines, with credits at both."""
    options = {"game": "automatic_games", "pace_floor_ms": floor}
    first, second = reused_house("paced", "MC", **options), open_house("beside", "MC", **options)
    second.people = first.people
    for each in (first, second):
        each.sit("ann", 1)
        assert each.do("ann", Load(Amount(20_00))) == ""
    return first, second


def later(milliseconds: int) -> None:
    """Let so much time pass since each player's last game."""
    LastGame.objects.update(began_at=F("began_at") - timedelta(milliseconds=milliseconds))


@pytest.mark.clause("MC-AUTO-21")
def test_no_game_begins_at_any_machine_before_the_floor_and_what_is_refused_costs_nothing() -> None:
    first, second = two_machines()
    play = Play(Amount(1_00))
    assert first.do("ann", play) == ""
    assert second.do("ann", play) == "too_soon"
    assert second.frame()["view"]["credit"] == 20_00
    later(FLOOR - 1_000)
    assert second.do("ann", play) == "too_soon"
    # What was refused has not begun anything: the time goes on from the game before.
    later(1_000)
    assert second.do("ann", play) == ""
    assert second.frame()["view"]["pace"] == FLOOR
    assert meters.audit_meters() == (2, [])
    assert ledger.audit() == []


def test_the_floor_is_per_player_and_without_one_nobody_waits() -> None:
    machine = reused_house("unpaced", "MC", game="automatic_games")
    at = machine.player("ann").date_joined
    ann, bob = (str(machine.player(name).pk) for name in ("ann", "bob"))
    for each in (ann, bob, ann):
        pace_floor.record_game_start(GameStart(each, 0 if each == ann else FLOOR), at)  # type: ignore[arg-type]
    assert LastGame.objects.count() == 2


@pytest.mark.clause("MC-AUTO-21")
def test_a_free_game_waits_as_long_and_is_counted() -> None:
    device = Device(machine="five_stars", pace_floor_ms=10_000)
    table_id = device.house.table_id
    assert device.load() == ""
    assert device.house.do("ann", Play(Amount(1_00))) == ""
    promise_draw(table_id, where=lambda stops: FIVE.brought(stops) is not None)
    tasks.make_draw(table_id, device.round_id)
    device.equip()
    table = device.house.table
    assert device.view["free"]
    assert table.window_ms == 10_000
    later(60_000)
    before = LastGame.objects.get().began_at
    device.due()
    assert LastGame.objects.get().began_at > before


def racing() -> list[Callable[[], str]]:
    machines = two_machines()
    return [lambda machine=each: machine.do("ann", Play(Amount(1_00))) for each in machines]  # type: ignore[misc]


def test_of_two_games_that_begin_at_once_at_two_machines_one_is_refused() -> None:
    assert sorted(map(str, at_once(*racing()))) == ["", "too_soon"]


def test_without_the_row_both_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: who looks first, and writes then, lets both through."""
    calls = racing()

    def looked_up(game: GameStart, at: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT 1 FROM tables_lastgame WHERE player_id = %s AND began_at > %s",
                [int(game.party), at - timedelta(milliseconds=game.floor_ms)],
            )
            assert cursor.fetchone() is None

    monkeypatch.setattr(pace_floor, "record_game_start", looked_up)
    assert sorted(map(str, at_once(*calls))) == ["", ""]
