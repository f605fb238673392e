"""The files of bases and machines: numbered, placed, moved, certified, photographed.

Services of the games management, each with a name and a reason. What they do is an entry of the
file (MC-AUTO-06 to MC-AUTO-13), under the table's lock and the file's. A machine is played on the
floor alone, on a base of which no other stands, with a file that lacks nothing.
"""

import hashlib
from typing import Final

from django.db import transaction
from django.db.models import Max

from casino.players.models import Player
from tables.games.core.protocol import AnyGame, Refused, TechnicalSheet
from tables.machines import keys, machine_files, pictures
from tables.machines.machine_files import Change, Location
from tables.models import KeyLoan, Machine, MachineBase, MachinePhotograph, Table
from tables.rows import clock, rule_sets, table_rows
from tables.rows.table_rows import TableRow

KEEP: Final = "tables.keep_machines"
"""The permission of the games management."""
OFF_THE_FLOOR: Final = (Location.STORE, Location.WORKSHOP, Location.RETIRED)
ROOM: Final = "1"
"""Where bases are laid by the house itself."""


def number_base(number: int, room: str, *, operator: Player, reason: str) -> None:
    """Number a base once for all (MC-AUTO-06); refuses `not_qualified` and `base_exists`."""
    _may(operator)
    with transaction.atomic(durable=True):
        machine_files.lock_files()
        if MachineBase.objects.filter(number=number).exists():
            raise Refused("base_exists")
        _lay(number, room, operator, reason)


def place_machine(table_id: int, base: int, *, operator: Player, reason: str) -> None:
    """Place a machine on a base of the floor; its table opens there.

    Refuses `not_qualified`, `no_machine` of another table, `session_goes_on` while it is not
    closed, `machine_retired`, `no_such_base`, and `base_taken`, by another machine or for ever.
    """
    _may(operator)
    with transaction.atomic(durable=True):
        machine, _ = _locked(table_id, operator, reason)
        found = MachineBase.objects.filter(number=base).first()
        if found is None:
            raise Refused("no_such_base")
        standing = Machine.objects.filter(base=found).exclude(pk=machine.pk)
        if not found.in_use or standing.exists():
            raise Refused("base_taken")
        _place(machine, found, operator, reason)


def move_machine(table_id: int, location: str, *, operator: Player, reason: str) -> None:
    """Take a machine off the floor: to the store, the workshop, or for ever (MC-AUTO-12).

    Refuses as `place_machine` does.
    """
    _may(operator)
    assert location in OFF_THE_FLOOR
    with transaction.atomic(durable=True):
        machine, _ = _locked(table_id, operator, reason)
        machine.location, machine.base = location, None
        machine_files.write_entry(machine, Change.MOVED, by=operator.pk, reason=reason)


def file_photograph(table_id: int, picture: bytes, *, operator: Player, reason: str) -> None:
    """File another photograph, which the house keeps by its SHA-256 (MC-AUTO-13).

    Refuses as `place_machine` does, and `no_picture` for what is no whole PNG or JPEG of at most
    `pictures.MOST` bytes, whatever it is called.
    """
    _may(operator)
    media = pictures.media_type_of(picture)
    if not media:
        raise Refused("no_picture")
    with transaction.atomic(durable=True):
        machine, _ = _locked(table_id, operator, reason, closed=False)
        digest = hashlib.sha256(picture).hexdigest()
        MachinePhotograph.objects.get_or_create(
            hash=digest,
            defaults={
                "media": media,
                "content": picture,
                "by": operator,
                "at": clock.database_now(),
            },
        )
        machine.photograph = f"{digest[:12]}.{pictures.ENDINGS[media]}"
        machine.photograph_hash = digest
        machine_files.write_entry(machine, Change.PHOTOGRAPHED, by=operator.pk, reason=reason)


def file_technical_sheet(table_id: int, *, operator: Player, reason: str) -> None:
    """File the technical sheet by which the table plays now, with its return (MC-AUTO-14).

    Refuses as `place_machine` does, and `sheet_filed` where the file has it.
    """
    _may(operator)
    with transaction.atomic(durable=True):
        machine, sheet = _locked(table_id, operator, reason, closed=False)
        if _filed(machine, sheet):
            raise Refused("sheet_filed")
        _certify(machine, sheet, operator, reason)


