"""A shoe is made anew before its end where a text asks for it, or who is in charge orders it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from tables import tasks
from tables.games.blackjack import messages as bj
from tables.games.core.money import BoxNo
from tables.games.core.protocol import Refused
from tables.models import FloorEvent, Round, Shuffling
from tables.operation import reshuffles, sessions
from tables.rows import due_work, equipment_registers
from tests.floor import House, open_house
from tests.opening_checks import fill_stock, fix_float
from tests.tables.test_rounds import leave
from tests.tables.test_shuffling import close, cut, decline, reveal, shuffle

pytestmark = pytest.mark.django_db(transaction=True)


def monaco(**options: object) -> House:
    return open_house("Monaco", book="MC", table_min_cents=100, **options)


def ontario() -> House:
    return open_house("Ontario", book="ON")


def play_a_round(house: House, name: str, box: int) -> None:
    assert house.stake(name, box, 500) == ""
    finish(house, name, box)


def finish(house: House, name: str, box: int) -> None:
    """Play the round to its end for the only box that has a stake, whatever the cards."""
    assert house.do(name, bj.Ready()) == ""
    while (view := house.frame()["view"])["phase"] != "closed":
        if view["phase"] == "side_bets":
            house.settle_side_bets()
        elif view["phase"] == "insurance":
            assert house.do(name, bj.Decline(BoxNo(box))) == ""
        else:
            assert house.do(name, bj.Stand(BoxNo(box), view["turn"]["hand"])) == ""


def make(house: House) -> None:
    """Do what the worker does when a shoe is ordered."""
    tasks.make_equipment(house.table_id, house.table.shoe_sequence)


def rested(house: House, minutes: int) -> None:
    """Let the last round be over for so long."""
    ended = timezone.now() - timedelta(minutes=minutes, seconds=1)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tables_round DISABLE TRIGGER USER")
        Round.objects.filter(pk=house.table.round_id).update(closed_at=ended)
        cursor.execute("ALTER TABLE tables_round ENABLE TRIGGER USER")


@pytest.mark.clause("MC-EQ-30")
def test_mc_019_when_everybody_has_left_the_cards_are_shuffled_before_the_next_player(
    house: House,
) -> None:
    here = monaco()
    here.sit("ann", 1)
    first = here.table.shoe
    play_a_round(here, "ann", 1)
    assert leave(here, "ann", 1) == ""
    here.sit("bob", 2)
    assert here.table.shoe is None
    assert here.stake("bob", 2, 500) == "shoe_not_ready"
    floor_ = here.frame()["floor"]
    assert floor_["reshuffled"] == {"why": "interrupted", "reason": ""}
    assert first is not None
    assert first.pk in due_work.unrevealed_shoes(), "what was dealt from it may be verified"
    make(here)
    second = here.table.shoe
    assert second is not None
    assert (second.burn, second.position, second.size) == (5, 5, 312)
    assert here.frame()["floor"]["reshuffled"] is None
    play_a_round(here, "bob", 2)
    here.sit("ann", 1)
    assert here.table.shoe == second, "somebody is there: play was not interrupted"


def test_mc_019_a_shoe_of_which_no_card_was_dealt_stays(house: House) -> None:
    here = monaco()
    shoe = here.table.shoe
    here.sit("ann", 1)
    assert leave(here, "ann", 1) == ""
    here.sit("bob", 2)
    assert here.table.shoe == shoe


@pytest.mark.parametrize("book", ["FR-2024", "FR-2007", "ON", "HOUSE"])
def test_where_the_text_says_nothing_the_shoe_stays_for_the_next_player(
    house: House, book: str
) -> None:
    here = open_house("Ailleurs", book=book)
    here.sit("ann", 1)
    play_a_round(here, "ann", 1)
    shoe = here.table.shoe
    assert leave(here, "ann", 1) == ""
    here.sit("bob", 2)
    assert here.table.shoe == shoe is not None
    rested(here, 60)
    assert reshuffles.reshuffle_idle_shoes() == 0


def test_mc_019_a_table_that_was_closed_in_the_shoe_opens_with_another(house: House) -> None:
    here = monaco()
    here.sit("ann", 1)
    play_a_round(here, "ann", 1)
    assert leave(here, "ann", 1) == ""
    sessions.close_session(here.table_id, operator=here.operator, reason="night")
    # The cards go back to the depot (MC-022).
    assert here.table.shoe is None
    fill_stock(equipment_registers.EquipmentNeed("sixain"), "N")
    fix_float(here.table_id)
    sessions.open_session(here.table_id, operator=here.operator, reason="day")
    assert here.table.shoe is None


def test_mc_019_without_a_stake_for_so_many_minutes_play_is_interrupted(house: House) -> None:
    here = monaco(idle_reshuffle_minutes=3)
    here.sit("ann", 1)
    play_a_round(here, "ann", 1)
    shoe = here.table.shoe
    rested(here, 2)
    assert reshuffles.reshuffle_idle_shoes() == 0
    assert here.table.shoe == shoe, "a pause with people seated is none"
    rested(here, 3)
    assert reshuffles.reshuffle_idle_shoes() == 1
    assert here.table.shoe is None
    assert here.frame()["floor"]["reshuffled"] == {"why": "interrupted", "reason": ""}
    make(here)
    assert reshuffles.reshuffle_idle_shoes() == 0, "no card of this one was dealt"
    assert [each.kind for each in FloorEvent.objects.filter(kind__in=("interrupted", "idle"))] == [
        "idle",
        "interrupted",
    ]


@pytest.mark.clause("ON-30")
def test_on_37_whoever_is_in_charge_has_the_cards_shuffled_after_any_round(
    house: House, settings: Settings
) -> None:
    """ON-30: the player furthest to the dealer's right is asked to cut, then clockwise."""
    here = ontario()
    here.sit("ann", 3)
    here.sit("bob", 1)
    here.sit("cid", 5)
    play_a_round(here, "ann", 3)
    settings.SHOE_CONTRIBUTIONS = "cut_only"
    assert here.stake("ann", 3, 500) == ""
    with pytest.raises(Refused, match="round_in_play"):
        reshuffles.order_reshuffle(here.table_id, operator=here.operator, reason="a doubt")
    play = here.frame()["view"]["phase"]
    assert play == "betting", "the order has changed nothing"
    finish(here, "ann", 3)
    reshuffles.order_reshuffle(here.table_id, operator=here.operator, reason="a doubt")
    event = FloorEvent.objects.get(kind="reshuffle")
    assert (event.by, event.reason) == (here.operator, "a doubt")
    assert here.stake("ann", 3, 500) == "shoe_not_ready"
    make(here)
    shown = here.frame()["floor"]
    assert shown["reshuffled"] == {"why": "ordered", "reason": "a doubt"}
    assert shown["shuffling"]["offered"] == [5]
    assert decline(here, "cid", 5) == ""
    assert here.frame()["floor"]["shuffling"]["offered"] == [1]
    assert cut(here, "bob", 1, 156) == ""
    close(here)
    assert reveal(here, "bob", 1, 156) == ""
    assert shuffle(here).cut_by == 1
    play_a_round(here, "ann", 3)


