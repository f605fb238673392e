"""The laws of a shoe become triggers of the columns that they speak of, which no deal changes."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations, models
from django.db.models import F, Q

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Replaces CHECK constraints by triggers; the two never lack at once."""

    dependencies: ClassVar[list[Any]] = [("rng", "0002_cards_read_ahead")]

    operations: ClassVar[list[Any]] = [
        migrations.RunSQL((SQL / "rng_shoe_violates.1.sql").read_text()),
        *(
            migrations.RemoveConstraint("shoe", name)
            for name in (
                "shoe_sequence",
                "shoe_size",
                "shoe_stop_card",
                "shoe_position",
                "shoe_commitment",
                "shoe_sealed_whole",
                "shoe_closed_before_opened",
                "shoe_ordered_whole",
                "shoe_revealed_when_retired",
            )
        ),
        migrations.AlterField("shoe", "sequence", models.IntegerField()),
        *(
            migrations.AlterField("shoe", name, models.SmallIntegerField())
            for name in ("packs", "size", "burn", "stop_at", "position")
        ),
        *(
            migrations.AlterField("shoe", name, models.SmallIntegerField(editable=False, null=True))
            for name in ("cut", "cut_by", "rejected_words")
        ),
        migrations.AddConstraint(
            "shoe",
            models.CheckConstraint(
                condition=Q(position__gte=F("burn"), position__lte=F("size"))
                & (Q(root__isnull=False) | Q(position=F("burn"), first_card_at=None)),
                name="shoe_position",
            ),
        ),
    ]
