"""Floats that are fixed (article 14), and a banker who is asked for his consent (article 12.5)."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the amounts, which tables of an older house have not yet, and a stage of a shuffle."""

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
        migrations.AlterField(
            model_name="shuffling",
            name="stage",
            field=models.CharField(
                choices=[
                    ("waiting", "attend un joueur"),
                    ("consent", "accord du banquier"),
                    ("sealing", "engagements"),
                    ("closing", "clôture de la liste"),
                    ("opening", "ouverture"),
                    ("shuffling", "mélange"),
                ],
                default="waiting",
                max_length=16,
            ),
        ),
        migrations.RunSQL((SQL / "tables_fixedfloat_is_kept.1.sql").read_text()),
    ]
