"""The same law in words that a dump gives back as they were: no list of values."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0006_cash"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="cashrequest",
            name="players_cashrequest_four_eyes",
        ),
        migrations.AddConstraint(
            model_name="cashrequest",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("state", "asked"),
                    ("state", "cancelled"),
                    models.Q(("decided_by", models.F("asked_by")), _negated=True),
                    _connector="OR",
                ),
                name="players_cashrequest_four_eyes",
            ),
        ),
    ]
