"""A receipt of the counter proves one request, and large amounts want two cashiers."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds two tables, and notes the receipts of before."""

    dependencies: ClassVar[list[Any]] = [("players", "0018_database_identity")]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="CashProposal",
            fields=[
                (
                    "request",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="proposal",
                        serialize=False,
                        to="players.cashrequest",
                    ),
                ),
                ("reason", models.CharField(max_length=200)),
                ("receipt", models.CharField(blank=True, max_length=64)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CounterReceipt",
            fields=[
                (
                    "number",
                    models.CharField(max_length=64, primary_key=True, serialize=False),
                ),
                (
                    "request",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="players.cashrequest",
                    ),
                ),
            ],
        ),
        migrations.RunSQL((SQL / "players_counterreceipt_is_kept.1.sql").read_text()),
    ]
