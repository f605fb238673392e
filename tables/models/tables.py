"""A table, its boxes, who waits for one, its colour chips, and the making of its shoe."""

from django.conf import settings
from django.db import models

from casino.i18n import both_lazy
from casino.ledger.models import Account
from casino.rng.models import Draw, Shoe
from tables.models.rule_sets import RuleSet
from tables.wire.chat_signals import LEVELS


class Table(models.Model):
    """A gaming table. Its row is the lock that orders everything that happens at it."""

    class Status(models.TextChoices):
        OPEN = "open", both_lazy("ouverte", "open")
        ENDING = "ending", both_lazy("dernière demi-heure", "last half hour")
        DRAINING = "draining", both_lazy("dernier coup", "last rounds")
        PAUSED = "paused", both_lazy("suspendue", "paused")
        CLOSED = "closed", both_lazy("fermée", "closed")

    name = models.CharField(max_length=64, unique=True)
    rules = models.ForeignKey(RuleSet, models.PROTECT)
    """What its next round is dealt by."""
    chat = models.CharField(
        max_length=8, choices=[(each, each) for each in LEVELS], default="signals"
    )
    """What players may say here, within house and licence; see `chat.services.chat_level`."""
    follows_series = models.BooleanField(default=False)
    """Whether it takes each new version of its rules' series, between rounds, once in force."""
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.CLOSED)
    practice = models.BooleanField(default=False)
    """Whether it is for practice: it may give advice, and is played for practice chips only."""
    currency = models.CharField(max_length=8)
    float_account = models.OneToOneField(Account, models.PROTECT, related_name="+")
    layout_account = models.OneToOneField(Account, models.PROTECT, related_name="+")
    jackpot = models.ForeignKey("Jackpot", models.PROTECT, null=True, blank=True)
    """The jackpot that the table plays for, alone or with others, where its rules have one."""
    seq = models.BigIntegerField(default=0)
    """The number of the table's last frame; events and floor changes share it."""
    round = models.OneToOneField("Round", models.PROTECT, null=True, blank=True, related_name="+")
    """The round in play, or the last one."""
    round_seq = models.BigIntegerField(default=0)
    """The sequence number of that round's last event."""
    shoe = models.OneToOneField(Shoe, models.PROTECT, null=True, blank=True, related_name="+")
    """`None` while a fresh shoe is being shuffled."""
    draw = models.OneToOneField(Draw, models.PROTECT, null=True, blank=True, related_name="+")
    """Where a wheel or dice stand instead of a shoe: the draw promised for the next round, or the
    round in play; `None` while it is being promised."""
    shoe_sequence = models.IntegerField(default=0)
    """The number of the last shoe, or draw, that was asked for."""
    shoe_resumes = models.BooleanField(default=True)
    """Whether play begins or is resumed with that shoe, so that cards are burnt (MC-040)."""
    # Not indexed: it changes with every command, and an update that touches no index costs a tenth.
    due_at = models.DateTimeField(null=True, blank=True)
    """When the croupier must act next."""
    window_ms = models.IntegerField(null=True, blank=True)
    """The whole length of the running clock, in milliseconds."""
    opened_at = models.DateTimeField(null=True, blank=True)
    """When its session began; a session that is extended goes on."""
    rounds_left = models.PositiveSmallIntegerField(default=0)
    """How many rounds a draining table still opens before it closes."""
    ends_at = models.DateTimeField(null=True, blank=True)
    """When the last rounds of a table begin whose end is announced; null of any other."""
    no_chance = models.BooleanField(default=False)
    """What it ordered last was not made, because the generator makes nothing (R23)."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(practice=True, currency=settings.PRACTICE_CURRENCY)
                | models.Q(practice=False) & ~models.Q(currency=settings.PRACTICE_CURRENCY),
                name="practice_has_its_chips",
            )
        ]
        permissions = [
            (
                "operate_table",
                "May create, open, drain, close, fill, credit a table and void its round",
            )
        ]

    def __str__(self) -> str:
        return self.name


class Box(models.Model):
    """A betting position of a table, and who holds it."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="boxes")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    """When the holder last had a socket open at this table."""
    away = models.BooleanField(default=False)
    sat_at = models.DateTimeField(null=True, blank=True)
    """When the holder sat down."""
    welcomes = models.BooleanField(default=False)
    """The holder agrees that others stake behind him (FR-2024-017)."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="box_number")]
        ordering = ["table", "number"]
        verbose_name_plural = "boxes"

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"


class Shuffling(models.Model):
    """The making of a table's next shoe, from its promise until it is put on the table.

    Gone then, and when it is given up. What was sealed and opened is in the generator's own rows;
    here stands who did, by box.
    """

    class Stage(models.TextChoices):
        """How far it has come: each is followed by the next, but for a return to waiting."""

        WAITING = "waiting", both_lazy("attend un joueur", "awaits a player")
        CONSENT = "consent", both_lazy("accord du banquier", "consent of the banker")
        SEALING = "sealing", both_lazy("engagements", "sealing")
        CLOSING = "closing", both_lazy("clôture de la liste", "closing of the list")
        OPENING = "opening", both_lazy("ouverture", "opening")
        SHUFFLING = "shuffling", both_lazy("mélange", "shuffling")

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="shuffling")
    shoe = models.OneToOneField(Shoe, models.PROTECT, related_name="+")
    stage = models.CharField(max_length=16, choices=Stage.choices, default=Stage.WAITING)
    offers = models.JSONField(default=list)
    """The boxes that will be asked to cut, in order; asked at once where `offered` is 0."""
    offered = models.PositiveSmallIntegerField(default=0)
    """The box that is asked to cut in its turn, or to let others cut; 0 for none."""
    cutter = models.PositiveSmallIntegerField(default=0)
    """The box that has accepted the cut; 0 for none."""
    declined = models.JSONField(default=list)
    sealed = models.JSONField(default=list)
    """Pairs of a box and the player who sealed from it."""
    opened = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "shufflings"

    def __str__(self) -> str:
        return f"{self.table_id}"


class Waiting(models.Model):
    """A visitor who waits for a box; deleted when they sit down or leave."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="waiting")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT)
    seen_at = models.DateTimeField()
    """When he last had a socket open at this table."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "player"], name="waiting_once")]
        verbose_name_plural = "waiting"

    def __str__(self) -> str:
        return f"{self.pk}"


class ColourChips(models.Model):
    """A player's chips without face value at a table, in one colour (MC-CHIPS-05).

    The row is for ever, as the account is; the colour is his as long as he has chips.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT)
    account = models.OneToOneField(Account, models.PROTECT, related_name="colour_chips")
    colour = models.CharField(max_length=16, null=True)  # noqa: DJ001
    """`None` once they are changed back: the colour is anybody's."""
    unit = models.BigIntegerField()
    """What one chip is worth, in minor units: he chose it himself (MC-CHIPS-06)."""
    seen_at = models.DateTimeField()
    """When he last had a socket open at this table."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "player"], name="colour_chips_once"),
            models.UniqueConstraint(
                fields=["table", "colour"],
                condition=models.Q(colour__isnull=False),
                name="colour_of_one_player",
            ),
            models.CheckConstraint(condition=models.Q(unit__gt=0), name="colour_chips_worth"),
        ]
        verbose_name_plural = "colour chips"

    def __str__(self) -> str:
        return f"{self.pk}"
