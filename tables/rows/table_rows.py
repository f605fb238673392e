"""A table's row and what lies around it: locked, read as values, and changed.

Raw SQL, because this is the path of every command: the number of statements is small, constant
and pinned by a test. The statements of a command are functions in the database (`sql/`), which
keeps their plans. Writers assume an open transaction and the table's lock.
"""

import dataclasses
import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import connection

from casino.database import pipelining
from casino.process import metrics
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.values import changed, fast_init
from tables.models import Table
from tables.rows import parties
from tables.wire import outgoing


class NoSuchTable(Exception):
    """There is no table with this id."""


@fast_init
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
    """What it ordered last was not made: the generator is in its error state."""
    now: datetime
    """The database's clock at the moment of the lock: the house's time."""

    @property
    def equipped(self) -> bool:
        """Whether a shoe stands on the table, or a draw is promised."""
        return self.shoe_id is not None or self.draw_id is not None


@fast_init
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
class ShuffleRow:
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
    """To whom the cut is offered still: in turn after `offered`, or at once where that is 0."""
    offered: BoxNo
    """The box that is asked in its turn, at `consent` whether others may cut; 0 for none."""
    cutter: BoxNo
    declined: tuple[BoxNo, ...]
    sealed: tuple[tuple[BoxNo, int], ...]
    """Boxes with the players who sealed from them."""
    opened: tuple[BoxNo, ...]
    """Boxes whose secrets were taken, open or locked."""
    lock_round: int | None
    """The beacon's round to which they lock; 0 before it is named, None where they open."""

    @property
    def offered_boxes(self) -> tuple[BoxNo, ...]:
        """The boxes to which the cut is offered now."""
        return (self.offered,) if self.offered else self.offers


@fast_init
@dataclass(frozen=True, slots=True)
class RoundRow:
    """The last round of a table, in play or over."""

    number: int
    status: str
    rules_key: str
    shoe_id: str | None
    """The shoe it was opened with."""
    first_card: int
    """Cards that had left that shoe by then."""


@fast_init
@dataclass(frozen=True, slots=True)
class Purse:
    """The wallet of the player who gives the command."""

    account: int
    balance: int
    """Minor units, as seen without a lock: only the ledger's refusal is final."""
    name: str
    """How its owner is shown."""


@dataclass(frozen=True, slots=True)
class HeldColourChips:
    """The colour chips of a player at a table."""

    player_id: int
    name: str
    """How he is shown."""
    colour: str
    unit: Amount
    """What one chip is worth, in minor units."""
    account: int

    @property
    def party(self) -> Party:
        """The player as engines know him."""
        return parties.party_of(self.player_id)


@fast_init
@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a step needs beside the table's row and the round's events."""

    holders: Mapping[BoxNo, Holder]
    round: RoundRow | None
    shoe: outgoing.ShoeShown | None
    draw: outgoing.DrawShown | None
    recent: tuple[outgoing.PastRound, ...]
    receipt: outgoing.ReceiptShown | None
    """The receipt of this player's command, if it has one."""
    waiting: frozenset[int] = frozenset()
    """The players who wish to take part and have no box."""
    purse: Purse | None = None
    shuffling: ShuffleRow | None = None
    stopped: bool = False
    """The generator is in its error state."""
    ahead: bytes = b""
    """The next cards of the shoe, still sealed; empty where nobody read them."""
    coloured: tuple[HeldColourChips, ...] | None = None
    """Who has colour chips at the table; `None` where nobody read it."""

    @property
    def shoe_awaits_players(self) -> bool:
        """Whether a shoe is promised to the table that is made once somebody plays."""
        return self.shuffling is not None and self.shuffling.stage == "waiting"


AHEAD: Final = 16
"""Cards that are read ahead at once: seven boxes and the bank are dealt fifteen. The bank may draw
in the same step, and a game may turn up more: as many are read again then."""

_ROW = """
SELECT id, status, rules_id, currency, float_account_id, layout_account_id, seq, round_id,
       round_seq, shoe_id, shoe_sequence, draw_id, due_at, window_ms, rounds_left, practice,
       no_chance, clock_timestamp()
FROM tables_table WHERE id = %s"""


