"""How often a table's promises were withdrawn, why, and by whom: for anybody to read."""

from typing import Any, Final

from django.db import connection

_ASKED: Final = {
    "draws": ("rng_draw", "state = 'revealed' AND request IS NULL"),
    "shoes": ("rng_shoe", "state = 'retired' AND root IS NULL"),
}
"""By kind of promise, its database table and the indexed condition of withdrawn rows."""


def withdrawal_rates(table: str) -> dict[str, Any]:
    """Count a table's promised draws and shoes, and those withdrawn by code and operator.

    Returns `draws` and `shoes`, each `{"promised": int, "withdrawn": [{"code", "by", "count"}]}`.
    `by` is the staff number of the operator, 0 for the house's processes.
    Withdrawals older than these records have an empty code and 0.
    """
    return {what: _rate(table, *_ASKED[what]) for what in _ASKED}


def _rate(table: str, rows: str, ended: str) -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute(
            f'SELECT coalesce(max(sequence), 0) FROM {rows} WHERE "table" = %s',  # noqa: S608
            [table],
        )
        (promised,) = cursor.fetchone()
        cursor.execute(
            "SELECT coalesce(withdrawn_for, ''), coalesce(withdrawn_by, 0), count(*)"  # noqa: S608
            f' FROM {rows} WHERE "table" = %s AND {ended} GROUP BY 1, 2 ORDER BY 1, 2',
            [table],
        )
        found = cursor.fetchall()
    withdrawn = [{"code": code, "by": by, "count": count} for code, by, count in found]
    return {"promised": promised, "withdrawn": withdrawn}
