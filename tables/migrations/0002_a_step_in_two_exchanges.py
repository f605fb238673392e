"""What a step reads brings the next sealed cards; what it writes moves the shoe and the money."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Replaces both functions of a step."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0001_squashed"),
        ("ledger", "0003_post_covers"),
        ("rng", "0002_cards_read_ahead"),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.RunSQL((SQL / f"{name}.2.sql").read_text())
        for name in ("tables_begin", "tables_write")
    ]
