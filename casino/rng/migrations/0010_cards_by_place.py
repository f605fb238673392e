"""A step that takes more cards than were read ahead reads the others by their place."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds a function; no row changes."""

    dependencies: ClassVar[list[Any]] = [("rng", "0009_deal")]

    operations: ClassVar[list[Any]] = [
        migrations.RunSQL((SQL / "rng_sealed_from.1.sql").read_text()),
    ]
