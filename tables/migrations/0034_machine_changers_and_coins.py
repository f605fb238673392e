"""Changers of machines, and the coins of a relief."""

from pathlib import Path
from typing import Any, ClassVar

from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """A duty with its permission, and two amounts."""

    dependencies: ClassVar[list[Any]] = [("tables", "0033_locked_secrets")]

    operations: ClassVar[list[Any]] = [
        migrations.AlterModelOptions(
            name="assignment",
            options={
                "permissions": [
                    ("serve_as_table_chief", "May answer for a table as its chief"),
                    ("serve_as_inspector", "May answer for a table as its inspector"),
                    ("serve_as_changer", "May change cash at a table as its changer"),
                    ("serve_as_machine_changer", "May change cash at machines as their changer"),
                    ("check_device", "May check wheels and bowls before a session, as maintenance"),
                    ("sign_for_dice", "May allot and check dice, as deputy director"),
                ]
            },
        ),
        migrations.AlterField(
            model_name="assignment",
            name="duty",
            field=models.CharField(
                choices=[
                    ("table_chief", "chef de table"),
                    ("inspector", "inspecteur"),
                    ("changer", "changeur"),
                    ("machine_changer", "changeur des appareils"),
                ],
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="relief",
            name="coins",
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="noteboxcount", name="coins", field=models.BigIntegerField(default=0)
        ),
        migrations.AddConstraint(
            model_name="noteboxcount",
            constraint=models.CheckConstraint(
                condition=models.Q(coins__gte=0), name="coins_count_found"
            ),
        ),
        migrations.RunSQL((SQL / "tables_relief_goes_forward.2.sql").read_text()),
    ]
