"""Bases and machines have files: numbers for ever, moves on record, a signed copy beside them."""

import hashlib
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from casino.players.models import Player
from tables.games import GAMES
from tables.games.automatic_games.machines import CLASSIC
from tables.games.core.protocol import Game, Refused
from tables.incidents import services as incidents
from tables.machines import machine_files
from tables.machines import services as machines
from tables.models import (
    Machine,
    MachineBase,
    MachineCopy,
    MachineEntry,
    MachinePhotograph,
    Table,
)
from tables.operation import opening, sessions
from tests.floor import House, reused_house
from tests.pictures import png
from tests.published import publish
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "automatic_games"


@pytest.fixture
def device() -> House:
    """A machine that is open: whoever opened it keeps the files, and has placed it."""
    return reused_house("device", "MC", game=KEY)


@pytest.fixture
def keeper() -> Player:
    return employee("mona", "keep_machines")


def closed(house: House) -> int:
    incidents.break_off_session(house.table_id, operator=house.operator, reason="night")
    return house.table_id


def history() -> list[tuple[str, Any]]:
    """Return what the entries say: the change, and where the machine is or which base it is."""
    entries = MachineEntry.objects.order_by("number")
    return [(each.change, each.told.get("location", each.told["base"])) for each in entries]


def refused(statement: str, *values: Any) -> bool:
    """Tell whether the database refuses a statement, at the latest when it is committed."""
    with connection.cursor() as cursor:
        try:
            with transaction.atomic():
                cursor.execute(statement, values)
        except DatabaseError:
            return True
    return False


@pytest.mark.clause("MC-AUTO-14", "MC-AUTO-21")
def test_mc_auto_08_09_10_11_12_13_the_file_of_a_machine_holds_all_that_the_text_wants(
    device: House,
) -> None:
    machine = Machine.objects.get(table=device.table_id)
    assert (machine.type, machine.location) == ("reels", "floor")
    assert machine.serial == f"three_crowns/1-{CLASSIC.hash[:12]}-{device.table_id}"
    assert (machine.sheet, machine.sheet_hash) == ("three_crowns/1", CLASSIC.hash)
    assert machine.theoretical_return == "7777/8192"
    assert len(machine.photograph_hash) == 64
    assert history() == [("filed", "store"), ("laid", 1), ("moved", "floor")]
    assert {each.by for each in MachineEntry.objects.all()} == {device.operator}
    for lacks in ("type", "photograph_hash", "sheet_hash", "theoretical_return", "serial"):
        statement = f"UPDATE tables_machine SET {lacks} = ''"  # noqa: S608
        assert refused(statement), lacks


def test_mc_auto_06_11_no_number_changes_and_no_file_goes(device: House, keeper: Player) -> None:
    assert refused("UPDATE tables_machinebase SET number = 7")
    assert refused("DELETE FROM tables_machinebase")
    assert refused("UPDATE tables_machine SET serial = 'another'")
    assert refused("UPDATE tables_machine SET table_id = table_id + 1")
    for gone in ("machine", "machineentry", "machinecopy"):
        assert refused(f"DELETE FROM tables_{gone}"), gone  # noqa: S608
    assert refused("UPDATE tables_machineentry SET reason = 'another'")
    assert refused("UPDATE tables_machinecopy SET body = ''")
    # What no entry tells does not happen, though the row could hold it.
    assert refused("UPDATE tables_machine SET location = 'store', base_id = NULL")
    assert refused("UPDATE tables_machinebase SET room = 'other'")
    assert refused("INSERT INTO tables_machinebase (number, room, in_use) VALUES (9, 'a', true)")
    with pytest.raises(Refused, match="base_exists"):
        machines.number_base(1, "salon", operator=keeper, reason="again")
    machines.move_machine(closed(device), "retired", operator=keeper, reason="worn")
    assert refused("UPDATE tables_machine SET location = 'store'")
    with pytest.raises(Refused, match="machine_retired"):
        machines.place_machine(device.table_id, 1, operator=keeper, reason="back")
    with pytest.raises(Refused, match="machine_retired"):
        sessions.open_session(device.table_id, operator=device.operator, reason="day")
    assert device.table.status == "closed"


def test_mc_auto_07_12_a_move_is_on_record_and_a_machine_is_played_on_the_floor_alone(
    device: House, keeper: Player
) -> None:
    with pytest.raises(Refused, match="session_goes_on"):
        machines.move_machine(device.table_id, "workshop", operator=keeper, reason="reel 2")
    with pytest.raises(Refused, match="not_qualified"):
        machines.move_machine(
            device.table_id, "workshop", operator=employee("nobody"), reason="reel 2"
        )
    table_id = closed(device)
    machines.move_machine(table_id, "workshop", operator=keeper, reason="reel 2")
    chief = employee("chief", "operate_table")
    with pytest.raises(Refused, match="machine_off_the_floor"):
        sessions.open_session(table_id, operator=chief, reason="day")
    machines.number_base(12, "salon rose", operator=keeper, reason="another room")
    for base, code in ((11, "no_such_base"), (12, "")):
        if code:
            with pytest.raises(Refused, match=code):
                machines.place_machine(table_id, base, operator=keeper, reason="mended")
        else:
            machines.place_machine(table_id, base, operator=keeper, reason="mended")
    sessions.open_session(table_id, operator=chief, reason="day")
    assert history()[3:] == [("moved", "workshop"), ("laid", 12), ("moved", "floor")]
    last = MachineEntry.objects.latest("number")
    assert (last.by, last.reason, last.told["base"]) == (keeper, "mended", 12)


