"""Reads without a lock: snapshots of tables, their sequence numbers, what a player has there."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from django.db import connection

from casino.players.holdings import Holding
from tables.games.core.money import Party
from tables.projections import frames, live_round, proofs
from tables.projections.live_round import LiveRound
from tables.rows import disputes, parties, rule_sets, table_rows


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot of a table, for sockets that join it or have missed a frame."""

    seq: int
    frame: str
    """The frame without events."""
    own: dict[Party, tuple[str, ...]]
    """The parties' own messages; empty in a game without secrets."""
    waiting: frozenset[int]
    """The players who wish to take part and have no box."""
    game: str
    """The name of the table's game, which is its for ever."""
    rules: str = ""
    """The key of its rule set."""
    practice: bool = False
    clock: tuple[int, int] = (0, 0)
    """When the players' clock runs out, and its length, as `frames.deadline_ms` gives them."""


def snapshot(table_id: int, parties: Collection[Party] = ()) -> Snapshot:
    """Return a snapshot of a table, for everybody and for each of these parties.

    For sockets that connect, reconnect, watch or recover. Raises `NoSuchTable`.
    """
    # Were they of two moments, a page would be shown a round without the proofs of its cards, or
    # with those of the next, and would accuse the house.
    table, around = table_rows.read_snapshot(table_id)
    live = live_round.load(table, around)
    own = {party: frames.private_messages(table, live, around, party) for party in parties}
    return Snapshot(
        table.seq,
        frames.build_frame(
            table, around, live, openings=proofs.proofs_of_round(live.game, live.state, around)
        ).text,
        {party: texts for party, texts in own.items() if texts},
        around.waiting,
        rule_sets.game_name(table.rules_key),
        table.rules_key,
        table.practice,
        frames.deadline_ms(table),
    )


# Chips lie at a table whose round is in play, or left some there. A round that carried none in
# holds none of a player whose money it has not moved.
_WHERE_CHIPS_MAY_LIE: Final = """
SELECT gaming.id
  FROM tables_table AS gaming JOIN tables_round AS round ON round.id = gaming.round_id
 WHERE NOT gaming.practice
   AND (round.carried_out > 0 OR round.status = 'running' AND (round.carried_in > 0 OR EXISTS (
       SELECT FROM ledger_journalentry AS entry
         JOIN ledger_transfer AS moved ON moved.entry_id = entry.id
         JOIN tables_purses AS purse ON purse.account_id IN (moved.debit_id, moved.credit_id)
        WHERE entry.reference = 'round:' || round.id AND entry.reference <> ''
          AND purse.player_id = %s)))
 ORDER BY gaming.id"""


def holdings_of(player_id: int) -> frozenset[Holding]:
    """Return what the floor holds of a player, in `Holding`'s words; practice chips are nothing.

    Stakes are his too while he takes part in a round whose money has not moved him.
    """
    lying = list(_where_chips_lie(player_id))
    found = {Holding.STAKES} if lying else set()
    if any(live.is_settling for live in lying):
        found.add(Holding.WINNINGS)
    if disputes.has_undecided(player_id):
        found.add(Holding.DISPUTES)
    with connection.cursor() as cursor:
        cursor.execute(_MONEY_WAITS, {"player": player_id})
        found.update(Holding(name) for (name,) in cursor.fetchall())
    return frozenset(found)


def _where_chips_lie(player_id: int) -> Iterator[LiveRound]:
    """Give each round in which chips of the player lie, as it stands."""
    with connection.cursor() as cursor:
        cursor.execute(_WHERE_CHIPS_MAY_LIE, [player_id])
        tables = [table_id for (table_id,) in cursor.fetchall()]
    for table_id in tables:
        live = live_round.load(*table_rows.read_snapshot(table_id))
        over = not live.running and not live.game.on_layout(live.state)
        if not over and parties.party_of(player_id) in live.game.staked_parties(live.state):
            yield live


_MONEY_WAITS: Final = """
SELECT 'colours' WHERE EXISTS (
  SELECT FROM tables_purses AS purse JOIN ledger_account AS account ON account.id = purse.account_id
   WHERE purse.player_id = %(player)s AND account.kind = 'colour'
     AND account.credits <> account.debits)
UNION ALL SELECT 'claims' WHERE EXISTS (
  SELECT FROM tables_claim AS claim
    LEFT JOIN tables_claimpayment AS payment ON payment.claim_id = claim.id
    JOIN ledger_journalentry AS entry
      ON entry.reference = 'round:' || claim.round_id AND entry.reference <> ''
    JOIN ledger_transfer AS moved ON moved.entry_id = entry.id
    JOIN tables_purses AS purse ON purse.account_id IN (moved.debit_id, moved.credit_id)
   WHERE payment.id IS NULL AND purse.player_id = %(player)s)
UNION ALL SELECT 'tickets' WHERE EXISTS (
  SELECT FROM tables_ticket AS ticket
   WHERE ticket.player_id = %(player)s AND NOT EXISTS (
         SELECT FROM tables_ticketend AS ended
          WHERE ended.ticket_id = ticket.id AND ended.how <> 'orphan'))
UNION ALL SELECT 'hand_pays' WHERE EXISTS (
  SELECT FROM tables_handpay AS win
   WHERE win.player_id = %(player)s AND win.annulled_at IS NULL
     AND (win.paid_at IS NULL OR win.means <> 'cash' AND win.issued_at IS NULL))"""


def sequence_numbers(table_ids: list[int]) -> dict[int, int]:
    """Return the current sequence numbers of tables."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, seq FROM tables_table WHERE id = ANY(%s)", [table_ids])
        return dict(cursor.fetchall())
