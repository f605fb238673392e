"""Takings are counted by hour and by who answered too, and how far the rounds of a bet vary."""

from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def _sums() -> list[tuple[str, models.Field[Any, Any]]]:
    names = ("rounds", "voided", "staked", "paid", "won", "fills", "credits", "changed", "drop")
    return [(name, models.BigIntegerField()) for name in names]


def _of(to: str, *, null: bool) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(
        db_index=False,
        null=null,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to=to,
    )


class Migration(migrations.Migration):
    """Adds the takings by hour, how far they are counted, and the variance of each bet."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0040_searched_amounts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="HourlyTakingsCounted",
            fields=[
                ("transfer", models.BigIntegerField(default=0)),
                ("round", models.BigIntegerField(default=0)),
                ("seq", models.BigIntegerField(default=-1)),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="hourly_takings_counted",
                        serialize=False,
                        to="tables.table",
                    ),
                ),
            ],
            options={"verbose_name_plural": "hourly takings counted"},
        ),
        migrations.AddField(
            model_name="betearnings", name="squares", field=models.FloatField(null=True)
        ),
        migrations.CreateModel(
            name="HourlyTakings",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                *_sums(),
                ("day", models.DateField()),
                ("hour", models.PositiveSmallIntegerField()),
                ("responsible", _of(settings.AUTH_USER_MODEL, null=True)),
                ("rules", _of("tables.ruleset", null=True)),
                ("table", _of("tables.table", null=False)),
            ],
            options={
                "verbose_name_plural": "hourly takings",
                "indexes": [models.Index(fields=["day", "table"], name="takings_of_hours")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "day", "hour", "rules", "responsible"),
                        name="takings_once_an_hour",
                        nulls_distinct=False,
                    )
                ],
            },
        ),
    ]
