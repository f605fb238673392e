"""An account may hold what has left the house by cheque or transfer."""

from typing import Any, ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the kind."""

    dependencies: ClassVar[list[Any]] = [
        ("ledger", "0008_note_boxes"),
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
                    ("drop", "Drop"),
                    ("note_box", "Note Box"),
                    ("issued", "Issued"),
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
                            "drop",
                            "note_box",
                            "issued",
                        ],
                    )
                ),
                name="ledger_account_kind_known",
            ),
        ),
    ]
