"""What a machine paid too little has a numbered book; whose identity was seen is kept."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the book of complements, and the identities that were seen."""

    dependencies: ClassVar[list[Any]] = [
        ("players", "0014_payments"),
        ("tables", "0035_fixed_floats"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="IdentityCheck",
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
                            ("identity_card", "carte d’identité"),
                            ("passport", "passeport"),
                            ("residence_permit", "titre de séjour"),
                            ("record", "identité vérifiée par la maison"),
                        ],
                        max_length=16,
                    ),
                ),
                ("number", models.CharField(blank=True, max_length=20)),
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
                    "hand_pay",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="checks",
                        to="tables.handpay",
                    ),
                ),
                (
                    "identity",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="players.identity",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="identity_checks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Complement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(unique=True)),
                ("game", models.PositiveIntegerField()),
                ("due", models.BigIntegerField()),
                ("paid", models.BigIntegerField()),
                ("amount", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                ("hash", models.CharField(max_length=64)),
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
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="complements",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.round",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.table",
                    ),
                ),
                (
                    "identity_check",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.identitycheck",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="identitycheck",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("kind", "record"),
                        ("number", ""),
                        models.Q(("identity", None), _negated=True),
                    ),
                    models.Q(
                        models.Q(("kind", "record"), _negated=True),
                        models.Q(("number", ""), _negated=True),
                        ("identity", None),
                    ),
                    _connector="OR",
                ),
                name="identity_check_by_one",
            ),
        ),
        migrations.AddConstraint(
            model_name="identitycheck",
            constraint=models.CheckConstraint(
                condition=models.Q(("by", models.F("player")), _negated=True),
                name="identity_check_by_another",
            ),
        ),
        migrations.AddConstraint(
            model_name="complement",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("amount__gt", 0), models.Q(("amount__lt", 0), ("by", None)), _connector="OR"
                ),
                name="complement_of_a_supervisor",
            ),
        ),
        migrations.RunSQL((SQL / "tables_complement_is_kept.1.sql").read_text()),
    ]
