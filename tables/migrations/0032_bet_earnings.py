"""What each bet earns is summed up from the rounds, old ones too, and watched."""

from typing import Any, ClassVar

import django.db.models.deletion
from django.db import migrations, models


def _of(to: str) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(
        db_index=False,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to=to,
    )


def _id() -> models.BigAutoField[Any, Any]:
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


class Migration(migrations.Migration):
    """Adds the sums of the bets, what is watched of them, and how far they are counted."""

    dependencies: ClassVar[list[Any]] = [("tables", "0031_secrets_of_a_draw")]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="EarningsCounted",
            fields=[
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="tables.table",
                    ),
                ),
                ("round", models.BigIntegerField(default=0)),
                ("seq", models.BigIntegerField(default=0)),
            ],
            options={"verbose_name_plural": "earnings counted"},
        ),
        migrations.CreateModel(
            name="BetEarnings",
            fields=[
                ("id", _id()),
                ("day", models.DateField()),
                ("bet", models.CharField(max_length=64)),
                ("base", models.BigIntegerField()),
                ("won", models.BigIntegerField()),
                ("rules", _of("tables.ruleset")),
                ("table", _of("tables.table")),
            ],
            options={
                "verbose_name_plural": "bet earnings",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("day", "table", "rules", "bet"), name="bet_earnings_once_a_day"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="BetWatch",
            fields=[
                ("id", _id()),
                ("bet", models.CharField(max_length=64)),
                ("rounds", models.BigIntegerField(default=0)),
                ("fortunes", models.JSONField(default=list)),
                ("rules", _of("tables.ruleset")),
                ("table", _of("tables.table")),
            ],
            options={
                "verbose_name_plural": "bet watches",
                "constraints": [
                    models.UniqueConstraint(fields=("table", "rules", "bet"), name="bet_watch_once")
                ],
            },
        ),
    ]
