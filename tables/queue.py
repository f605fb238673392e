"""The typed port to the workers' tasks: each is queued when the transaction commits.

Sent by name, because the tasks call the services that queue them. Arguments are ids, and every task
is idempotent; `tables.tasks` says what each does.
"""

from uuid import UUID

from casino.aftermath import once_committed
from casino.celery import app


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
    """Have the draw made that the round awaits."""
    _send("make_draw", table_id, round_id)


def reveal_draw(draw_id: UUID) -> None:
    """Have the seed of a draw revealed that no table uses any more."""
    _send("reveal_draw", str(draw_id))


def make_refill(table_id: int, round_id: int, sequence: int) -> None:
    """Have a refill made for a round whose shoe ran out."""
    _send("make_refill", table_id, round_id, sequence)


def reveal_shoe(shoe_id: UUID) -> None:
    """Have the seed of a shoe revealed that no table uses any more."""
    _send("reveal_shoe", str(shoe_id))


def settle_side_bets(table_id: int, round_id: int) -> None:
    """Have the side bets settled that the round awaits."""
    _send("settle_side_bets", table_id, round_id)


def audit_meters() -> None:
    """Have the meters of all tables held against the ledger."""
    _send("audit_meters")


def mail_notices() -> None:
    """Have the notices mailed that are owed."""
    _send("mail_notices")


def _send(name: str, *args: int | str) -> None:
    once_committed(app.send_task, f"tables.{name}", args, ignore_result=True)
