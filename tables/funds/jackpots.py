"""Jackpots: what the pots of a table hold, what a round won of them, and under which lock.

Lock order: the table's row, the jackpot's row (`lock_pots`), the ledger's accounts (`post_moves`).
Stakes that feed a pot need only the last. Who weighs a win takes the jackpot's lock first and reads
the pots after it, so that two tables that win one pot at once are promised different chips: the
later one what the pot restarts from. Knows pots by the names that the games give them; posts
nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from django.db import connection

from casino.staff import work_changes
from tables.games.core.money import Amount, Move, Place
from tables.games.core.protocol import AnyGame, Approved, Fact
from tables.rows.table_rows import TableRow
from tables.wire import outgoing

CLAIMS = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d04")
"""Namespace of the entry ids of supervised payments: uuid5 of the claim's id."""


@dataclass(frozen=True, slots=True)
class PotRow:
    """A pot as it was read. Amounts in minor units."""

    id: int
    name: str
    account: int
    seed: int
    holds: int
    """The balance of its account."""
    owed: int
    """What unpaid claims will add to it when they are paid; below zero, what they will take."""
    claimed: bool
    """An unpaid claim is on it."""

    @property
    def unclaimed(self) -> int:
        """What a win now would share: what the pot holds as if every claim had been paid."""
        return self.holds + self.owed


# Claims are rare and never change, so what is owed is summed anew each time.
_POTS = """
SELECT pot.id, pot.name, pot.account_id, pot.seed, account.credits - account.debits,
       coalesce(owed.change, 0)::bigint, owed.change IS NOT NULL
  FROM tables_table AS floor
  JOIN tables_pot AS pot ON pot.jackpot_id = floor.jackpot_id
  JOIN ledger_account AS account ON account.id = pot.account_id
  CROSS JOIN LATERAL (
      SELECT sum(claimed.change) AS change FROM tables_claimedpot AS claimed
       WHERE claimed.pot_id = pot.id AND NOT EXISTS (
           SELECT FROM tables_claimpayment AS paid WHERE paid.claim_id = claimed.claim_id)
  ) AS owed
 WHERE floor.id = %s ORDER BY pot.id"""


def pots_of_table(table_id: int) -> dict[str, PotRow]:
    """Return the pots that a table plays for, by name, without a lock; empty when it has none."""
    with connection.cursor() as cursor:
        cursor.execute(_POTS, [table_id])
        return {row[1]: PotRow(*row) for row in cursor.fetchall()}


