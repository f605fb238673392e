"""The shoe as it is kept: promise, sealed order, position; and after its end the seed.

The database itself (see the first migration) refuses to change a promise, to take a position back,
to touch a retired shoe or to delete any.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length, Now
from django.db.models.lookups import Exact

from casino.rng.core.constants import MAX_PACKS, PACK_SIZE, SEGMENT_BYTES
from casino.rng.seal import SEALED_CARD_BYTES, TAG_BYTES


class Unsealed(models.Manager["Shoe"]):
    """Shoes without their sealed columns, which only `casino.rng.shoes` has a use for."""

    def get_queryset(self) -> models.QuerySet["Shoe"]:
        return super().get_queryset().defer("sealed_seed", "sealed_order")


class Shoe(models.Model):
    """A shuffled shoe, or (retired) what is needed to prove how it was shuffled."""

    class State(models.TextChoices):
        """Where a shoe is in its life; retired is final."""

        LIVE = "live", "live"
        RETIRED = "retired", "retired"

    id = models.UUIDField(primary_key=True, editable=False)
    table = models.CharField(max_length=64)
    """Whose shoe it is: an opaque label."""
    sequence = models.PositiveIntegerField()
    """Counts the shoes of a table from 1."""
    header = models.JSONField()
    """What the commitment covers beside the seed: flat, text and whole numbers only."""
    commitment = models.CharField(max_length=64)
    """SHA-256 over the canonical header and the seed, lower-case hex."""
    packs = models.PositiveSmallIntegerField()
    size = models.PositiveSmallIntegerField()
    """Cards in the full shoe."""
    burn = models.PositiveSmallIntegerField()
    """Cards burnt before the first is dealt."""
    stop_at = models.PositiveSmallIntegerField()
    """The stop card lies before the card with this index, counted from 0."""
    position = models.PositiveSmallIntegerField()
    """Cards that have left the shoe, burnt ones included."""
    rejected_words = models.PositiveSmallIntegerField()
    """Words that the shuffle threw away to stay uniform."""
    sealed_seed = models.BinaryField()
    sealed_order = models.BinaryField()
    state = models.CharField(max_length=8, choices=State, default=State.LIVE)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    first_card_at = models.DateTimeField(null=True, editable=False)
    retired_at = models.DateTimeField(null=True, editable=False)
    seed = models.TextField(null=True, editable=False)  # noqa: DJ001 - no seed is not an empty seed
    """Lower-case hex, once revealed."""
    order = models.BinaryField(null=True, editable=False)
    """The faces as they were sealed, one byte a card, once revealed."""

    objects: ClassVar[Unsealed] = Unsealed()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "sequence"], name="shoe_once"),
            models.CheckConstraint(condition=Q(sequence__gte=1), name="shoe_sequence"),
            models.CheckConstraint(
                condition=Q(packs__range=(1, MAX_PACKS)) & Q(size=F("packs") * PACK_SIZE),
                name="shoe_size",
            ),
            models.CheckConstraint(
                condition=Q(stop_at__gt=F("burn")) & Q(stop_at__lte=F("size")),
                name="shoe_stop_card",
            ),
            models.CheckConstraint(
                condition=Q(position__gte=F("burn")) & Q(position__lte=F("size")),
                name="shoe_position",
            ),
            models.CheckConstraint(
                condition=Q(commitment__regex=r"^[0-9a-f]{64}$"), name="shoe_commitment"
            ),
            models.CheckConstraint(
                condition=Q(Exact(Length("sealed_order"), F("size") * SEALED_CARD_BYTES))
                & Q(Exact(Length("sealed_seed"), (F("packs") + 1) * SEGMENT_BYTES + TAG_BYTES)),
                name="shoe_sealed_whole",
            ),
            models.CheckConstraint(
                condition=Q(state="live", seed=None, order=None, retired_at=None)
                | (
                    Q(state="retired", retired_at__isnull=False)
                    & Q(seed__regex=r"^[0-9a-f]+$")
                    & Q(Exact(Length("order"), F("size")))
                    & Q(Exact(Length("seed"), (F("packs") + 1) * SEGMENT_BYTES * 2))
                ),
                name="shoe_revealed_when_retired",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} shoe {self.sequence} ({self.state})"
