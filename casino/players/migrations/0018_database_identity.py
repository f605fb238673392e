"""The house knows its database from a copy that was restored."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations, models
from django.db.models.functions import Now

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds a table; the first opening writes its first row."""

    dependencies: ClassVar[list[Any]] = [("players", "0017_days_begin_once")]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="DatabaseIdentity",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("identity", models.CharField(editable=False, max_length=64)),
                (
                    "way",
                    models.CharField(
                        choices=[(each, each) for each in ("founded", "restored", "moved")],
                        editable=False,
                        max_length=8,
                    ),
                ),
                ("facts", models.JSONField(default=dict, editable=False)),
                ("at", models.DateTimeField(db_default=Now(), editable=False)),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.RunSQL((SQL / "players_databaseidentity_is_kept.1.sql").read_text()),
    ]