def lock_pots(table_id: int) -> dict[str, PotRow]:
    """Take the lock of the table's jackpot and return its pots, read after it.

    Assumes the table's lock; refuses nothing. Nothing but stakes can change the pots until the
    transaction ends.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM tables_jackpot WHERE id ="
            " (SELECT jackpot_id FROM tables_table WHERE id = %s) FOR NO KEY UPDATE",
            [table_id],
        )
    return pots_of_table(table_id)


def pots_shown(table_id: int) -> tuple[outgoing.PotShown, ...]:
    """Return the pots of a table as everybody may see them."""
    return tuple(
        outgoing.PotShown(pot.name, pot.holds, pot.claimed, pot.unclaimed)
        for pot in pots_of_table(table_id).values()
    )


def has_matching_pots(table_id: int, game: AnyGame, rules: Any) -> bool:
    """Tell whether a table may deal by these rules: they have no pots, or those of its jackpot."""
    seeds = game.needs(rules).pots
    return not seeds or dict(seeds) == {
        pot.name: pot.seed for pot in pots_of_table(table_id).values()
    }


def net_flow_into(moves: Sequence[Move], pot: str) -> int:
    """Return what the moves add to a pot, in minor units; below zero what they take."""
    return sum(
        move.amount if move.target is Place.JACKPOT else -move.amount
        for move in moves
        if move.pot == pot
    )


def touches_pots(moves: Sequence[Move]) -> bool:
    """Tell whether any of the moves touches a pot."""
    return any(move.pot for move in moves)


@dataclass(frozen=True, slots=True)
class JackpotWin:
    """What a round that has just ended won of its jackpot, and the events that pay it."""

    supervised: bool
    pots: tuple[tuple[PotRow, Amount], ...]
    """The pots that it won a share of, and what each holds for it."""
    payment: tuple[Fact, ...]


def wins_of_round(
    table: TableRow, game: AnyGame, rules: Any, state: Any, moves: Sequence[Move]
) -> tuple[JackpotWin, ...]:
    """Return what a finished round claims: at most one part paid at once, one that is supervised.

    Takes the jackpot's lock when there is a claim. `moves` are those of this step, which are not
    posted yet; they count.
    """
    claims = game.pot_claims(state)
    if not claims:
        return ()
    pots = lock_pots(table.id)
    found = []
    for supervised in (False, True):
        names = {claim.pot for claim in claims if claim.supervised is supervised}
        if names:
            held = tuple(
                (pot, Amount(pot.unclaimed + net_flow_into(moves, pot.name)))
                for pot in pots.values()
                if pot.name in names
            )
            approved = Approved(tuple((pot.name, holds) for pot, holds in held))
            found.append(JackpotWin(supervised, held, game.decide(rules, state, approved)))
    return tuple(found)


def seed_shortfalls(table: TableRow, moves: Sequence[Move]) -> list[tuple[str, Amount]]:
    """Return what each pot lacks of its seed once these moves have given stakes back.

    Takes the jackpot's lock. A pot that was won meanwhile, with those stakes in it, would otherwise
    go on from less than its seed (FR-2024-122); the house makes it good.
    """
    if not touches_pots(moves):
        return []
    lacking = [
        (pot.name, pot.seed - pot.unclaimed - net_flow_into(moves, pot.name))
        for pot in lock_pots(table.id).values()
    ]
    return [(name, Amount(amount)) for name, amount in lacking if amount > 0]


def record_claim(table: TableRow, round_id: int, won_: JackpotWin, *, seq: int) -> None:
    """Record a claim, and its payment unless a supervisor must approve it. Assumes the lock."""
    changes = [move for event in won_.payment for move in event.moves]
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH claim AS (INSERT INTO tables_claim (round_id, jackpot_id, supervised, seq, at)"
            " SELECT %(round)s, jackpot_id, %(supervised)s, %(seq)s, %(now)s FROM tables_table"
            "  WHERE id = %(table)s RETURNING id),"
            " pots AS (INSERT INTO tables_claimedpot (claim_id, pot_id, holds, change)"
            " SELECT claim.id, pot, holds, change FROM claim, unnest(%(pots)s::bigint[],"
            "  %(holds)s::bigint[], %(changes)s::bigint[]) AS each (pot, holds, change))"
            " INSERT INTO tables_claimpayment (claim_id, footage_seen, reason, at)"
            " SELECT id, false, '', %(now)s FROM claim WHERE NOT %(supervised)s",
            {
                "table": table.id,
                "round": round_id,
                "supervised": won_.supervised,
                "seq": seq,
                "now": table.now,
                "pots": [pot.id for pot, _ in won_.pots],
                "holds": [holds for _, holds in won_.pots],
                "changes": [net_flow_into(changes, pot.name) for pot, _ in won_.pots],
            },
        )
    if won_.supervised:
        work_changes.note_change()


def record_payment(table: TableRow, claim: "ClaimRow", *, by: int, reason: str) -> None:
    """Record that a supervisor has seen the footage and approved a claim, once for each claim.

    Assumes the locks.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_claimpayment (claim_id, by_id, footage_seen, reason, at)"
            " VALUES (%s, %s, true, %s, %s)",
            [claim.id, by, reason, table.now],
        )


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim, and what it won."""

    id: int
    table_id: int
    round_id: int
    rules_key: str
    seq: int
    """The number of the round's last event before the payment."""
    pots: tuple[tuple[str, Amount], ...]
    paid: bool

    @property
    def entry(self) -> UUID:
        """The id of the journal entry that pays it, known before anybody approves."""
        return uuid5(CLAIMS, str(self.id))


def find_claim(claim_id: int) -> ClaimRow | None:
    """Return a claim; `None` when there is none with this id. Needs no lock but for `paid`."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT claim.id, round.table_id, round.id, round.rules_id, claim.seq,"
            " (SELECT json_agg(json_build_array(pot.name, each.holds) ORDER BY pot.id)"
            "    FROM tables_claimedpot AS each JOIN tables_pot AS pot ON pot.id = each.pot_id"
            "   WHERE each.claim_id = claim.id),"
            " EXISTS (SELECT FROM tables_claimpayment WHERE claim_id = claim.id)"
            " FROM tables_claim AS claim JOIN tables_round AS round ON round.id = claim.round_id"
            " WHERE claim.id = %s",
            [claim_id],
        )
        row = cursor.fetchone()
    if row is None:
        return None
    id_, table_id, round_id, rules_key, seq, held, paid = row
    pots = tuple((name, Amount(holds)) for name, holds in held)
    return ClaimRow(id_, table_id, round_id, rules_key, seq, pots, paid)


def pot_accounts(table_id: int) -> Mapping[str, int]:
    """Return the ledger accounts of a table's pots, by name."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pot.name, pot.account_id FROM tables_table AS floor"
            " JOIN tables_pot AS pot ON pot.jackpot_id = floor.jackpot_id WHERE floor.id = %s",
            [table_id],
        )
        return dict(cursor.fetchall())


def tables_by_shared_jackpot() -> dict[int, tuple[int, ...]]:
    """Return the jackpots that several tables play for: the tables, by the jackpot's id."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT jackpot_id, array_agg(id ORDER BY id) FROM tables_table"
            " WHERE jackpot_id IS NOT NULL GROUP BY jackpot_id HAVING count(*) > 1"
        )
        return {jackpot: tuple(tables) for jackpot, tables in cursor.fetchall()}
