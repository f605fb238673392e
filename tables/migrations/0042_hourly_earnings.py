"""What bets earn, and should, is summed up by hour and who answered too, of old rounds as well."""

from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def _of(to: str, *, null: bool = False) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(
        db_index=False,
        null=null,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to=to,
    )


class Migration(migrations.Migration):
    """Adds the earnings by hour, and how far they are counted."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0041_hourly_takings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.AddField(
            model_name="earningscounted",
            name="round_by_hour",
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="earningscounted",
            name="seq_by_hour",
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.CreateModel(
            name="HourlyEarnings",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("hour", models.PositiveSmallIntegerField()),
                ("won", models.BigIntegerField()),
                ("expected", models.FloatField(null=True)),
                ("squares", models.FloatField(null=True)),
                ("responsible", _of(settings.AUTH_USER_MODEL, null=True)),
                ("rules", _of("tables.ruleset")),
                ("table", _of("tables.table")),
            ],
            options={
                "verbose_name_plural": "hourly earnings",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("day", "table", "hour", "rules", "responsible"),
                        name="earnings_once_an_hour",
                        nulls_distinct=False,
                    )
                ],
            },
        ),
    ]
