"""The opening of machines: keys lent, interventions, reliefs, the sheets of a day."""

from django.conf import settings
from django.db import models

from casino.i18n import both, both_lazy
from tables.models.machines import Machine, MachineBase


class KeyLoan(models.Model):
    """A key that was lent, to whom and for what, until when, and how it came back (MC-AUTO-34).

    The database refuses that keys of two keepings are in one hand, and changes a loan once: when
    the key comes back.
    """

    class Key(models.TextChoices):
        DEVICE = "device", both_lazy("appareil", "machine")
        BASE = "base", both_lazy("socle", "base")
        LATCH = "latch", both_lazy("attache de la boîte à billets", "latch of the note box")
        NOTE_BOX = "note_box", both_lazy("boîte à billets", "note box")

    class Keeping(models.TextChoices):
        SAFE = "safe", both_lazy("coffre d’exploitation", "operations safe")
        CAGE = "cage", both_lazy("caisse centrale", "main cage")
        ACCOUNTING = "accounting", both_lazy("comptabilité générale", "general accounting")

    id = models.UUIDField(primary_key=True)
    """Made with the form: makes lending it idempotent."""
    key = models.CharField(max_length=8, choices=Key.choices)
    keeping = models.CharField(max_length=12, choices=Keeping.choices)
    """Where it is kept while nobody has it (MC-AUTO-35 to MC-AUTO-37)."""
    machine = models.ForeignKey(
        Machine, models.PROTECT, null=True, blank=True, related_name="key_loans"
    )
    base = models.ForeignKey(
        MachineBase, models.PROTECT, null=True, blank=True, related_name="key_loans"
    )
    """What it opens: a machine, or something of it, or a base."""
    relief = models.ForeignKey(
        "Relief", models.PROTECT, null=True, blank=True, related_name="key_loans"
    )
    """For which a key of the cage was lent: it expires with it (MC-AUTO-35)."""
    lent_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    holder = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    purpose = models.CharField(max_length=200)
    lent_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    """From then on it opens nothing; it is in that hand until it comes back."""
    returned_at = models.DateTimeField(null=True, blank=True)
    returned_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Who gave or took it back."""
    remark = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(key="device", keeping="safe")
                | models.Q(key="base", keeping="cage")
                | models.Q(key="latch", keeping="cage")
                | models.Q(key="note_box", keeping="accounting"),
                name="key_in_its_keeping",
            ),
            models.CheckConstraint(
                condition=models.Q(key="base", base__isnull=False, machine__isnull=True)
                | (~models.Q(key="base") & models.Q(base__isnull=True, machine__isnull=False)),
                name="key_opens_one_thing",
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("lent_at")), name="key_expires"
            ),
            models.UniqueConstraint(
                fields=["key", "machine"],
                condition=models.Q(returned_at=None, base=None),
                name="key_of_machine_in_one_hand",
            ),
            models.UniqueConstraint(
                fields=["base"],
                condition=models.Q(returned_at=None),
                name="key_of_base_in_one_hand",
            ),
        ]
        indexes = [
            models.Index(
                fields=["holder"], condition=models.Q(returned_at=None), name="keys_in_hand"
            )
        ]
        permissions = [
            ("open_machine", "May be lent the key of a machine, as a mechanic"),
            ("open_base", "May be lent the key of a base, for a relief"),
            ("detach_note_box", "May be lent the key that detaches a note box, for a relief"),
            ("open_note_box", "May take the key of a note box, as general accounting"),
            ("lend_machine_key", "May lend the keys of machines, as their supervisor"),
            ("lend_cage_key", "May lend the keys of the cage for reliefs, as main cashier"),
        ]

    def __str__(self) -> str:
        return f"{self.get_key_display()} {self.machine_id or self.base_id}"


class BaseReceipt(models.Model):
    """The main cashier has the lock and the key of a base that is out of use (MC-AUTO-38)."""

    base = models.OneToOneField(
        MachineBase, models.PROTECT, primary_key=True, related_name="receipt"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.base_id}"


class Intervention(models.Model):
    """A mechanic has opened a machine, and the sheet of it (MC-AUTO-39, MC-AUTO-40).

    It goes forward only: opened, signed, put back in service, bundled with the day's sheets.
    """

    machine = models.ForeignKey(Machine, models.PROTECT, related_name="interventions")
    loan = models.ForeignKey(KeyLoan, models.PROTECT, related_name="+")
    """The key by which he opened it."""
    mechanic = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    stopped_at = models.DateTimeField()
    meters = models.JSONField()
    """Every meter as he found it, in credits."""
    done = models.CharField(max_length=200, blank=True)
    """What he did, once he has signed."""
    meters_after = models.JSONField(null=True, blank=True)
    signed_at = models.DateTimeField(null=True, blank=True)
    hash = models.CharField(max_length=64, blank=True)
    """SHA-256 of the sheet as he signed it, in hex."""
    returned_at = models.DateTimeField(null=True, blank=True)
    returned_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """The supervisor who put it back in service."""
    bundle = models.ForeignKey(
        "SheetBundle", models.PROTECT, null=True, blank=True, related_name="sheets"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["machine"],
                condition=models.Q(returned_at=None),
                name="intervention_one_at_a_time",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    signed_at=None, done="", hash="", meters_after=None, returned_at=None
                )
                | (
                    models.Q(signed_at__isnull=False, meters_after__isnull=False)
                    & ~models.Q(done="")
                    & ~models.Q(hash="")
                ),
                name="intervention_sheet_complete",
            ),
            models.CheckConstraint(
                condition=models.Q(bundle=None) | models.Q(signed_at__isnull=False),
                name="intervention_bundled_signed",
            ),
        ]
        permissions = [
            ("run_machines", "May run machines on the floor, as their supervisor"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class SheetBundle(models.Model):
    """A day's sheets of interventions, sealed and signed by the supervisor (MC-AUTO-41)."""

    day = models.DateField(unique=True)
    body = models.TextField()
    """Canonical JSON: the day, the supervisor, and each sheet with its hash."""
    public = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)
    """Ed25519, of the body, in hex."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.day:{both('%d/%m/%Y', '%d %b %Y')}}"


class BundleReceipt(models.Model):
    """The games management has received a day's sheets (MC-AUTO-41)."""

    bundle = models.OneToOneField(
        SheetBundle, models.PROTECT, primary_key=True, related_name="receipt"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.bundle_id}"


