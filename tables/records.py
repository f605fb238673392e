"""The floor's rows as values: lock a table, read what a step needs, write what it decided.

Raw SQL, because this is the path of every command: the number of statements is small, constant
and pinned by a test. Writers assume an open transaction and the table's lock. The three
statements of a command are functions in the database (migration 0003), which keeps their plans.
"""

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from tables import wire
from tables.games import GAMES
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Fact, Game, Levies
from tables.models import RuleSet, Table

AnyGame = Game[Any, Any, Any, Any, Any]


class NoSuchTable(Exception):
    """There is no table with this id."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table's row as it was when the lock was taken."""

    id: int
    status: str
    rules_key: str
    currency: str
    float_account: int
    layout_account: int
    seq: int
    round_id: int | None
    round_seq: int
    shoe_id: UUID | None
    shoe_sequence: int
    draw_id: UUID | None
    due_at: datetime | None
    window_ms: int | None
    rounds_left: int
    """How many rounds a draining table still opens."""
    practice: bool
    """Advice is shown to everybody."""
    no_chance: bool
    """What it ordered last was not made: the generator makes nothing."""
    now: datetime
    """The database's clock at the moment of the lock: the house's time."""

    @property
    def equipped(self) -> bool:
        """Whether a shoe stands on the table, or a draw is promised."""
        return self.shoe_id is not None or self.draw_id is not None


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a box, and the ledger account of the wallet behind it."""

    player_id: int
    name: str
    away: bool
    welcomes: bool
    """Others may stake behind him."""
    wallet: int | None
    sat_at: float
    """When he sat down, seconds since 1970: it orders the boxes by arrival."""


@dataclass(frozen=True, slots=True)
class Shuffling:
    """The making of the table's next shoe, see `tables.models.Shuffling`."""

    shoe: UUID
    sequence: int
    commitment: str
    size: int
    cut_from: int
    cut_to: int
    contributions: str
    """`full`, `cut_only` or `none`."""
    stage: str
    offers: tuple[BoxNo, ...]
    offered: BoxNo
    cutter: BoxNo
    declined: tuple[BoxNo, ...]
    sealed: tuple[tuple[BoxNo, int], ...]
    """Boxes with the players who sealed from them."""
    opened: tuple[BoxNo, ...]


@dataclass(frozen=True, slots=True)
class RoundRow:
    number: int
    status: str
    rules_key: str
    shoe_id: str | None
    """The shoe it was opened with."""
    first_card: int
    """Cards that had left that shoe by then."""


@dataclass(frozen=True, slots=True)
class Purse:
    """The wallet of whoever gives the command."""

    account: int
    balance: int
    """Minor units, as seen without a lock: only the ledger's refusal is final."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a step needs beside the table's row and the round's events."""

    holders: Mapping[BoxNo, Holder]
    round: RoundRow | None
    shoe: wire.ShoeShown | None
    draw: wire.DrawShown | None
    recent: tuple[wire.PastRound, ...]
    receipt: wire.ReceiptShown | None
    """The answer that this player's command already got."""
    waiting: frozenset[int] = frozenset()
    """The players who wish to take part and have no box."""
    purse: Purse | None = None
    shuffling: Shuffling | None = None
    stopped: bool = False
    """The generator is in its error state."""


_ROW = """
SELECT id, status, rules_id, currency, float_account_id, layout_account_id, seq, round_id,
       round_seq, shoe_id, shoe_sequence, draw_id, due_at, window_ms, rounds_left, practice,
       no_chance, clock_timestamp()
FROM tables_table WHERE id = %s"""


_COLUMNS: Final = len(dataclasses.fields(TableRow))


def begin(
    table_id: int,
    player_id: int | None = None,
    command_id: UUID | None = None,
    *,
    skip_locked: bool = False,
) -> tuple[TableRow, Surroundings] | None:
    """Take the table's row lock; return the row and what lies around it, read after the lock.

    `None` when `skip_locked` and somebody else has the lock. Raises `NoSuchTable`.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT * FROM tables_begin(%s, %s, %s, %s)",
            [table_id, player_id, command_id, skip_locked],
        )
        row = cursor.fetchone()
    if row is None:
        if skip_locked:
            return None
        raise NoSuchTable(table_id)
    return TableRow(*row[:_COLUMNS]), _surroundings(command_id, *row[_COLUMNS:])


def lock(table_id: int) -> TableRow:
    """Take the table's row lock and return the row. Raises `NoSuchTable`."""
    return _row(f"{_ROW} FOR UPDATE", table_id)


def unlocked(table_id: int) -> TableRow:
    """Return the row without a lock, for readers. Raises `NoSuchTable`."""
    return _row(_ROW, table_id)


def _row(statement: str, table_id: int) -> TableRow:
    with connection.cursor() as cursor:
        cursor.execute(statement, [table_id])
        row = cursor.fetchone()
    if row is None:
        raise NoSuchTable(table_id)
    return TableRow(*row)


