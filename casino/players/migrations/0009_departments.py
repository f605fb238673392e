"""Groups answer to departments, and nobody to two."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the departments, and the law that keeps them apart."""

    dependencies: ClassVar[list[Any]] = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("players", "0008_office_trail"),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="Department",
            fields=[
                (
                    "group",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="department",
                        serialize=False,
                        to="auth.group",
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        choices=[
                            ("machines", "Appareils automatiques"),
                            ("casinos", "Casinos"),
                        ],
                        max_length=8,
                    ),
                ),
            ],
        ),
        migrations.RunSQL((SQL / "players_departments_never_meet.1.sql").read_text()),
    ]
