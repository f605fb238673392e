"""A table's float is counted out at the opening, and counted again after the session."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the counts, their signatures, and the notice of a difference."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0023_vouchers"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("announcement_endorsed", "annonce visée"),
                    ("option_set", "option fixée"),
                    ("incident_submitted", "incident soumis"),
                    ("incident_decided", "incident tranché"),
                    ("destruction_announced", "destruction annoncée"),
                    ("dispute_filed", "contestation déposée"),
                    ("dispute_decided", "contestation tranchée"),
                    ("note_box_differs", "écart d’une boîte à billets"),
                    ("float_differs", "écart d’encaisse"),
                ],
                max_length=32,
            ),
        ),
        migrations.CreateModel(
            name="FloatCount",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                (
                    "moment",
                    models.CharField(
                        choices=[("opening", "ouverture"), ("closing", "fin de séance")],
                        max_length=16,
                    ),
                ),
                ("pieces", models.JSONField()),
                ("amount", models.BigIntegerField()),
                ("held", models.BigIntegerField()),
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
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="float_counts",
                        to="tables.tablesession",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FloatSignature",
            fields=[
                (
                    "count",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="signature",
                        serialize=False,
                        to="tables.floatcount",
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
            ],
        ),
        migrations.RunSQL((SQL / "tables_floatcount_is_kept.1.sql").read_text()),
    ]
