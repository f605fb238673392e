"""What is sealed is read by functions, whose owner alone needs the right to."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"
READS = (
    "rng_sealed.2",
    *("rng_open.1", "rng_sealed_shown.1", "rng_sealed_order.1", "rng_shoe_seed.1"),
    *("rng_draw_seed.1", "rng_reads_here.1"),
)


class Migration(migrations.Migration):
    """Adds the functions; no row changes."""

    dependencies: ClassVar[list[Any]] = [("rng", "0007_timelock")]

    operations: ClassVar[list[Any]] = [
        *(migrations.RunSQL((SQL / f"{name}.sql").read_text()) for name in READS),
        # Rows that belong to others' are loaded without the sealed columns, too.
        *(
            migrations.AlterModelOptions(name, {"base_manager_name": "objects"})
            for name in ("shoe", "draw")
        ),
    ]
