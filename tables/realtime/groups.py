"""The groups of the channel layer by which frames go from who publishes to every hub."""

from typing import Final

EVERYBODY: Final = "everybody"
"""The group of what concerns players at whatever tables."""
OFFICE: Final = "office"
"""The group of the office's live pages."""


def of_table(table_id: int) -> str:
    """Return the group of a table."""
    return f"table.{table_id}"
