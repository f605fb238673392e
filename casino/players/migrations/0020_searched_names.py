"""The office searches players by how their names begin, and cash requests by amount."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds three indexes."""

    dependencies: ClassVar[list[Any]] = [("players", "0019_receipts_prove_one_request")]

    operations: ClassVar[list[Any]] = [
        migrations.AddIndex(
            model_name="cashrequest",
            index=models.Index(fields=["amount", "-id"], name="players_cashrequest_amount"),
        ),
        migrations.RunSQL((SQL / "players_names_begin.1.sql").read_text()),
    ]
