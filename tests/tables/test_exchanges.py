"""Cards and dice are changed in the middle of a session where somebody asks, and says why."""

from uuid import UUID, uuid4

import pytest

from casino.rng import shoes
from tables import tasks
from tables.equipment import card_sets, devices, replacements, stock
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.models import EquipmentSet, FloorEvent
from tables.operation import reshuffles, sessions
from tables.rows.equipment_registers import EquipmentNeed
from tests.floor import House, open_house, reused_house
from tests.opening_checks import fill_stock
from tests.tables.test_craps import Rail
from tests.tables.test_devices import written
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def house(transactional_db: None) -> House:
    """An open table of France, with three sixains in stock."""
    return reused_house()


def ask(house: House, name: str, reason: str = "a bad run", command_id: UUID | None = None) -> str:
    """Ask as a player for other cards; return the refusal's code, or an empty text."""
    receipt = replacements.request_replacement(
        player_id=house.player(name).pk,
        table_id=house.table_id,
        command_id=command_id or uuid4(),
        reason=reason,
    )
    return receipt.refused.code if receipt and receipt.refused else ""


def test_anybody_asks_for_other_cards_once_until_they_are_changed(house: House) -> None:
    karl, anne = employee("karl", "keep_stock"), employee("anne", "operate_table")
    command = uuid4()
    assert [ask(house, "ann", command_id=command) for _ in range(2)] == ["", ""]
    assert ask(house, "ann") == "asked_already"
    assert ask(house, "bob", "the backs are worn") == ""
    replacements.request_replacement_as_staff(
        house.table_id, operator=anne, reason="at a player's wish"
    )
    with pytest.raises(Refused, match="asked_already"):
        replacements.request_replacement_as_staff(house.table_id, operator=anne, reason="again")
    assert written(house, "ask_change") == [
        "ann: a bad run",
        "bob: the backs are worn",
        "anne: at a player's wish",
    ]
    replacements.change_cards(house.table_id, operator=karl, reason="asked by ann")
    assert ask(house, "ann") == ""
    sessions.close_session(house.table_id, operator=house.operator, reason="night")
    assert ask(house, "cat") == "table_closed"


def test_other_cards_come_with_the_next_shoe_and_all_are_counted_after_the_session() -> None:
    table = open_house("Monaco", book="MC", idle_reshuffle_minutes=3)
    karl, here = employee("karl", "keep_stock"), table.table_id
    fill_stock(EquipmentNeed("sixain", 2), "S")
    change = {"operator": karl, "reason": "asked by ann"}
    with pytest.raises(Refused, match="not_qualified"):
        replacements.change_cards(here, operator=employee("anne", "operate_table"), reason="x")
    before = table.table.shoe_id
    replacements.change_cards(here, **change)
    (told,) = written(table, "change_cards")
    assert told.endswith(": asked by ann")
    # The shoe that is dealt is played on; of the new cards the next one is made.
    assert table.table.shoe_id == before
    with pytest.raises(Refused, match="cards_changed"):
        replacements.change_cards(here, **change)
    table.sit("ann", 1)
    reshuffles.order_reshuffle(here, operator=table.operator, reason="other cards")
    tasks.make_equipment(here, table.table.shoe_sequence)
    assert table.table.shoe_id != before
    assert len(stock.sets_in_service(stock.CARDS, here)) == 2
    table.deal("")
    dealt = table.table.shoe_id
    assert dealt is not None
    assert table.stake("ann", 1, 1000) == ""
    incidents.break_off_session(here, operator=table.operator, reason="night")
    shoes.retire_shoe(dealt)
    card_sets.return_cards(here, operator=table.operator, reason="night")
    card_sets.count_cards(here, operator=karl, reason="in order")
    assert not stock.sets_in_service(stock.CARDS, here)
    assert EquipmentSet.objects.filter(state="checked").count() == 2
    with pytest.raises(Refused, match="table_closed"):
        replacements.change_cards(here, **change)


@pytest.mark.clause("MC-EQ-47", "MC-EQ-49", "MC-EQ-50")
def test_other_dice_come_between_two_throws_and_both_fives_are_examined() -> None:
    rail = Rail(betting_window_seconds=20)
    table = rail.house
    assert rail.stake("ann", pass_line=500) == ""
    with pytest.raises(Refused, match="round_in_play"):
        devices.change_dice(table.table_id, operator=table.operator, reason="a chip")
    rail.throw(6, 5)
    with pytest.raises(Refused, match="not_qualified"):
        devices.change_dice(table.table_id, operator=employee("anne", "operate_table"), reason="x")
    devices.change_dice(table.table_id, operator=table.operator, reason="a chip")
    assert rail.stake("ann", pass_line=500) == ""
    rail.throw(6, 1)
    incidents.break_off_session(table.table_id, operator=table.operator, reason="evening")
    with pytest.raises(Refused, match="table_closed"):
        devices.change_dice(table.table_id, operator=table.operator, reason="late")
    devices.check_dice(table.table_id, operator=table.operator, reason="edges sharp")
    first, second = (f"T{table.table_id}/{number}" for number in (1, 2))
    assert [told.split(",")[0] for told in written(table, "check_dice")] == [
        f"operator: {first}",
        f"operator: {second}",
    ]
    kinds = ("allot_dice", "check_dice", "change_dice")
    acts = FloorEvent.objects.filter(table=table.table_id, kind__in=kinds).order_by("pk")
    assert [each.kind for each in acts] == ["allot_dice", "check_dice", "change_dice", "check_dice"]


def test_what_has_no_stock_is_changed_by_nobody(house: House) -> None:
    table = open_house("House", book="HOUSE")
    with pytest.raises(Refused, match="no_device"):
        replacements.change_cards(table.table_id, operator=table.operator, reason="x")
    with pytest.raises(Refused, match="no_device"):
        devices.change_dice(house.table_id, operator=house.operator, reason="x")
