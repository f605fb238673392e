"""Wheels are checked and signed for before a session; dice and cards are taken from the stock."""

from datetime import date
from typing import Any

import pytest

from casino.players.models import Player
from casino.rng.models import Reading
from casino.rng.monitoring import watch
from tables.equipment import card_sets, devices, stock
from tables.games.core.protocol import Refused
from tables.games.craps import messages as craps
from tables.incidents import services as incidents
from tables.models import EquipmentEntry, EquipmentSet, FloorEvent
from tables.operation import opening, sessions
from tests.floor import House, reused_house
from tests.ledger.together import together
from tests.opening_checks import count_last_float, receive_sets
from tests.published import publish
from tests.tables.test_craps import Rail
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)
SIXAIN = EquipmentSet.Kind.SIXAIN
NOTHING_IN_STOCK = "HOUSE"
"""A book whose sessions take no cards of the stock."""
WHEELS = ("american_roulette", "big_wheel", "boule", "european_roulette")


@pytest.fixture
def house(transactional_db: None) -> House:
    """A house whose stock is empty, without a register."""
    return reused_house(book=NOTHING_IN_STOCK)


def closed_table(house: House, game: str, **options: Any) -> House:
    """A table that nobody has opened yet."""
    rules = publish(f"MC/{game}", "MC", game, operator=house.operator, **options)
    table = opening.create_table(name=game, rules_key=rules.key, operator=house.operator)
    return House(table.pk, house.operator, house.people)


def opened_by(table: House, person: Player) -> None:
    count_last_float(table.table_id)
    sessions.open_session(table.table_id, operator=person, reason="day")


def written(table: House, kind: str) -> list[str]:
    """Return what the register of a table says of an act, the first first."""
    found = FloorEvent.objects.filter(table=table.table_id, kind=kind).order_by("pk")
    return [f"{each.by}: {each.reason}" for each in found]


def chief() -> Player:
    return employee("anne", "operate_table", "serve_as_table_chief")


def maintenance() -> Player:
    return employee("marc", "check_device")


def inspector() -> Player:
    return employee("ines", "serve_as_inspector")


@pytest.mark.clause("MC-EQ-60")
@pytest.mark.parametrize("game", WHEELS)
def test_mc_boule_14_no_session_begins_before_its_device_is_checked_and_signed_for(
    house: House, game: str
) -> None:
    wheel, anne, marc, ines = closed_table(house, game), chief(), maintenance(), inspector()
    with pytest.raises(Refused, match="device_unchecked"):
        opened_by(wheel, anne)
    with pytest.raises(Refused, match="not_checked"):
        devices.sign_check(wheel.table_id, operator=ines, reason="day")
    for person in (anne, ines):
        with pytest.raises(Refused, match="not_qualified"):
            devices.check_device(wheel.table_id, operator=person, reason="day")
    devices.check_device(wheel.table_id, operator=marc, reason="clean")
    with pytest.raises(Refused, match="not_qualified"):
        devices.sign_check(wheel.table_id, operator=marc, reason="day")
    with pytest.raises(Refused, match="device_unchecked"):
        opened_by(wheel, anne)
    assert wheel.table.status == "closed"
    devices.sign_check(wheel.table_id, operator=ines, reason="seen")
    opened_by(wheel, anne)
    ways = {"american_roulette": 38, "big_wheel": 54, "boule": 9, "european_roulette": 37}
    assert written(wheel, "check_device") == [f"marc: {ways[game]}: 0: clean"]
    assert written(wheel, "sign_device") == ["ines: seen"]
    with pytest.raises(Refused, match="already_open"):
        devices.check_device(wheel.table_id, operator=marc, reason="again")

    # The next session wants a check of its own.
    incidents.break_off_session(wheel.table_id, operator=house.operator, reason="evening")
    with pytest.raises(Refused, match="device_unchecked"):
        opened_by(wheel, anne)


