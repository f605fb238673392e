"""What each table took by day and by hour: sums of the ledger, which can be made again at any time.

The only writer of `Takings` and `HourlyTakings`. Whatever moves a table's money holds the table's
lock, so none of its transfers is seen before those with lower ids, and none of its rounds before
those with lower numbers: who has counted up to one has counted all before it.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Exists, OuterRef

from tables.games import GAMES
from tables.games.core.money import NEVER_PLAYED
from tables.games.core.protocol import Game
from tables.models import (
    HourlyTakings,
    HourlyTakingsCounted,
    Table,
    Takings,
    TakingsCounted,
)

MOST: Final = 20_000
"""Transfers that are counted at once."""
SECONDS: Final = 2.0
"""After so long a call leaves the rest to the next one: others wait for the worker."""
FIGURES: Final = (
    *("rounds", "voided", "staked", "paid", "won"),
    *("fills", "credits", "changed", "drop"),
)
"""The sums of a row, by name."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Sums that are kept of each table, in rows that differ by some columns."""

    rows: type[Takings] | type[HourlyTakings]
    by: tuple[str, ...]
    """The columns, beside the table."""
    reached: type[TakingsCounted] | type[HourlyTakingsCounted]
    """How far they are counted."""


DAILY: Final = Kept(Takings, ("day", "rules_id"), TakingsCounted)
HOURLY: Final = Kept(
    HourlyTakings, ("day", "hour", "rules_id", "responsible_id"), HourlyTakingsCounted
)
KEPT: Final = (DAILY, HOURLY)

_OWN: Final = """own AS (
    SELECT account.id, account.kind = 'pot' AS pot
      FROM tables_table AS gaming
      JOIN ledger_account AS account
        ON account.id IN (gaming.layout_account_id, gaming.float_account_id)
        OR account.code IN ('bank:' || gaming.id, 'garage:' || gaming.id, 'levy:' || gaming.id,
                            'drop:' || gaming.id, 'note_box:' || gaming.id)
        OR account.id IN (
            SELECT pot.account_id FROM tables_pot AS pot WHERE pot.jackpot_id = gaming.jackpot_id)
     WHERE gaming.id = %(table)s
)"""
_REACHED: Final = f"""
WITH {_OWN}, sides AS (
    SELECT max(side.id) AS last, count(*) AS found
      FROM own CROSS JOIN LATERAL (
        (SELECT id, 'gave' AS way FROM ledger_transfer
          WHERE debit_id = own.id AND id > %(after)s ORDER BY id LIMIT %(most)s)
        UNION ALL
        (SELECT id, 'took' FROM ledger_transfer
          WHERE credit_id = own.id AND id > %(after)s AND NOT own.pot ORDER BY id LIMIT %(most)s)
      ) AS side
     GROUP BY own.id, side.way
)
SELECT coalesce(min(last) FILTER (WHERE found >= %(most)s), max(last), %(after)s)
  FROM sides"""  # noqa: S608
