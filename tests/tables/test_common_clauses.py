"""What is common to all games (COMMON), at a wheel and at a table of blackjack of a real floor."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from casino.ledger import services as ledger
from casino.ledger.models import Transfer
from casino.rng.models import Draw
from tables import tasks
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.games.european_roulette import messages as roulette
from tables.games.wheel.stakes import Wager
from tables.incidents import services as incidents
from tables.models import FloorEvent, Round, RoundEvent, Table
from tables.operation import sessions
from tables.rounds import timer
from tables.rows import table_rows
from tests.floor import House
from tests.stacked_shoes import promise_draw
from tests.tables.test_roulette import spin, stake, wheel

__all__ = ["wheel"]

pytestmark = pytest.mark.django_db(transaction=True)


def kinds(house: House) -> list[str]:
    """Return the events of the last round, without the name of their game."""
    return [kind.partition(".")[2] for kind in house.events()]


@pytest.mark.clause("COMMON-1", "COMMON-9", "MC-EROU-02")
def test_a_round_goes_from_open_to_paid_and_each_step_is_announced(wheel: House) -> None:
    assert stake(wheel, "ann", red=1000, black=500) == ""
    assert wheel.do("ann", roulette.Ready()) == ""
    spin(wheel, 1)
    steps = [
        *("opened", "staked", "readied", "bets_closed"),
        *("number_fell", "collected", "paid", "round_closed"),
    ]
    assert kinds(wheel) == steps
    written = RoundEvent.objects.filter(round=wheel.table.round_id).order_by("seq")
    assert [each.body["kind"].partition(".")[2] for each in written] == steps


@pytest.mark.clause("COMMON-2")
def test_nothing_falls_before_the_bets_are_closed(wheel: House) -> None:
    promise_draw(wheel.table_id, 1)
    assert stake(wheel, "ann", red=1000) == ""
    round_id = wheel.table.round_id
    assert round_id is not None
    tasks.make_draw(wheel.table_id, round_id)
    draw = Draw.objects.latest("sequence")
    assert (draw.state, draw.values) == (Draw.State.COMMITTED, None), "asked too early"
    assert wheel.do("ann", roulette.Ready()) == ""
    assert wheel.frame()["view"]["number"] is None
    tasks.make_draw(wheel.table_id, round_id)
    assert wheel.frame()["view"]["number"] == 1


@pytest.mark.clause("COMMON-3", "COMMON-13")
def test_after_the_closing_no_stake_is_taken_nor_while_a_void_spin_is_spun_again(
    wheel: House,
) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    Table.objects.filter(pk=wheel.table_id).update(due_at=timezone.now() - timedelta(seconds=1))
    assert timer.handle_expired_clock(wheel.table_id)
    assert stake(wheel, "ben", red=1000) == "betting_closed"
    incidents.stop_draw(wheel.table_id, operator=wheel.operator, reason="a chip in the wheel")
    assert stake(wheel, "ben", red=1000) == "betting_closed"
    assert stake(wheel, "ann", red=500) == "betting_closed", "nor is one taken back"
    tasks.make_equipment(wheel.table_id, wheel.table.shoe_sequence)
    spin(wheel, 1)
    assert stake(wheel, "ben", red=1000) == "draw_not_ready"


@pytest.mark.clause("COMMON-4")
def test_a_stake_and_its_chips_are_recorded_as_one_and_a_result_once(wheel: House) -> None:
    start = wheel.balance("ann")
    assert stake(wheel, "ann", red=1000) == ""
    staked = RoundEvent.objects.get(body__kind="european_roulette.staked")
    moved = Transfer.objects.get(entry__reference=f"round:{staked.round_id}")
    assert (moved.amount, wheel.balance("ann")) == (1000, start - 1000)
    assert wheel.do("ann", roulette.Ready()) == ""
    spin(wheel, 1)
    paid, count = wheel.balance("ann"), Transfer.objects.count()
    tasks.make_draw(wheel.table_id, staked.round_id)
    assert (wheel.balance("ann"), Transfer.objects.count()) == (paid, count)
    assert paid == start + 1000


@pytest.mark.clause("COMMON-6")
def test_a_coup_nul_gives_the_stake_back_and_closes_it(house: House) -> None:
    house.deal("Th 9s 9d Tc")
    house.sit("ann", 1)
    start = house.balance("ann")
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    house.do("ann", bj.Stand(BoxNo(1)))
    (hand,) = house.frame()["view"]["boxes"][0]["hands"]
    assert (hand["result"], hand["returned"]) == ("push", 1000)
    assert house.balance("ann") == start
    assert ledger.balance(house.table.layout_account_id) == 0


@pytest.mark.clause("COMMON-8")
def test_limits_are_each_players_own_and_a_stake_without_chips_is_refused_whole(
    wheel: House,
) -> None:
    purse = wheel.balance("ann")
    assert stake(wheel, "ann", red=99) == "below_min"
    assert stake(wheel, "ann", red=purse + 1) == "not_enough_chips"
    assert Round.objects.count() == 0
    assert stake(wheel, "ann", red=purse) == ""
    assert stake(wheel, "ben", red=wheel.balance("ben")) == "", "nobody adds them together"
    assert stake(wheel, "ann", red=50) == "below_min", "nor is it lowered below the minimum"
    assert stake(wheel, "ann", red=0) == ""
    two = (Wager("a", "red", Amount(purse)), Wager("b", "black", Amount(100)))
    assert wheel.do("ann", roulette.Stake(two)) == "not_enough_chips"
    assert wheel.balance("ann") == purse


@pytest.mark.clause("COMMON-10")
def test_what_an_operator_does_is_on_record_and_stays_there(wheel: House) -> None:
    sessions.announce_end(wheel.table_id, operator=wheel.operator, reason="the evening ends")
    done = FloorEvent.objects.filter(table=wheel.table_id, kind="drain").get()
    assert (done.by, done.reason) == (wheel.operator, "the evening ends")
    for change in (
        lambda: FloorEvent.objects.filter(pk=done.pk).delete(),
        lambda: FloorEvent.objects.filter(pk=done.pk).update(reason="another"),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


@pytest.mark.clause("COMMON-12")
def test_what_happens_at_a_table_is_numbered_and_no_table_waits_for_another(
    wheel: House, house: House
) -> None:
    before = wheel.table.seq
    for amount in (1000, 2000, 500):
        assert stake(wheel, "ann", red=amount) == ""
    assert wheel.table.seq == before + 4, "the opening and three stakes"
    with transaction.atomic():
        table_rows.lock(wheel.table_id)
        # The lock is the table's own: another one opens within it.
        assert table_rows.read(house.table_id).seq >= 0
        assert table_rows.lock_and_read_unless_locked(house.table_id) is not None
