"""Bases and machines have files, of which no entry is changed."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds bases, machines, their entries, the copies of the general secretariat and a permission."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0016_disputes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="MachineBase",
            fields=[
                ("number", models.PositiveIntegerField(primary_key=True, serialize=False)),
                ("room", models.CharField(max_length=32)),
                ("in_use", models.BooleanField(default=True)),
            ],
            options={
                "verbose_name_plural": "machine bases",
            },
        ),
        migrations.CreateModel(
            name="MachineEntry",
            fields=[
                ("number", models.PositiveIntegerField(primary_key=True, serialize=False)),
                (
                    "change",
                    models.CharField(
                        choices=[
                            ("laid", "socle numéroté"),
                            ("out_of_use", "socle hors d’usage"),
                            ("filed", "inventorié"),
                            ("moved", "déplacé"),
                            ("certified", "fiche technique"),
                            ("photographed", "photographié"),
                        ],
                        max_length=12,
                    ),
                ),
                ("told", models.JSONField()),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                ("hash", models.CharField(max_length=64)),
                (
                    "base",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="tables.machinebase",
                    ),
                ),
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
            ],
            options={
                "verbose_name_plural": "machine entries",
            },
        ),
        migrations.CreateModel(
            name="Machine",
            fields=[
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="machine_file",
                        serialize=False,
                        to="tables.table",
                    ),
                ),
                ("serial", models.CharField(max_length=96, unique=True)),
                ("type", models.CharField(max_length=16)),
                (
                    "location",
                    models.CharField(
                        choices=[
                            ("floor", "salle"),
                            ("store", "magasin"),
                            ("workshop", "atelier"),
                            ("retired", "sorti"),
                        ],
                        max_length=8,
                    ),
                ),
                ("sheet", models.CharField(max_length=48)),
                ("sheet_hash", models.CharField(max_length=64)),
                ("theoretical_return", models.CharField(max_length=64)),
                ("certified_at", models.DateTimeField()),
                ("photograph", models.CharField(max_length=64)),
                ("photograph_hash", models.CharField(max_length=64)),
                (
                    "base",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="machine",
                        to="tables.machinebase",
                    ),
                ),
            ],
            options={
                "permissions": [
                    (
                        "keep_machines",
                        "May keep the files of bases and machines, as the games management",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="MachineCopy",
            fields=[
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="copy",
                        serialize=False,
                        to="tables.machineentry",
                    ),
                ),
                ("body", models.TextField()),
                ("public", models.CharField(max_length=64)),
                ("signature", models.CharField(max_length=128)),
            ],
            options={
                "verbose_name_plural": "machine copies",
            },
        ),
        migrations.AddField(
            model_name="machineentry",
            name="machine",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries",
                to="tables.machine",
            ),
        ),
        migrations.AddConstraint(
            model_name="machine",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("base__isnull", False), ("location", "floor")),
                    models.Q(
                        models.Q(("location", "floor"), _negated=True), ("base__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="machine_on_its_base",
            ),
        ),
        migrations.AddConstraint(
            model_name="machine",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("location", "floor"), _negated=True),
                    models.Q(
                        ("serial", ""),
                        ("type", ""),
                        ("sheet", ""),
                        ("sheet_hash", ""),
                        ("theoretical_return", ""),
                        ("photograph", ""),
                        ("photograph_hash", ""),
                        _connector="OR",
                        _negated=True,
                    ),
                    _connector="OR",
                ),
                name="machine_file_complete",
            ),
        ),
        migrations.AddConstraint(
            model_name="machineentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("base__isnull", False), ("machine__isnull", True)),
                    models.Q(("base__isnull", True), ("machine__isnull", False)),
                    _connector="OR",
                ),
                name="machine_entry_of_one",
            ),
        ),
        migrations.RunSQL((SQL / "tables_machine_is_kept.1.sql").read_text()),
    ]
