"""The keys of machines in the office: lent, given back, and read for ever.

What is done goes through a service of `tables.machines.keys` with the operator and a reason.
"""

from functools import partial
from typing import Any, ClassVar, Final
from uuid import uuid4

from django import forms
from django.contrib import admin

from casino.backoffice import form_fields as fields
from casino.backoffice.model_admin import ReadOnlyAdmin, column
from casino.i18n import Words, both_lazy
from casino.players.models import Player
from casino.staff import rights
from tables.machines import keys
from tables.machines.keys import KEYS, Key
from tables.models import BaseReceipt, KeyLoan
from tables.office.actions import ReasonForm
from tables.office.columns import AT, BY, REASON
from tables.office.confirmations import RowAction, RowActionAdmin


class TakeForm(ReasonForm):
    """For how long a key is taken."""

    minutes = fields.IntegerField(
        min_value=1,
        max_value=int(keys.LONGEST.total_seconds() // 60),
        initial=60,
        label=both_lazy("Minutes", "Minutes"),
        help_text=both_lazy("Ensuite la clé n’ouvre plus rien.", "After that it opens nothing."),
    )
    order = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    """Made with the form: makes sending it idempotent."""
    field_order: tuple[str, ...] = ("minutes", "reason")


class LendForm(TakeForm):
    """To whom a key is lent, and for how long."""

    key: ClassVar[Key]
    person = forms.ModelChoiceField(Player.objects.none(), label=both_lazy("À", "To"))
    field_order = ("person", "minutes", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice = self.fields["person"]
        assert isinstance(choice, forms.ModelChoiceField)
        choice.queryset = rights.staff_with(KEYS[self.key].holds).order_by("username")


class LendMachineForm(LendForm):
    """To which mechanic."""

    key = Key.DEVICE


LEND_MACHINE: Final = RowAction(
    Words("Remettre la clé de l’appareil", "Lend the key of the machine"),
    partial(keys.lend_key, Key.DEVICE),
    KEYS[Key.DEVICE].lends,
    Words(
        "Le superviseur, du coffre d’exploitation, à un mécanicien.",
        "The supervisor, from the operations safe, to a mechanic.",
    ),
    LendMachineForm,
)
TAKE_NOTE_BOX: Final = RowAction(
    Words("Prendre la clé de la boîte à billets", "Take the key of the note box"),
    keys.take_note_box_key,
    KEYS[Key.NOTE_BOX].lends,
    Words(
        "La comptabilité générale, qui ne la remet à personne.",
        "General accounting, which lends it to nobody.",
    ),
    TakeForm,
)
RECEIVE_LOCK: Final = RowAction(
    Words("Recevoir serrure et clé", "Receive lock and key"),
    keys.receive_lock,
    KEYS[Key.BASE].lends,
    Words(
        "Le caissier principal, le socle hors d’usage.",
        "The main cashier, once the base is out of use.",
    ),
    when=lambda base: not base.in_use and not hasattr(base, "receipt"),
)


@admin.register(KeyLoan)
class KeyLoanAdmin(RowActionAdmin):
    """A key that was lent: to whom, for what, until when; and how it came back."""

    section = "machines"
    singular = Words("prêt d’une clé", "loan of a key")
    plural = Words("prêts des clés", "loans of keys")
    acts = {
        "give_back": RowAction(
            Words("Rendre la clé", "Give the key back"),
            keys.return_key,
            "tables.view_keyloan",
            Words(
                "Qui la tient, ou qui la garde et la reprend.",
                "Whoever has it, or keeps it and takes it back.",
            ),
        )
    }
    list_display = (
        "lent_at_column",
        "key_column",
        "opens_number_column",
        "holder_column",
        "lent_by_column",
        "expires_at_column",
        "returned_at_column",
    )
    list_select_related = ("machine__table", "base", "holder", "lent_by")
    list_filter = ("key", ("returned_at", admin.EmptyFieldListFilter))
    exact = ("pk", "machine__pk", "base__number", "holder__username", "lent_by__username")
    ordering = ("-lent_at",)
    fields = (
        *(
            "key_column",
            "kept_in_column",
            "opens_number_column",
            "relief_column",
            "lent_by_column",
            "holder_column",
            "purpose_column",
            "lent_at_column",
        ),
        *("expires_at_column", "returned_at_column", "returned_by_column", "remark_column"),
    )
    lent_by_column = column("lent_by", "Prêtée par", "Lent by")
    holder_column = column("holder", "À", "To")
    relief_column = column("relief", "Relève", "Relief")
    returned_by_column = column("returned_by", "Rendue par", "Given back by")
    lent_at_column = column("lent_at", "Prêtée", "Lent")
    expires_at_column = column("expires_at", "Échéance", "Expires")
    returned_at_column = column("returned_at", "Rendue", "Came back")
    purpose_column = column("purpose", "Pour", "For")
    remark_column = column("remark", "Observation", "Remark")

    @admin.display(description=both_lazy("Clé", "Key"))
    def key_column(self, loan: KeyLoan) -> str:
        """Which of the four."""
        return str(loan.get_key_display())

    @admin.display(description=both_lazy("Lieu de garde", "Kept in"))
    def kept_in_column(self, loan: KeyLoan) -> str:
        """Where it is kept while nobody has it."""
        return str(loan.get_keeping_display())

    @admin.display(description=both_lazy("Ouvre", "Opens"))
    def opens_number_column(self, loan: KeyLoan) -> str:
        """The number of the machine or of the base."""
        return f"{loan.machine_id} ({loan.machine.table})" if loan.machine else str(loan.base_id)


@admin.register(BaseReceipt)
class BaseReceiptAdmin(ReadOnlyAdmin[BaseReceipt]):
    """The lock and the key of a base that is out of use, handed in at the cage."""

    section = "machines"
    singular = Words("serrure reçue", "lock received")
    plural = Words("serrures reçues", "locks received")
    list_display = ("base_column", BY, AT, REASON)
    list_select_related = ("base", "by")
    exact = ("base__number", "by__username")
    ordering = ("-at",)
    fields = ("base_column", BY, AT, REASON)
    base_column = column("base", "Socle", "Base")
