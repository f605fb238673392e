"""The house bans a player with a reason, and notes what it should know of him."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


def _key() -> tuple[str, models.Field[Any, Any]]:
    return (
        "id",
        models.BigAutoField(
            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
        ),
    )


def _person(related_name: str) -> models.Field[Any, Any]:
    return models.ForeignKey(
        on_delete=django.db.models.deletion.PROTECT,
        related_name=related_name,
        to=settings.AUTH_USER_MODEL,
    )


class Migration(migrations.Migration):
    """Adds bans and notes, of which none is changed."""

    dependencies: ClassVar[list[Any]] = [("players", "0009_departments")]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="Ban",
            fields=[
                _key(),
                ("banned", models.BooleanField()),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                ("player", _person("bans")),
                ("by", _person("+")),
            ],
        ),
        migrations.CreateModel(
            name="HouseNote",
            fields=[
                _key(),
                ("text", models.CharField(max_length=1000)),
                ("at", models.DateTimeField()),
                ("player", _person("house_notes")),
                ("by", _person("+")),
            ],
        ),
        migrations.RunSQL((SQL / "players_ban_is_kept.1.sql").read_text()),
        migrations.RunSQL((SQL / "players_housenote_is_kept.1.sql").read_text()),
    ]
