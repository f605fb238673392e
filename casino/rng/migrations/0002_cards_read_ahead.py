"""A step reads the next sealed cards with the rest, and takes them out when it is written."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds two functions."""

    dependencies: ClassVar[list[Any]] = [("rng", "0001_squashed")]

    operations: ClassVar[list[Any]] = [
        migrations.RunSQL((SQL / f"{name}.1.sql").read_text())
        for name in ("rng_sealed", "rng_deal")
    ]
