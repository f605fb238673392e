"""Accounts, journal entries and transfers."""

import django.db.models.deletion
from django.db import migrations, models

import casino.ledger.models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Account",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.TextField(unique=True)),
                (
                    "kind",
                    models.TextField(
                        choices=[
                            ("mint", "Mint"),
                            ("capital", "Capital"),
                            ("wallet", "Wallet"),
                            ("float", "Float"),
                            ("layout", "Layout"),
                        ]
                    ),
                ),
                ("currency", models.TextField()),
                ("debits", models.BigIntegerField(db_default=0, default=0)),
                ("credits", models.BigIntegerField(db_default=0, default=0)),
                ("unbounded", models.BooleanField(db_default=False, default=False)),
                (
                    "opened_at",
                    models.DateTimeField(
                        db_default=casino.ledger.models.ClockTimestamp(), editable=False
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("unbounded", True),
                            ("credits__gte", models.F("debits")),
                            _connector="OR",
                        ),
                        name="ledger_account_never_overdrawn",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("credits__gte", 0), ("debits__gte", 0)),
                        name="ledger_account_totals_not_negative",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["mint", "capital", "wallet", "float", "layout"])
                        ),
                        name="ledger_account_kind_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="JournalEntry",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                (
                    "at",
                    models.DateTimeField(
                        db_default=casino.ledger.models.ClockTimestamp(), editable=False
                    ),
                ),
                ("cause", models.TextField()),
                ("reference", models.TextField(blank=True, db_default="", default="")),
                ("operator", models.TextField(blank=True, db_default="", default="")),
            ],
            options={
                "verbose_name_plural": "journal entries",
                "indexes": [
                    models.Index(
                        models.F("reference"),
                        condition=models.Q(("reference", ""), _negated=True),
                        name="ledger_entry_reference",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Transfer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("amount", models.BigIntegerField()),
                ("why", models.TextField()),
                (
                    "credit",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="credited",
                        to="ledger.account",
                    ),
                ),
                (
                    "debit",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="debited",
                        to="ledger.account",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="transfers",
                        to="ledger.journalentry",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(models.F("debit"), models.F("id"), name="ledger_transfer_debit"),
                    models.Index(models.F("credit"), models.F("id"), name="ledger_transfer_credit"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount__gt", 0)),
                        name="ledger_transfer_amount_positive",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("debit", models.F("credit")), _negated=True),
                        name="ledger_transfer_two_accounts",
                    ),
                ],
            },
        ),
    ]
