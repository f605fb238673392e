"""A means of payment is asked and tells: what waits for it, and what differs from the house."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds columns that are empty for what was decided before, and the alarms."""

    dependencies: ClassVar[list[Any]] = [("players", "0013_staff_sign_ins")]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="PaymentAlarm",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("means", models.CharField(max_length=16)),
                ("payment", models.CharField(max_length=120)),
                (
                    "of",
                    models.CharField(
                        choices=[
                            ("told", "dit autrement la seconde fois"),
                            ("amount", "autre montant"),
                            ("outcome", "autre issue"),
                            ("unknown_here", "inconnu de la maison"),
                            ("unknown_there", "inconnu du moyen"),
                            ("posted", "autre écriture au registre"),
                        ],
                        max_length=16,
                    ),
                ),
                ("ours", models.CharField(blank=True, max_length=120)),
                ("theirs", models.CharField(blank=True, max_length=120)),
                ("at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "closed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        *(
            migrations.AddField(model_name="cashrequest", name=name, field=field)
            for name, field in (
                ("payment", models.UUIDField(blank=True, null=True, unique=True)),
                ("told_at", models.DateTimeField(blank=True, null=True)),
                ("tried_at", models.DateTimeField(blank=True, null=True)),
            )
        ),
        migrations.AlterField(
            model_name="cashrequest",
            name="state",
            field=models.CharField(
                choices=[
                    ("asked", "demandée"),
                    ("paying", "en paiement"),
                    ("approved", "approuvée"),
                    ("failed", "non payée"),
                    ("refused", "refusée"),
                    ("cancelled", "annulée"),
                ],
                default="asked",
                max_length=10,
            ),
        ),
        migrations.AddIndex(
            model_name="cashrequest",
            index=models.Index(
                models.F("id"),
                condition=models.Q(("state", "paying")),
                name="players_cashrequest_paying",
            ),
        ),
        migrations.AddConstraint(
            model_name="paymentalarm",
            constraint=models.UniqueConstraint(
                fields=("means", "payment", "of", "theirs"), name="players_paymentalarm_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="paymentalarm",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("closed_at", None), ("closed_by", None)),
                    models.Q(
                        models.Q(("closed_by", None), _negated=True),
                        models.Q(("closed_at", None), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="players_paymentalarm_closed",
            ),
        ),
        migrations.RunSQL((SQL / "players_cashrequest_is_decided_once.2.sql").read_text()),
        migrations.RunSQL((SQL / "players_paymentalarm_is_kept.1.sql").read_text()),
    ]
