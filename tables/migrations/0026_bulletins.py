"""The house tells the players of a table, or of all, something for some time."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds bulletins, and that they were taken down."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0025_cards_of_every_game"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="Bulletin",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("fr", models.CharField(max_length=200)),
                ("en", models.CharField(max_length=200)),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                ("until", models.DateTimeField(db_index=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bulletins",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "permissions": [("post_bulletin", "May post bulletins, and take them down")],
            },
        ),
        migrations.CreateModel(
            name="BulletinEnd",
            fields=[
                (
                    "bulletin",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="taken_down",
                        serialize=False,
                        to="tables.bulletin",
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
        migrations.AddConstraint(
            model_name="bulletin",
            constraint=models.CheckConstraint(
                condition=models.Q(("until__gt", models.F("at"))), name="bulletin_lasts"
            ),
        ),
        migrations.RunSQL((SQL / "tables_bulletin_is_kept.1.sql").read_text()),
    ]
