"""Tickets by which credits leave a machine."""

from django.conf import settings
from django.db import models

from casino.i18n import both_lazy
from tables.models.tables import Table


class Ticket(models.Model):
    """A ticket that a machine has issued, for ever; how it ended is in its ends (MC-AUTO-32).

    Its code is kept nowhere: `funds.tickets` makes it for its owner, and finds it by its hash.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="+", db_index=False)
    """The machine that has issued it."""
    seq = models.BigIntegerField()
    """The sequence number of the event that did."""
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="tickets")
    """Whose credits it was issued for."""
    amount = models.BigIntegerField()
    """Minor units."""
    bound = models.BooleanField()
    """It pays nobody but that player."""
    hash = models.CharField(max_length=64, unique=True)
    """SHA-256 of its code, in hex."""
    issued_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    """From then on it is an orphan, which no machine takes (MC-AUTO-46)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="ticket_of_one_event"),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="ticket_worth"),
        ]
        indexes = [models.Index(fields=["amount", "-id"], name="ticket_amount")]
        permissions = [("cash_ticket", "May pay a ticket at the cage, as a cashier")]

    def __str__(self) -> str:
        return f"{self.pk}"


class TicketEnd(models.Model):
    """What became of a ticket, for ever: paid once, and before that an orphan at the most once."""

    class How(models.TextChoices):
        MACHINE = "machine", both_lazy("pris par un appareil", "taken by a machine")
        CAGE = "cage", both_lazy("payé à la caisse", "paid at the cage")
        ORPHAN = "orphan", both_lazy("orphelin", "orphan")

    ticket = models.ForeignKey(Ticket, models.PROTECT, related_name="ends")
    how = models.CharField(max_length=8, choices=How.choices)
    table = models.ForeignKey(Table, models.PROTECT, related_name="+", null=True, db_index=False)
    """The machine that took it."""
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, db_index=False
    )
    """Who was paid; null for an orphan."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, db_index=False
    )
    """The cashier."""
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ticket"],
                condition=models.Q(how="machine") | models.Q(how="cage"),
                name="ticket_paid_once",
            ),
            models.UniqueConstraint(
                fields=["ticket"], condition=models.Q(how="orphan"), name="ticket_orphan_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ticket_id}"
