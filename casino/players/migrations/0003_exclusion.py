"""Players may be kept out until a moment, which is never put off to an earlier one."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("players", "0002_limits"),
    ]

    operations = [
        migrations.CreateModel(
            name="Exclusion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("until", models.DateTimeField()),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="player",
            name="shut_until",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                models.F("shut_until"),
                condition=models.Q(("shut_until", None), _negated=True),
                name="players_shut_out",
            ),
        ),
        migrations.AddField(
            model_name="exclusion",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="exclusion",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="exclusions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        *[
            migrations.RunSQL((SQL / f"{name}.sql").read_text())
            for name in ("players_exclusion_shuts.1", "players_count.2")
        ],
    ]
