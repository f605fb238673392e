"""The book of complements: the only writer of its lines (MC-AUTO-50).

Whoever writes holds the book's lock until his transaction ends, so that its numbers have no gap and
each line hashes the one before. It is locked after a table and before any account.
"""

import hashlib

from django.db import connection
from django.db.models import Sum

from casino.rng.core.canonical import Json, canonical_json
from tables.games.core.protocol import ComplementPaid
from tables.models import Complement, IdentityCheck
from tables.rows.equipment_registers import BEGINNING
from tables.rows.table_rows import TableRow


def record_complement(table: TableRow, round_id: int, paid: ComplementPaid) -> None:
    """Write a line of the book for what a supervisor has paid to make good a game (MC-AUTO-50).

    With the player's latest identity check that belongs to no hand-pay, where `paid.identified`.
    Call it after the table's lock and before any account's; holds the book's lock until the
    transaction ends.
    """
    check = None
    if paid.identified:
        seen = IdentityCheck.objects.filter(table=table.id, player=int(paid.party), hand_pay=None)
        check = seen.order_by("-pk").first()
    _add(
        Complement(
            table_id=table.id,
            round_id=round_id,
            game=paid.game,
            player_id=int(paid.party),
            due=paid.due,
            paid=paid.paid,
            amount=paid.amount,
            by_id=int(paid.by),
            identity_check=check,
            at=table.now,
        )
    )


def reverse_lines(table: TableRow, round_id: int) -> None:
    """Take the lines of an annulled round back, each by a line of its own."""
    stands = Complement.objects.filter(round=round_id).values("game", "player", "due", "paid")
    for each in stands.annotate(sum=Sum("amount")).filter(sum__gt=0).order_by("game"):
        _add(
            Complement(
                table_id=table.id,
                round_id=round_id,
                game=each["game"],
                player_id=each["player"],
                due=each["due"],
                paid=each["paid"],
                amount=-each["sum"],
                at=table.now,
            )
        )


def first_broken_line() -> int | None:
    """Return the number that a line should have which does not follow the one before it."""
    before = BEGINNING
    lines = Complement.objects.order_by("number").iterator()
    for number, line in enumerate(lines, 1):
        if line.number != number or line.hash != _hash(line, before):
            return number
        before = line.hash
    return None


def _add(line: Complement) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended('tables.complements', 0))")
    last = Complement.objects.order_by("-number").first()
    line.number, before = (last.number + 1, last.hash) if last else (1, BEGINNING)
    line.hash = _hash(line, before)
    line.save(force_insert=True)


def _hash(line: Complement, before: str) -> str:
    fields: dict[str, Json] = {
        "before": before,
        "number": line.number,
        "machine": line.table_id,
        "round": line.round_id,
        "game": line.game,
        "player": line.player_id,
        "due": line.due,
        "paid": line.paid,
        "amount": line.amount,
        "by": line.by_id,
        "identity_check": line.identity_check_id,
        "at": line.at.isoformat(),
    }
    return hashlib.sha256(canonical_json(fields)).hexdigest()
