"""Interventions have sheets, which a day bundles."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds interventions, bundles of sheets, their receipts and a permission."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0018_machine_keys"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="SheetBundle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(unique=True)),
                ("body", models.TextField()),
                ("public", models.CharField(max_length=64)),
                ("signature", models.CharField(max_length=128)),
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
        migrations.CreateModel(
            name="BundleReceipt",
            fields=[
                (
                    "bundle",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="receipt",
                        serialize=False,
                        to="tables.sheetbundle",
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
        migrations.CreateModel(
            name="Intervention",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(max_length=200)),
                ("stopped_at", models.DateTimeField()),
                ("meters", models.JSONField()),
                ("done", models.CharField(blank=True, max_length=200)),
                ("meters_after", models.JSONField(blank=True, null=True)),
                ("signed_at", models.DateTimeField(blank=True, null=True)),
                ("hash", models.CharField(blank=True, max_length=64)),
                ("returned_at", models.DateTimeField(blank=True, null=True)),
                (
                    "bundle",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sheets",
                        to="tables.sheetbundle",
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
                (
                    "machine",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="interventions",
                        to="tables.machine",
                    ),
                ),
                (
                    "mechanic",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "returned_by",
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
                    ("run_machines", "May run machines on the floor, as their supervisor")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("returned_at", None)),
                        fields=("machine",),
                        name="intervention_one_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("done", ""),
                                ("hash", ""),
                                ("meters_after", None),
                                ("returned_at", None),
                                ("signed_at", None),
                            ),
                            models.Q(
                                ("meters_after__isnull", False),
                                ("signed_at__isnull", False),
                                models.Q(("done", ""), _negated=True),
                                models.Q(("hash", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="intervention_sheet_complete",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("bundle", None), ("signed_at__isnull", False), _connector="OR"
                        ),
                        name="intervention_bundled_signed",
                    ),
                ],
            },
        ),
        migrations.RunSQL((SQL / "tables_intervention_goes_forward.1.sql").read_text()),
    ]