def withdraw_base(number: int, *, operator: Player, reason: str) -> None:
    """Take a base out of use for ever: its key opens nothing any more (MC-AUTO-38).

    The main cashier signs for lock and key, see `keys.receive_lock`. Refuses `not_qualified`,
    and `base_taken` while a machine stands there, or where it is out of use.
    """
    _may(operator)
    with transaction.atomic(durable=True):
        machine_files.lock_files()
        base = MachineBase.objects.select_for_update(no_key=True).get(pk=number)
        if not base.in_use or Machine.objects.filter(base=base).exists():
            raise Refused("base_taken")
        for loan in KeyLoan.objects.select_for_update().filter(base=base, returned_at=None):
            keys.end_loan(loan, operator, reason)
        base.in_use = False
        machine_files.write_entry(base, Change.OUT_OF_USE, by=operator.pk, reason=reason)


def check_machine_may_open(table: TableRow, operator: Player) -> None:
    """Refuse a machine that is not on the floor, or plays by a sheet that its file has not.

    `machine_off_the_floor`, `sheet_not_filed`. Whoever keeps the files and opens it does what is
    wanting (`place_machine_for_session`), unless it is `machine_retired`.
    """
    sheet = _sheet_of(table)
    machine = Machine.objects.filter(pk=table.id).first() if sheet else None
    if sheet is None or _stands(machine, sheet):
        return
    if not operator.has_perm(KEEP):
        lacks_sheet = machine is not None and machine.base_id is not None
        raise Refused("sheet_not_filed" if lacks_sheet else "machine_off_the_floor")
    if machine is not None and machine.location == Location.RETIRED:
        raise Refused("machine_retired")


def may_open(machine: Machine | None, rules_key: str) -> bool:
    """Tell whether a machine is on the floor, and plays by the sheet of its file."""
    game, rules = rule_sets.game_and_rules(rules_key)
    sheet = game.technical_sheet(rules)
    return sheet is None or _stands(machine, sheet)


def file_new_machine(table_id: int, *, operator: Player) -> None:
    """File the machine of a table that is being set up, in the store; nothing at other tables.

    Assumes a transaction.
    """
    table = table_rows.read(table_id)
    if (sheet := _sheet_of(table)) is not None:
        machine_files.lock_files()
        _file(table, sheet, operator, "set up")


def next_base_number() -> int:
    """Return the number after the last base's."""
    return (MachineBase.objects.aggregate(last=Max("number"))["last"] or 0) + 1


def free_bases() -> list[MachineBase]:
    """Return the bases on which a machine may be placed, by their number."""
    return list(MachineBase.objects.filter(in_use=True, machine=None).order_by("number"))


def place_machine_for_session(table: TableRow, *, operator: Player, reason: str) -> None:
    """File a machine's sheet and put it onto a free base, where wanting, as keeper of the files.

    Assumes the table's lock, and that `check_machine_may_open` has passed. Refuses
    `machine_retired`.
    """
    sheet = _sheet_of(table)
    if sheet is None or _stands(Machine.objects.filter(pk=table.id).first(), sheet):
        return
    machine_files.lock_files()
    machine = _file(table, sheet, operator, reason)
    if machine.location == Location.RETIRED:
        raise Refused("machine_retired")
    if not _filed(machine, sheet):
        _certify(machine, sheet, operator, reason)
    if machine.base_id is None:
        _place(machine, _free_base(operator, reason), operator, reason)


def file_all_machines() -> int:
    """File every machine that has no file, as the house does at its upgrade; return how many.

    One that is open stands on the floor, any other is in the store. Safe to repeat.
    """
    filed = 0
    for table_id in Table.objects.filter(machine_file=None).order_by("pk").values_list("pk"):
        with transaction.atomic(durable=True):
            table = table_rows.lock(*table_id)
            sheet = _sheet_of(table)
            if sheet is None:
                continue
            machine_files.lock_files()
            machine = _file(table, sheet, None, "upgrade")
            if table.status != "closed" and machine.base_id is None:
                _place(machine, _free_base(None, "upgrade"), None, "upgrade")
            filed += 1
    return filed


