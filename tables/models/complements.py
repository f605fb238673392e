"""What a machine paid too little and its supervisor made good; whose identity was seen for it."""

from django.conf import settings
from django.db import models

from casino.i18n import both_lazy
from casino.players.models import Identity
from tables.models.machines import HandPay
from tables.models.rounds import Round
from tables.models.tables import Table


class IdentityCheck(models.Model):
    """The proof of identity before a hand-pay at a machine (MC-AUTO-42, A7).

    By a document, of which kind and number are kept here and nowhere else, or by what the house has
    verified of him. For ever; written by `tables.machines.identities`.
    """

    class Kind(models.TextChoices):
        IDENTITY_CARD = "identity_card", both_lazy("carte d’identité", "identity card")
        PASSPORT = "passport", both_lazy("passeport", "passport")
        RESIDENCE_PERMIT = "residence_permit", both_lazy("titre de séjour", "residence permit")
        RECORD = "record", both_lazy("identité vérifiée par la maison", "verified by the house")

    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="identity_checks"
    )
    kind = models.CharField(max_length=16, choices=Kind.choices)
    number = models.CharField(max_length=20, blank=True)
    """Of the document, in capitals and figures; empty where the house's own record was used."""
    identity = models.ForeignKey(
        Identity, models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    """That record."""
    hand_pay = models.ForeignKey(
        HandPay, models.PROTECT, null=True, blank=True, related_name="checks"
    )
    """The win that was to be paid; null where it was a complement."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=(models.Q(kind="record", number="") & ~models.Q(identity=None))
                | (~models.Q(kind="record") & ~models.Q(number="") & models.Q(identity=None)),
                name="identity_check_by_one",
            ),
            models.CheckConstraint(
                condition=~models.Q(by=models.F("player")), name="identity_check_by_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class Complement(models.Model):
    """A line of the book of complements: numbered, and hashed with the one before it (MC-AUTO-50).

    One that is annulled with its round is taken back by a line below zero. Written by
    `tables.funds.complements`.
    """

    number = models.PositiveIntegerField(unique=True)
    """Counts the lines of the book from 1."""
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    round = models.ForeignKey(Round, models.PROTECT, related_name="+")
    """The round in which it was paid."""
    game = models.PositiveIntegerField()
    """The game that paid too little, as the machine counts them."""
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="complements")
    due = models.BigIntegerField()
    """What the game ought to have paid, minor units."""
    paid = models.BigIntegerField()
    """What the machine had paid."""
    amount = models.BigIntegerField()
    """What the supervisor paid beside it; below zero where that was annulled."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """The supervisor; null where a round was annulled."""
    identity_check = models.ForeignKey(
        IdentityCheck, models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    """Where identity was wanted (A7)."""
    at = models.DateTimeField()
    hash = models.CharField(max_length=64)
    """SHA-256 over what the line says and the hash of the one before it."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(amount__gt=0) | models.Q(amount__lt=0, by=None),
                name="complement_of_a_supervisor",
            )
        ]

    def __str__(self) -> str:
        return f"{self.number}"
