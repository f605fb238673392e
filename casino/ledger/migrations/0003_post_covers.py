"""A posting may add what one of its accounts lacks from another."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Replaces the function."""

    dependencies: ClassVar[list[Any]] = [("ledger", "0002_post_keeps_its_plan")]

    operations: ClassVar[list[Any]] = [
        migrations.RunSQL((SQL / "ledger_post.3.sql").read_text()),
    ]
