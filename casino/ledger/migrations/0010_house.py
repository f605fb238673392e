"""The database has an id, by which the processes of its house find each other in Redis."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the table with its one row."""

    dependencies: ClassVar[list[Any]] = [("ledger", "0009_issued_payments")]

    operations: ClassVar[list[Any]] = [
        migrations.RunSQL((SQL / "ledger_house.1.sql").read_text()),
    ]
