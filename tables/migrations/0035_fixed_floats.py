"""The games management fixes with what a table's sessions begin (article 14)."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the amounts that it fixes. Tables of an older house have none yet."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0034_machine_changers_and_coins"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="FixedFloat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("pieces", models.JSONField()),
                ("amount", models.BigIntegerField()),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
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
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="fixed_floats",
                        to="tables.table",
                    ),
                ),
            ],
        ),
        migrations.RunSQL((SQL / "tables_fixedfloat_is_kept.1.sql").read_text()),
    ]
