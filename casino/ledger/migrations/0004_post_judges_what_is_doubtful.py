"""A posting is judged only where it may be refused, and its accounts are moved by one statement."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds a function and replaces two."""

    dependencies: ClassVar[list[Any]] = [("ledger", "0003_post_covers")]

    operations: ClassVar[list[Any]] = [
        migrations.RunSQL((SQL / f"{name}.sql").read_text())
        for name in ("ledger_refusal.1", "ledger_post.4", "ledger_transfer_moves_money.2")
    ]
