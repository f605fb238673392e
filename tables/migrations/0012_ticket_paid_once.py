"""The same law in words that a dump gives back as they were: no list of values."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0011_tickets"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="ticketend",
            name="ticket_paid_once",
        ),
        migrations.AddConstraint(
            model_name="ticketend",
            constraint=models.UniqueConstraint(
                condition=models.Q(("how", "machine"), ("how", "cage"), _connector="OR"),
                fields=("ticket",),
                name="ticket_paid_once",
            ),
        ),
    ]
