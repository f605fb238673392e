"""The typed port to the workers' tasks: each is queued when the transaction commits.

Sent by name, because the tasks call the services that queue them. Arguments are ids and codes, and
every task is idempotent; `tables.tasks` says what each does.
"""

from typing import Final
from uuid import UUID

from casino.celery import app
from casino.database.on_commit import run_on_commit
from casino.rng.withdrawal import Code

LATER: Final = 1
"""The priority of what no round awaits; 0 is before it."""


def make_equipment(table_id: int, sequence: int) -> None:
    """Have the table's shoe, or its draw, of this number promised."""
    _send("make_equipment", table_id, sequence)


def close_contributions(table_id: int, shoe_id: UUID) -> None:
    """Have the hashes logged of those who contribute to a shoe."""
    _send("close_contributions", table_id, str(shoe_id))


def shuffle_shoe(table_id: int, shoe_id: UUID) -> None:
    """Have a shoe shuffled and put on its table."""
    _send("shuffle_shoe", table_id, str(shoe_id))


def make_draw(table_id: int, round_id: int) -> None:
    """Have the draw made that the round awaits, before anything that nobody awaits."""
    _send("make_draw", table_id, round_id, priority=0)


def reveal_draw(draw_id: UUID) -> None:
    """Have the seed of a draw revealed that no table uses any more."""
    _send("reveal_draw", str(draw_id))


def make_refill(table_id: int, round_id: int, sequence: int) -> None:
    """Have a refill made for a round whose shoe ran out."""
    _send("make_refill", table_id, round_id, sequence)


def reveal_shoe(shoe_id: UUID, code: Code | None = None, by: int = 0) -> None:
    """Have the seed of a shoe revealed that no table uses any more.

    Why and by whom is for one that is given up before it has an order.
    """
    _send("reveal_shoe", str(shoe_id), code, by)


def settle_side_bets(table_id: int, round_id: int) -> None:
    """Have the side bets settled that the round awaits."""
    _send("settle_side_bets", table_id, round_id)


def audit_meters() -> None:
    """Have the meters of all tables held against the ledger."""
    _send("audit_meters")


def watch_players() -> None:
    """Have the players' rounds and accounts looked at, for cases."""
    _send("watch_players")


def count_takings() -> None:
    """Have what the tables took counted, as far as it is not."""
    _send("count_takings")


def mail_notices() -> None:
    """Have the notices mailed that are owed."""
    _send("mail_notices")


def _send(name: str, *args: int | str | None, priority: int = LATER) -> None:
    run_on_commit(app.send_task, f"tables.{name}", args, ignore_result=True, priority=priority)
