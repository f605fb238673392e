"""Disputes over rounds, and what was ruled."""

from django.conf import settings
from django.db import models

from casino.i18n import both_lazy
from tables.models.rounds import Round
from tables.models.tables import Table
from tables.models.tickets import Ticket


class Dispute(models.Model):
    """What games management decides, once and without appeal (art. 24): a player disputes a round.

    Or somebody of the staff reports what was out of order at a table. The database lets its state
    go forward only, and nothing else of it change.
    """

    class Kind(models.TextChoices):
        """What is out of order, by the names of the catalogue of incidents."""

        LATE = "late_bet_dispute", both_lazy("mise jugée tardive", "late stake or decision")
        TECHNICAL = "technical", both_lazy("panne", "breakdown")
        OTHER = "other", both_lazy("autre", "something else")
        CARD_DAMAGED = "card_damaged", both_lazy("carte abîmée", "damaged card")
        FALSE_DRAW = "false_draw", both_lazy("tirage irrégulier", "false draw")
        STOP_CARD = "stop_card_annuls", both_lazy("carte d’arrêt", "stop card")
        SPIN_VOID = "spin_void", both_lazy("coup de roulette nul", "void roulette spin")
        NO_DICE = "no_dice", both_lazy("lancer nul", "no dice")
        SHOOTER = "shooter_rules", both_lazy("conduite du tireur", "conduct of the shooter")
        PAYMENT = "payment_dispute", both_lazy("paiement d’un appareil", "payment of a machine")
        APPROPRIATION = "appropriation", both_lazy("appropriation de crédits", "credits taken")
        COUNT = "count_difference", both_lazy("écart de comptée", "difference of a count")

    class State(models.TextChoices):
        FILED = "filed", both_lazy("déposée", "filed")
        REVIEW = "under_review", both_lazy("à l’examen", "under review")
        DECIDED = "decided", both_lazy("tranchée", "decided")

    kind = models.CharField(max_length=24, choices=Kind.choices)
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    round = models.ForeignKey(
        Round, models.PROTECT, related_name="disputes", null=True, db_index=False
    )
    """Null where a table or a ticket is what it is about."""
    ticket = models.ForeignKey(Ticket, models.PROTECT, related_name="+", null=True, db_index=False)
    follows = models.ForeignKey("self", models.PROTECT, related_name="+", null=True, db_index=False)
    """A decided one, after which something more was found (MC-INC-04)."""
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="disputes", null=True
    )
    """Who disputes his round; null where the staff reports."""
    filed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    order = models.UUIDField()
    """Made with the form: makes filing it idempotent."""
    words = models.CharField(max_length=1000)
    """What is wrong, in the words of whoever filed it."""
    closes_table = models.BooleanField(default=False)
    """No session opens at the table until it is decided."""
    dossier = models.TextField()
    """What the house knew of it when it was filed, as one canonical JSON text."""
    dossier_hash = models.CharField(max_length=64)
    """SHA-256 of the dossier, in hex."""
    filed_at = models.DateTimeField()
    state = models.CharField(max_length=12, choices=State.choices, default=State.FILED)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, db_index=False
    )
    """Who of games management took it up."""
    taken_at = models.DateTimeField(null=True)
    ruling = models.OneToOneField(
        "DisputeRuling", models.PROTECT, related_name="decides", null=True
    )
    """The ruling that is final."""
    seconded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, db_index=False
    )
    """The second person, where the ruling wants one."""
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["filed_by", "order"], name="dispute_order"),
            # Without appeal: a player disputes a round once.
            models.UniqueConstraint(
                fields=["round", "player"],
                condition=models.Q(player__isnull=False),
                name="dispute_of_a_player",
            ),
            models.CheckConstraint(
                condition=models.Q(player__isnull=True) | models.Q(round__isnull=False),
                name="dispute_of_a_round",
            ),
            models.CheckConstraint(
                condition=models.Q(state="decided", ruling__isnull=False, decided_at__isnull=False)
                | (
                    ~models.Q(state="decided")
                    & models.Q(ruling__isnull=True, decided_at__isnull=True)
                ),
                name="dispute_decided_by_a_ruling",
            ),
        ]
        indexes = [
            models.Index(
                fields=["filed_at"], condition=~models.Q(state="decided"), name="dispute_waits"
            ),
        ]
        permissions = [
            ("file_dispute", "May report an incident at a table, of a round or of a ticket"),
            ("decide_dispute", "May decide disputes and incidents, as the games management"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class DisputeRuling(models.Model):
    """What somebody of games management decides of a dispute, for ever (MC-INC-03).

    Final once the dispute names it: at once, or when a second person has seconded it.
    """

    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="rulings")
    order = models.UUIDField(unique=True)
    """Made with the form: makes sending it idempotent."""
    upheld = models.BooleanField()
    reason = models.CharField(max_length=400)
    """The player reads it."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.pk}"


class DisputeCorrection(models.Model):
    """What a ruling moves between the house and a player, for ever; moved once it is final."""

    ruling = models.ForeignKey(DisputeRuling, models.PROTECT, related_name="corrections")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    amount = models.BigIntegerField()
    """Minor units that the player is given; below zero what he gives back."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ruling", "player"], name="correction_once"),
            models.CheckConstraint(condition=~models.Q(amount=0), name="correction_moves"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class DisputeReader(models.Model):
    """A player who must be shown the decision of a dispute that concerns them."""

    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="readers")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    read_at = models.DateTimeField(null=True)
    """When he first read it."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["dispute", "player"], name="dispute_reader_once")
        ]
        indexes = [
            models.Index(
                fields=["player"], condition=models.Q(read_at=None), name="decision_unread"
            )
        ]

    def __str__(self) -> str:
        return f"{self.pk}"
