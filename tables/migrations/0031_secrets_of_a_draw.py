"""A step reads whose secrets the table's draw has."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Replaces what is read around a table."""

    dependencies: ClassVar[list[Any]] = [("tables", "0030_machine_photographs")]

    operations: ClassVar[list[Any]] = [
        migrations.RunSQL((SQL / "tables_surroundings.3.sql").read_text())
    ]
