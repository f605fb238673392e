"""Rounds, their events, and the receipts of commands."""

from django.conf import settings
from django.db import models

from casino.i18n import both_lazy
from casino.rng.models import Draw, Shoe
from tables.models.rule_sets import RuleSet
from tables.models.tables import Table


class Round(models.Model):
    """One cycle of a table, from its first stake to the empty layout."""

    class Status(models.TextChoices):
        RUNNING = "running", both_lazy("en cours", "in play")
        CLOSED = "closed", both_lazy("terminé", "over")
        VOIDED = "voided", both_lazy("annulé", "voided")

    table = models.ForeignKey(Table, models.PROTECT, related_name="rounds")
    number = models.BigIntegerField()
    rules = models.ForeignKey(RuleSet, models.PROTECT)
    shoe = models.ForeignKey(Shoe, models.PROTECT, related_name="+", null=True)
    """The shoe that the round began with."""
    draw = models.ForeignKey(Draw, models.PROTECT, related_name="+", null=True)
    """The draw promised before the round's stakes; one that was stopped was followed by others."""
    responsible = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, db_index=False
    )
    """Who answered for the table when it opened: its chief, or its inspector (MC-EROU-09)."""
    first_card = models.PositiveSmallIntegerField(default=0)
    """Cards that had left that shoe when the round opened: what may be shuffled if it runs out."""
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.RUNNING)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    result = models.CharField(max_length=64, blank=True)
    carried_in = models.BigIntegerField(default=0)
    """Chips that lay on the layout when the round opened, in minor units."""
    carried_out = models.BigIntegerField(default=0)
    """Chips that stay on the layout for the next round."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="round_number")]
        indexes = [
            # The last results of a table are read at each of its steps, and most games have none:
            # without it, all rounds that were ever played there would be looked through.
            models.Index(
                fields=["table", "-number"], condition=~models.Q(result=""), name="round_result"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}"

    @property
    def reference(self) -> str:
        """Return what the ledger's entries of this round carry as their reference."""
        return f"round:{self.pk}"


class RoundEvent(models.Model):
    """A fact of a round, for ever; the database refuses to change or delete it."""

    # The round names the table already, and the unique numbers index it.
    table = models.ForeignKey(
        Table, models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    round = models.ForeignKey(Round, models.PROTECT, related_name="events", db_index=False)
    seq = models.BigIntegerField()
    kind = models.CharField(max_length=64)
    body = models.JSONField()
    cause = models.UUIDField(null=True, blank=True)
    """The command that caused it; null when the clock, a draw or a worker did."""
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="event_seq")]
        indexes = [models.Index(fields=["round", "seq"], name="event_round_seq")]
        ordering = ["seq"]

    def __str__(self) -> str:
        return f"{self.seq}"


class FloorEvent(models.Model):
    """What people and operators did at a table beside the game, for ever."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="floor_events")
    seq = models.BigIntegerField()
    kind = models.CharField(max_length=32)
    box = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True)
    """The player or operator who did it; null when the house's own processes did."""
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.pk}"


class Receipt(models.Model):
    """The recorded answer to one command of one player: makes commands idempotent."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, db_index=False)
    command_id = models.UUIDField()
    table = models.ForeignKey(Table, models.PROTECT, db_index=False)
    seq = models.BigIntegerField(null=True, blank=True)
    """The table's sequence number after the command; null when it was refused."""
    code = models.CharField(max_length=64, blank=True)
    """Why it was refused; empty when it happened."""
    detail = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "command_id"], name="receipt_command")
        ]

    def __str__(self) -> str:
        return f"{self.command_id}"
