"""What is withdrawn says why and by whom."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations, models
from django.db.models import Q

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds two columns to shoes and draws, which stay empty in rows that ended before."""

    dependencies: ClassVar[list[Any]] = [("rng", "0004_trusted_reports")]

    operations: ClassVar[list[Any]] = [
        *(
            migrations.AddField(model, name, field)
            for model in ("draw", "shoe")
            for name, field in (
                ("withdrawn_for", models.CharField(editable=False, max_length=16, null=True)),
                ("withdrawn_by", models.IntegerField(editable=False, null=True)),
            )
        ),
        migrations.AddIndex(
            "draw",
            models.Index(
                fields=["table"],
                condition=Q(state="revealed", request=None),
                name="draw_withdrawn",
            ),
        ),
        migrations.AddIndex(
            "shoe",
            models.Index(
                fields=["table"], condition=Q(state="retired", root=None), name="shoe_void"
            ),
        ),
        migrations.RunSQL((SQL / "rng_withdrawn_says_why.1.sql").read_text()),
    ]
