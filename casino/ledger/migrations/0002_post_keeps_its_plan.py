"""The ledger's posting keeps one plan, whatever accounts it is given."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Replaces the function."""

    dependencies: ClassVar[list[Any]] = [("ledger", "0001_squashed")]

    operations: ClassVar[list[Any]] = [
        migrations.RunSQL((SQL / "ledger_post.2.sql").read_text()),
    ]
