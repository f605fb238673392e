"""Limits of players, what they stake each day, and how long they stay."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0001_squashed"),
    ]

    operations = [
        migrations.CreateModel(
            name="Limit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("stake", "mises"),
                            ("loss", "pertes"),
                            ("time", "temps"),
                            ("deposit", "dépôts"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "period",
                    models.CharField(
                        choices=[("day", "jour"), ("week", "semaine"), ("month", "mois")],
                        max_length=8,
                    ),
                ),
                ("before", models.BigIntegerField(blank=True, null=True)),
                ("amount", models.BigIntegerField(blank=True, null=True)),
                ("effective_from", models.DateTimeField()),
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
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="limits",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["player", "kind", "period", "-id"], name="players_limit_in_force"
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount", None), ("amount__gte", 0), _connector="OR"),
                        name="players_limit_not_negative",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Played",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("staked", models.BigIntegerField()),
                ("net", models.BigIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "played",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "day"), name="players_played_once_a_day"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Stay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("began_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="stays",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "seen_at"], name="players_stay_seen")],
            },
        ),
        *[
            migrations.RunSQL((SQL / f"{name}.1.sql").read_text())
            for name in (
                "players_limit_is_kept",
                "players_time",
                "players_reached",
                "players_count",
            )
        ],
    ]
