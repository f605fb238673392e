"""A player's cash beside his chips, and what he asks of the cage."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0006_cash"),
        ("players", "0005_count_without_limits"),
    ]

    operations = [
        migrations.CreateModel(
            name="Cash",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("currency", models.TextField()),
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cash",
                        to="ledger.account",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cash",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "cash",
            },
        ),
        migrations.CreateModel(
            name="CashRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("order", models.UUIDField()),
                (
                    "way",
                    models.CharField(
                        choices=[("deposit", "dépôt"), ("withdrawal", "retrait")], max_length=10
                    ),
                ),
                ("amount", models.BigIntegerField()),
                ("means", models.CharField(max_length=16)),
                ("asked_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asked", "demandée"),
                            ("approved", "approuvée"),
                            ("refused", "refusée"),
                            ("cancelled", "annulée"),
                        ],
                        default="asked",
                        max_length=10,
                    ),
                ),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("receipt", models.CharField(blank=True, max_length=64)),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "cash",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="requests",
                        to="players.cash",
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "permissions": [
                    (
                        "decide_cashrequest",
                        "May approve and refuse deposits and withdrawals, as a cashier",
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="cash",
            constraint=models.UniqueConstraint(
                fields=("player", "currency"), name="players_one_cash_per_currency"
            ),
        ),
        migrations.AddIndex(
            model_name="cashrequest",
            index=models.Index(
                models.F("id"),
                condition=models.Q(("state", "asked")),
                name="players_cashrequest_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="cashrequest",
            constraint=models.UniqueConstraint(
                fields=("cash", "order"), name="players_cashrequest_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="cashrequest",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gt", 0)), name="players_cashrequest_positive"
            ),
        ),
        migrations.AddConstraint(
            model_name="cashrequest",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at", None), ("decided_by", None), ("state", "asked")),
                    models.Q(
                        models.Q(("state", "asked"), _negated=True),
                        models.Q(("decided_by", None), _negated=True),
                        models.Q(("decided_at", None), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="players_cashrequest_decided",
            ),
        ),
        migrations.AddConstraint(
            model_name="cashrequest",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state__in", ["approved", "refused"]), _negated=True),
                    models.Q(("decided_by", models.F("asked_by")), _negated=True),
                    _connector="OR",
                ),
                name="players_cashrequest_four_eyes",
            ),
        ),
        migrations.RunSQL((SQL / "players_cashrequest_is_decided_once.1.sql").read_text()),
    ]
