"""What the staff does in the office is kept, each act chained to the one before."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds acts and their answers."""

    dependencies: ClassVar[list[Any]] = [
        ("players", "0007_four_eyes_of_the_cage"),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="OfficeAct",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("address", models.CharField(blank=True, max_length=64)),
                ("what", models.CharField(max_length=300)),
                ("said", models.JSONField(default=dict)),
                ("previous", models.CharField(blank=True, max_length=64)),
                ("digest", models.CharField(blank=True, max_length=64, unique=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OfficeAnswer",
            fields=[
                (
                    "act",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="answer",
                        serialize=False,
                        to="players.officeact",
                    ),
                ),
                ("status", models.PositiveSmallIntegerField()),
            ],
        ),
        migrations.RunSQL((SQL / "players_officeact_chains.1.sql").read_text()),
    ]