@pytest.mark.clause("MC-AUTO-03")
def test_mc_auto_07_a_base_carries_one_machine(device: House, keeper: Player) -> None:
    rules = device.table.rules_id
    second = opening.create_table(name="second", rules_key=rules, operator=device.operator)
    with pytest.raises(Refused, match="base_taken"):
        machines.place_machine(second.pk, 1, operator=keeper, reason="here")
    sessions.open_session(second.pk, operator=device.operator, reason="day")
    assert Machine.objects.get(table=second).base_id == 2
    assert refused("UPDATE tables_machine SET base_id = 1")
    machines.number_base(7, "salon", operator=keeper, reason="new")
    machines.withdraw_base(7, operator=keeper, reason="worn")
    with pytest.raises(Refused, match="base_taken"):
        machines.place_machine(closed(device), 7, operator=keeper, reason="there")


def test_mc_auto_13_14_another_sheet_or_photograph_is_an_entry(
    device: House, keeper: Player
) -> None:
    table_id, picture = closed(device), png()
    digest = hashlib.sha256(picture).hexdigest()
    five = publish("MC/five", "MC", KEY, machine="five_stars")
    told = {"operator": keeper, "reason": "front"}
    with pytest.raises(Refused, match="no_picture"):
        machines.file_photograph(table_id, b"<svg/>", **told)
    machines.file_photograph(table_id, picture, **told)
    # The same picture of another machine is kept once.
    machines.file_photograph(table_id, picture, **told)
    kept = MachinePhotograph.objects.get()
    assert (kept.hash, kept.media, bytes(kept.content)) == (digest, "image/png", picture)
    assert refused("UPDATE tables_machinephotograph SET media = 'text/html'")
    with pytest.raises(Refused, match="sheet_filed"):
        machines.file_technical_sheet(table_id, operator=keeper, reason="again")
    Table.objects.filter(pk=table_id).update(rules_id=five.key)
    chief = employee("chief", "operate_table")
    with pytest.raises(Refused, match="sheet_not_filed"):
        sessions.open_session(table_id, operator=chief, reason="day")
    machines.file_technical_sheet(table_id, operator=keeper, reason="new reels")
    sessions.open_session(table_id, operator=chief, reason="day")
    machine = Machine.objects.get(table=table_id)
    assert machine.photograph_hash == digest
    assert machine.sheet == "five_stars/1"
    assert machine.theoretical_return == "2808644467/2955042000"
    assert "three_crowns/1" in machine.serial, "the maker's number is for ever"
    # Another sheet under the same name is another sheet.
    closed(device)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("UPDATE tables_machine SET sheet_hash = repeat('0', 64)")
        cursor.execute("SET session_replication_role = DEFAULT")
    with pytest.raises(Refused, match="sheet_not_filed"):
        sessions.open_session(table_id, operator=chief, reason="day")


def test_mc_auto_22_the_secretariat_has_a_signed_copy_of_every_change(
    device: House, keeper: Player, tmp_path: Path
) -> None:
    machines.number_base(12, "salon rose", operator=keeper, reason="another room")
    copies = list(MachineCopy.objects.order_by("entry_id"))
    assert [each.entry_id for each in copies] == [1, 2, 3, 4]
    file = tmp_path / "copy.jsonl"
    lines = [machine_files.export_line(each) for each in copies]
    file.write_text("\n".join(lines), encoding="utf-8")
    told = StringIO()
    call_command("audit_machines", str(file), stdout=told)
    call_command("audit_machines", stdout=told)
    assert told.getvalue().count("4 entries follow each other, each signed") == 2
    # As an editor of Windows saves it, and as PowerShell's `>` writes it.
    saved = "\r\n".join([*lines, "", ""]).encode("utf-8-sig")
    file.write_bytes(saved)
    call_command("audit_machines", str(file), stdout=told)
    assert told.getvalue().count("4 entries follow each other, each signed") == 3
    file.write_bytes(saved.decode("utf-8-sig").encode("utf-16"))
    with pytest.raises(CommandError, match="is UTF-16: save it as it was sent, in UTF-8"):
        call_command("audit_machines", str(file))
    # A line that is left out, or says another thing, is found without the house.
    assert machine_files.first_broken_copy(lines[1:]) == 1
    forged = json.loads(lines[2])
    forged["body"] = forged["body"].replace('"floor"', '"store"')
    file.write_text("\n".join([*lines[:2], json.dumps(forged), lines[3]]), encoding="utf-8")
    with pytest.raises(CommandError, match="broken at entry 3"):
        call_command("audit_machines", str(file))
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("UPDATE tables_machineentry SET reason = 'another' WHERE number = 2")
        cursor.execute("SET session_replication_role = DEFAULT")
    assert machine_files.first_broken_entry() == 2


def test_mc_auto_08_the_machines_of_an_upgraded_house_are_filed_where_they_stand(
    device: House,
) -> None:
    rules = device.table.rules_id
    opening.create_table(name="in the store", rules_key=rules, operator=device.operator)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for each in ("machinecopy", "machineentry", "machine", "machinebase"):
            cursor.execute(f"DELETE FROM tables_{each}")  # noqa: S608
        cursor.execute("SET session_replication_role = DEFAULT")
    for _ in range(2):
        call_command("file_machines", stdout=StringIO())
    found = Machine.objects.order_by("pk").values_list("location", "base")
    assert list(found) == [("floor", 1), ("store", None)]
    assert {each.by for each in MachineEntry.objects.all()} == {None}
    assert MachineBase.objects.count() == 1


def test_a_table_without_a_technical_sheet_has_no_file() -> None:
    house = reused_house()
    keeper = employee("mona", "keep_machines")
    with pytest.raises(Refused, match="no_machine"):
        machines.place_machine(closed(house), 1, operator=keeper, reason="why")
    assert [
        key for key in GAMES if type(GAMES[key]).technical_sheet is not Game.technical_sheet
    ] == [KEY]
    assert Machine.objects.count() == 0