def surroundings(
    table: TableRow, player_id: int | None = None, command_id: UUID | None = None
) -> Surroundings:
    """Return holders, round, shoe and last results, and the command's receipt if it has one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT * FROM tables_surroundings(%s, %s, %s, %s, %s, %s, %s)",
            [
                table.id,
                table.currency,
                table.round_id,
                table.shoe_id,
                table.draw_id,
                player_id,
                command_id,
            ],
        )
        row = cursor.fetchone()
    assert row is not None
    return _surroundings(command_id, *row)


def _surroundings(
    command_id: UUID | None,
    holders: Any,
    round_row: Any,
    shoe: Any,
    draw: Any,
    recent: Any,
    receipt: Any,
    waiting: Any,
    purse: Any,
    shuffling: Any,
    stopped: bool,
) -> Surroundings:
    return Surroundings(
        holders={BoxNo(box): Holder(*holder) for box, *holder in sorted(holders or ())},
        round=RoundRow(*round_row) if round_row else None,
        shoe=wire.ShoeShown(*shoe) if shoe else None,
        draw=wire.DrawShown(*draw) if draw else None,
        recent=tuple(wire.PastRound(number, result) for number, result in recent or ()),
        receipt=_receipt(command_id, *receipt) if receipt else None,
        waiting=frozenset(waiting or ()),
        purse=Purse(*purse) if purse else None,
        shuffling=_shuffling(*shuffling) if shuffling else None,
        stopped=stopped,
    )


def _shuffling(
    shoe: str,
    sequence: int,
    commitment: str,
    size: int,
    cut_from: int,
    cut_to: int,
    contributions: str,
    stage: str,
    offers: Any,
    offered: int,
    cutter: int,
    declined: Any,
    sealed: Any,
    opened: Any,
) -> Shuffling:
    return Shuffling(
        UUID(shoe),
        sequence,
        commitment,
        size,
        cut_from,
        cut_to,
        contributions,
        stage,
        tuple(offers),
        BoxNo(offered),
        BoxNo(cutter),
        tuple(declined),
        tuple([(BoxNo(box), player) for box, player in sealed]),
        tuple(opened),
    )


def _receipt(
    command_id: UUID | None, seq: int | None, code: str, detail: dict[str, int | str]
) -> wire.ReceiptShown:
    refused = wire.Refusal(code, detail) if code else None
    return wire.ReceiptShown(str(command_id), seq, refused)


def events(round_id: int, after: int, until: int) -> list[Fact]:
    """Return the round's events with `after` < sequence number <= `until`, in order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT body::text FROM tables_roundevent"
            " WHERE round_id = %s AND seq > %s AND seq <= %s ORDER BY seq",
            [round_id, after, until],
        )
        return [wire.decode_event(body) for (body,) in cursor.fetchall()]


def levies(table_id: int, game: Levies) -> list[tuple[int, Amount]]:
    """Return the records of the levies taken at a table, by serial and amount, in order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT body::text FROM tables_roundevent"
            " WHERE table_id = %s AND kind = %s ORDER BY seq",
            [table_id, game.levy_kind],
        )
        return [game.levied(wire.decode_event(body)) for (body,) in cursor.fetchall()]


@functools.lru_cache(maxsize=1024)
def game_and_rules(rules_key: str) -> tuple[AnyGame, Any]:
    """Return the game and the engine's rules of a rule set, which never changes."""
    rule_set = RuleSet.objects.get(key=rules_key)
    return GAMES[rule_set.game], rule_set.rules()


def rules_due(table_id: int) -> str | None:
    """Return the rule set that a table following its series must deal by now, if it does not."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT newer.key FROM tables_table AS gaming"
            " JOIN tables_ruleset AS held ON held.key = gaming.rules_id"
            " JOIN tables_ruleset AS newer"
            "   ON newer.series = held.series AND newer.version > held.version"
            " WHERE gaming.id = %s AND gaming.follows_series"
            "   AND newer.effective_at <= clock_timestamp()"
            " ORDER BY newer.version DESC LIMIT 1",
            [table_id],
        )
        row = cursor.fetchone()
    return None if row is None else str(row[0])


def tables_behind() -> list[int]:
    """Return the tables that follow their series and do not deal by the version in force."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT gaming.id FROM tables_table AS gaming"
            " JOIN tables_ruleset AS held ON held.key = gaming.rules_id"
            " JOIN tables_ruleset AS newer"
            "   ON newer.series = held.series AND newer.version > held.version"
            " WHERE gaming.follows_series AND newer.effective_at <= clock_timestamp()"
        )
        return [table_id for (table_id,) in cursor.fetchall()]


def party(player_id: int) -> Party:
    """Return the name under which engines know a player."""
    return Party(str(player_id))


