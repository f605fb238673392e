"""What players stake is counted with the step that takes it, and their limits are kept there."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Replaces the function that writes a step."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0008_last_results"),
        ("players", "0002_limits"),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.RunSQL((SQL / "tables_write.3.sql").read_text()),
    ]
