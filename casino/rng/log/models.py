"""The log as it is kept. The database itself (see `rng/sql`) numbers and hashes entries.

It refuses gaps, changes, deletions, an entry without its signed checkpoint, and a checkpoint that
is not of the tree or does not continue the one before.
"""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now


class LogEntry(models.Model):
    """A leaf of the tree."""

    class Kind(models.TextChoices):
        """What an entry tells."""

        KEYS = "keys", "keys"
        ROTATION = "rotation", "rotation"
        COMMITMENT = "commitment", "commitment"
        CONTRIBUTIONS = "contributions", "contributions"
        LOCKED = "locked", "locked"
        OPENED = "opened", "opened"
        ORDER = "order", "order"
        REVEAL = "reveal", "reveal"
        VOID = "void", "void"
        REPORT = "report", "report"
        ERROR = "error", "error"
        MONITORING = "monitoring", "monitoring"
        OFFICE = "office", "office"
        RESTORED = "restored", "restored"

    index = models.BigIntegerField(primary_key=True, editable=False)
    """Counts the entries from 0; the database gives it, under the log's own lock."""
    entry = models.CharField(max_length=200, unique=True, editable=False)
    """Its id, made before it is written: makes writing idempotent."""
    subject = models.CharField(max_length=100, editable=False)
    """What it is about, e.g. `shoe:<id>`; `house` for keys."""
    kind = models.CharField(max_length=13, choices=Kind, editable=False)
    body = models.TextField(editable=False)
    """The leaf itself: canonical JSON with `log`, `id`, `subject`, `kind`, `facts`."""
    nodes = models.BinaryField(editable=False)
    """The hashes of the perfect subtrees that end with this leaf, its own first, 32 bytes each."""
    root = models.BinaryField(editable=False)
    """Of the tree that ends with this leaf."""
    previous = models.BinaryField(editable=False)
    """SHA-256 of the text of the checkpoint before; empty for the first entry."""
    signer = models.CharField(max_length=64, editable=False)
    """The public key (hex) that signs the checkpoint that ends with this leaf."""
    recorded_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        indexes = [models.Index(fields=["subject", "index"], name="logentry_subject")]
        constraints = [
            models.CheckConstraint(condition=Q(index__gte=0), name="logentry_index"),
        ]

    def __str__(self) -> str:
        return f"{self.index} {self.entry}"


class Checkpoint(models.Model):
    """What the house signed about the tree of one size."""

    size = models.BigIntegerField(primary_key=True, editable=False)
    """Entries in the tree."""
    text = models.TextField(editable=False)
    """C2SP tlog-checkpoint: origin, size, root, then the hash of the one before, and the time."""
    signature = models.TextField(editable=False)
    """The signature line of the house's log key."""

    def __str__(self) -> str:
        return f"{self.size}"


class Cosignature(models.Model):
    """A witness's signature under a checkpoint."""

    checkpoint = models.ForeignKey(
        Checkpoint, on_delete=models.PROTECT, related_name="cosignatures", editable=False
    )
    witness = models.CharField(max_length=200, editable=False)
    """The name of the witness's key."""
    key = models.CharField(max_length=300, editable=False)
    """The witness's key as C2SP writes it."""
    witnessed_at = models.DateTimeField(editable=False)
    """By the witness's clock."""
    line = models.TextField(editable=False)
    """The signature line, cosignature/v1."""

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["checkpoint", "key"], name="cosignature_once"),
        ]

    def __str__(self) -> str:
        return f"{self.checkpoint} {self.witness}"
