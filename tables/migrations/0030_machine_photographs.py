"""A photograph of a machine is kept by the house itself."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the pictures."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0029_hand_pays"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="MachinePhotograph",
            fields=[
                ("hash", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("media", models.CharField(max_length=16)),
                ("content", models.BinaryField()),
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
        migrations.RunSQL((SQL / "tables_machinephotograph_is_kept.1.sql").read_text()),
    ]