# A purse is a wallet, or colour chips. At a machine the stake is what it collects for a game: what
# is brought to it, and taken away, was never at stake: for a note that falls into its box the float
# gives credits, which is cash changed for chips. A pot is paid at other tables too.
_FOUND: Final = f"""
WITH {_OWN}, moved AS MATERIALIZED (
    SELECT side.* FROM own CROSS JOIN LATERAL (
        SELECT id, entry_id, debit_id, credit_id, amount, why FROM ledger_transfer
         WHERE debit_id = own.id AND id > %(after)s AND id <= %(upto)s
    ) AS side
    UNION
    SELECT side.* FROM own CROSS JOIN LATERAL (
        SELECT id, entry_id, debit_id, credit_id, amount, why FROM ledger_transfer
         WHERE credit_id = own.id AND id > %(after)s AND id <= %(upto)s AND NOT own.pot
    ) AS side
), told AS (
    SELECT entry.at AT TIME ZONE %(zone)s AS at,
           CASE WHEN 'capital' IN (gives.kind, takes.kind) THEN NULL ELSE round.rules_id END
               AS rules_id,
           CASE WHEN 'capital' IN (gives.kind, takes.kind) THEN NULL ELSE round.responsible_id END
               AS responsible_id,
           ruled.game = ANY(%(machines)s) AS machine, moved.amount, moved.why,
           gives.kind AS gives, takes.kind AS takes,
           gives.kind = 'float' AND moved.why = 'load' AS for_note,
           gives.kind IN ('wallet', 'colour') AS from_purse,
           takes.kind IN ('wallet', 'colour') AS to_purse,
           takes.kind IN ('layout', 'bank', 'garage') AS to_table
      FROM moved
      JOIN ledger_journalentry AS entry ON entry.id = moved.entry_id
      JOIN ledger_account AS gives ON gives.id = moved.debit_id
      JOIN ledger_account AS takes ON takes.id = moved.credit_id
      -- A join may cast before it asks what the reference begins with.
      LEFT JOIN tables_round AS round
        ON round.id = CASE WHEN entry.reference LIKE 'round:%%'
                           THEN substr(entry.reference, 7)::bigint END
      LEFT JOIN tables_ruleset AS ruled ON ruled.key = round.rules_id
     WHERE gives.kind <> 'pot' OR round.table_id = %(table)s
), judged AS (
    SELECT at, rules_id, responsible_id,
           CASE WHEN rules_id IS NULL THEN 0
                WHEN machine THEN
                    CASE WHEN gives = 'layout' AND takes = 'float' AND why = 'collect' THEN amount
                         WHEN gives = 'float' AND takes = 'layout' AND why = 'void' THEN -amount
                         ELSE 0 END
                WHEN from_purse AND (why <> 'void' OR to_table) THEN amount
                WHEN to_purse AND why = ANY(%(never)s) THEN -amount
                ELSE 0 END AS staked,
           CASE WHEN rules_id IS NULL THEN 0
                WHEN machine THEN
                    CASE WHEN for_note THEN 0
                         WHEN gives = 'float' AND why <> 'void' THEN amount
                         WHEN gives = 'layout' AND takes = 'float' AND why = 'void' THEN -amount
                         ELSE 0 END
                WHEN to_purse AND why <> ALL(%(never)s) THEN amount
                WHEN from_purse AND why = 'void' AND NOT to_table THEN -amount
                ELSE 0 END AS paid,
           CASE WHEN rules_id IS NULL OR for_note THEN 0
                WHEN takes IN ('float', 'levy') THEN amount
                WHEN gives IN ('float', 'levy') THEN -amount
                ELSE 0 END AS won,
           CASE WHEN gives = 'capital' AND takes IN ('float', 'levy') THEN amount ELSE 0 END
               AS fills,
           CASE WHEN takes = 'capital' AND gives IN ('float', 'levy') THEN amount ELSE 0 END
               AS credits,
           CASE WHEN for_note OR rules_id IS NULL AND gives = 'float' AND to_purse THEN amount
               ELSE 0 END AS changed,
           CASE WHEN takes = 'drop' OR takes = 'note_box' AND from_purse THEN amount ELSE 0 END
               AS drop
      FROM told
), summed AS (
    SELECT at::date AS day, extract(hour FROM at)::smallint AS hour, rules_id, responsible_id,
           0 AS rounds, 0 AS voided, staked, paid, won, fills, credits, changed, drop
      FROM judged
    UNION ALL
    SELECT (closed_at AT TIME ZONE %(zone)s)::date,
           extract(hour FROM closed_at AT TIME ZONE %(zone)s)::smallint, rules_id, responsible_id,
           CASE status WHEN 'closed' THEN 1 ELSE 0 END,
           CASE status WHEN 'voided' THEN 1 ELSE 0 END, 0, 0, 0, 0, 0, 0, 0
      FROM tables_round
     WHERE table_id = %(table)s AND number > %(round)s AND number <= %(last)s
       AND status <> 'running'
)"""  # noqa: S608


def _sums(by: tuple[str, ...]) -> str:
    """Return the statement that adds up what was moved, in rows that differ by these columns."""
    keys, figures = ", ".join(by), ", ".join(f"sum({each})::bigint AS {each}" for each in FIGURES)
    moved = " OR ".join(f"sum({each}) <> 0" for each in FIGURES)
    return f"{_FOUND} SELECT {keys}, {figures} FROM summed GROUP BY {keys} HAVING {moved}"  # noqa: S608


def _addition(kept: Kept) -> str:
    """Return the statement that adds these sums to those that are kept."""
    keys = ", ".join(("table_id", *kept.by))
    more = ", ".join(f"{each} = before.{each} + excluded.{each}" for each in FIGURES)
    return (
        f"INSERT INTO {kept.rows._meta.db_table} AS before ({keys}, {', '.join(FIGURES)})"  # noqa: S608
        f" SELECT %(table)s, found.* FROM ({_sums(kept.by)}) AS found"
        f" ON CONFLICT ({keys}) DO UPDATE SET {more}"
    )


_LAST: Final = """
SELECT coalesce(max(number), %(round)s) FROM tables_round
 WHERE table_id = %(table)s AND number > %(round)s AND status <> 'running'"""
AT_ONE_MOMENT: Final = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
# What came to float and levy, by the totals that the ledger keeps of each account.
_HELD: Final = """
SELECT sum(account.credits - account.debits)::bigint
  FROM tables_table AS gaming
  JOIN ledger_account AS account
    ON account.id = gaming.float_account_id OR account.code = 'levy:' || gaming.id
 WHERE gaming.id = %(table)s"""


