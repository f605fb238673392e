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
    """Queue the making of the table's shoe, or the promise of its draw, with this number."""
    _send("make_equipment", table_id, sequence)


def close_contributions(table_id: int, shoe_id: UUID) -> None:
    """Queue the logging of the hashes that players contribute to a shoe."""
    _send("close_contributions", table_id, str(shoe_id))


def shuffle_shoe(table_id: int, shoe_id: UUID) -> None:
    """Queue the shuffle of a shoe, which is then put on its table."""
    _send("shuffle_shoe", table_id, str(shoe_id))


def make_draw(table_id: int, round_id: int) -> None:
    """Queue the draw that a round awaits, before the tasks that no round awaits."""
    _send("make_draw", table_id, round_id, priority=0)


def reveal_draw(draw_id: UUID) -> None:
    """Queue the reveal of the seed of a draw that no table uses any more."""
    _send("reveal_draw", str(draw_id))


def make_refill(table_id: int, round_id: int, sequence: int) -> None:
    """Queue the refill for a round whose shoe ran out."""
    _send("make_refill", table_id, round_id, sequence)


def reveal_shoe(shoe_id: UUID, code: Code | None = None, by: int = 0) -> None:
    """Queue the reveal of the seed of a shoe that no table uses any more.

    `code` and `by` tell why and by whom it is given up before it has an order.
    """
    _send("reveal_shoe", str(shoe_id), code, by)


def settle_side_bets(table_id: int, round_id: int) -> None:
    """Queue the settlement of side bets that a round awaits."""
    _send("settle_side_bets", table_id, round_id)


def audit_meters() -> None:
    """Queue the comparison of all tables' meters with the ledger."""
    _send("audit_meters")


def watch_players() -> None:
    """Queue the search of the players' rounds and accounts for cases."""
    _send("watch_players")


def count_takings() -> None:
    """Queue the count of takings not counted yet."""
    _send("count_takings")


def mail_notices() -> None:
    """Queue the mail of notices not sent yet."""
    _send("mail_notices")


def _send(name: str, *args: int | str | None, priority: int = LATER) -> None:
    run_on_commit(app.send_task, f"tables.{name}", args, ignore_result=True, priority=priority)
