"""A stake of somebody without limits asks for them once, and measures nothing."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0004_reality_check"),
    ]

    operations = [
        migrations.RunSQL((SQL / "players_count.3.sql").read_text()),
    ]
