"""Machines issue tickets, each in one register for ever, and each paid once."""

from pathlib import Path
from typing import Any, ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Adds tickets and their ends."""

    dependencies: ClassVar[list[Any]] = [
        ("tables", "0010_chat"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="Ticket",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.BigIntegerField()),
                ("amount", models.BigIntegerField()),
                ("bound", models.BooleanField()),
                ("hash", models.CharField(max_length=64, unique=True)),
                ("issued_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(db_index=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tickets",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "permissions": [("cash_ticket", "May pay a ticket at the cage, as a cashier")],
            },
        ),
        migrations.CreateModel(
            name="TicketEnd",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("machine", "pris par un appareil"),
                            ("cage", "payé à la caisse"),
                            ("orphan", "orphelin"),
                        ],
                        max_length=8,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.table",
                    ),
                ),
                (
                    "ticket",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ends",
                        to="tables.ticket",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="ticket",
            constraint=models.UniqueConstraint(fields=("table", "seq"), name="ticket_of_one_event"),
        ),
        migrations.AddConstraint(
            model_name="ticket",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gt", 0)), name="ticket_worth"
            ),
        ),
        migrations.AddConstraint(
            model_name="ticketend",
            constraint=models.UniqueConstraint(
                condition=models.Q(("how__in", ["machine", "cage"])),
                fields=("ticket",),
                name="ticket_paid_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="ticketend",
            constraint=models.UniqueConstraint(
                condition=models.Q(("how", "orphan")), fields=("ticket",), name="ticket_orphan_once"
            ),
        ),
        migrations.RunSQL((SQL / "tables_ticket_is_kept.1.sql").read_text()),
    ]
