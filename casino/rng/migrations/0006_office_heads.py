"""The public log tells of the office's trail too."""

from typing import Any, ClassVar

from django.db import migrations, models

KINDS = (
    *("keys", "rotation", "commitment", "contributions", "opened", "order", "reveal", "void"),
    *("report", "error", "monitoring", "office"),
)


class Migration(migrations.Migration):
    """Adds a kind of entry; the database itself knows no list of them."""

    dependencies: ClassVar[list[Any]] = [
        ("rng", "0005_withdrawn_says_why"),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.AlterField(
            model_name="logentry",
            name="kind",
            field=models.CharField(
                choices=[(each, each) for each in KINDS], editable=False, max_length=13
            ),
        ),
    ]
