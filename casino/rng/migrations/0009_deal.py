"""What is revealed of a shoe says which hand got which card."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds a column, which stays empty in shoes that were revealed before."""

    dependencies: ClassVar[list[Any]] = [("rng", "0008_sealed_columns")]

    operations: ClassVar[list[Any]] = [
        migrations.AddField("shoe", "deal", models.JSONField(editable=False, null=True)),
        migrations.RunSQL((SQL / "rng_shoe_deal.1.sql").read_text()),
    ]
