"""What a person may do with a row now, and why not the rest, as the row's page shows it.

Each page asks the check of the service that would refuse, so that no rule is written twice.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from casino.i18n import Words

NOT_NOW: Final = Words("Pas maintenant", "Not now")


@dataclass(frozen=True, slots=True)
class RowOrder:
    """An act that a person has the right to do with such rows."""

    title: str
    url: str
    refusal: str = ""
    """Why not now, as its service would say; empty where it would do it."""


def orders_context(orders: Iterable[RowOrder]) -> dict[str, Any]:
    """Return what `admin/row_orders.html` shows: what may be done, and why the rest may not."""
    found = list(orders)
    return {
        "orders": [each for each in found if not each.refusal],
        "refused_orders": [each for each in found if each.refusal],
        "not_now": NOT_NOW.text(),
    }
