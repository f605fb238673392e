"""What a player was shown of his stay and has acknowledged; what he had played when it began."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0003_exclusion"),
    ]

    operations = [
        migrations.AddField(
            model_name="stay",
            name="net_before",
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="stay",
            name="staked_before",
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.CreateModel(
            name="RealityCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seconds", models.PositiveIntegerField()),
                ("staked", models.BigIntegerField()),
                ("net", models.BigIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reality_checks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunSQL((SQL / "players_realitycheck_is_kept.1.sql").read_text()),
    ]
