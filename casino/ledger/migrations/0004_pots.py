"""Pots: what progressive jackpots hold."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0003_post"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="account",
            name="ledger_account_kind_known",
        ),
        migrations.AlterField(
            model_name="account",
            name="kind",
            field=models.TextField(
                choices=[
                    ("mint", "Mint"),
                    ("capital", "Capital"),
                    ("wallet", "Wallet"),
                    ("float", "Float"),
                    ("layout", "Layout"),
                    ("pot", "Pot"),
                ]
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["mint", "capital", "wallet", "float", "layout", "pot"])
                ),
                name="ledger_account_kind_known",
            ),
        ),
    ]
