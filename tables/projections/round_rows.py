"""Rounds and their events as rows: opened, written, read again.

Writers assume an open transaction and the table's lock.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

import psycopg
from django.conf import settings
from django.db import DatabaseError, connection

from casino.database import pipelining
from casino.ledger import services as ledger
from casino.responsible_gaming import limits
from casino.responsible_gaming.limits import Counts
from casino.rng import shoes
from tables.funds.postings import StepPosting
from tables.games.core.money import Amount
from tables.games.core.protocol import AnyGame, Exchange, Fact
from tables.models import Round
from tables.rows import rule_sets
from tables.rows.table_rows import TableRow
from tables.wire import codec


def round_events(round_id: int, after: int, until: int) -> list[Fact]:
    """Return the round's events with `after` < sequence number <= `until`, in order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT body::text FROM tables_roundevent"
            " WHERE round_id = %s AND seq > %s AND seq <= %s ORDER BY seq",
            [round_id, after, until],
        )
        return [codec.decode_event(body) for (body,) in cursor.fetchall()]


def events_of_rounds(round_ids: Sequence[int]) -> dict[int, list[Fact]]:
    """Return the events of each of these rounds, in order, by one query."""
    found: dict[int, list[Fact]] = {round_id: [] for round_id in round_ids}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT round_id, body::text FROM tables_roundevent"
            " WHERE round_id = ANY(%s) ORDER BY round_id, seq",
            [list(round_ids)],
        )
        for round_id, body in cursor.fetchall():
            found[round_id].append(codec.decode_event(body))
    return found


def levy_records(table_id: int, game: AnyGame) -> list[tuple[int, Amount]]:
    """Return the records of the levies taken at a table, by serial and amount, in order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT body::text FROM tables_roundevent"
            " WHERE table_id = %s AND kind = %s ORDER BY seq",
            [table_id, game.levy_kind],
        )
        found = [game.levy_record(codec.decode_event(body)) for (body,) in cursor.fetchall()]
    return [each for each in found if each is not None]


def dice_thrown_since(table_id: int, game: AnyGame, seq: int) -> list[tuple[int, int]]:
    """Return which dice were thrown at a table after a number of its, each with its face."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT body::text FROM tables_roundevent"
            " WHERE table_id = %s AND seq > %s AND kind = %s",
            [table_id, seq, game.throw_kind],
        )
        found = [game.thrown_dice(codec.decode_event(body)) for (body,) in cursor.fetchall()]
    return [each for dice in found for each in dice]


def earliest_next_opening(table: TableRow) -> datetime:
    """Return from when on a table's next round may open: now, or later by the licence's pace.

    A machine opens a round for what is no game too, as a cash-out: its pace is not kept here.
    """
    seconds = settings.PROFILE.pace(rule_sets.game_name(table.rules_key))
    machine = rule_sets.cash_exchange(table.rules_key) is Exchange.ROAMING
    if not seconds or machine or table.round_id is None:
        return table.now
    opened_at = Round.objects.values_list("opened_at", flat=True).get(pk=table.round_id)
    return max(table.now, opened_at + timedelta(seconds=seconds))


def insert_round(table: TableRow, number: int, carried: int, first_card: int) -> int:
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


def set_draw(round_id: int, draw_id: UUID | None) -> None:
    """Record the draw that follows a stopped one in the middle of a round."""
    Round.objects.filter(pk=round_id).update(draw_id=draw_id)


@dataclass(frozen=True, slots=True)
class StepRows:
    """The rows of a step, ready to be written."""

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
    """The chips that lie there still when the round is over."""
    player_id: int | None
    """Who gets a receipt for `cause`; `None` without a command."""
    first_card: int
    """Where the shoe stood before."""
    cards: int
    """How many of its cards the step took."""


_WRITE: Final = (
    "SELECT outcome, account, balance, wanted FROM tables_write("  # noqa: S608 - a constant is added
    "%s, %s, %s, %s, %s::jsonb, %s::uuid, %s, %s, %s, %s, %s, %s, %s, %s, %s, "
    f"{ledger.ARGUMENTS}, {limits.ARGUMENTS})"
)
_REFUSED: Final = "SB001"
"""The SQLSTATE of `tables_write` where the ledger refuses its posting."""


def write_step(
    table: TableRow, step: StepRows, moved: StepPosting | None, counts: Counts | None
) -> None:
    """Write a step, and post what it moved, by the last statement of the transaction.

    `moved` is `None` where no chips move; `counts` what the step stakes of players with limits.
    Assumes the lock. Raises, and the transaction is rolled back when it ends, the ledger's refusal,
    `limits.Barred` where a player's limit forbids the stake, or `shoes.ShoeFinished`
    where the cards are not the next ones of the shoe any more.
    """
    pipelining.run_with_commit(
        _WRITE,
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
            table.shoe_id,
            step.first_card,
            step.cards or None,
            *(moved.draft.arguments if moved else ledger.NO_DRAFT),
            *(counts.arguments if counts else limits.NO_COUNTS),
        ],
        then=moved.apply_result if moved else _nothing,
        refusal=partial(_refusal, table, moved),
    )


def _nothing(rows: pipelining.Rows) -> None:
    assert not rows, rows


def _refusal(table: TableRow, moved: StepPosting | None, error: DatabaseError) -> Exception | None:
    """Return what the refusal of `tables_write` means; `None` of any other error."""
    cause = error.__cause__
    if not isinstance(cause, psycopg.Error):
        return None
    if cause.sqlstate == _REFUSED and moved:
        return moved.draft.refused(*json.loads(cause.diag.message_detail or ""))
    if cause.sqlstate == shoes.UNDEALT:
        return shoes.ShoeFinished(str(table.shoe_id))
    return limits.Barred.from_database_error(cause)


def append_events(table: TableRow, round_id: int, bodies: Sequence[str]) -> int:
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
