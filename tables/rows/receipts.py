"""Receipts: the answers to commands, by which commands are idempotent; kept for ever."""

import json
from uuid import UUID

from django.db import connection, transaction

from tables.models import Receipt
from tables.rows import table_rows
from tables.rows.table_rows import NoSuchTable
from tables.wire import outgoing


def record_refusal(
    player_id: int, table_id: int, command_id: UUID, code: str, detail: dict[str, int | str]
) -> outgoing.ReceiptShown:
    """Record a refusal, unless a copy of the command was answered before; return the answer.

    Takes no lock: a refusal changes nothing at the table, so nobody there waits.
    Raises `NoSuchTable`.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_receipt (player_id, command_id, table_id, seq, code, detail, at)"
            " SELECT %s, %s, id, NULL, %s, %s::jsonb, clock_timestamp() FROM tables_table"
            " WHERE id = %s ON CONFLICT (player_id, command_id) DO NOTHING",
            [player_id, command_id, code, json.dumps(detail), table_id],
        )
        written = cursor.rowcount
    if written:
        return outgoing.ReceiptShown(str(command_id), None, outgoing.Refusal(code, detail))
    earlier = find(player_id, command_id)
    if earlier is None:
        raise NoSuchTable(table_id)
    return earlier


def find(player_id: int, command_id: UUID) -> outgoing.ReceiptShown | None:
    """Return the answer to a command, `None` when it has none; takes no lock."""
    found = Receipt.objects.filter(player_id=player_id, command_id=command_id)
    row = found.values_list("seq", "code", "detail").first()
    return table_rows.build_receipt(command_id, *row) if row else None


def settled(player_id: int, table_id: int, command_id: UUID) -> outgoing.ReceiptShown | None:
    """Return the answer to a command whose connection broke, `None` when it has none for good.

    Waits for the table's lock, which its transaction has until it ends. Raises `NoSuchTable`.
    """
    with transaction.atomic():
        table_rows.lock(table_id)
        return find(player_id, command_id)
