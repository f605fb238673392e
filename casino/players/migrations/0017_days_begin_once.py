"""Where clocks show midnight twice, days, weeks and months of limits begin with the first."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0014_payments"),
    ]

    operations = [
        migrations.RunSQL((SQL / "players_begins.1.sql").read_text()),
        migrations.RunSQL((SQL / "players_reached.2.sql").read_text()),
    ]
