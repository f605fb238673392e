"""Keys of machines are lent, expire and never meet in one hand."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds the loans of keys, the receipts of locks and their permissions."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0017_machine_files"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="BaseReceipt",
            fields=[
                (
                    "base",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="receipt",
                        serialize=False,
                        to="tables.machinebase",
                    ),
                ),
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
            ],
        ),
        migrations.CreateModel(
            name="KeyLoan",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                (
                    "key",
                    models.CharField(
                        choices=[
                            ("device", "appareil"),
                            ("base", "socle"),
                            ("latch", "attache de la boîte à billets"),
                            ("note_box", "boîte à billets"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "keeping",
                    models.CharField(
                        choices=[
                            ("safe", "coffre d’exploitation"),
                            ("cage", "caisse centrale"),
                            ("accounting", "comptabilité générale"),
                        ],
                        max_length=12,
                    ),
                ),
                ("purpose", models.CharField(max_length=200)),
                ("lent_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("returned_at", models.DateTimeField(blank=True, null=True)),
                ("remark", models.CharField(blank=True, max_length=200)),
                (
                    "base",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="key_loans",
                        to="tables.machinebase",
                    ),
                ),
                (
                    "holder",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "lent_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "machine",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="key_loans",
                        to="tables.machine",
                    ),
                ),
                (
                    "returned_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "permissions": [
                    ("open_machine", "May be lent the key of a machine, as a mechanic"),
                    ("open_base", "May be lent the key of a base, for a relief"),
                    (
                        "detach_note_box",
                        "May be lent the key that detaches a note box, for a relief",
                    ),
                    ("open_note_box", "May take the key of a note box, as general accounting"),
                    ("lend_machine_key", "May lend the keys of machines, as their supervisor"),
                    ("lend_cage_key", "May lend the keys of the cage for reliefs, as main cashier"),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("returned_at", None)),
                        fields=["holder"],
                        name="keys_in_hand",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("keeping", "safe"), ("key", "device")),
                            models.Q(("keeping", "cage"), ("key", "base")),
                            models.Q(("keeping", "cage"), ("key", "latch")),
                            models.Q(("keeping", "accounting"), ("key", "note_box")),
                            _connector="OR",
                        ),
                        name="key_in_its_keeping",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("base__isnull", False), ("key", "base"), ("machine__isnull", True)
                            ),
                            models.Q(
                                models.Q(("key", "base"), _negated=True),
                                ("base__isnull", True),
                                ("machine__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="key_opens_one_thing",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("expires_at__gt", models.F("lent_at"))),
                        name="key_expires",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("base", None), ("returned_at", None)),
                        fields=("key", "machine"),
                        name="key_of_machine_in_one_hand",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("returned_at", None)),
                        fields=("base",),
                        name="key_of_base_in_one_hand",
                    ),
                ],
            },
        ),
        migrations.RunSQL((SQL / "tables_keyloan_is_kept.1.sql").read_text()),
    ]
