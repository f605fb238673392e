"""What is sealed may be sealed again by another key, by two functions."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the functions, which two laws let pass; no row changes."""

    dependencies: ClassVar[list[Any]] = [("rng", "0011_restored")]

    operations: ClassVar[list[Any]] = [
        migrations.RunSQL((SQL / "rng_reseal.1.sql").read_text()),
    ]
