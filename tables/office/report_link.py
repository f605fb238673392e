"""Where an incident is reported in the office: an order at a table, begun from what it is about."""

from typing import Final
from urllib.parse import urlencode

from django.urls import reverse

from tables.games.core.words import Words

REPORT: Final = Words("Signaler un incident", "Report an incident")


def report_url(table_id: int, **about: int) -> str:
    """Return the address of the form, with the round or the ticket that it is about."""
    query = urlencode({"tables": table_id, **about})
    return f"{reverse('admin:tables_table_order', args=['report_incident'])}?{query}"
