"""Machines are relieved, and their note boxes counted."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds reliefs, counts, a permission, and for which relief a key was lent."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0019_interventions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="Relief",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(max_length=200)),
                ("begun_at", models.DateTimeField()),
                ("attended_at", models.DateTimeField(blank=True, null=True)),
                ("exchanged_at", models.DateTimeField(blank=True, null=True)),
                ("meters", models.JSONField(blank=True, null=True)),
                ("amount", models.BigIntegerField(blank=True, null=True)),
                ("told", models.BigIntegerField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "attended_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "begun_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "exchanged_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "machine",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reliefs",
                        to="tables.machine",
                    ),
                ),
            ],
            options={
                "permissions": [
                    ("watch_relief", "May attend reliefs of machines, as sworn surveillance")
                ],
            },
        ),
        migrations.AlterField(
            model_name="notice",
            name="addressee",
            field=models.CharField(
                choices=[
                    ("state_control", "contrôle des jeux"),
                    ("table_chief", "chef de table"),
                    ("inspector", "inspecteur"),
                    ("machines", "superviseur des appareils"),
                ],
                max_length=16,
            ),
        ),
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
                ],
                max_length=32,
            ),
        ),
        migrations.AddField(
            model_name="keyloan",
            name="relief",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="key_loans",
                to="tables.relief",
            ),
        ),
        migrations.CreateModel(
            name="NoteBoxCount",
            fields=[
                (
                    "relief",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="count",
                        serialize=False,
                        to="tables.relief",
                    ),
                ),
                ("amount", models.BigIntegerField()),
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
                    "loan",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.keyloan",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="relief",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at", None)),
                fields=("machine",),
                name="relief_one_at_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="relief",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("amount", None),
                        ("closed_at", None),
                        ("exchanged_at", None),
                        ("meters", None),
                        ("told", None),
                    ),
                    models.Q(
                        ("amount__gte", 0),
                        ("exchanged_at__isnull", False),
                        ("meters__isnull", False),
                        ("told__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="relief_complete",
            ),
        ),
        migrations.AddConstraint(
            model_name="relief",
            constraint=models.CheckConstraint(
                condition=models.Q(("attended_by", models.F("begun_by")), _negated=True),
                name="relief_watched_by_another",
            ),
        ),
        migrations.AddConstraint(
            model_name="noteboxcount",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gte", 0)), name="note_box_count_found"
            ),
        ),
        migrations.RunSQL((SQL / "tables_relief_goes_forward.1.sql").read_text()),
    ]
