"""Rights are changed by two: requests for it, each decided once."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the requests."""

    dependencies: ClassVar[list[Any]] = [
        ("players", "0010_bans_and_notes"),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="RightsChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("order", models.UUIDField(unique=True)),
                (
                    "of",
                    models.CharField(
                        choices=[
                            ("rights", "droits de quelqu’un"),
                            ("password", "mot de passe"),
                            ("group", "droits d’un groupe"),
                        ],
                        max_length=10,
                    ),
                ),
                ("group", models.CharField(blank=True, max_length=150)),
                ("before", models.JSONField(blank=True, default=dict)),
                ("wanted", models.JSONField(blank=True, default=dict)),
                ("password", models.CharField(blank=True, editable=False, max_length=256)),
                ("asked_at", models.DateTimeField()),
                ("reason", models.CharField(max_length=200)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asked", "demandée"),
                            ("approved", "approuvée"),
                            ("refused", "refusée"),
                            ("withdrawn", "retirée"),
                        ],
                        default="asked",
                        max_length=10,
                    ),
                ),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("decided_reason", models.CharField(blank=True, max_length=200)),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
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
                    (
                        "decide_rights",
                        "May ask for changes of rights, and approve or refuse another's",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("of", "group"), ("person", None)),
                            models.Q(
                                models.Q(("of", "group"), _negated=True),
                                models.Q(("person", None), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="players_rightschange_of_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("decided_at", None), ("decided_by", None), ("state", "asked")
                            ),
                            models.Q(
                                models.Q(("state", "asked"), _negated=True),
                                models.Q(("decided_by", None), _negated=True),
                                models.Q(("decided_at", None), _negated=True),
                                ("password", ""),
                            ),
                            _connector="OR",
                        ),
                        name="players_rightschange_decided",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state", "asked"),
                            ("state", "withdrawn"),
                            models.Q(
                                models.Q(("decided_by", models.F("asked_by")), _negated=True),
                                models.Q(
                                    ("person", None),
                                    models.Q(("decided_by", models.F("person")), _negated=True),
                                    _connector="OR",
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="players_rightschange_four_eyes",
                    ),
                ],
            },
        ),
        migrations.RunSQL((SQL / "players_rightschange_is_decided_once.1.sql").read_text()),
    ]
