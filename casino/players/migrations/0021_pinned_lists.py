"""Who works in the office pins lists to the opening page."""

from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds a table."""

    dependencies: ClassVar[list[Any]] = [("players", "0020_searched_names")]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="PinnedList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("address", models.CharField(max_length=1000)),
                ("at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("person", "address"), name="players_pinned_once"
                    )
                ],
            },
        ),
    ]
