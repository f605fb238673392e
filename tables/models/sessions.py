"""Sessions of a table: who serves it, its float, vouchers, drop and levy."""

from typing import Final

from django.conf import settings
from django.db import models

from casino.i18n import both_lazy
from tables.games.core.protocol import Duty
from tables.models.tables import Table

DUTIES: Final = [
    (Duty.TABLE_CHIEF, both_lazy("chef de table", "table chief")),
    (Duty.INSPECTOR, both_lazy("inspecteur", "inspector")),
    (Duty.CHANGER, both_lazy("changeur", "changer")),
    (Duty.MACHINE_CHANGER, both_lazy("changeur des appareils", "changer of the machines")),
]


class Assignment(models.Model):
    """Who serves a table in a duty, from when until when; it ends once, and stays.

    Handing a table over ends one and begins the next at the same moment (MC-EROU-05).
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="assignments")
    duty = models.CharField(max_length=16, choices=DUTIES)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="assignments")
    since = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    """Who assigned the duty."""
    reason = models.CharField(max_length=200)
    found = models.JSONField()
    """How the table was found: status, number, round, and minor units of float and layout."""
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "duty"],
                condition=models.Q(until=None),
                name="one_person_per_duty",
            )
        ]
        permissions = [
            ("serve_as_table_chief", "May answer for a table as its chief"),
            ("serve_as_inspector", "May answer for a table as its inspector"),
            ("serve_as_changer", "May change cash at a table as its changer"),
            ("serve_as_machine_changer", "May change cash at machines as their changer"),
            ("check_device", "May check wheels and bowls before a session, as maintenance"),
            ("sign_for_dice", "May allot and check dice, as deputy director"),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class TableSession(models.Model):
    """A session of a table as it began, for ever: what its float held (MC-CHIPS-08)."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="sessions", db_index=False)
    began_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    opening_float = models.BigIntegerField()
    """Minor units."""
    after = models.BigIntegerField()
    """The last transfer of the ledger by then: what the session moved comes after it."""

    class Meta:
        indexes = [models.Index(fields=["table", "-id"], name="session_of_table")]

    def __str__(self) -> str:
        return f"{self.pk}"


class Voucher(models.Model):
    """What chips and plaques pass between a table and the cage, for ever (MC-CHIPS-14, -25).

    Numbered per table and day without a gap. Its pieces add up to its amount: the database says so.
    """

    class Kind(models.TextChoices):
        FILL = "fill", both_lazy("approvisionnement", "fill")
        CREDIT = "credit", both_lazy("retrait", "credit")
        EXCHANGE = "exchange", both_lazy("échange", "exchange")
        ADVANCE = "advance", both_lazy("dotation du changeur", "advance of a changer")
        SUPPLY = "supply", both_lazy("fourniture au changeur", "supply of a changer")
        HAND_IN = "hand_in", both_lazy("remise du changeur", "hand-in of a changer")

    id = models.UUIDField(primary_key=True)
    """Made with the form, and the id of the journal entry that moved the chips."""
    table = models.ForeignKey(Table, models.PROTECT, related_name="vouchers", db_index=False)
    day = models.DateField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=Kind.choices)
    pieces = models.JSONField()
    """Pairs of a face value in minor units and how many: what moves, or what the cage brings."""
    given = models.JSONField()
    """The same of what the table, or its changer, gives for it; empty where nothing is given."""
    amount = models.BigIntegerField()
    """Minor units."""
    through = models.BigIntegerField(null=True, blank=True)
    """The last of the ledger's transfers that it stands for, where the house has filled by itself;
    null of a voucher that somebody wrote."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Who wrote it; null where the house has filled by itself."""
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "day", "number"], name="voucher_number"),
            models.CheckConstraint(
                condition=models.Q(by=None, through__isnull=False)
                | models.Q(by__isnull=False, through=None),
                name="voucher_written_or_made_up",
            ),
        ]
        indexes = [models.Index(fields=["amount", "-at"], name="voucher_amount")]

    def __str__(self) -> str:
        return f"{self.day:%Y%m%d}-{self.table_id}-{self.number}"


