"""What the tables took on each day is summed up from the ledger."""

from typing import Any, ClassVar

import django.db.models.deletion
from django.db import migrations, models


def _sums() -> list[tuple[str, models.Field[Any, Any]]]:
    names = ("rounds", "voided", "staked", "paid", "won", "fills", "credits", "changed", "drop")
    return [(name, models.BigIntegerField()) for name in names]


class Migration(migrations.Migration):
    """Adds the takings, and how far each table's are counted."""

    dependencies: ClassVar[list[Any]] = [("tables", "0021_machine_bans")]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="Takings",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                *_sums(),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="takings",
                        to="tables.table",
                    ),
                ),
                (
                    "rules",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.ruleset",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "takings",
                "indexes": [models.Index(fields=["day", "table"], name="takings_of_day")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "day", "rules"),
                        name="takings_once_a_day",
                        nulls_distinct=False,
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TakingsCounted",
            fields=[
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="takings_counted",
                        serialize=False,
                        to="tables.table",
                    ),
                ),
                ("transfer", models.BigIntegerField(default=0)),
                ("round", models.BigIntegerField(default=0)),
                ("seq", models.BigIntegerField(default=-1)),
            ],
            options={"verbose_name_plural": "takings counted"},
        ),
    ]
