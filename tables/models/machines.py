"""Machines, their files, hand-pays, last games, and players banned from them."""

from django.conf import settings
from django.db import models

from casino.i18n import both_lazy
from tables.models.rounds import Round
from tables.models.tables import Table


class MachineBase(models.Model):
    """A numbered place of the floor on which a machine stands (MC-AUTO-03, MC-AUTO-06)."""

    number = models.PositiveIntegerField(primary_key=True)
    """Given once for all: the database refuses another one, and a base's end."""
    room = models.CharField(max_length=32)
    in_use = models.BooleanField(default=True)
    """Not any more once its lock and key were handed to the main cashier (MC-AUTO-38)."""

    class Meta:
        verbose_name_plural = "machine bases"

    def __str__(self) -> str:
        return str(self.number)


class Machine(models.Model):
    """The file of a machine, as it stands now; what changed it is in its entries (MC-AUTO-08)."""

    class Location(models.TextChoices):
        FLOOR = "floor", both_lazy("salle", "floor")
        STORE = "store", both_lazy("magasin", "store")
        WORKSHOP = "workshop", both_lazy("atelier", "workshop")
        RETIRED = "retired", both_lazy("sorti", "retired")

    table = models.OneToOneField(
        Table, models.PROTECT, primary_key=True, related_name="machine_file"
    )
    """Where it is played; its number is the house's number of the machine, which the page shows."""
    serial = models.CharField(max_length=96, unique=True)
    """The maker's: which device it is, the build of its sheet when it came, and the number of the
    copy. Never changed."""
    type = models.CharField(max_length=16)
    """`reels` or `video_poker`, as its game calls it."""
    location = models.CharField(max_length=8, choices=Location.choices)
    base = models.OneToOneField(
        MachineBase, models.PROTECT, null=True, blank=True, related_name="machine"
    )
    """What it stands on; on the floor alone."""
    sheet = models.CharField(max_length=48)
    """The technical sheet and its version, e.g. `name/2`."""
    sheet_hash = models.CharField(max_length=64)
    theoretical_return = models.CharField(max_length=64)
    """Exact, e.g. `7777/8192`, as the maker certifies it."""
    certified_at = models.DateTimeField()
    """When that was filed last."""
    photograph = models.CharField(max_length=64)
    """What it shows, or the name of the picture's file."""
    photograph_hash = models.CharField(max_length=64)
    """SHA-256 of the picture, in hex."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(location="floor", base__isnull=False)
                | (~models.Q(location="floor") & models.Q(base__isnull=True)),
                name="machine_on_its_base",
            ),
            models.CheckConstraint(
                condition=~models.Q(location="floor")
                | ~(
                    models.Q(serial="")
                    | models.Q(type="")
                    | models.Q(sheet="")
                    | models.Q(sheet_hash="")
                    | models.Q(theoretical_return="")
                    | models.Q(photograph="")
                    | models.Q(photograph_hash="")
                ),
                name="machine_file_complete",
            ),
        ]
        permissions = [
            ("keep_machines", "May keep the files of bases and machines, as the games management"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}"


class HandPay(models.Model):
    """A win that a machine owes its player, and how the supervisor paid it (MC-AUTO-42, 44, 56).

    A cheque or a transfer is issued by the cage, with its number.
    """

    class Means(models.TextChoices):
        CASH = "cash", both_lazy("espèces", "cash")
        CHEQUE = "cheque", both_lazy("chèque", "cheque")
        TRANSFER = "transfer", both_lazy("virement", "transfer")

    table = models.ForeignKey(Table, models.PROTECT, related_name="hand_pays", db_index=False)
    seq = models.BigIntegerField()
    """The sequence number of the event that left it to be paid, or paid it where that is older
    than this register."""
    round = models.ForeignKey(Round, models.PROTECT, related_name="+", db_index=False)
    """The round of that event."""
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="hand_pays")
    amount = models.BigIntegerField()
    """Minor units."""
    owed_at = models.DateTimeField()
    annulled_at = models.DateTimeField(null=True, blank=True)
    """Its round was annulled: nothing is owed."""
    means = models.CharField(max_length=8, choices=Means.choices, blank=True)
    paid_round = models.ForeignKey(
        Round, models.PROTECT, related_name="+", null=True, blank=True, db_index=False
    )
    """The round in which it was paid."""
    paid_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )
    paid_at = models.DateTimeField(null=True, blank=True)
    reference = models.CharField(max_length=40, blank=True)
    """The number of the cheque or the transfer."""
    issued_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )
    issued_at = models.DateTimeField(null=True, blank=True)
    issue_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="hand_pay_of_one_event"),
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(paid_at__isnull=True, annulled_at__isnull=True),
                name="hand_pay_one_owed",
            ),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="hand_pay_worth"),
            models.CheckConstraint(
                condition=models.Q(issued_at__isnull=True)
                | (models.Q(paid_at__isnull=False) & ~models.Q(means="cash")),
                name="hand_pay_issued_once_paid",
            ),
        ]
        permissions = [
            ("issue_payment", "May issue a cheque or a transfer at the cage, as a cashier")
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class LastGame(models.Model):
    """When a player's last game at any machine began: the next waits for the pace floor."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, primary_key=True, related_name="+"
    )
    began_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id}"


