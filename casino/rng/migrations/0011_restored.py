"""The public log says where a restored database's part of it begins, under another name."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"
KINDS = (
    *("keys", "rotation", "commitment", "contributions", "locked", "opened", "order", "reveal"),
    *("void", "report", "error", "monitoring", "office", "restored"),
)


class Migration(migrations.Migration):
    """Adds a kind of entry and has a checkpoint's name follow it; no row changes."""

    dependencies: ClassVar[list[Any]] = [("rng", "0010_cards_by_place")]

    operations: ClassVar[list[Any]] = [
        migrations.AlterField(
            model_name="logentry",
            name="kind",
            field=models.CharField(
                choices=[(each, each) for each in KINDS], editable=False, max_length=13
            ),
        ),
        migrations.RunSQL((SQL / "rng_log_checkpoint_is_of_the_tree.2.sql").read_text()),
    ]