def test_on_27_after_an_order_the_next_session_begins_with_the_first_to_arrive(
    house: House, settings: Settings
) -> None:
    here = ontario()
    here.sit("ann", 3)
    here.sit("bob", 5)
    play_a_round(here, "ann", 3)
    settings.SHOE_CONTRIBUTIONS = "cut_only"
    reshuffles.order_reshuffle(here.table_id, operator=here.operator, reason="a doubt")
    sessions.close_session(here.table_id, operator=here.operator, reason="night")
    sessions.open_session(here.table_id, operator=here.operator, reason="day")
    make(here)
    shown = here.frame()["floor"]
    assert (shown["shuffling"]["offered"], shown["reshuffled"]) == ([3], None)


@pytest.mark.clause("MC-EQ-31")
def test_mc_020_a_single_players_shoe_is_shuffled_on_order(house: House) -> None:
    here = monaco()
    order = {"operator": here.operator, "reason": "a marked card"}
    with pytest.raises(Refused, match="not_one_player"):
        reshuffles.order_reshuffle(here.table_id, **order)  # type: ignore[arg-type]
    here.sit("ann", 1, 2)
    here.sit("bob", 3)
    play_a_round(here, "ann", 1)
    with pytest.raises(Refused, match="not_one_player"):
        reshuffles.order_reshuffle(here.table_id, **order)  # type: ignore[arg-type]
    assert leave(here, "bob", 3) == ""
    shoe = here.table.shoe
    reshuffles.order_reshuffle(here.table_id, **order)  # type: ignore[arg-type]
    assert here.table.shoe is None
    with pytest.raises(Refused, match="shoe_not_ready"):
        reshuffles.order_reshuffle(here.table_id, **order)  # type: ignore[arg-type]
    make(here)
    assert here.table.shoe != shoe
    assert not Shuffling.objects.exists()
    play_a_round(here, "ann", 1)


@pytest.mark.parametrize("book", ["FR-2024", "FR-2007", "HOUSE"])
def test_where_the_text_grants_no_order_none_is_taken(house: House, book: str) -> None:
    here = open_house("Ailleurs", book=book)
    here.sit("ann", 1)
    with pytest.raises(Refused, match="no_reshuffle"):
        reshuffles.order_reshuffle(here.table_id, operator=here.operator, reason="why not")


def test_the_office_orders_a_shuffle_and_tells_a_refusal(house: House) -> None:
    here = ontario()
    here.sit("ann", 3)
    operator = Client()
    operator.force_login(here.operator)
    page = f"{reverse('admin:tables_table_order', args=['reshuffle'])}?tables={here.table_id}"
    told = operator.post(page, {"reason": "doute"}, follow=True).content.decode()
    assert "Faire mélanger, Ontario : fait." in told
    told = operator.post(page, {"reason": "doute"}, follow=True).content.decode()
    assert "sabot n’est pas encore prêt" in told
    sessions.close_session(here.table_id, operator=here.operator, reason="night")
    with pytest.raises(Refused, match="table_closed"):
        reshuffles.order_reshuffle(here.table_id, operator=here.operator, reason="doute")