@pytest.mark.clause("MC-EQ-60")
@pytest.mark.parametrize(("p", "told"), [(0.41, "p 0.41"), (3e-9, "p 3e-09 !")])
def test_the_check_of_a_wheel_tells_what_was_measured_of_its_last_day(
    house: House, p: float, told: str
) -> None:
    wheel = closed_table(house, "boule")
    for day, table, value in ((3, wheel.table_id, 0.9), (4, wheel.table_id, p), (5, 999_999, 0.8)):
        Reading.objects.create(
            day=date(2026, 11, day),
            statistic=watch.statistic_of_device(f"table:{table}", 9),
            sample=180,
            value=7.0,
            p=value,
            threshold=1e-5,
        )
    devices.check_device(wheel.table_id, operator=maintenance(), reason="clean")
    assert written(wheel, "check_device") == [f"marc: 9: 0, 2026-11-04 n 180 {told}: clean"]


@pytest.mark.clause("MC-WHEEL-17", "MC-EQ-60")
def test_whoever_opens_signs_as_an_inspector_but_not_for_a_check_of_his_own(house: House) -> None:
    wheel = closed_table(house, "big_wheel")
    # The operator may do all of it, but not alone.
    devices.check_device(wheel.table_id, operator=house.operator, reason="day")
    with pytest.raises(Refused, match="checked_it"):
        devices.sign_check(wheel.table_id, operator=house.operator, reason="day")
    with pytest.raises(Refused, match="device_unchecked"):
        opened_by(wheel, house.operator)
    devices.check_device(wheel.table_id, operator=maintenance(), reason="day")
    opened_by(wheel, house.operator)
    assert written(wheel, "sign_device") == ["operator: day"]


@pytest.mark.clause("MC-EQ-43", "MC-EQ-45", "MC-EQ-47", "MC-EQ-48", "MC-EQ-50")
def test_each_session_of_dice_is_allotted_five_new_ones_by_the_deputy_director(
    house: House,
) -> None:
    table, anne = closed_table(house, "craps"), chief()
    dora = employee("dora", "sign_for_dice")
    with pytest.raises(Refused, match="no_dice"):
        opened_by(table, anne)
    with pytest.raises(Refused, match="not_qualified"):
        devices.allot_dice(table.table_id, operator=anne, reason="day")
    with pytest.raises(Refused, match="no_register"):
        devices.allot_dice(table.table_id, operator=dora, reason="day")
    receive_sets("A", 2)
    devices.allot_dice(table.table_id, operator=dora, reason="day")
    with pytest.raises(Refused, match="already_allotted"):
        devices.allot_dice(table.table_id, operator=dora, reason="day")
    with pytest.raises(Refused, match="no_device"):
        devices.check_device(table.table_id, operator=maintenance(), reason="day")
    opened_by(table, anne)
    (told,) = written(table, "allot_dice")
    assert told == "dora: A/1-1 … A/1-5: day"

    # Without a check of these no other session begins; then its dice are others.
    incidents.break_off_session(table.table_id, operator=house.operator, reason="evening")
    for act in (
        opened_by,
        lambda *_: devices.allot_dice(table.table_id, operator=dora, reason="day"),
    ):
        with pytest.raises(Refused, match="dice_unchecked"):
            act(table, anne)
    with pytest.raises(Refused, match="not_qualified"):
        devices.check_dice(table.table_id, operator=anne, reason="day")
    devices.check_dice(table.table_id, operator=dora, reason="edges sharp")
    with pytest.raises(Refused, match="not_allotted"):
        devices.check_dice(table.table_id, operator=dora, reason="day")
    with pytest.raises(Refused, match="no_dice"):
        opened_by(table, anne)
    devices.allot_dice(table.table_id, operator=dora, reason="day")
    opened_by(table, anne)
    assert written(table, "allot_dice")[1] == "dora: A/2-1 … A/2-5: day"


@pytest.mark.clause("MC-EQ-49")
def test_the_check_after_a_session_counts_the_faces_of_each_die() -> None:
    rail = Rail(betting_window_seconds=20)
    table = rail.house
    assert rail.stake("ann", pass_line=500) == ""
    rail.throw(6, 5)
    # The shooter may ask for others of the five; those that were thrown count.
    assert rail.stake("ann", pass_line=500) == ""
    assert table.do("ann", craps.ChangeDice(4, 2)) == ""
    rail.throw(6, 1)
    incidents.break_off_session(table.table_id, operator=table.operator, reason="evening")
    devices.check_dice(table.table_id, operator=table.operator, reason="edges sharp")
    one = "1, χ² 5.0"
    session = f"T{table.table_id}/1"
    assert written(table, "check_dice") == [
        f"operator: {session}, 1: {one}; 2: 2, χ² 4.0; 3: 0; 4: {one}; 5: 0: edges sharp"
    ]


