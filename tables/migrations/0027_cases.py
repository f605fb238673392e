"""The watch of the players opens cases, for surveillance to note in and to close."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds cases, their notes and their ends."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0026_bulletins"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="Case",
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
                            ("dumping", "jetons passés à un autre"),
                            ("one_place", "comptes d’un même lieu"),
                        ],
                        max_length=16,
                    ),
                ),
                ("about", models.CharField(db_index=True, max_length=64)),
                ("evidence", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "players",
                    models.ManyToManyField(related_name="cases", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "permissions": [("decide_case", "May note what is found in a case, and close it")],
            },
        ),
        migrations.CreateModel(
            name="CaseNote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notes",
                        to="tables.case",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CaseEnd",
            fields=[
                (
                    "case",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="closed",
                        serialize=False,
                        to="tables.case",
                    ),
                ),
                ("abuse", models.BooleanField()),
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
        migrations.RunSQL((SQL / "tables_case_is_kept.1.sql").read_text()),
    ]
