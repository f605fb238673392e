"""The files of bases and machines: the only writer of their entries, copies and rows.

One file of the house, under a lock of its own, which is taken after a table's: its entries are
numbered without a gap, each hashes the one before, and the general secretariat has a signed copy
of each (MC-AUTO-07, MC-AUTO-08, MC-AUTO-22).
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Final

from django.db import connection

from casino.rng.core.canonical import Json, canonical_json
from tables.machines import signatures
from tables.models import Machine, MachineBase, MachineCopy, MachineEntry
from tables.rows import clock

Change = MachineEntry.Change
Location = Machine.Location

BEGINNING: Final = "0" * 64
"""What stands for a hash before the first entry."""
_FORM: Final = "sabot-machine-file/1"
"""What a signed body is: nothing else that the house signs begins so."""
_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtext('tables_machineentry'))"


def lock_files() -> None:
    """Lock the file of machines until the transaction ends; read it only afterwards."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK)


def write_entry(
    row: Machine | MachineBase, change: str, *, by: int | None, reason: str
) -> MachineEntry:
    """Save a machine or a base, and append the entry that records it as it is now.

    `change` is a `MachineEntry.Change`, `by` the person's id, `None` for the house. The entry is
    chained to the last one by hash, and a signed copy is kept. Assumes the file's lock.
    """
    row.save()
    last = MachineEntry.objects.order_by("-number").first()
    number, before = (last.number, last.hash) if last else (0, BEGINNING)
    entry = MachineEntry(
        number=number + 1,
        change=change,
        machine=row if isinstance(row, Machine) else None,
        base=row if isinstance(row, MachineBase) else None,
        told=_machine_as_json(row) if isinstance(row, Machine) else _base_as_json(row),
        by_id=by,
        reason=reason[:200],
        at=clock.database_now(),
    )
    body = _body(entry, before)
    entry.hash = hashlib.sha256(body).hexdigest()
    entry.save(force_insert=True)
    public, signature = signatures.sign_text(body)
    MachineCopy.objects.create(entry=entry, body=body.decode(), public=public, signature=signature)
    return entry


def first_broken_entry() -> int | None:
    """Return the number that an entry should have which does not follow the one before it.

    Or whose copy says something else, or was not signed by the key that it names.
    """
    before = BEGINNING
    entries = MachineEntry.objects.select_related("copy").order_by("number")
    for number, entry in enumerate(entries.iterator(), 1):
        body = _body(entry, before)
        if entry.number != number or entry.hash != hashlib.sha256(body).hexdigest():
            return number
        if entry.copy.body != body.decode() or not _is_signed(entry.copy):
            return number
        before = entry.hash
    return None


def first_broken_copy(lines: Iterable[str]) -> int | None:
    """Return the number of the first line of an export that is not what the house has signed.

    Needs no database: the secretariat asks it of its own copy.
    """
    before = BEGINNING
    for number, line in enumerate(lines, 1):
        written = json.loads(line)
        body = json.loads(written["body"])
        copy = MachineCopy(**written)
        if (body["number"], body["before"]) != (number, before) or not _is_signed(copy):
            return number
        before = hashlib.sha256(copy.body.encode()).hexdigest()
    return None


def export_line(copy: MachineCopy) -> str:
    """Return a copy as a line of the export."""
    return json.dumps(
        {"body": copy.body, "public": copy.public, "signature": copy.signature},
        ensure_ascii=False,
    )


def _is_signed(copy: MachineCopy) -> bool:
    return signatures.is_signed_by(copy.public, copy.signature, copy.body.encode())


def _machine_as_json(machine: Machine) -> dict[str, Json]:
    return {
        "machine": machine.table_id,
        "serial": machine.serial,
        "type": machine.type,
        "location": str(machine.location),
        "base": machine.base_id,
        "sheet": machine.sheet,
        "sheet_hash": machine.sheet_hash,
        "theoretical_return": machine.theoretical_return,
        "certified_at": machine.certified_at.isoformat(),
        "photograph": machine.photograph,
        "photograph_hash": machine.photograph_hash,
    }


def _base_as_json(base: MachineBase) -> dict[str, Json]:
    return {"base": base.number, "room": base.room, "in_use": base.in_use}


def _body(entry: MachineEntry, before: str) -> bytes:
    return canonical_json(
        {
            "form": _FORM,
            "before": before,
            "number": entry.number,
            "change": str(entry.change),
            "told": entry.told,
            "by": entry.by_id,
            "reason": entry.reason,
            "at": entry.at.isoformat(),
        }
    )