def open_round(table: TableRow, number: int, carried: int, first_card: int) -> int:
    """Insert a round and return its id; `first_card` cards have left the shoe before it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_round (table_id, number, rules_id, shoe_id, draw_id, status,"
            " opened_at, result, carried_in, carried_out, first_card, responsible_id)"
            " VALUES (%s, %s, %s, %s, %s, 'running', %s, '', %s, 0, %s,"
            " (SELECT person_id FROM tables_assignment WHERE table_id = %s AND until IS NULL"
            # Where a table has a chief, he answers for it, else its inspector (MC-CDF-09).
            "   ORDER BY duty = 'table_chief' DESC LIMIT 1)) RETURNING id",
            [
                table.id,
                number,
                table.rules_key,
                table.shoe_id,
                table.draw_id,
                table.now,
                carried,
                first_card,
                table.id,
            ],
        )
        row = cursor.fetchone()
    assert row is not None
    return int(row[0])


@dataclass(frozen=True, slots=True)
class Step:
    """What a step of a round changed, ready to be written."""

    round_id: int
    bodies: Sequence[str]
    """The events as JSON, numbered from the table's seq + 1."""
    cause: UUID | None
    due_at: datetime | None
    window_ms: int | None
    status: str
    """The round's status after the step."""
    result: str
    carried_out: int
    player_id: int | None
    """Who gets a receipt for `cause`; `None` when nobody asked."""


def write(table: TableRow, step: Step) -> int:
    """Write a step in one statement and return the table's new sequence number."""
    last = table.seq + len(step.bodies)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tables_write(%s, %s, %s, %s, %s::jsonb, %s, %s, %s, %s, %s, %s, %s)",
            [
                table.id,
                step.round_id,
                table.seq,
                table.now,
                f"[{','.join(step.bodies)}]",
                step.cause,
                step.player_id,
                step.status,
                step.result,
                step.carried_out,
                step.due_at,
                step.window_ms,
            ],
        )
    return last


def append(table: TableRow, round_id: int, bodies: Sequence[str]) -> int:
    """Add what happened after its end to a finished round; return the table's new number.

    Another round of the table may be in play by then; its own numbers have a gap there.
    """
    last = table.seq + len(bodies)
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH events AS (INSERT INTO tables_roundevent"
            " (table_id, round_id, seq, kind, body, cause, at)"
            " SELECT %(table)s, %(round)s, %(seq)s + n, body ->> 'kind', body, NULL, %(now)s"
            "   FROM jsonb_array_elements(%(events)s::jsonb) WITH ORDINALITY AS each (body, n))"
            " UPDATE tables_table SET seq = %(last)s,"
            " round_seq = CASE round_id WHEN %(round)s THEN %(last)s ELSE round_seq END"
            " WHERE id = %(table)s",
            {
                "table": table.id,
                "round": round_id,
                "seq": table.seq,
                "last": last,
                "events": f"[{','.join(bodies)}]",
                "now": table.now,
            },
        )
    return last


def change_table(table: TableRow, **fields: Any) -> None:
    """Change columns of the table's row; whatever clock the players had runs no more."""
    keep_clock(table, **fields, window_ms=None)


def keep_clock(table: TableRow, **fields: Any) -> None:
    """Change columns of the table's row and let the players' clock run."""
    Table.objects.filter(pk=table.id).update(**fields)


def set_due(table: TableRow, due_at: datetime | None) -> None:
    """Say when the croupier must look at the table again; no clock of the players runs."""
    change_table(table, due_at=due_at)


def write_receipt(
    table: TableRow,
    player_id: int,
    command_id: UUID,
    *,
    seq: int | None = None,
    code: str = "",
    detail: str = "{}",
) -> None:
    """Record the answer to a command that made no event."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_receipt (player_id, command_id, table_id, seq, code, detail, at)"
            " VALUES (%s, %s, %s, %s, %s, %s::jsonb, %s)",
            [player_id, command_id, table.id, seq, code, detail, table.now],
        )


def write_floor_event(
    table: TableRow,
    kind: str,
    *,
    by: int | None,
    box: int | None = None,
    reason: str = "",
    shown: bool = True,
) -> int:
    """Record what was done at the table; return its sequence number, a new one when it is `shown`.

    Every number is shown by exactly one frame, else a hub would wait for the frame that is missing.
    """
    seq = table.seq + 1 if shown else table.seq
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH floor AS (INSERT INTO tables_floorevent"
            " (table_id, seq, kind, box, by_id, reason, at)"
            " VALUES (%(table)s, %(seq)s, %(kind)s, %(box)s, %(by)s, %(reason)s, %(now)s))"
            " UPDATE tables_table SET seq = %(seq)s WHERE id = %(table)s",
            {
                "table": table.id,
                "seq": seq,
                "kind": kind,
                "box": box,
                "by": by,
                "reason": reason,
                "now": table.now,
            },
        )
    return seq
