"""An account may hold a player's colour chips at a table."""

from typing import Any, ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the kind."""

    dependencies: ClassVar[list[Any]] = [
        ("ledger", "0004_post_judges_what_is_doubtful"),
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