class VoucherSignature(models.Model):
    """A signature under a voucher, for ever; each in its turn, and another person's."""

    class Step(models.TextChoices):
        CHIEF = "chief", both_lazy("chef de table", "table chief")
        INSPECTOR = "inspector", both_lazy("inspecteur", "inspector")
        CASHIER = "cashier", both_lazy("caissier", "cashier")
        RECEIPT = "receipt", both_lazy("comptage à la table", "count at the table")
        DECLINED = "declined", both_lazy("écarté", "declined")

    voucher = models.ForeignKey(Voucher, models.PROTECT, related_name="signatures", db_index=False)
    step = models.CharField(max_length=16, choices=Step.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["voucher", "step"], name="voucher_signed_once")
        ]

    def __str__(self) -> str:
        return f"{self.voucher}"


class FixedFloat(models.Model):
    """With what a table's sessions begin, as the games management has signed for (MC-CHIPS-08).

    It holds from the next session on, until another is fixed.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="fixed_floats")
    pieces = models.JSONField()
    """Pairs of a face value in minor units and how many."""
    amount = models.BigIntegerField()
    """What they come to, minor units: the database says so."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.pk}"


class FloatCount(models.Model):
    """What was counted in a table's float at the opening or after a session, for ever (MC-110)."""

    class Moment(models.TextChoices):
        OPENING = "opening", both_lazy("ouverture", "opening")
        CLOSING = "closing", both_lazy("fin de séance", "end of a session")

    id = models.UUIDField(primary_key=True)
    """Made with the form: makes sending it idempotent."""
    session = models.ForeignKey(TableSession, models.PROTECT, related_name="float_counts")
    moment = models.CharField(max_length=16, choices=Moment.choices)
    pieces = models.JSONField()
    """Pairs of a face value in minor units and how many."""
    amount = models.BigIntegerField()
    """What they come to, minor units: the database says so."""
    held = models.BigIntegerField()
    """What the ledger had in the float then."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.session}"


class FloatSignature(models.Model):
    """The inspector's signature under a count of a float, once and for ever."""

    count = models.OneToOneField(
        FloatCount, models.PROTECT, primary_key=True, related_name="signature"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.count_id} {self.by_id}"


class DropCount(models.Model):
    """What accounting found in a table's drop after a session, for ever (MC-CHIPS-22)."""

    id = models.UUIDField(primary_key=True)
    """Made with the form, and the id of the journal entry that emptied the drop."""
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    amount = models.BigIntegerField()
    """Minor units."""
    changes = models.PositiveIntegerField()
    """How often cash had been changed since the count before."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "at"], name="drop_count_of")]
        permissions = [("count_drop", "May count the cash that was changed at tables")]

    def __str__(self) -> str:
        return f"{self.pk}"


class LevyCount(models.Model):
    """What somebody counted in a table's levy, beside its book of tickets, for ever (MC-CDF-38)."""

    id = models.UUIDField(primary_key=True)
    """Made with the form: makes sending it idempotent."""
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    amount = models.BigIntegerField()
    """Minor units."""
    tickets = models.PositiveIntegerField()
    """How many the book had lost by then."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "at"], name="levy_count_of")]

    def __str__(self) -> str:
        return f"{self.pk}"


class LevySignature(models.Model):
    """The inspector's signature under a count, once and for ever; the levy was emptied with it."""

    count = models.OneToOneField(
        LevyCount, models.PROTECT, primary_key=True, related_name="signature"
    )
    order = models.UUIDField(unique=True)
    """The journal entry that emptied it."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    control = models.CharField(max_length=64, blank=True)
    """The agent of the state's control who attended; empty where none did."""
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.count_id} {self.by_id}"
