"""Chips pass between cage and tables by vouchers that several persons sign."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds vouchers and their signatures."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0022_takings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="Voucher",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("day", models.DateField()),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("fill", "approvisionnement"),
                            ("credit", "retrait"),
                            ("exchange", "échange"),
                            ("advance", "dotation du changeur"),
                            ("supply", "fourniture au changeur"),
                            ("hand_in", "remise du changeur"),
                        ],
                        max_length=16,
                    ),
                ),
                ("pieces", models.JSONField()),
                ("given", models.JSONField()),
                ("amount", models.BigIntegerField()),
                ("through", models.BigIntegerField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="vouchers",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "day", "number"), name="voucher_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("by", None), ("through__isnull", False))
                        | models.Q(("by__isnull", False), ("through", None)),
                        name="voucher_written_or_made_up",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="VoucherSignature",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "step",
                    models.CharField(
                        choices=[
                            ("chief", "chef de table"),
                            ("inspector", "inspecteur"),
                            ("cashier", "caissier"),
                            ("receipt", "comptage à la table"),
                            ("declined", "écarté"),
                        ],
                        max_length=16,
                    ),
                ),
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
                    "voucher",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="signatures",
                        to="tables.voucher",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("voucher", "step"), name="voucher_signed_once")
                ],
            },
        ),
        migrations.RunSQL((SQL / "tables_voucher_is_kept.1.sql").read_text()),
    ]
