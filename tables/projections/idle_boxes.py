"""Who holds boxes and does not play: read from ledger, rounds, receipts and floor events.

While others wait for a box an idler is who does not stake; an *occasion* is a round that closed
without his chips or, while nothing is played, half a minute. Where nobody plays without the others
(`Needs.players`), it is who says nothing; an occasion is a round without a command of his. Reads
only; `seating.idlers` tells idlers and frees their boxes.
"""

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.db import connection

from tables.games.core.money import BoxNo

OCCASION: Final = 30
"""Seconds that count as an occasion while no round is in play."""
WARNED: Final = "idle"
"""The kind of the floor event by which an idler is told."""


@dataclass(frozen=True, slots=True)
class Idler:
    """A connected holder who does not play."""

    table_id: int
    player_id: int
    boxes: tuple[BoxNo, ...]
    warned: bool
    """They were told to play since they did last."""
    due: bool
    """As many occasions have passed as he is given: until he is told, or one more after that."""


# At most a hundred of his last stakes are looked at: whoever lays more elsewhere is idle here.
_IDLERS: Final = """
SELECT held.table_id, held.player_id, held.boxes, told.at IS NOT NULL,
       passed.rounds + CASE WHEN passed.playing THEN 0 ELSE floor(
           extract(epoch FROM clock_timestamp() - greatest(passed.since, passed.closed_at))
           / %(occasion)s) END
       >= CASE WHEN told.at IS NULL THEN %(rounds)s ELSE 1 END
  FROM (SELECT table_id, player_id, array_agg(number ORDER BY number) AS boxes,
               max(sat_at) AS sat_at, bool_or(away) AS away
          FROM tables_box
         WHERE table_id IN (SELECT table_id FROM tables_waiting)
           AND (%(table)s::bigint IS NULL OR table_id = %(table)s)
         GROUP BY table_id, player_id) AS held
  JOIN tables_table AS gaming ON gaming.id = held.table_id AND gaming.status IN ('open', 'ending')
  JOIN players_wallet AS wallet
    ON wallet.player_id = held.player_id AND wallet.currency = gaming.currency
 CROSS JOIN LATERAL (
       SELECT greatest(held.sat_at, max(entry.at)) AS at
         FROM (SELECT entry_id, credit_id FROM ledger_transfer
                WHERE debit_id = wallet.account_id ORDER BY id DESC LIMIT 100) AS moved
         JOIN ledger_journalentry AS entry ON entry.id = moved.entry_id
        WHERE moved.credit_id = gaming.layout_account_id) AS staked
 CROSS JOIN LATERAL (
       SELECT max(event.at) AS at
         FROM (SELECT kind, box, at FROM tables_floorevent
                WHERE table_id = gaming.id ORDER BY id DESC LIMIT 200) AS event
        WHERE event.kind = %(told)s AND event.box = ANY (held.boxes)
          AND event.at > staked.at) AS told
 CROSS JOIN LATERAL (
       SELECT coalesce(told.at, staked.at) AS since,
              count(*) FILTER (WHERE round.status <> 'running'
                                 AND round.opened_at > coalesce(told.at, staked.at)) AS rounds,
              max(round.closed_at) AS closed_at,
              coalesce(bool_or(round.status = 'running'), false) AS playing
         FROM (SELECT status, opened_at, closed_at FROM tables_round
                WHERE table_id = gaming.id ORDER BY number DESC LIMIT 20) AS round) AS passed
 WHERE NOT held.away AND NOT EXISTS (
       SELECT FROM tables_box AS free
        WHERE free.table_id = held.table_id AND free.player_id IS NULL)
 ORDER BY held.table_id, staked.at"""


_SILENT: Final = """
SELECT held.table_id, held.player_id, held.boxes, told.at IS NOT NULL,
       passed.rounds >= CASE WHEN told.at IS NULL THEN %(rounds)s ELSE 1 END
  FROM (SELECT table_id, player_id, array_agg(number ORDER BY number) AS boxes,
               max(sat_at) AS sat_at, bool_or(away) AS away
          FROM tables_box
         WHERE table_id = %(table)s AND player_id IS NOT NULL
         GROUP BY table_id, player_id) AS held
 CROSS JOIN LATERAL (
       SELECT greatest(held.sat_at, max(event.at)) AS at
         FROM (SELECT id FROM tables_round WHERE table_id = held.table_id
                ORDER BY number DESC LIMIT %(rounds)s + 2) AS round
         JOIN tables_roundevent AS event ON event.round_id = round.id
         JOIN tables_receipt AS receipt
           ON receipt.player_id = held.player_id AND receipt.command_id = event.cause) AS spoke
 CROSS JOIN LATERAL (
       SELECT max(event.at) AS at
         FROM (SELECT kind, box, at FROM tables_floorevent
                WHERE table_id = held.table_id ORDER BY id DESC LIMIT 200) AS event
        WHERE event.kind = %(told)s AND event.box = ANY (held.boxes)
          AND event.at > spoke.at) AS told
 CROSS JOIN LATERAL (
       SELECT count(*) AS rounds
         FROM (SELECT status, opened_at FROM tables_round
                WHERE table_id = held.table_id ORDER BY number DESC LIMIT %(rounds)s + 2) AS round
        WHERE round.status <> 'running' AND round.opened_at > coalesce(told.at, spoke.at)) AS passed
 WHERE NOT held.away
 ORDER BY held.table_id, spoke.at"""


def idlers(table_id: int | None = None) -> list[Idler]:
    """Return the holders of boxes where somebody waits and none is free, idle longest first.

    One statement, of one table or of all; nobody where the house asks no one (`IDLE_ROUNDS=0`).
    """
    return _found(_IDLERS, table_id)


def silent_players(table_id: int) -> list[Idler]:
    """Return who holds boxes of a table, silent longest first; nobody where the house asks no one.

    One statement.
    """
    return _found(_SILENT, table_id)


def _found(statement: str, table_id: int | None) -> list[Idler]:
    if not settings.IDLE_ROUNDS:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            statement,
            {
                "table": table_id,
                "occasion": OCCASION,
                "rounds": settings.IDLE_ROUNDS,
                "told": WARNED,
            },
        )
        return [
            Idler(table, player, tuple(boxes), warned, due)
            for table, player, boxes, warned, due in cursor.fetchall()
        ]
