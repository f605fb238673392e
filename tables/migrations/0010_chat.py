"""Players talk at a table; the office may take the word from one, for ever on record."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds what is said, silences and their ends, and what may be said at a table."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0009_counting_stakes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="Silence",
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
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="silences",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="table",
            name="chat",
            field=models.CharField(
                choices=[("off", "off"), ("signals", "signals"), ("free", "free")],
                default="signals",
                max_length=8,
            ),
        ),
        migrations.CreateModel(
            name="ChatMessage",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("signal", models.CharField(max_length=16)),
                ("text", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField(db_index=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
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
            options={
                "permissions": [
                    ("moderate_chat", "May silence players, and give them the word back")
                ],
            },
        ),
        migrations.CreateModel(
            name="SilenceLifted",
            fields=[
                (
                    "silence",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="lifted",
                        serialize=False,
                        to="tables.silence",
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
            options={
                "verbose_name_plural": "silences lifted",
            },
        ),
        migrations.RunSQL((SQL / "tables_silence_is_kept.1.sql").read_text()),
    ]
