"""Accounts, journal entries, transfers and reserves, and the laws that the database keeps of them."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

SQL = Path(__file__).parent.parent / "sql"
LAWS = (
    "ledger_account_is_opened_empty",
    "ledger_account_changes_by_transfer",
    "ledger_transfer_moves_money",
    "ledger_is_append_only",
    "ledger_reserve_is_summed",
    "ledger_post",
)


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
                            ("pot", "Pot"),
                            ("bank", "Bank"),
                            ("garage", "Garage"),
                            ("levy", "Levy"),
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
                        db_default=models.Func(
                            function="clock_timestamp", output_field=models.DateTimeField()
                        ),
                        editable=False,
                    ),
                ),
                ("reserved", models.BigIntegerField(db_default=0, default=0)),
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
                            (
                                "kind__in",
                                [
                                    "mint",
                                    "capital",
                                    "wallet",
                                    "float",
                                    "layout",
                                    "pot",
                                    "bank",
                                    "garage",
                                    "levy",
                                ],
                            )
                        ),
                        name="ledger_account_kind_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Reserve",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("holder", models.TextField()),
                ("amount", models.BigIntegerField()),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reserves",
                        to="ledger.account",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("account", "holder"), name="ledger_reserve_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("amount__gt", 0)), name="ledger_reserve_positive"
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
                        db_default=models.Func(
                            function="clock_timestamp", output_field=models.DateTimeField()
                        ),
                        editable=False,
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
        *(migrations.RunSQL((SQL / f"{name}.1.sql").read_text()) for name in LAWS),
    ]
