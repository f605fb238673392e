"""A session of a table is recorded as it begins."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the sessions."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0013_drop_counts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="TableSession",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("began_at", models.DateTimeField()),
                ("opening_float", models.BigIntegerField()),
                ("after", models.BigIntegerField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sessions",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["table", "-id"], name="session_of_table")],
            },
        ),
        migrations.RunSQL((SQL / "tables_tablesession_is_kept.1.sql").read_text()),
    ]
