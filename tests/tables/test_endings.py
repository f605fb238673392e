"""How a session ends: what is announced first, what players are owed, and what may cut it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tables.games.blackjack import messages as bj
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.models import FloorEvent, Notice, Round, Table
from tables.operation import reshuffles, sessions
from tables.rounds import timer
from tests.floor import House, open_house
from tests.opening_checks import count_last_float
from tests.tables.test_chemin_de_fer import bank, cover, deal, four, tick
from tests.tables.test_reshuffles import finish, make, monaco, play_a_round
from tests.tables.test_roulette import equip, spin, stake, wheel
from tests.tables.test_rounds import START, books_balance, leave, make_due

__all__ = ["wheel"]

pytestmark = pytest.mark.django_db(transaction=True)


def end(house: House) -> dict[str, Any] | None:
    """Return what everybody is shown of the end of the session."""
    told: dict[str, Any] | None = house.frame()["floor"]["end"]
    return told


def announce(house: House, reason: str = "night") -> None:
    sessions.announce_end(house.table_id, operator=house.operator, reason=reason)


def close(house: House) -> None:
    sessions.close_session(house.table_id, operator=house.operator, reason="night")


def break_off(house: House) -> None:
    incidents.break_off_session(house.table_id, operator=house.operator, reason="fire alarm")


def half_an_hour_later(house: House) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Table.objects.filter(pk=house.table_id).update(ends_at=past)
    assert sessions.begin_last_rounds() == 1


def test_mc_041_the_last_half_hour_and_the_last_three_deals_are_announced_and_played(
    house: House,
) -> None:
    here = monaco()
    here.sit("ann", 1)
    play_a_round(here, "ann", 1)
    assert end(here) is None
    before = timezone.now()
    announce(here, "closing time")
    told = end(here)
    assert told is not None
    assert here.frame()["floor"]["status"] == "ending"
    assert (told["reason"], told["rounds"]) == ("closing time", None)
    announced = told["last_rounds_at"] / 1000 - 30 * 60
    assert before.timestamp() - 0.001 <= announced <= timezone.now().timestamp()
    # Play goes on, and whoever comes may sit down.
    play_a_round(here, "ann", 1)
    here.sit("bob", 2)
    assert sessions.begin_last_rounds() == 0
    with pytest.raises(Refused, match="already_announced"):
        announce(here)
    with pytest.raises(Refused, match="last_rounds_owed"):
        close(here)
    half_an_hour_later(here)
    assert end(here) == {"reason": "closing time", "rounds": 3, "last_rounds_at": None}
    for left in (3, 2, 1):
        with pytest.raises(Refused, match="last_rounds_owed"):
            close(here)
        assert timer.handle_expired_clock(here.table_id), "the deal opens by itself"
        assert here.frame()["view"]["rounds_left"] == left
        assert (end(here) or {})["rounds"] == left
        if left == 2:
            # Nobody stakes: the deal was offered, its time runs out.
            make_due(here)
            assert timer.handle_expired_clock(here.table_id)
        else:
            play_a_round(here, "ann", 1)
    assert here.table.status == "closed"
    assert end(here) == {"reason": "closing time", "rounds": None, "last_rounds_at": None}
    assert here.stake("ann", 1, 500) == "table_closed"
    books_balance(here)


def test_mc_041_a_deal_in_play_is_not_one_of_the_last_three(house: House) -> None:
    here = monaco()
    here.sit("ann", 1)
    announce(here)
    assert here.stake("ann", 1, 500) == ""
    half_an_hour_later(here)
    assert (end(here) or {})["rounds"] == 4
    with pytest.raises(Refused, match="round_in_play"):
        close(here)


def test_mc_041_where_everybody_has_left_nobody_is_owed_a_deal(house: House) -> None:
    here = monaco()
    here.sit("ann", 1)
    announce(here)
    assert leave(here, "ann", 1) == ""
    announce(here, "nobody there")
    assert (here.table.status, here.table.ends_at) == ("closed", None)
    count_last_float(here.table_id)
    sessions.open_session(here.table_id, operator=here.operator, reason="day")
    here.deal("")
    here.sit("ann", 1)
    announce(here)
    half_an_hour_later(here)
    assert timer.handle_expired_clock(here.table_id)
    assert leave(here, "ann", 1) == ""
    make_due(here)
    assert timer.handle_expired_clock(here.table_id)
    assert here.table.status == "closed"


def test_mc_041_a_session_that_is_extended_goes_on(house: House) -> None:
    here = monaco()
    here.sit("ann", 1)
    announce(here)
    sessions.open_session(here.table_id, operator=here.operator, reason="a full house")
    assert (here.table.status, here.table.ends_at, end(here)) == ("open", None, None)
    assert sessions.begin_last_rounds() == 0


def test_mc_041_a_deal_that_is_annulled_is_dealt_again(house: House) -> None:
    here = monaco()
    here.sit("ann", 1)
    announce(here)
    half_an_hour_later(here)
    assert timer.handle_expired_clock(here.table_id)
    assert here.stake("ann", 1, 500) == ""
    assert (end(here) or {})["rounds"] == 3
    incidents.void_round(here.table_id, operator=here.operator, reason="misdeal")
    assert (end(here) or {})["rounds"] == 3


def test_mc_041_the_last_deals_wait_for_a_shoe_that_is_being_made(house: House) -> None:
    here = monaco()
    here.sit("ann", 1)
    play_a_round(here, "ann", 1)
    reshuffles.order_reshuffle(here.table_id, operator=here.operator, reason="a doubt")
    announce(here)
    half_an_hour_later(here)
    assert here.table.status == "draining"
    make(here)
    assert timer.handle_expired_clock(here.table_id)
    assert here.frame()["view"]["rounds_left"] == 3


@pytest.mark.parametrize("book", ["FR-2024", "FR-2007", "ON", "HOUSE"])
def test_where_the_text_announces_nothing_the_round_in_play_is_the_last(
    house: House, book: str
) -> None:
    here = open_house("Ailleurs", book=book)
    here.sit("ann", 1)
    assert here.stake("ann", 1, 500) == ""
    announce(here, "closing time")
    assert end(here) == {"reason": "closing time", "rounds": 1, "last_rounds_at": None}
    finish(here, "ann", 1)
    assert here.table.status == "closed"


@pytest.mark.clause("MC-EROU-43")
def test_mc_erou_44_a_wheel_does_not_close_before_its_last_three_spins(wheel: House) -> None:
    with pytest.raises(Refused, match="last_rounds_owed"):
        close(wheel)
    announce(wheel, "closing time")
    for number, left in ((1, 3), (2, 2), (3, 1)):
        with pytest.raises(Refused, match="last_rounds_owed"):
            close(wheel)
        assert wheel.table.status == "draining"
        assert timer.handle_expired_clock(wheel.table_id)
        assert wheel.frame()["view"]["rounds_left"] == left
        assert end(wheel) == {"reason": "closing time", "rounds": left, "last_rounds_at": None}
        with pytest.raises(Refused, match="already_announced"):
            announce(wheel)
        spin(wheel, number)
        equip(wheel)
    assert wheel.table.status == "closed"


def test_mc_erou_44_a_spin_that_is_annulled_is_owed_again(wheel: House) -> None:
    announce(wheel)
    for number in (1, 2):
        assert timer.handle_expired_clock(wheel.table_id)
        spin(wheel, number)
        equip(wheel)
    assert timer.handle_expired_clock(wheel.table_id)
    assert stake(wheel, "ann", red=1000) == ""
    incidents.void_round(wheel.table_id, operator=wheel.operator, reason="a chip in the wheel")
    equip(wheel)
    assert wheel.table.status == "draining"
    assert timer.handle_expired_clock(wheel.table_id)
    assert wheel.frame()["view"]["rounds_left"] == 1
    spin(wheel, 3)
    equip(wheel)
    assert wheel.table.status == "closed"


def test_the_last_coups_of_chemin_de_fer_wait_for_a_shoe_that_is_being_made(house: House) -> None:
    here = open_house("chemin", "MC", game="chemin_de_fer", table_min_cents=500)
    four(here)
    here.deal("3c 2h 4s 4d", cards_behind=306)
    bank(here)
    cover(here, 20_00)
    deal(here)
    for _ in range(4):
        if here.table.shoe is not None:
            tick(here, late=True)
    assert here.table.shoe is None, "the stop card came out"
    announce(here)
    assert (here.table.status, (end(here) or {})["rounds"]) == ("draining", 3)
    with pytest.raises(Refused, match="last_rounds_owed"):
        close(here)
    make(here)
    tick(here)
    assert (here.table.status, (end(here) or {})["rounds"]) == ("draining", 3)


@pytest.mark.parametrize("announced", [True, False])
def test_mc_erou_44_only_an_incident_ends_a_wheel_at_once(wheel: House, announced: bool) -> None:
    if announced:
        announce(wheel)
        assert timer.handle_expired_clock(wheel.table_id)
    break_off(wheel)
    assert (wheel.table.status, wheel.table.rounds_left) == ("closed", 0)
    assert (end(wheel) or {})["reason"] == "fire alarm"
    kinds = FloorEvent.objects.filter(table=wheel.table_id, reason="fire alarm")
    assert {each.kind for each in kinds} == {"end_session", "close"}
    notice = Notice.objects.get(table_id=wheel.table_id)
    assert (notice.kind, notice.clause, notice.detail["outcome"], notice.by) == (
        "incident_decided", "MC-INC-02", "broken_off", wheel.operator,
    )  # fmt: skip
    with pytest.raises(Refused, match="table_closed"):
        break_off(wheel)


def test_an_incident_gives_a_prisoner_his_value_while_no_draw_is_promised(wheel: House) -> None:
    start = wheel.balance("ann")
    assert stake(wheel, "ann", red=1000) == ""
    spin(wheel, 0)
    assert wheel.table.draw is None
    break_off(wheel)
    assert (wheel.table.status, wheel.balance("ann")) == ("closed", start - 500)
    books_balance(wheel)


def test_mc_116_an_incident_gives_every_stake_at_blackjack_back_and_closes(house: House) -> None:
    here = monaco()
    here.sit("ann", 1)
    here.deal("Th 9s 9d 8c")
    start = here.balance("ann")
    assert here.stake("ann", 1, 500) == ""
    assert here.do("ann", bj.Ready()) == ""
    break_off(here)
    assert (here.table.status, here.balance("ann")) == ("closed", start)
    assert Round.objects.get(table=here.table_id).status == "voided"
    notice = Notice.objects.get(table_id=here.table_id)
    assert (notice.clause, notice.detail["outcome"]) == ("MC-116", "voided")
    books_balance(here)


def test_an_incident_ends_a_session_of_any_text(house: House) -> None:
    house.sit("ann", 1)
    assert house.stake("ann", 1, 1000) == ""
    break_off(house)
    assert (house.table.status, house.balance("ann")) == ("closed", START)
    assert not Notice.objects.exists()
