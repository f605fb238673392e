"""Players may have chips without face value at a table, each in an account of his own there."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the chips, and a view of the accounts of players."""

    dependencies: ClassVar[list[Any]] = [
        ("ledger", "0005_colour_chips"),
        ("tables", "0003_acts_in_one_statement"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="ColourChips",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("colour", models.CharField(max_length=16, null=True)),
                ("unit", models.BigIntegerField()),
                ("seen_at", models.DateTimeField()),
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="colour_chips",
                        to="ledger.account",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "colour chips",
                "constraints": [
                    models.UniqueConstraint(fields=("table", "player"), name="colour_chips_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("colour__isnull", False)),
                        fields=("table", "colour"),
                        name="colour_of_one_player",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("unit__gt", 0)), name="colour_chips_worth"
                    ),
                ],
            },
        ),
        migrations.RunSQL((SQL / "tables_purses.1.sql").read_text()),
    ]
