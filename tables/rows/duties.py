"""The staff of a table: who is its chief, who its inspector, and since when.

Rows only: what a duty asks of a person is in `duties`, which calls this under the table's lock.
The dealing, announcing and paying is the server's own.
"""

from dataclasses import dataclass
from typing import Any, Final

from django.db import connection

from casino.ledger.models import Account
from tables.games.core.protocol import AnyGame, Duty
from tables.models import Assignment
from tables.rows import table_rows
from tables.rows.table_rows import TableRow
from tables.wire import outgoing

_ON_DUTY: Final = (
    "SELECT a.duty, a.person_id, p.display_name, p.username"
    " FROM tables_assignment a JOIN players_player p ON p.id = a.person_id"
    " WHERE a.table_id = %s AND a.until IS NULL"
)


@dataclass(frozen=True, slots=True)
class OnDuty:
    """A person who serves a table now."""

    duty: str
    person_id: int
    name: str
    """As players read it."""
    login: str
    """As the office reads it."""


def on_duty(table_id: int) -> dict[str, OnDuty]:
    """Return who serves a table now, by duty; one statement."""
    # Every frame of such a table reads it: to compile it anew would cost a quarter of a stake.
    with connection.cursor() as cursor:
        cursor.execute(_ON_DUTY, [table_id])
        return {duty: OnDuty(duty, *person) for duty, *person in cursor.fetchall()}


def staff_shown(table_id: int, game: AnyGame, rules: Any) -> tuple[outgoing.StaffShown, ...]:
    """Return the staff as players see it; no statement where the rules want none."""
    needs = game.needs(rules)
    if not (needs.duties or needs.takes_written_announcements):
        return ()
    serving = on_duty(table_id)
    return tuple(outgoing.StaffShown(duty, serving[duty].name) for duty in Duty if duty in serving)


def has_inspector(table_id: int) -> bool:
    """Tell whether an inspector is signed in at a table (MC-EROU-41)."""
    return Assignment.objects.filter(table_id=table_id, duty=Duty.INSPECTOR, until=None).exists()


def assign(table: TableRow, duty: str, person_id: int, *, by: int, reason: str) -> None:
    """Assign a duty at a table to a person, ending the holder's. Assumes the lock."""
    relieve(table, duty)
    Assignment.objects.create(
        table_id=table.id,
        duty=duty,
        person_id=person_id,
        since=table.now,
        by_id=by,
        reason=reason,
        found=_found(table),
    )


def relieve(table: TableRow, *duties: str) -> None:
    """End the named duties at a table, or all of them.

    Assumes the lock.
    """
    serving = Assignment.objects.filter(table_id=table.id, until=None)
    if duties:
        serving = serving.filter(duty__in=duties)
    serving.update(until=table.now)


def _found(table: TableRow) -> dict[str, int | str | None]:
    """Return how a table is handed over: what the book says lies in it (MC-EROU-05)."""
    amounts = Account.objects.in_bulk([table.float_account, table.layout_account])
    round_ = table_rows.read_surroundings(table).round
    return {
        "status": table.status,
        "seq": table.seq,
        "rules": table.rules_key,
        "round": round_.number if round_ else None,
        "round_status": round_.status if round_ else None,
        "float": amounts[table.float_account].balance,
        "layout": amounts[table.layout_account].balance,
    }