@pytest.mark.clause("MC-BTV-07", "MC-EQ-18", "MC-EQ-33", "MC-EQ-34", "MC-EQ-38")
def test_mc_btv_03_each_session_takes_a_new_sixain_that_a_card_keeper_signs_in_and_out(
    house: House,
) -> None:
    table = closed_table(house, "banque_a_tout_va", sessions_per_day=24)
    chief, ines = employee("anne", "operate_table", "serve_as_inspector"), inspector()
    karl, day = employee("karl", "keep_stock"), {"reason": "day"}
    here = table.table_id
    with pytest.raises(Refused, match="no_cards"):
        opened_by(table, chief)
    with pytest.raises(Refused, match="not_qualified"):
        card_sets.sign_out_cards(here, operator=ines, **day)
    with pytest.raises(Refused, match="no_register"):
        card_sets.sign_out_cards(here, operator=karl, **day)
    worn, _, _ = receive_sets("S", 3, SIXAIN)
    stock.withdraw_sets([worn.pk], operator=karl, reason="marked")
    card_sets.sign_out_cards(here, operator=karl, **day)
    with pytest.raises(Refused, match="cards_taken"):
        card_sets.sign_out_cards(here, operator=karl, **day)
    with pytest.raises(Refused, match="no_device"):
        devices.allot_dice(here, operator=house.operator, **day)
    opened_by(table, chief)
    for act in (card_sets.sign_out_cards, card_sets.count_cards):
        with pytest.raises(Refused, match="already_open"):
            act(here, operator=karl, **day)

    # Without an inspector who saw them put away, and a count, no other session begins.
    incidents.break_off_session(here, operator=house.operator, reason="evening")
    with pytest.raises(Refused, match="cards_unchecked"):
        opened_by(table, chief)
    with pytest.raises(Refused, match="cards_unchecked"):
        card_sets.sign_out_cards(here, operator=karl, **day)
    with pytest.raises(Refused, match="not_given_back"):
        card_sets.count_cards(here, operator=karl, **day)
    with pytest.raises(Refused, match="not_qualified"):
        card_sets.return_cards(here, operator=karl, **day)
    card_sets.return_cards(here, operator=ines, reason="evening")
    with pytest.raises(Refused, match="no_cards"):
        card_sets.return_cards(here, operator=ines, **day)
    with pytest.raises(Refused, match="cards_unchecked"):
        opened_by(table, chief)
    with pytest.raises(Refused, match="not_qualified"):
        card_sets.count_cards(here, operator=ines, **day)
    card_sets.count_cards(here, operator=karl, reason="in order")
    with pytest.raises(Refused, match="no_cards"):
        opened_by(table, chief)
    # The operator may do all that is wanting; the cards are others than those of the last session.
    opened_by(table, house.operator)
    assert written(table, "take_cards") == ["karl: S/2: day", "operator: S/3: day"]
    assert written(table, "return_cards") == ["ines: S/2: evening"]
    assert written(table, "count_cards") == ["karl: 0 =: in order"]
    assert [
        (each.movement, each.target, each.by.username)
        for each in EquipmentEntry.objects.filter(set__serial="S/2").order_by("number")
    ] == [
        ("received", "main_depot", "cartier"),
        ("allotted", f"table:{here}", "karl"),
        ("returned", "main_depot", "ines"),
        ("counted", "main_depot", "karl"),
    ]
    incidents.break_off_session(here, operator=house.operator, reason="night")
    with pytest.raises(Refused, match="no_cards_in_stock"):
        opened_by(table, house.operator)


@pytest.mark.clause("MC-EQ-18")
def test_two_tables_never_take_one_sixain(house: House) -> None:
    first = closed_table(house, "banque_a_tout_va").table
    second = opening.create_table(name="other", rules_key=first.rules_id, operator=house.operator)
    receive_sets("S", 1, SIXAIN)
    karl = employee("karl", "keep_stock")

    def take(nth: int) -> str:
        try:
            card_sets.sign_out_cards((first, second)[nth].pk, operator=karl, reason="day")
        except Refused as refused:
            return refused.code
        return ""

    assert sorted(together(2, take)) == ["", "no_cards_in_stock"]
    assert EquipmentEntry.objects.filter(movement="allotted").count() == 1