_COLUMNS: Final = len(dataclasses.fields(TableRow))
_ROW_OF_BEGIN: Final = (
    "id, status, rules, currency, float_account, layout_account, seq, round_id, round_seq, shoe_id,"
    " shoe_sequence, draw_id, due_at, window_ms, rounds_left, practice, no_chance, now"
)
_AROUND: Final = (
    "holders::text, round::text, shoe::text, draw::text, recent::text, receipt::text,"
    " waiting::text, purse::text, shuffling::text, stopped"
)
"""What the functions tell of a table's surroundings: JSON as texts, of which most are the same as
at the step before and are not read again."""
_BEGIN: Final = (
    f"SELECT {_ROW_OF_BEGIN}, {_AROUND}, ahead"  # noqa: S608 - constants are added
    " FROM tables_begin(%s, %s, %s, %s, %s)"
)
_AT_ONE_MOMENT: Final = f"""
SELECT gaming.*, {_AROUND}
  FROM ({_ROW}) AS gaming
 CROSS JOIN LATERAL tables_surroundings(
       gaming.id, gaming.currency, gaming.round_id, gaming.shoe_id, gaming.draw_id, NULL, NULL
 )"""  # noqa: S608
_SURROUNDINGS: Final = f"SELECT {_AROUND} FROM tables_surroundings(%s, %s, %s, %s, %s, %s, %s)"  # noqa: S608
KEPT: Final = 2048
"""Texts of each sort that a process keeps with what they say."""


def lock_and_read(
    table_id: int, player_id: int | None = None, command_id: UUID | None = None
) -> tuple[TableRow, Surroundings]:
    """Take the table's row lock; return the row and what lies around it, read after the lock.

    With the player's purse and his command's receipt where they are named. Raises `NoSuchTable`.
    """
    found = _begin(table_id, player_id, command_id, skip_locked=False)
    if found is None:
        raise NoSuchTable(table_id)
    return found


def lock_and_read_unless_locked(table_id: int) -> tuple[TableRow, Surroundings] | None:
    """Do as `lock_and_read`, or return `None` at once when the row is locked."""
    return _begin(table_id, None, None, skip_locked=True)


def _begin(
    table_id: int, player_id: int | None, command_id: UUID | None, *, skip_locked: bool
) -> tuple[TableRow, Surroundings] | None:
    with metrics.LOCK_WAIT.time():
        found = pipelining.run_with_begin(
            _BEGIN,
            [table_id, player_id, command_id, skip_locked, AHEAD],
        )
    if not found:
        return None
    (row,) = found
    return TableRow(*row[:_COLUMNS]), _surroundings(command_id, *row[_COLUMNS:])


def lock(table_id: int) -> TableRow:
    """Take the table's row lock and return the row. Raises `NoSuchTable`."""
    return _row(f"{_ROW} FOR NO KEY UPDATE", table_id)


def read(table_id: int) -> TableRow:
    """Return the row without a lock, for readers. Raises `NoSuchTable`."""
    return _row(_ROW, table_id)


def read_snapshot(table_id: int) -> tuple[TableRow, Surroundings]:
    """Return the row and what lies around it without a lock, both as they were at one moment.

    One statement reads both: no round that opens meanwhile is in one and not in the other. Raises
    `NoSuchTable`.
    """
    with connection.cursor() as cursor:
        cursor.execute(_AT_ONE_MOMENT, [table_id])
        row = cursor.fetchone()
    if row is None:
        raise NoSuchTable(table_id)
    return TableRow(*row[:_COLUMNS]), _surroundings(None, *row[_COLUMNS:])


def _row(statement: str, table_id: int) -> TableRow:
    with connection.cursor() as cursor:
        cursor.execute(statement, [table_id])
        row = cursor.fetchone()
    if row is None:
        raise NoSuchTable(table_id)
    return TableRow(*row)


