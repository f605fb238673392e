"""Cash is changed at tables, by a changer at some, and counted after the session."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the duty, its permission, and the counts."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0012_ticket_paid_once"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.AlterModelOptions(
            name="assignment",
            options={
                "permissions": [
                    ("serve_as_table_chief", "May answer for a table as its chief"),
                    ("serve_as_inspector", "May answer for a table as its inspector"),
                    ("serve_as_changer", "May change cash at a table as its changer"),
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
                ],
                max_length=16,
            ),
        ),
        migrations.CreateModel(
            name="DropCount",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("amount", models.BigIntegerField()),
                ("changes", models.PositiveIntegerField()),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "permissions": [("count_drop", "May count the cash that was changed at tables")],
                "indexes": [models.Index(fields=["table", "at"], name="drop_count_of")],
            },
        ),
        migrations.RunSQL((SQL / "tables_dropcount_is_kept.1.sql").read_text()),
    ]
