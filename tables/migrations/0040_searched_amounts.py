"""The office searches tickets and vouchers by amount."""

from typing import Any, ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds two indexes."""

    dependencies: ClassVar[list[Any]] = [("tables", "0039_failing_steps")]

    operations: ClassVar[list[Any]] = [
        migrations.AddIndex(
            model_name="ticket",
            index=models.Index(fields=["amount", "-id"], name="ticket_amount"),
        ),
        migrations.AddIndex(
            model_name="voucher",
            index=models.Index(fields=["amount", "-at"], name="voucher_amount"),
        ),
    ]
