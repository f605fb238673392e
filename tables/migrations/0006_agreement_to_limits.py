"""The state's control agrees to limits before they are published."""

from typing import Any, ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the agreement to the history of a series, and its permission."""

    dependencies: ClassVar[list[Any]] = [("tables", "0005_checks_of_devices")]

    operations: ClassVar[list[Any]] = [
        migrations.AlterModelOptions(
            name="ruleset",
            options={
                "permissions": [
                    ("publish_ruleset", "May draft, revise, discard and publish rule sets"),
                    ("agree_to_rules", "May agree to limits, as the state's control"),
                ]
            },
        ),
        migrations.AlterField(
            model_name="rulesetevent",
            name="kind",
            field=models.CharField(
                choices=[
                    ("drafted", "rédigé"),
                    ("revised", "révisé"),
                    ("agreed", "accordé"),
                    ("discarded", "abandonné"),
                    ("published", "publié"),
                ],
                max_length=16,
            ),
        ),
    ]
