"""What PostgreSQL calls the sessions of a house's processes, in `pg_stat_activity` and its log."""

import os
from typing import Final

SCHEMA_VERSION: Final = 1
"""Raised, together with `ledger_house.schema_version`, by a migration or a change of the messages
between processes beside which processes of earlier releases cannot work (ADR 0073)."""


def session_name() -> str:
    """Return the `application_name` of this process's sessions: `sabot/1 web`."""
    return f"sabot/{SCHEMA_VERSION} {os.environ.get('SABOT_PROCESS', 'command')}"
