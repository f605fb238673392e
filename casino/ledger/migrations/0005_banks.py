"""Banks, garages and levies: what tables hold where a player is the banker."""

from django.db import migrations, models

KINDS = [
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


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0004_pots"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="account",
            name="ledger_account_kind_known",
        ),
        migrations.AlterField(
            model_name="account",
            name="kind",
            field=models.TextField(choices=KINDS),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", [kind for kind, _ in KINDS])),
                name="ledger_account_kind_known",
            ),
        ),
    ]
