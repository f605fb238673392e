"""Secrets may be locked to a round of the beacon, which opens them."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations, models
from django.db.models import Q

SQL = Path(__file__).resolve().parent.parent / "sql"
KINDS = (
    *("keys", "rotation", "commitment", "contributions", "locked", "opened", "order", "reveal"),
    *("void", "report", "error", "monitoring", "office"),
)


class Migration(migrations.Migration):
    """Adds what was locked, and when it was logged; both stay empty where secrets are opened."""

    dependencies: ClassVar[list[Any]] = [("rng", "0006_office_heads")]

    operations: ClassVar[list[Any]] = [
        *(
            migrations.AddField(model, "locked_at", models.DateTimeField(editable=False, null=True))
            for model in ("draw", "shoe")
        ),
        migrations.AddField(
            "contribution",
            "locked",
            models.CharField(editable=False, max_length=324, null=True),
        ),
        migrations.AddConstraint(
            "contribution",
            models.CheckConstraint(
                condition=Q(locked=None)
                | Q(cuts=False, locked__regex=r"^([0-9a-f]{160}){2}$")
                | Q(cuts=True, locked__regex=r"^([0-9a-f]{162}){2}$"),
                name="contribution_locked_whole",
            ),
        ),
        migrations.AlterField(
            model_name="logentry",
            name="kind",
            field=models.CharField(
                choices=[(each, each) for each in KINDS], editable=False, max_length=13
            ),
        ),
        migrations.RunSQL((SQL / "rng_contribution_in_time.2.sql").read_text()),
        migrations.RunSQL((SQL / "rng_locked.1.sql").read_text()),
    ]
