"""The gaming floor in the office: what happened is read, tables are run by named acts.

Nothing that happened can be added, changed or deleted here.
"""

from tables.admin import (
    chat,
    drafts,
    floor_events,
    jackpots,
    rounds,
    rule_sets,
    seats,
    shufflings,
    staff,
    stock,
    tables,
    tickets,
)

__all__ = [
    "chat",
    "drafts",
    "floor_events",
    "jackpots",
    "rounds",
    "rule_sets",
    "seats",
    "shufflings",
    "staff",
    "stock",
    "tables",
    "tickets",
]