class MachinePhotograph(models.Model):
    """A picture that was filed of a machine, by its hash, for ever (MC-AUTO-13)."""

    hash = models.CharField(max_length=64, primary_key=True)
    """SHA-256 of the content, in hex."""
    media = models.CharField(max_length=16)
    """`image/png` or `image/jpeg`, as the content says."""
    content = models.BinaryField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    """Who has filed it first."""
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.hash[:12]


class MachineEntry(models.Model):
    """A change of the files of bases and machines, for ever (MC-AUTO-07, MC-AUTO-12).

    Numbered without a gap; each holds the hash of the one before it.
    """

    class Change(models.TextChoices):
        LAID = "laid", both_lazy("socle numéroté", "base numbered")
        OUT_OF_USE = "out_of_use", both_lazy("socle hors d’usage", "base out of use")
        FILED = "filed", both_lazy("inventorié", "filed")
        MOVED = "moved", both_lazy("déplacé", "moved")
        CERTIFIED = "certified", both_lazy("fiche technique", "technical sheet")
        PHOTOGRAPHED = "photographed", both_lazy("photographié", "photographed")

    number = models.PositiveIntegerField(primary_key=True)
    change = models.CharField(max_length=12, choices=Change.choices)
    machine = models.ForeignKey(
        Machine, models.PROTECT, null=True, blank=True, related_name="entries"
    )
    base = models.ForeignKey(
        MachineBase, models.PROTECT, null=True, blank=True, related_name="entries"
    )
    """What was changed: a machine or a base."""
    told = models.JSONField()
    """All that the file says after the change."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Null where the house filed at its upgrade what stood there already."""
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    hash = models.CharField(max_length=64)
    """SHA-256 of the entry and of the hash before it, in hex."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(machine__isnull=True, base__isnull=False)
                | models.Q(machine__isnull=False, base__isnull=True),
                name="machine_entry_of_one",
            )
        ]
        verbose_name_plural = "machine entries"

    def __str__(self) -> str:
        return f"{self.number}"


class MachineCopy(models.Model):
    """The general secretariat's copy of an entry, signed, for ever (MC-AUTO-22)."""

    entry = models.OneToOneField(
        MachineEntry, models.PROTECT, primary_key=True, related_name="copy"
    )
    body = models.TextField()
    """Canonical JSON: the entry with all that it says."""
    public = models.CharField(max_length=64)
    """The key that has signed it, in hex."""
    signature = models.CharField(max_length=128)
    """Ed25519, of the body, in hex."""

    class Meta:
        verbose_name_plural = "machine copies"

    def __str__(self) -> str:
        return f"{self.entry_id}"


class MachineBan(models.Model):
    """A player is excluded from the machines alone, for ever on record (MC-AUTO-48)."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, primary_key=True, related_name="machine_ban"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        permissions = [
            ("ban_from_machines", "May exclude players from the machines, as their supervisor"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}"
