"""Registers of equipment, the sets in them, and who signed for each entry."""

from django.conf import settings
from django.db import models

from casino.i18n import both_lazy


class EquipmentRegister(models.Model):
    """A register of what comes into the house and leaves it for ever, by category (MC-EQ-05).

    Opened by the Government Commissioner. Its entries are numbered without a gap, and each holds
    the hash of the one before it, where the register of paper was numbered and initialled.
    """

    class Category(models.TextChoices):
        DICE = "dice", both_lazy("dés", "dice")
        CARDS = "cards", both_lazy("cartes", "cards")

    category = models.CharField(max_length=8, choices=Category.choices, unique=True)
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    opened_at = models.DateTimeField()

    class Meta:
        permissions = [
            ("open_register", "May open a register of equipment, as the Government Commissioner"),
            ("endorse_register", "May endorse a register of equipment, as the state's control"),
        ]

    def __str__(self) -> str:
        return str(self.get_category_display())


class EquipmentSet(models.Model):
    """Five dice, a pack, six or eight of them: numbered, in one place, whole until destroyed."""

    class Kind(models.TextChoices):
        DICE = "dice", both_lazy("dés", "dice")
        PACK = "pack", both_lazy("jeu", "pack")
        SIXAIN = "sixain", both_lazy("sixain", "sixain")
        HUITAIN = "huitain", both_lazy("huitain", "huitain")

    class State(models.TextChoices):
        NEW = "new", both_lazy("neuf", "new")
        IN_SERVICE = "in_service", both_lazy("en service", "in service")
        USED = "used", both_lazy("usagé", "used")
        CHECKED = "checked", both_lazy("contrôlé", "checked")
        WITHDRAWN = "withdrawn", both_lazy("retiré", "withdrawn")
        DESTROYED = "destroyed", both_lazy("détruit", "destroyed")

    register = models.ForeignKey(EquipmentRegister, models.PROTECT, related_name="sets")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    serial = models.CharField(max_length=32, unique=True)
    """The maker's number (MC-EQ-03, MC-EQ-43)."""
    purchase_order = models.CharField(max_length=32)
    """The number of the order by which it was bought."""
    colours = models.PositiveSmallIntegerField(default=1)
    """In how many colours the backs of its cards are: 2 for three packs of each (FR-2024-001)."""
    state = models.CharField(max_length=12, choices=State.choices)
    place = models.CharField(max_length=24, blank=True)
    """`main_depot`, `annex_depot:2`, `table:7`; empty once it is destroyed."""

    class Meta:
        indexes = [models.Index(fields=["kind", "state", "id"], name="equipment_in_stock")]
        permissions = [
            ("keep_stock", "May receive, move and withdraw equipment, as card keeper"),
            ("destroy_equipment", "May have equipment destroyed, as the games management"),
        ]

    def __str__(self) -> str:
        return self.serial


class EquipmentEntry(models.Model):
    """One movement of a set, in its register for ever (MC-EQ-04, MC-EQ-06)."""

    class Movement(models.TextChoices):
        RECEIVED = "received", both_lazy("reçu", "received")
        MOVED = "moved", both_lazy("déplacé", "moved")
        ALLOTTED = "allotted", both_lazy("mis en service", "put in service")
        RETURNED = "returned", both_lazy("rendu", "returned")
        COUNTED = "counted", both_lazy("compté", "counted")
        WITHDRAWN = "withdrawn", both_lazy("retiré", "withdrawn")
        ANNOUNCED = "announced", both_lazy("destruction annoncée", "destruction announced")
        DESTROYED = "destroyed", both_lazy("détruit", "destroyed")

    register = models.ForeignKey(EquipmentRegister, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    set = models.ForeignKey(EquipmentSet, models.PROTECT, related_name="entries")
    movement = models.CharField(max_length=12, choices=Movement.choices)
    origin = models.CharField(max_length=24, blank=True)
    """The place that the set left; empty where it came into the house."""
    target = models.CharField(max_length=24, blank=True)
    """The place that it came to; empty where it left the house for ever."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    control = models.CharField(max_length=64, blank=True)
    """The agent of the state's control who attended a destruction; empty where none did."""
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    hash = models.CharField(max_length=64)
    """SHA-256 of the entry and of the hash before it, in hex."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["register", "number"], name="equipment_entry_number")
        ]
        verbose_name_plural = "equipment entries"

    def __str__(self) -> str:
        return f"{self.register_id} {self.number}"


class EquipmentEndorsement(models.Model):
    """What the state's control has endorsed of a register, for ever (MC-EQ-08)."""

    register = models.ForeignKey(EquipmentRegister, models.PROTECT, related_name="endorsements")
    up_to = models.PositiveIntegerField()
    """The last entry that he has seen."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    """His remarks."""
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["register", "up_to"], name="equipment_endorsed_once")
        ]

    def __str__(self) -> str:
        return f"{self.pk}"