class Relief(models.Model):
    """The relief of a machine: its meters, and its note box taken to the count (MC-AUTO-55).

    It goes forward only: begun by the supervisor, attended by surveillance, exchanged, closed.
    """

    machine = models.ForeignKey(Machine, models.PROTECT, related_name="reliefs")
    begun_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    begun_at = models.DateTimeField()
    attended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Of the surveillance: wanted where the machine is open (MC-AUTO-59)."""
    attended_at = models.DateTimeField(null=True, blank=True)
    exchanged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    exchanged_at = models.DateTimeField(null=True, blank=True)
    meters = models.JSONField(null=True, blank=True)
    """Every meter at the exchange, in credits."""
    amount = models.BigIntegerField(null=True, blank=True)
    """What the box held by the ledger, in minor units."""
    told = models.BigIntegerField(null=True, blank=True)
    """What its meter says fell into it since the relief before, in minor units."""
    coins = models.BigIntegerField(null=True, blank=True)
    """What its meter says fell into the base meanwhile, in minor units; `None` of a relief from
    before coins were counted."""
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["machine"],
                condition=models.Q(closed_at=None),
                name="relief_one_at_a_time",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    exchanged_at=None, meters=None, amount=None, told=None, closed_at=None
                )
                | models.Q(
                    exchanged_at__isnull=False,
                    meters__isnull=False,
                    amount__gte=0,
                    told__isnull=False,
                ),
                name="relief_complete",
            ),
            models.CheckConstraint(
                condition=~models.Q(attended_by=models.F("begun_by")),
                name="relief_watched_by_another",
            ),
        ]
        permissions = [
            ("watch_relief", "May attend reliefs of machines, as sworn surveillance"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class NoteBoxCount(models.Model):
    """What general accounting has counted of a relief, for ever (MC-AUTO-28)."""

    relief = models.OneToOneField(Relief, models.PROTECT, primary_key=True, related_name="count")
    amount = models.BigIntegerField()
    """Found in the note box, in minor units."""
    coins = models.BigIntegerField(default=0)
    """Found of what fell into the base since the relief before, in minor units."""
    loan = models.ForeignKey(KeyLoan, models.PROTECT, related_name="+")
    """The key by which it was opened."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(amount__gte=0), name="note_box_count_found"),
            models.CheckConstraint(condition=models.Q(coins__gte=0), name="coins_count_found"),
        ]

    def __str__(self) -> str:
        return f"{self.relief_id}"
