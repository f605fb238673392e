"""What somebody must be told or look into: notices, anomalies, cases."""

from django.conf import settings
from django.db import models

from casino.i18n import both_lazy
from tables.models.tables import Table


class Notice(models.Model):
    """The outbox: what the house owes somebody to know; written with the act, mailed once."""

    class Kind(models.TextChoices):
        ENDORSED = "announcement_endorsed", both_lazy("annonce visée", "announcement endorsed")
        OPTION = "option_set", both_lazy("option fixée", "option set")
        SUBMITTED = "incident_submitted", both_lazy("incident soumis", "incident submitted")
        DECIDED = "incident_decided", both_lazy("incident tranché", "incident decided")
        PAUSED = "table_paused", both_lazy("table suspendue", "table paused")
        RESUMED = "table_resumed", both_lazy("table reprise", "table resumed")
        FAILED = "step_failed", both_lazy("étape en échec", "step fails")
        DESTRUCTION = (
            "destruction_announced",
            both_lazy("destruction annoncée", "destruction announced"),
        )
        FILED = "dispute_filed", both_lazy("contestation déposée", "dispute filed")
        RULED = "dispute_decided", both_lazy("contestation tranchée", "dispute decided")
        NOTE_BOX = "note_box_differs", both_lazy("écart d’une boîte à billets", "note box differs")
        FLOAT_DIFFERS = "float_differs", both_lazy("écart d’encaisse", "float differs")
        CARDS_FOUND = "cards_found", both_lazy("cartes en cause", "cards in question")
        CARDS_DECIDED = (
            "cards_decided",
            both_lazy("cartes : incident tranché", "cards: incident decided"),
        )

    class Addressee(models.TextChoices):
        STATE_CONTROL = "state_control", both_lazy("contrôle des jeux", "state control")
        TABLE_CHIEF = "table_chief", both_lazy("chef de table", "table chief")
        INSPECTOR = "inspector", both_lazy("inspecteur", "inspector")
        MACHINES = "machines", both_lazy("superviseur des appareils", "machines’ supervisor")
        GAMES_MANAGEMENT = "games_management", both_lazy("direction des jeux", "games management")

    id = models.UUIDField(primary_key=True)
    """Made of the subject and the addressee: makes writing it idempotent."""
    kind = models.CharField(max_length=32, choices=Kind.choices)
    addressee = models.CharField(max_length=16, choices=Addressee.choices)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Who serves in that duty; null where the addressee is an authority."""
    clause = models.CharField(max_length=32)
    """The clause by which the notice is owed."""
    table = models.ForeignKey(Table, models.PROTECT, null=True, blank=True, related_name="+")
    detail = models.JSONField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Whose act it reports; null when the cards or the clock caused it."""
    at = models.DateTimeField()
    mailed_at = models.DateTimeField(null=True, blank=True)
    """Null while no mail was sent; one without an address is read in the office only."""

    class Meta:
        indexes = [
            models.Index(fields=["at"], condition=models.Q(mailed_at=None), name="notice_unmailed")
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class Anomaly(models.Model):
    """What surveillance should look at: a player's refusals at a table, as they piled up.

    Written by the croupier from the receipts (MC-EROU-08), once for each minute of the clock.
    """

    class Kind(models.TextChoices):
        LATE = "late_stakes", both_lazy("mises tardives", "late stakes")
        ABOVE = "above_maximum", both_lazy("mises au-dessus du maximum", "stakes above the maximum")
        MANY = "many_refusals", both_lazy("refus répétés", "many refusals")

    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    minute = models.DateTimeField()
    """The minute in which it happened."""
    refusals = models.PositiveIntegerField()
    """How many the croupier had counted when it looked."""
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "player", "kind", "minute"], name="anomaly_once"
            )
        ]
        verbose_name_plural = "anomalies"

    def __str__(self) -> str:
        return f"{self.pk}"


class Case(models.Model):
    """Something about players that a person of surveillance is to look at; decides nothing itself.

    Opened by the watch, at the most one undecided for the same players; for ever on record.
    """

    class Kind(models.TextChoices):
        DUMPING = "dumping", both_lazy("jetons passés à un autre", "chips passed to another")
        ONE_PLACE = "one_place", both_lazy("comptes d’un même lieu", "accounts of one place")

    kind = models.CharField(max_length=16, choices=Kind.choices)
    players = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="cases")
    about = models.CharField(max_length=64, db_index=True)
    """The hash of kind and players: the same people again."""
    evidence = models.JSONField()
    """What was found, as `chip_dumping` or `multi_accounting` of `tables.investigations` has it."""
    at = models.DateTimeField()

    class Meta:
        permissions = [("decide_case", "May note what is found in a case, and close it")]

    def __str__(self) -> str:
        return f"{self.pk}"


class CaseNote(models.Model):
    """What somebody of surveillance writes in a case, for ever."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="notes")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    """The note."""
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.pk}"


class CaseEnd(models.Model):
    """A case was closed, once, with a reason."""

    case = models.OneToOneField(Case, models.PROTECT, primary_key=True, related_name="closed")
    abuse = models.BooleanField()
    """Whether it was found to be one; what follows is somebody's decision elsewhere."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.case_id}"
