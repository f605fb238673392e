"""The rounds of a table that have a result, by their numbers."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0007_stock_of_equipment")]

    operations = [
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                condition=models.Q(("result", ""), _negated=True),
                fields=["table", "-number"],
                name="round_result",
            ),
        ),
    ]
