"""Conformity reports are kept, and the two persons who trusted them."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds one table and its laws."""

    dependencies: ClassVar[list[Any]] = [
        ("rng", "0003_laws_that_a_deal_is_spared"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="ConformityReport",
            fields=[
                (
                    "digest",
                    models.CharField(
                        editable=False, max_length=64, primary_key=True, serialize=False
                    ),
                ),
                ("version", models.CharField(editable=False, max_length=32)),
                ("mode", models.CharField(editable=False, max_length=8)),
                ("key", models.CharField(editable=False, max_length=64)),
                ("signature", models.CharField(editable=False, max_length=128)),
                ("body", models.TextField(editable=False)),
                (
                    "found_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
                ("first_at", models.DateTimeField(editable=False, null=True)),
                ("first_reason", models.CharField(default="", editable=False, max_length=200)),
                ("second_at", models.DateTimeField(editable=False, null=True)),
                ("second_reason", models.CharField(default="", editable=False, max_length=200)),
                (
                    "first",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "permissions": [("trust_conformityreport", "Can trust another conformity report")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("first", None), ("first_at", None), ("first_reason", "")),
                            models.Q(
                                ("first__isnull", False),
                                ("first_at__isnull", False),
                                ("first_reason__regex", "^."),
                            ),
                            _connector="OR",
                        ),
                        name="conformityreport_first_whole",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("second", None), ("second_at", None), ("second_reason", "")),
                            models.Q(
                                ("second__isnull", False),
                                ("second_at__isnull", False),
                                ("second_reason__regex", "^."),
                                ("first__isnull", False),
                                models.Q(("first", models.F("second")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="conformityreport_two_persons",
                    ),
                ],
            },
        ),
        migrations.RunSQL((SQL / "rng_conformityreport_is_kept.1.sql").read_text()),
    ]
