"""Wins that are paid by hand have a register; the cage issues cheques and transfers."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


def _person(**more: Any) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(
        on_delete=django.db.models.deletion.PROTECT, to=settings.AUTH_USER_MODEL, **more
    )


class Migration(migrations.Migration):
    """Adds the register and its permission."""

    dependencies: ClassVar[list[Any]] = [
        ("ledger", "0009_issued_payments"),
        ("tables", "0028_last_games"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="HandPay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.BigIntegerField()),
                ("amount", models.BigIntegerField()),
                ("owed_at", models.DateTimeField()),
                ("annulled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "means",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("cash", "espèces"),
                            ("cheque", "chèque"),
                            ("transfer", "virement"),
                        ],
                        max_length=8,
                    ),
                ),
                ("paid_at", models.DateTimeField(blank=True, null=True)),
                ("reference", models.CharField(blank=True, max_length=40)),
                ("issued_at", models.DateTimeField(blank=True, null=True)),
                ("issue_reason", models.CharField(blank=True, max_length=200)),
                ("issued_by", _person(blank=True, db_index=False, null=True, related_name="+")),
                ("paid_by", _person(blank=True, db_index=False, null=True, related_name="+")),
                (
                    "paid_round",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.round",
                    ),
                ),
                ("player", _person(related_name="hand_pays")),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.round",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hand_pays",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "permissions": [
                    ("issue_payment", "May issue a cheque or a transfer at the cage, as a cashier")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "seq"), name="hand_pay_of_one_event"),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("annulled_at__isnull", True), ("paid_at__isnull", True)
                        ),
                        fields=("table",),
                        name="hand_pay_one_owed",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("amount__gt", 0)), name="hand_pay_worth"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("issued_at__isnull", True),
                            models.Q(
                                ("paid_at__isnull", False),
                                models.Q(("means", "cash"), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="hand_pay_issued_once_paid",
                    ),
                ],
            },
        ),
        migrations.RunSQL((SQL / "tables_handpay_goes_forward.1.sql").read_text()),
    ]
