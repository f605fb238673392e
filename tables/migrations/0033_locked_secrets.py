"""A step reads to which round of the beacon secrets are locked."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Replaces what is read around a table."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0032_bet_earnings"),
        ("rng", "0007_timelock"),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.RunSQL((SQL / "tables_surroundings.4.sql").read_text())
    ]
