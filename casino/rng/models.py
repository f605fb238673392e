"""The shoe as it is kept: promise, sealed order, position; and after its end the seed. So the draw.

Beside them what players contributed. The database itself (see `sql/`) refuses to change a
promise, a contribution or what fell, to take a position or a state back, to touch what is retired
or revealed, or to delete any.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length, Now
from django.db.models.lookups import Exact

from casino.rng.core.constants import (
    DRAW_SEED_BYTES,
)
from casino.rng.log.models import Checkpoint, Cosignature, LogEntry
from casino.rng.seal import TAG_BYTES

__all__ = [
    "Checkpoint",
    "ConformityReport",
    "Contribution",
    "Cosignature",
    "Draw",
    "ErrorState",
    "LogEntry",
    "Reading",
    "SelfCheck",
    "Shoe",
]


class Unsealed(models.Manager["Shoe"]):
    """Shoes without their long columns, which only `casino.rng.shoes` has a use for."""

    def get_queryset(self) -> models.QuerySet["Shoe"]:
        return super().get_queryset().defer("sealed_seed", "sealed_order", "leaves")


class Shoe(models.Model):
    """A promised or shuffled shoe, or (retired) what is needed to prove how it was shuffled.

    Its laws are triggers (`sql/rng_shoe_*.sql`), but for the one of what every deal changes.
    """

    class State(models.TextChoices):
        """Where a shoe is in its life; retired is final, and has no order when it was void."""

        PROMISED = "promised", "promised"
        CLOSED = "closed", "closed"
        OPENED = "opened", "opened"
        LIVE = "live", "live"
        RETIRED = "retired", "retired"

    id = models.UUIDField(primary_key=True, editable=False)
    table = models.CharField(max_length=64)
    """Whose shoe it is: an opaque label."""
    sequence = models.IntegerField()
    """Counts the shoes of a table from 1."""
    header = models.JSONField()
    """What the commitment covers beside the seed: flat, text and whole numbers only."""
    commitment = models.CharField(max_length=64)
    """SHA-256 over the canonical header and the seed, lower-case hex."""
    packs = models.SmallIntegerField()
    """Whole packs; of a refill, the packs that its cards would fill, the last one begun."""
    size = models.SmallIntegerField()
    """Cards in the full shoe."""
    burn = models.SmallIntegerField()
    """Cards burnt before the first is dealt."""
    stop_at = models.SmallIntegerField()
    """The stop card lies before the card with this index, counted from 0."""
    position = models.SmallIntegerField()
    """Cards that have left the shoe, burnt ones included."""
    sealed_seed = models.BinaryField()
    state = models.CharField(max_length=8, choices=State, default=State.PROMISED)
    closed_at = models.DateTimeField(null=True, editable=False)
    """When the list of contributions was closed; None until then, or where there is no list."""
    beacon_round = models.BigIntegerField(null=True, editable=False)
    """The beacon's round that the list names, 0 for none; None as `closed_at`."""
    locked_at = models.DateTimeField(null=True, editable=False)
    """When the locked secrets were logged; None until then, and where they are opened by hand."""
    opened_at = models.DateTimeField(null=True, editable=False)
    """When the contributions were opened; None as `closed_at`."""
    beacon = models.JSONField(null=True, editable=False)
    """`round`, `randomness`, `signature` (hex) of the beacon in the shuffle; None without one."""
    cut = models.SmallIntegerField(null=True, editable=False)
    """Cards of the shuffled order that went behind the others; None until it is shuffled."""
    cut_by = models.SmallIntegerField(null=True, editable=False)
    """The seat that cut; 0 is the dealer, or that nobody did."""
    root = models.CharField(max_length=64, null=True, editable=False)  # noqa: DJ001 - as the seed
    """Of the tree over the shuffled order, lower-case hex."""
    leaves = models.BinaryField(null=True, editable=False)
    """The leaves of that tree, 32 bytes a card of the shuffled order; they hide the cards."""
    sealed_order = models.BinaryField(null=True, editable=False)
    """Face and salt of each card, in the order in which they are dealt."""
    rejected_words = models.SmallIntegerField(null=True, editable=False)
    """Words that the shuffle threw away to stay uniform."""
    shuffled_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    first_card_at = models.DateTimeField(null=True, editable=False)
    retired_at = models.DateTimeField(null=True, editable=False)
    seed = models.TextField(null=True, editable=False)  # noqa: DJ001 - no seed is not an empty seed
    """Lower-case hex, once revealed."""
    order = models.BinaryField(null=True, editable=False)
    """The faces as they were sealed, one byte a card, once revealed; None of a void shoe."""
    deal = models.JSONField(null=True, editable=False)
    """Which hand got which card (`casino.rng.deal`), once revealed; None where nobody told it."""
    withdrawn_for = models.CharField(max_length=16, null=True, editable=False)  # noqa: DJ001 - as the seed
    """Of a void shoe, the code of why; None of one from before it was kept."""
    withdrawn_by = models.IntegerField(null=True, editable=False)
    """The staff number of whoever gave it up, 0 for the house's processes; None as the code."""

    objects: ClassVar[Unsealed] = Unsealed()

    class Meta:
        base_manager_name = "objects"
        indexes = [
            models.Index(
                fields=["table"], condition=Q(state="retired", root=None), name="shoe_void"
            ),
            models.Index(
                fields=["id"],
                condition=Q(state__in=("promised", "closed", "opened", "live")),
                name="shoe_sealed",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["table", "sequence"], name="shoe_once"),
            models.CheckConstraint(
                condition=Q(position__gte=F("burn"), position__lte=F("size"))
                & (Q(root__isnull=False) | Q(position=F("burn"), first_card_at=None)),
                name="shoe_position",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}/shoe:{self.sequence}/{self.state}"


class UnsealedDraws(models.Manager["Draw"]):
    """Draws without their sealed column, which only `casino.rng.draws` has a use for."""

    def get_queryset(self) -> models.QuerySet["Draw"]:
        return super().get_queryset().defer("sealed_seed")


class Draw(models.Model):
    """One fall of a ball or of dice: promised, then fallen, then proved."""

    class State(models.TextChoices):
        """Where a draw is in its life; revealed is final, and withdrawing leads there at once."""

        COMMITTED = "committed", "committed"
        CLOSED = "closed", "closed"
        OPENED = "opened", "opened"
        DRAWN = "drawn", "drawn"
        REVEALED = "revealed", "revealed"

    id = models.UUIDField(primary_key=True, editable=False)
    table = models.CharField(max_length=64)
    """Whose draw it is: an opaque label."""
    sequence = models.PositiveIntegerField()
    """Counts the draws of a table from 1."""
    sides = models.JSONField()
    """How many ways the ball, or each die, may fall: a list of whole numbers."""
    header = models.JSONField()
    """What the commitment covers beside the seed: flat, text and whole numbers only."""
    commitment = models.CharField(max_length=64)
    """SHA-256 over the canonical header and the seed, lower-case hex."""
    sealed_seed = models.BinaryField()
    state = models.CharField(max_length=9, choices=State, default=State.COMMITTED)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)
    """When the list of contributions was closed; None until then, or where there is no list."""
    beacon_round = models.BigIntegerField(null=True, editable=False)
    """The beacon's round that the list names, 0 for none; None as `closed_at`."""
    locked_at = models.DateTimeField(null=True, editable=False)
    """When the locked secrets were logged; None until then, and where they are opened by hand."""
    opened_at = models.DateTimeField(null=True, editable=False)
    """When the contributions were opened; None as `closed_at`."""
    beacon = models.JSONField(null=True, editable=False)
    """`round`, `randomness`, `signature` (hex) of the beacon in what fell; None without one."""
    request = models.CharField(max_length=64, null=True, editable=False)  # noqa: DJ001 - as the seed
    """What it fell for: an opaque label; None before, and for ever when it was withdrawn."""
    values = models.JSONField(null=True, editable=False)
    """For each of the sides what fell, from 0 to below it."""
    rejected_words = models.PositiveSmallIntegerField(null=True, editable=False)
    """Words that were thrown away to stay uniform."""
    drawn_at = models.DateTimeField(null=True, editable=False)
    revealed_at = models.DateTimeField(null=True, editable=False)
    seed = models.TextField(null=True, editable=False)  # noqa: DJ001 - no seed is not an empty seed
    """Lower-case hex, once revealed."""
    withdrawn_for = models.CharField(max_length=16, null=True, editable=False)  # noqa: DJ001 - as the seed
    """Of a withdrawn draw, the code of why; None of one from before it was kept."""
    withdrawn_by = models.IntegerField(null=True, editable=False)
    """The staff number of whoever withdrew it, 0 for the house's processes; None as the code."""

    objects: ClassVar[UnsealedDraws] = UnsealedDraws()

    class Meta:
        base_manager_name = "objects"
        indexes = [
            models.Index(fields=["drawn_at"], condition=Q(state="drawn"), name="draw_unrevealed"),
            models.Index(
                fields=["table"],
                condition=Q(state="revealed", request=None),
                name="draw_withdrawn",
            ),
            models.Index(
                fields=["id"],
                condition=Q(state__in=("committed", "closed", "opened", "drawn")),
                name="draw_sealed",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["table", "sequence"], name="draw_once"),
            models.UniqueConstraint(fields=["table", "request"], name="draw_request_once"),
            models.CheckConstraint(condition=Q(sequence__gte=1), name="draw_sequence"),
            models.CheckConstraint(
                condition=Q(commitment__regex=r"^[0-9a-f]{64}$"), name="draw_commitment"
            ),
            models.CheckConstraint(
                condition=Q(Exact(Length("sealed_seed"), DRAW_SEED_BYTES + TAG_BYTES)),
                name="draw_sealed_whole",
            ),
            models.CheckConstraint(
                condition=Q(
                    request=None,
                    values__isnull=True,
                    rejected_words=None,
                    drawn_at=None,
                    beacon__isnull=True,
                )
                | Q(
                    request__regex=r"^.",
                    values__isnull=False,
                    rejected_words__isnull=False,
                    drawn_at__isnull=False,
                ),
                name="draw_fell_whole",
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None, beacon_round=None, opened_at=None)
                | Q(closed_at__isnull=False, beacon_round__isnull=False, beacon_round__gte=0),
                name="draw_closed_before_opened",
            ),
            models.CheckConstraint(
                condition=Q(
                    state="committed", request=None, seed=None, revealed_at=None, closed_at=None
                )
                | Q(
                    state="closed",
                    request=None,
                    seed=None,
                    revealed_at=None,
                    closed_at__isnull=False,
                    opened_at=None,
                )
                | Q(
                    state="opened",
                    request=None,
                    seed=None,
                    revealed_at=None,
                    opened_at__isnull=False,
                )
                | Q(state="drawn", request__isnull=False, seed=None, revealed_at=None)
                | (
                    Q(state="revealed", revealed_at__isnull=False)
                    & Q(seed__regex=r"^[0-9a-f]+$")
                    & Q(Exact(Length("seed"), DRAW_SEED_BYTES * 2))
                ),
                name="draw_revealed_at_its_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}/draw:{self.sequence}/{self.state}"


class Contribution(models.Model):
    """What a seat sealed for a shoe or a draw, and the secret that it opened."""

    shoe = models.ForeignKey(
        Shoe, models.PROTECT, null=True, editable=False, related_name="contributions"
    )
    draw = models.ForeignKey(
        Draw, models.PROTECT, null=True, editable=False, related_name="contributions"
    )
    seat = models.PositiveSmallIntegerField(editable=False)
    """The number of a box."""
    party = models.CharField(max_length=64, editable=False)
    """Who sealed: an opaque label."""
    hash = models.CharField(max_length=64, editable=False)
    """Of the secret, and of the cut where the seat cuts, lower-case hex."""
    cuts = models.BooleanField(editable=False)
    """The hash covers a cut."""
    sealed_at = models.DateTimeField(editable=False)
    key = models.CharField(max_length=64, editable=False)
    """The receipts key (hex) that signed for it."""
    signature = models.CharField(max_length=128, editable=False)
    """Of the receipt, lower-case hex."""
    locked = models.CharField(max_length=324, null=True, editable=False)  # noqa: DJ001 - as the seed
    """The secret as the seat locked it to the beacon's round, lower-case hex; None where it has not
    yet, and where secrets are opened by hand."""
    secret = models.CharField(max_length=64, null=True, editable=False)  # noqa: DJ001 - as the seed
    """Lower-case hex, once opened."""
    cut = models.PositiveSmallIntegerField(null=True, editable=False)
    """Where it cut, once opened; None of a seat that does not cut."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(shoe=None, draw__isnull=False) | Q(shoe__isnull=False, draw=None),
                name="contribution_of_one",
            ),
            models.CheckConstraint(
                condition=Q(hash__regex=r"^[0-9a-f]{64}$", seat__range=(1, 2**15 - 1)),
                name="contribution_hash",
            ),
            models.CheckConstraint(
                condition=Q(secret=None, cut=None)
                | (
                    Q(secret__isnull=False)
                    & Q(secret__regex=r"^[0-9a-f]{64}$")  # noqa: S106 - no password
                    & (Q(cuts=True, cut__isnull=False) | Q(cuts=False, cut=None))
                ),
                name="contribution_opened_whole",
            ),
            models.CheckConstraint(
                condition=Q(locked=None)
                | Q(cuts=False, locked__regex=r"^([0-9a-f]{160}){2}$")
                | Q(cuts=True, locked__regex=r"^([0-9a-f]{162}){2}$"),
                name="contribution_locked_whole",
            ),
            models.UniqueConstraint(fields=["shoe", "seat"], name="contribution_shoe_seat"),
            models.UniqueConstraint(fields=["shoe", "party"], name="contribution_shoe_party"),
            models.UniqueConstraint(fields=["draw", "seat"], name="contribution_draw_seat"),
            models.UniqueConstraint(fields=["draw", "party"], name="contribution_draw_party"),
            models.UniqueConstraint(
                fields=["shoe"], condition=Q(cuts=True), name="contribution_one_cut"
            ),
            models.CheckConstraint(
                condition=Q(cuts=False) | Q(draw=None), name="contribution_cuts_cards"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class ErrorState(models.Model):
    """A failure of the generator: no shoe is made and no draw promised until two persons end it."""

    cause = models.CharField(max_length=200, editable=False)
    """What failed; it holds no secret."""
    instance = models.CharField(max_length=64, editable=False)
    """The process in which it failed."""
    raised_at = models.DateTimeField(db_default=Now(), editable=False)
    first = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, editable=False, related_name="+"
    )
    first_at = models.DateTimeField(null=True, editable=False)
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, editable=False, related_name="+"
    )
    cleared_at = models.DateTimeField(null=True, editable=False)
    """Only processes that begin after it make chance again."""

    class Meta:
        permissions = [("clear_errorstate", "Can end an error state of the generator")]
        constraints = [
            models.CheckConstraint(
                condition=Q(first=None, first_at=None, second=None, cleared_at=None)
                | Q(first__isnull=False, first_at__isnull=False, second=None, cleared_at=None)
                | (
                    Q(first__isnull=False, first_at__isnull=False)
                    & Q(second__isnull=False, cleared_at__isnull=False)
                    & ~Q(first=F("second"))
                ),
                name="errorstate_two_persons",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class ConformityReport(models.Model):
    """A signed report that spoke for the code of this house, and the two persons who trusted it."""

    digest = models.CharField(max_length=64, primary_key=True, editable=False)
    """SHA-256 of what was signed, lower-case hex."""
    version = models.CharField(max_length=32, editable=False)
    mode = models.CharField(max_length=8, editable=False)
    """`quick` or `full`."""
    key = models.CharField(max_length=64, editable=False)
    """The public key (hex) that signed it."""
    signature = models.CharField(max_length=128, editable=False)
    """Lower-case hex."""
    body = models.TextField(editable=False)
    """What was signed: canonical JSON."""
    found_at = models.DateTimeField(db_default=Now(), editable=False)
    first = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, editable=False, related_name="+"
    )
    first_at = models.DateTimeField(null=True, editable=False)
    first_reason = models.CharField(max_length=200, default="", editable=False)
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, editable=False, related_name="+"
    )
    second_at = models.DateTimeField(null=True, editable=False)
    second_reason = models.CharField(max_length=200, default="", editable=False)

    class Meta:
        permissions = [("trust_conformityreport", "Can trust another conformity report")]
        constraints = [
            models.CheckConstraint(
                condition=Q(first=None, first_at=None, first_reason="")
                | Q(first__isnull=False, first_at__isnull=False, first_reason__regex=r"^."),
                name="conformityreport_first_whole",
            ),
            models.CheckConstraint(
                condition=Q(second=None, second_at=None, second_reason="")
                | (
                    Q(second__isnull=False, second_at__isnull=False, second_reason__regex=r"^.")
                    & Q(first__isnull=False)
                    & ~Q(first=F("second"))
                ),
                name="conformityreport_two_persons",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version} {self.digest[:16]}"


class SelfCheck(models.Model):
    """One self-verification of one process: is its code the reported one, do its tests pass?"""

    class Why(models.TextChoices):
        """What it was for."""

        START = "start", "start"
        DAILY = "daily", "daily"
        DEMAND = "demand", "demand"

    at = models.DateTimeField(db_default=Now(), editable=False)
    why = models.CharField(max_length=6, choices=Why, editable=False)
    instance = models.CharField(max_length=64, editable=False)
    passed = models.BooleanField(editable=False)
    said = models.TextField(editable=False)
    """The report's version and digest, or why it did not pass."""

    class Meta:
        indexes = [
            models.Index(fields=["at"], condition=Q(why="demand"), name="selfcheck_demanded")
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class Reading(models.Model):
    """One statistic of one day's cards or numbers, measured once."""

    day = models.DateField(editable=False)
    """The day, in UTC, on which the shoes were retired and the draws fell."""
    statistic = models.CharField(max_length=80, editable=False)
    sample = models.PositiveIntegerField(editable=False)
    """Cards or numbers counted."""
    value = models.FloatField(null=True, editable=False)
    p = models.FloatField(null=True, editable=False)
    """None where the day had too few for a judgement."""
    threshold = models.FloatField(editable=False)
    """The p-value below which it is an alarm: the day's share of what is spent in a year."""
    at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["day", "statistic"], name="reading_once"),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.pk}"

    @property
    def alarming(self) -> bool:
        """Tell whether somebody has to look into it."""
        return self.p is not None and self.p < self.threshold
