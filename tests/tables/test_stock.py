"""The stock of dice and cards: its registers, depots, allotments and destruction."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError
from django.utils.timezone import localdate

from casino.players.models import Player
from tables.equipment import devices, stock
from tables.equipment.queries import RegisterDay, daily_statement
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.models import EquipmentEntry, EquipmentSet, Notice
from tables.operation import sessions
from tables.rows import equipment_registers
from tests.floor import House
from tests.opening_checks import count_last_float, receive_sets
from tests.tables.test_devices import closed_table
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)
KINDS = pytest.mark.parametrize("kind", ["dice", "sixain"])


def now(each: EquipmentSet) -> tuple[str, str]:
    """Return the state of a set and its place, which its last entry tells too."""
    found = EquipmentSet.objects.get(pk=each.pk)
    last = found.entries.order_by("number").last()
    assert last is not None
    assert last.target == found.place
    return found.state, found.place


def ids(*sets: EquipmentSet) -> list[int]:
    return [each.pk for each in sets]


@pytest.fixture
def keeper() -> Player:
    return employee("karl", "keep_stock")


@pytest.fixture
def management() -> Player:
    return employee("mona", "destroy_equipment")


@pytest.fixture
def inspector() -> Player:
    return employee("ines", "serve_as_inspector")


@pytest.mark.clause("MC-EQ-02", "MC-EQ-03", "MC-EQ-04", "MC-EQ-05", "MC-EQ-06", "MC-EQ-44")
@KINDS
def test_what_is_received_stands_in_a_register_that_the_commissioner_opened(
    kind: str, keeper: Player
) -> None:
    def receive(lot: str, count: int, by: Player = keeper) -> None:
        stock.receive_sets(
            kind, lot=lot, count=count, purchase_order="P-7", operator=by, reason="delivered"
        )

    commissioner = employee("come", "open_register")
    category = equipment_registers.CATEGORIES[kind]
    with pytest.raises(Refused, match="no_register"):
        receive("L", 2)
    with pytest.raises(Refused, match="not_qualified"):
        stock.open_register(category, operator=keeper, reason="year")
    stock.open_register(category, operator=commissioner, reason="year")
    with pytest.raises(Refused, match="register_open"):
        stock.open_register(category, operator=commissioner, reason="year")
    with pytest.raises(Refused, match="not_qualified"):
        receive("L", 2, commissioner)
    for wrong in (0, stock.MOST + 1):
        with pytest.raises(Refused, match="too_many_sets"):
            receive("L", wrong)
    receive("L", 2)
    with pytest.raises(Refused, match="received_already"):
        receive("L", 1)
    receive("M", 1)
    entries = EquipmentEntry.objects.filter(register__category=category).order_by("number")
    assert [
        (each.number, each.set.serial, each.set.kind, each.movement, each.origin, each.target)
        for each in entries
    ] == [
        (1, "L/1", kind, "received", "", "main_depot"),
        (2, "L/2", kind, "received", "", "main_depot"),
        (3, "M/1", kind, "received", "", "main_depot"),
    ]
    assert {(each.by.username, each.reason) for each in entries} == {("karl", "delivered")}
    assert {each.set.purchase_order for each in entries} == {"P-7"}


@pytest.mark.clause("MC-EQ-05", "MC-EQ-44")
def test_no_entry_of_a_register_is_changed_and_one_that_were_would_be_seen() -> None:
    (one, _) = receive_sets("L", 2)
    assert equipment_registers.first_broken_entry(one.register) is None
    for forbidden in (
        "UPDATE tables_equipmententry SET reason = 'other'",
        "DELETE FROM tables_equipmententry",
        "UPDATE tables_equipmentset SET serial = 'other'",
        "UPDATE tables_equipmentregister SET reason = 'other'",
    ):
        with pytest.raises(DatabaseError, match="what happened stays"), connection.cursor() as sql:
            sql.execute(forbidden)
    # The negative control: what nobody but the server's own administrator can do.
    for change in (
        "UPDATE tables_equipmententry SET reason = 'other' WHERE number = 2",
        "UPDATE tables_equipmententry SET number = 9 WHERE number = 2",
    ):
        with transaction.atomic(), connection.cursor() as sql:
            sql.execute("SET LOCAL session_replication_role = replica")
            sql.execute(change)
            assert equipment_registers.first_broken_entry(one.register) == 2
            transaction.set_rollback(True)


@pytest.mark.clause("MC-EQ-07", "MC-EQ-12", "MC-EQ-51")
@KINDS
def test_a_set_is_in_one_depot_and_the_side_account_follows_it(kind: str, keeper: Player) -> None:
    one, two = receive_sets("L", 2, kind)
    with pytest.raises(Refused, match="not_qualified"):
        stock.move_sets(ids(one), "annex_depot:2", operator=employee("nobody"), reason="room")
    stock.move_sets(ids(one, two), "annex_depot:2", operator=keeper, reason="room")
    stock.move_sets(ids(two), "main_depot", operator=keeper, reason="back")
    assert [now(one), now(two)] == [("new", "annex_depot:2"), ("new", "main_depot")]
    assert daily_statement(one.register) == [
        RegisterDay(localdate(), "annex_depot:2", came=2, went=1, holds=1),
        RegisterDay(localdate(), "main_depot", came=3, went=2, holds=1),
    ]
    with pytest.raises(Refused, match="no_such_set"):
        stock.move_sets([one.pk, 10**9], "main_depot", operator=keeper, reason="room")


@pytest.mark.clause("MC-EQ-08", "MC-EQ-44")
def test_the_state_control_endorses_a_register_up_to_its_last_entry(keeper: Player) -> None:
    one, two = receive_sets("L", 2)
    control = employee("cora", "endorse_register")
    register = one.register
    with pytest.raises(Refused, match="not_qualified"):
        stock.endorse_register(register.pk, operator=keeper, reason="seen")
    stock.endorse_register(register.pk, operator=control, reason="seen")
    with pytest.raises(Refused, match="nothing_to_endorse"):
        stock.endorse_register(register.pk, operator=control, reason="seen")
    stock.move_sets(ids(two), "annex_depot:1", operator=keeper, reason="room")
    stock.endorse_register(register.pk, operator=control, reason="orders seen")
    seen = register.endorsements.order_by("up_to").values_list("up_to", "by__username", "reason")
    assert [*seen] == [(2, "cora", "seen"), (3, "cora", "orders seen")]
    stock.move_sets(ids(two), "main_depot", operator=keeper, reason="back")
    with transaction.atomic(), connection.cursor() as sql:
        sql.execute("SET LOCAL session_replication_role = replica")
        sql.execute("UPDATE tables_equipmententry SET by_id = %s WHERE number = 1", [control.pk])
    with pytest.raises(Refused, match="register_broken"):
        stock.endorse_register(register.pk, operator=control, reason="seen")


@pytest.mark.clause("MC-EQ-45", "MC-EQ-51")
def test_dice_leave_the_depot_for_a_session_and_are_locked_up_after_it(
    house: House, keeper: Player
) -> None:
    one, two, three = receive_sets("L", 3)
    stock.withdraw_sets(ids(one), operator=keeper, reason="chipped")
    table, dora = closed_table(house, "craps"), employee("dora", "sign_for_dice")
    here = f"table:{table.table_id}"
    for dice in (two, three):
        devices.allot_dice(table.table_id, operator=dora, reason="day")
        assert now(dice) == ("in_service", here)
        for act in (
            stock.withdraw_sets,
            lambda *sets, **by: stock.move_sets(*sets, "main_depot", **by),
        ):
            with pytest.raises(Refused, match="not_in_depot"):
                act(ids(dice), operator=keeper, reason="room")
        count_last_float(table.table_id)
        sessions.open_session(table.table_id, operator=house.operator, reason="day")
        incidents.break_off_session(table.table_id, operator=house.operator, reason="evening")
        devices.check_dice(table.table_id, operator=dora, reason="sharp")
        assert now(dice) == ("used", "main_depot")
    # None of those that are left is new.
    with pytest.raises(Refused, match="no_dice_in_stock"):
        devices.allot_dice(table.table_id, operator=dora, reason="day")
    assert [
        (each.movement, each.by.username, each.reason)
        for each in EquipmentEntry.objects.filter(set=three).order_by("number")
    ] == [
        ("received", "cartier", "test"),
        ("allotted", "dora", "day"),
        ("returned", "dora", "sharp"),
    ]


@pytest.mark.clause("MC-EQ-39")
@KINDS
def test_what_is_withdrawn_goes_to_the_main_depot_and_stays_there(
    kind: str, keeper: Player
) -> None:
    (one,) = receive_sets("L", 1, kind)
    stock.move_sets(ids(one), "annex_depot:1", operator=keeper, reason="room")
    with pytest.raises(Refused, match="not_qualified"):
        stock.withdraw_sets(ids(one), operator=employee("nobody"), reason="worn")
    stock.withdraw_sets(ids(one), operator=keeper, reason="worn")
    assert now(one) == ("withdrawn", "main_depot")
    with pytest.raises(Refused, match="withdrawn_already"):
        stock.withdraw_sets(ids(one), operator=keeper, reason="worn")
    with pytest.raises(Refused, match="main_depot_only"):
        stock.move_sets(ids(one), "annex_depot:1", operator=keeper, reason="room")


@pytest.mark.clause("MC-009", "MC-EQ-15", "MC-EQ-52")
@pytest.mark.parametrize(("kind", "clause"), [("dice", "MC-EQ-52"), ("huitain", "MC-EQ-15")])
def test_what_is_worn_is_destroyed_before_an_inspector_when_the_control_had_its_notice(
    kind: str,
    clause: str,
    keeper: Player,
    management: Player,
    inspector: Player,
    settings: Any,
) -> None:
    one, two, new = receive_sets("L", 3, kind)
    worn = ids(one, two)
    stock.withdraw_sets(worn, operator=keeper, reason="worn")

    def destroy(sets: Collection[int], by: Player, control: str = "") -> None:
        stock.record_destruction(sets, operator=by, reason="shredded", control=control)

    with pytest.raises(Refused, match="not_announced"):
        destroy(worn, inspector)
    for person in (keeper, inspector):
        with pytest.raises(Refused, match="not_qualified"):
            stock.announce_destruction(worn, operator=person, reason="worn")
    with pytest.raises(Refused, match="not_worn"):
        stock.announce_destruction(ids(new), operator=management, reason="worn")
    assert not Notice.objects.exists()
    stock.announce_destruction(worn, operator=management, reason="worn")
    notice = Notice.objects.get()
    assert (notice.addressee, notice.clause) == ("state_control", clause)
    assert notice.by == management
    assert notice.detail["sets"] == "L/1, L/2"
    with pytest.raises(Refused, match="announced_already"):
        stock.announce_destruction(worn, operator=management, reason="worn")
    assert Notice.objects.get() == notice

    # Its 24 hours have not passed; nor may whoever announced it be the witness.
    with pytest.raises(Refused, match="notice_runs"):
        destroy(worn, inspector)
    settings.DESTRUCTION_NOTICE_HOURS = 0
    for person in (keeper, management):
        with pytest.raises(Refused, match="not_qualified"):
            destroy(worn, person)
    assert now(one) == ("withdrawn", "main_depot")
    destroy(worn, inspector, "M. Agent")
    assert [now(one), now(two)] == [("destroyed", ""), ("destroyed", "")]
    last = EquipmentEntry.objects.order_by("number").last()
    assert last is not None
    assert (last.movement, last.by, last.control) == ("destroyed", inspector, "M. Agent")
    assert last.at - notice.at < timedelta(minutes=5)
    with pytest.raises(Refused, match="not_in_depot"):
        destroy(worn, inspector)
    assert equipment_registers.first_broken_entry(one.register) is None


@pytest.mark.clause("MC-EQ-52")
def test_whoever_announced_a_destruction_does_not_witness_it(
    house: House, keeper: Player, settings: Any
) -> None:
    settings.DESTRUCTION_NOTICE_HOURS = 0
    (one,) = receive_sets("L", 1)
    stock.withdraw_sets(ids(one), operator=keeper, reason="worn")
    # The operator may do both, but not alone.
    stock.announce_destruction(ids(one), operator=house.operator, reason="worn")
    with pytest.raises(Refused, match="announced_it"):
        stock.record_destruction(ids(one), operator=house.operator, reason="melted")
    assert now(one) == ("withdrawn", "main_depot")