def read_surroundings(
    table: TableRow, player_id: int | None = None, command_id: UUID | None = None
) -> Surroundings:
    """Return holders, round, shoe and last results, and the command's receipt if it has one."""
    with connection.cursor() as cursor:
        cursor.execute(
            _SURROUNDINGS,
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
    holders: str | None,
    round_row: str | None,
    shoe: str | None,
    draw: str | None,
    recent: str | None,
    receipt: str | None,
    waiting: str | None,
    purse: str | None,
    shuffling: str | None,
    stopped: bool,
    ahead: bytes | None = None,
) -> Surroundings:
    return Surroundings(
        holders=_holders(holders or "[]"),
        round=_round(round_row) if round_row else None,
        shoe=outgoing.ShoeShown(*json.loads(shoe)) if shoe else None,
        draw=_draw(*json.loads(draw)) if draw else None,
        recent=_recent(recent or "[]"),
        receipt=build_receipt(command_id, *json.loads(receipt)) if receipt else None,
        waiting=_waiting(waiting or "[]"),
        purse=Purse(*json.loads(purse)) if purse else None,
        shuffling=_making(*json.loads(shuffling)) if shuffling else None,
        stopped=stopped,
        ahead=ahead or b"",
    )


@functools.lru_cache(KEPT)
def _holders(text: str) -> Mapping[BoxNo, Holder]:
    return {BoxNo(box): Holder(*holder) for box, *holder in sorted(json.loads(text))}


@functools.lru_cache(KEPT)
def _round(text: str) -> RoundRow:
    return RoundRow(*json.loads(text))


@functools.lru_cache(KEPT)
def _recent(text: str) -> tuple[outgoing.PastRound, ...]:
    return tuple(outgoing.PastRound(number, result) for number, result in json.loads(text))


@functools.lru_cache(KEPT)
def _waiting(text: str) -> frozenset[int]:
    return frozenset(json.loads(text))


_STAGES: Final = {"committed": "sealing", "closed": "opening"}


def _draw(
    draw: str,
    sequence: int,
    commitment: str,
    contributions: Any,
    state: str,
    given: Any,
    lock_round: int | None,
) -> outgoing.DrawShown:
    return outgoing.DrawShown(
        draw,
        sequence,
        commitment,
        contributions,
        _STAGES.get(state, "falling"),  # type: ignore[arg-type]
        tuple([seat for seat, _ in given]),
        tuple([seat for seat, opened in given if opened]),
        lock_round,
    )


def _making(
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
    lock_round: int | None,
) -> ShuffleRow:
    return ShuffleRow(
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
        lock_round,
    )


_RENAMED: Final = {"bets_closed": "betting_closed", "stake_step": "bad_increment"}
"""Codes of older receipts that have been renamed."""


def build_receipt(
    command_id: UUID | None, seq: int | None, code: str, detail: dict[str, int | str]
) -> outgoing.ReceiptShown:
    """Return a receipt as browsers see it; older refusal codes by their new names."""
    refused = outgoing.Refusal(_RENAMED.get(code, code), detail) if code else None
    return outgoing.ReceiptShown(str(command_id), seq, refused)


def reserve_id() -> int:
    """Reserve the id of the next table, so that its accounts can be named before its row exists."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence('tables_table', 'id'))")
        row = cursor.fetchone()
    assert row is not None
    return int(row[0])


def create(table_id: int, **fields: Any) -> Table:
    """Insert the row of an empty table."""
    return Table.objects.create(pk=table_id, **fields)


def update(table: TableRow, **fields: Any) -> None:
    """Change columns of the table's row, and stop the players' clock."""
    update_keeping_clock(table, **fields, window_ms=None)


def update_keeping_clock(table: TableRow, **fields: Any) -> None:
    """Change columns of the table's row, and leave the players' clock running."""
    Table.objects.filter(pk=table.id).update(**fields)


def start_clock(table: TableRow, seconds: int) -> TableRow:
    """Give the players so many seconds from now on; return the row as it is then."""
    due_at, window_ms = table.now + timedelta(seconds=seconds), seconds * 1000
    update_keeping_clock(table, due_at=due_at, window_ms=window_ms)
    return changed(table, due_at=due_at, window_ms=window_ms)


def schedule(table: TableRow, due_at: datetime | None) -> None:
    """Set when the croupier is due at the table, `None` for never, and stop the players' clock."""
    update(table, due_at=due_at)