def count_takings() -> None:
    """Count what tables have moved since they were counted last, each in transactions of its own.

    A table that another process counts is left to it. A long past takes several calls.
    """
    until = time.monotonic() + SECONDS
    for kept in KEPT:
        for table_id in _behind(kept):
            more = True
            while more:
                more = _advance(table_id, kept)
                if time.monotonic() > until:
                    return


def tables_to_count() -> list[int]:
    """Return the tables of which something may be left to count."""
    return sorted({table_id for kept in KEPT for table_id in _behind(kept)})


def _behind(kept: Kept) -> list[int]:
    """Return the tables that are not counted to their last step."""
    even = kept.reached.objects.filter(table=OuterRef("pk"), seq=OuterRef("seq"))
    return list(Table.objects.exclude(Exists(even)).order_by("pk").values_list("pk", flat=True))


def _advance(table_id: int, kept: Kept) -> bool:
    """Count some of what a table has moved; tell whether there is more."""
    reached = kept.reached.objects
    reached.get_or_create(table_id=table_id)
    with transaction.atomic(), connection.cursor() as cursor:
        counted = reached.select_for_update(skip_locked=True).filter(table_id=table_id).first()
        if counted is None:
            return False
        seq = Table.objects.values_list("seq", flat=True).get(pk=table_id)
        span = {"table": table_id, "after": counted.transfer, "round": counted.round}
        upto = _one(cursor, _REACHED, {**span, "most": MOST})
        last = _one(cursor, _LAST, span)
        cursor.execute(_addition(kept), _parameters(span, upto, last))
        more = _one(cursor, _REACHED, {**span, "after": upto, "most": 1}) > upto
        reached.filter(pk=table_id).update(transfer=upto, round=last, seq=-1 if more else seq)
    return more


@dataclass(frozen=True, slots=True)
class TakingsDifference:
    """A figure that is kept otherwise than the ledger tells it. Amounts are minor units."""

    table_id: int
    what: str
    """The day, the rules (by hour also the hour and who answered) and the name of the figure; or
    `float and levy`."""
    kept: int
    recounted: int


def audit_takings() -> tuple[int, list[TakingsDifference]]:
    """Return how many rows are kept, and what of them the ledger tells otherwise.

    Each table is recounted from its first transfer to the last that counted, at one moment. What
    was won, filled, credited and changed must also come to what float and levy hold, which no
    transfer was read for.
    """
    found = [
        each
        for kept in KEPT
        for table_id in kept.reached.objects.order_by("pk").values_list("pk", flat=True)
        for each in _differences(table_id, kept)
    ]
    return sum(kept.rows.objects.count() for kept in KEPT), found


def _differences(table_id: int, kept: Kept) -> list[TakingsDifference]:
    width = len(kept.by)
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(AT_ONE_MOMENT)
        counted = kept.reached.objects.get(pk=table_id)
        span = {"table": table_id, "after": 0, "round": 0}
        cursor.execute(_sums(kept.by), _parameters(span, counted.transfer, counted.round))
        recounted = {_row(row[:width]): row[width:] for row in cursor.fetchall()}
        rows = kept.rows.objects.filter(table_id=table_id).values_list(*kept.by, *FIGURES)
        known = {_row(row[:width]): row[width:] for row in rows}
        since = _one(cursor, _REACHED, {**span, "after": counted.transfer, "most": 1})
        held = _one(cursor, _HELD, span)
    nothing = [0] * len(FIGURES)
    found = [
        TakingsDifference(table_id, f"{row} {name}", *pair)
        for row in sorted(known.keys() | recounted.keys())
        for name, *pair in zip(
            FIGURES, known.get(row, nothing), recounted.get(row, nothing), strict=True
        )
        if pair[0] != pair[1]
    ]
    if since == counted.transfer:
        sums = dict(zip(FIGURES, map(sum, zip(nothing, *known.values(), strict=True)), strict=True))
        came = sums["won"] + sums["fills"] - sums["credits"] - sums["changed"]
        if came != held:
            found.append(TakingsDifference(table_id, "float and levy", came, held))
    return found


def _row(keys: Sequence[Any]) -> str:
    return " ".join("-" if each is None else str(each) for each in keys)


def _parameters(span: Mapping[str, int], upto: int, last: int) -> dict[str, Any]:
    return {
        **span,
        "upto": upto,
        "last": last,
        "zone": settings.TIME_ZONE,
        "never": list(NEVER_PLAYED),
        "machines": [
            key for key, game in GAMES.items() if type(game).return_sheet is not Game.return_sheet
        ],
    }


def _one(cursor: CursorWrapper, statement: str, given: Mapping[str, Any]) -> int:
    cursor.execute(statement, given)
    (found,) = cursor.fetchone()
    return int(found)