def _may(operator: Player) -> None:
    if not operator.has_perm(KEEP):
        raise Refused("not_qualified")


def _sheet_of(table: TableRow) -> TechnicalSheet | None:
    game, rules = rule_sets.game_and_rules(table.rules_key)
    return game.technical_sheet(rules)


def _locked(
    table_id: int, operator: Player, reason: str, *, closed: bool = True
) -> tuple[Machine, TechnicalSheet]:
    """Return a machine's file and its sheet, under both locks; filed first where it has none."""
    table = table_rows.lock(table_id)
    sheet = _sheet_of(table)
    if sheet is None:
        raise Refused("no_machine")
    if closed and table.status != "closed":
        raise Refused("session_goes_on")
    machine_files.lock_files()
    machine = _file(table, sheet, operator, reason)
    if machine.location == Location.RETIRED:
        raise Refused("machine_retired")
    return machine, sheet


def _file(table: TableRow, sheet: TechnicalSheet, operator: Player | None, reason: str) -> Machine:
    """Return a machine's file, begun in the store where there is none."""
    found = Machine.objects.filter(pk=table.id).first()
    if found is not None:
        return found
    game, _ = rule_sets.game_and_rules(table.rules_key)
    machine = Machine(
        table_id=table.id,
        serial=f"{_named(sheet)}-{sheet.hash[:12]}-{table.id}",
        type=sheet.type,
        location=Location.STORE,
        sheet=_named(sheet),
        sheet_hash=sheet.hash,
        theoretical_return=str(sheet.theoretical_return),
        certified_at=clock.database_now(),
        photograph=f"{game.key}/emblem.svg",
        photograph_hash=_picture(game),
    )
    by = operator.pk if operator else None
    machine_files.write_entry(machine, Change.FILED, by=by, reason=reason)
    return machine


def _picture(game: AnyGame) -> str:
    """Return the hash of how the house draws the machine, until a photograph is filed."""
    return hashlib.sha256(game.emblem.encode()).hexdigest()


def _named(sheet: TechnicalSheet) -> str:
    return f"{sheet.name}/{sheet.version}"


def _stands(machine: Machine | None, sheet: TechnicalSheet) -> bool:
    """Tell whether a machine is on the floor and plays by the sheet of its file."""
    return machine is not None and machine.base_id is not None and _filed(machine, sheet)


def _filed(machine: Machine, sheet: TechnicalSheet) -> bool:
    return (machine.sheet, machine.sheet_hash) == (_named(sheet), sheet.hash)


def _certify(machine: Machine, sheet: TechnicalSheet, operator: Player, reason: str) -> None:
    machine.sheet, machine.sheet_hash, machine.type = _named(sheet), sheet.hash, sheet.type
    machine.theoretical_return = str(sheet.theoretical_return)
    machine.certified_at = clock.database_now()
    machine_files.write_entry(machine, Change.CERTIFIED, by=operator.pk, reason=reason)


def _lay(number: int, room: str, operator: Player | None, reason: str) -> MachineBase:
    base = MachineBase(number=number, room=room)
    by = operator.pk if operator else None
    machine_files.write_entry(base, Change.LAID, by=by, reason=reason)
    return base


def _place(machine: Machine, base: MachineBase, operator: Player | None, reason: str) -> None:
    machine.location, machine.base = Location.FLOOR, base
    by = operator.pk if operator else None
    machine_files.write_entry(machine, Change.MOVED, by=by, reason=reason)


def _free_base(operator: Player | None, reason: str) -> MachineBase:
    """Return a base on which nothing stands; another one is numbered where there is none."""
    free = MachineBase.objects.filter(in_use=True, machine=None).order_by("number").first()
    if free is not None:
        return free
    return _lay(next_base_number(), ROOM, operator, reason)
