"""What a player says of himself, and what the house decides about it, is kept for ever."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds identities, of which none is changed."""

    dependencies: ClassVar[list[Any]] = [
        ("players", "0011_four_eyes_on_rights"),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="Identity",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("declared", "déclarée"),
                            ("verified", "vérifiée"),
                            ("refused", "refusée"),
                        ],
                        max_length=8,
                    ),
                ),
                ("born_on", models.DateField(blank=True, null=True)),
                ("valid_until", models.DateField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
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
                        related_name="identities",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "identities",
                "permissions": [
                    ("verify_identity", "May verify and refuse what players say they are")
                ],
                "indexes": [models.Index(fields=["player", "-id"], name="players_identity_last")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("by", models.F("player")),
                                ("state", "declared"),
                                ("valid_until", None),
                                models.Q(("born_on", None), _negated=True),
                            ),
                            models.Q(
                                ("state", "verified"),
                                models.Q(("by", models.F("player")), _negated=True),
                                models.Q(("reason", ""), _negated=True),
                                models.Q(("born_on", None), _negated=True),
                                models.Q(("valid_until", None), _negated=True),
                            ),
                            models.Q(
                                ("state", "refused"),
                                ("valid_until", None),
                                models.Q(("by", models.F("player")), _negated=True),
                                models.Q(("reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="players_identity_by_another",
                    )
                ],
            },
        ),
        migrations.RunSQL((SQL / "players_identity_is_kept.1.sql").read_text()),
    ]
