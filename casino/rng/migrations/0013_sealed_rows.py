"""What is still sealed is found without reading every shoe and draw that ever was."""

from typing import Any, ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds two small indexes while the house plays; no row changes."""

    atomic = False

    dependencies: ClassVar[list[Any]] = [("rng", "0012_resealing")]

    operations: ClassVar[list[Any]] = [
        AddIndexConcurrently(
            "shoe",
            models.Index(
                fields=["id"],
                condition=models.Q(state__in=("promised", "closed", "opened", "live")),
                name="shoe_sealed",
            ),
        ),
        AddIndexConcurrently(
            "draw",
            models.Index(
                fields=["id"],
                condition=models.Q(state__in=("committed", "closed", "opened", "drawn")),
                name="draw_sealed",
            ),
        ),
    ]
