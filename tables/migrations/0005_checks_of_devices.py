"""Wheels and dice are checked and signed for by people who may."""

from typing import Any, ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    """Adds the permissions of maintenance and of the deputy director."""

    dependencies: ClassVar[list[Any]] = [("tables", "0004_colour_chips")]

    operations: ClassVar[list[Any]] = [
        migrations.AlterModelOptions(
            name="assignment",
            options={
                "permissions": [
                    ("serve_as_table_chief", "May answer for a table as its chief"),
                    ("serve_as_inspector", "May answer for a table as its inspector"),
                    (
                        "check_device",
                        "May check wheels and bowls before a session, as maintenance",
                    ),
                    ("sign_for_dice", "May allot and check dice, as deputy director"),
                ]
            },
        ),
    ]
