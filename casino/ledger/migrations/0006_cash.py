"""An account may hold a player's cash, or what came to the cage and left it."""

from typing import Any, ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the kinds."""

    dependencies: ClassVar[list[Any]] = [
        ("ledger", "0005_colour_chips"),
    ]

    operations: ClassVar[list[Any]] = [
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
                    ("cage", "Cage"),
                    ("cash", "Cash"),
                    ("wallet", "Wallet"),
                    ("float", "Float"),
                    ("colour", "Colour"),
                    ("layout", "Layout"),
                    ("pot", "Pot"),
                    ("bank", "Bank"),
                    ("garage", "Garage"),
                    ("levy", "Levy"),
                ]
            ),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "mint",
                            "capital",
                            "cage",
                            "cash",
                            "wallet",
                            "float",
                            "colour",
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
        ),
    ]
