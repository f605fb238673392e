"""The database says which processes are too old for it."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds a column to the one row of the house."""

    dependencies: ClassVar[list[Any]] = [("ledger", "0010_house")]

    operations: ClassVar[list[Any]] = [
        migrations.RunSQL((SQL / "ledger_house_schema_version.1.sql").read_text()),
    ]
