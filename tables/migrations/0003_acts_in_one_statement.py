"""What is done beside the rounds is one statement; a step reads less that it knows."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the function of an act, and replaces what a step reads."""

    dependencies: ClassVar[list[Any]] = [("tables", "0002_a_step_in_two_exchanges")]

    operations: ClassVar[list[Any]] = [
        migrations.RunSQL((SQL / f"{name}.sql").read_text())
        for name in ("tables_surroundings.2", "tables_act.1")
    ]
