"""Reliefs of machines in the office: begun, attended, exchanged, closed; and their counts.

What is done goes through a service of `tables.machines.reliefs` with the operator and a reason.
"""

from collections.abc import Mapping
from decimal import Decimal
from functools import partial
from typing import Any, Final

from django.contrib import admin

from casino.backoffice import form_fields as fields
from casino.backoffice.model_admin import ReadOnlyAdmin, column
from casino.i18n import Words, both, both_lazy, money
from tables.machines import reliefs
from tables.machines.admin.interventions import meters_table
from tables.machines.admin.keys import LendForm
from tables.machines.keys import KEYS, Key
from tables.models import NoteBoxCount, Relief
from tables.office.actions import ReasonForm
from tables.office.columns import AT, BY, REASON
from tables.office.confirmations import RowAction, RowActionAdmin
from tables.staff.authority import RUN_MACHINES


class LendBaseForm(LendForm):
    """To whom, for the relief."""

    key = Key.BASE


class LendLatchForm(LendForm):
    """To whom, for the relief."""

    key = Key.LATCH


class Found(fields.DecimalField):
    """What accounting has found of something."""

    def __init__(self, fr: str, en: str, **given: Any) -> None:
        super().__init__(
            max_digits=12,
            decimal_places=2,
            min_value=Decimal(0),
            localize=True,
            label=both_lazy(fr, en),
            **given,
        )


class CountForm(ReasonForm):
    """What was found in a note box, and of its machine's base."""

    amount = Found("Compté dans la boîte à billets", "Counted in the note box")
    coins = Found(
        "Pièces du socle",
        "Coins of the base",
        required=False,
        help_text=both_lazy("Vide : aucune.", "Empty: none."),
    )
    field_order = ("amount", "coins", "reason")

    def service_arguments(self) -> Mapping[str, Any]:
        """Return what was found in minor units, and the reason."""
        found = {name: self.cleaned_data[name] or 0 for name in ("amount", "coins")}
        return {**self.cleaned_data, **{name: int(each * 100) for name, each in found.items()}}


_SUPERVISOR: Final = Words("Le superviseur.", "The supervisor.")
_CASHIER: Final = Words(
    "Le caissier principal, pour la relève en cours : elle finie, la clé n’ouvre plus rien.",
    "The main cashier, for the relief that goes on: once it is over the key opens nothing.",
)
ACTS: Final[Mapping[str, RowAction]] = {
    "begin_relief": RowAction(
        Words("Commencer une relève", "Begin a relief"),
        reliefs.begin_relief,
        RUN_MACHINES,
        _SUPERVISOR,
    ),
    "attend_relief": RowAction(
        Words("Assister à la relève", "Attend the relief"),
        reliefs.attend_relief,
        reliefs.WATCH,
        Words(
            "La surveillance assermentée, présente quand la salle est ouverte.",
            "The sworn surveillance, present while the floor is open.",
        ),
    ),
    "lend_latch": RowAction(
        Words("Remettre la clé de la boîte à billets", "Lend the key that detaches the note box"),
        partial(reliefs.lend_key_for_relief, Key.LATCH),
        KEYS[Key.LATCH].lends,
        _CASHIER,
        LendLatchForm,
    ),
    "lend_base": RowAction(
        Words("Remettre la clé du socle", "Lend the key of the base"),
        partial(reliefs.lend_key_for_relief, Key.BASE),
        KEYS[Key.BASE].lends,
        _CASHIER,
        LendBaseForm,
    ),
    "exchange": RowAction(
        Words("Relever compteurs et boîte à billets", "Read the meters, take the note box out"),
        reliefs.exchange_note_box,
        KEYS[Key.LATCH].holds,
        Words(
            "Qui tient la clé pour cette relève ; une boîte vide prend la place de l’autre.",
            "Whoever has the key for this relief; an empty box takes the place of the other.",
        ),
    ),
    "close_relief": RowAction(
        Words("Clore la relève", "Close the relief"),
        reliefs.close_relief,
        RUN_MACHINES,
        Words(
            "Le superviseur, les clés rendues à la caisse.",
            "The supervisor, once the cage has its keys back.",
        ),
    ),
}
"""What is done with a machine, by the name in the address."""


@admin.register(Relief)
class ReliefAdmin(RowActionAdmin):
    """A relief: its meters, its note box, and what was counted of it."""

    section = "machines"
    singular = Words("relève", "relief")
    plural = Words("relèves", "reliefs")
    acts = {
        "count": RowAction(
            Words("Compter la boîte à billets", "Count the note box"),
            reliefs.count_note_box,
            KEYS[Key.NOTE_BOX].holds,
            Words(
                "La comptabilité générale, avec sa clé : écrivez ce que vous avez trouvé. Un écart"
                " avec un compteur est signalé.",
                "General accounting, with its key: write what you have found. A difference from"
                " a meter is reported.",
            ),
            CountForm,
            lambda relief: relief.amount is not None and not hasattr(relief, "count"),
        )
    }
    list_display = (
        "id",
        "machine_column",
        "begun_at_column",
        "begun_by_column",
        "attended_by_column",
        "ledger_column",
        "counted",
    )
    list_select_related = ("machine", "begun_by", "attended_by", "count")
    list_filter = (("closed_at", admin.EmptyFieldListFilter),)
    exact = ("pk", "machine__pk", "begun_by__username")
    search_help_text = both_lazy(
        "Numéro, appareil, ou nom exact de qui dirige",
        "Number, machine, or the director’s exact name",
    )
    ordering = ("-id",)
    fields = (
        *(
            "machine_column",
            "begun_by_column",
            "begun_at_column",
            "reason_column",
            "attended_by_column",
            "attended_at_column",
        ),
        *("exchanged_by_column", "exchanged_at_column", "ledger_column", "meter", "counted"),
        *("coin_meter", "coins_counted"),
        *("closed_at_column", "meters_column"),
    )
    machine_column = column("machine", "Appareil", "Machine")
    begun_by_column = column("begun_by", "Dirigée par", "Directed by")
    attended_by_column = column("attended_by", "Sous les yeux de", "Watched by")
    exchanged_by_column = column("exchanged_by", "Faite par", "Done by")
    begun_at_column = column("begun_at", "Commencée", "Begun")
    attended_at_column = column("attended_at", "Surveillée", "Attended")
    exchanged_at_column = column("exchanged_at", "Boîte enlevée", "Box taken out")
    closed_at_column = column("closed_at", "Close", "Closed")
    reason_column = column("reason", "Motif", "Reason")

    @admin.display(description=both_lazy("Livre", "Ledger"))
    def ledger_column(self, relief: Relief) -> str:
        """What the box held by the ledger."""
        return "-" if relief.amount is None else money(relief.amount)

    @admin.display(description=both_lazy("Compteur", "Meter"))
    def meter(self, relief: Relief) -> str:
        """What its meter says fell into it since the relief before."""
        return "-" if relief.told is None else money(relief.told)

    @admin.display(description=both_lazy("Compté", "Counted"))
    def counted(self, relief: Relief) -> str:
        """What accounting has found."""
        found = getattr(relief, "count", None)
        return money(found.amount) if found else both("à compter", "to be counted")

    @admin.display(description=both_lazy("Compteur des pièces", "Meter of coins"))
    def coin_meter(self, relief: Relief) -> str:
        """What its meter says fell into the base since the relief before."""
        return "-" if relief.coins is None else money(relief.coins)

    @admin.display(description=both_lazy("Pièces comptées", "Coins counted"))
    def coins_counted(self, relief: Relief) -> str:
        """What accounting has found of the base."""
        found = getattr(relief, "count", None)
        return money(found.coins) if found else both("à compter", "to be counted")

    @admin.display(description=both_lazy("Compteurs", "Meters"))
    def meters_column(self, relief: Relief) -> str:
        """Every meter at the exchange, in credits."""
        if not relief.meters:
            return "-"
        return meters_table({both("relevés", "read"): relief.meters})


@admin.register(NoteBoxCount)
class NoteBoxCountAdmin(ReadOnlyAdmin[NoteBoxCount]):
    """What accounting has counted."""

    section = "machines"
    singular = Words("comptée d’une boîte à billets", "count of a note box")
    plural = Words("comptées des boîtes à billets", "counts of note boxes")
    list_display = ("relief_column", "found", "coins_found", BY, AT, REASON)
    list_select_related = ("relief", "by")
    exact = ("pk", "by__username")
    ordering = ("-at",)
    fields = ("relief_column", "found", "coins_found", "loan_column", BY, AT, REASON)
    relief_column = column("relief", "Relève", "Relief")
    loan_column = column("loan", "Clé", "Key")

    @admin.display(description=both_lazy("Compté", "Counted"))
    def found(self, count: NoteBoxCount) -> str:
        """What was found in the box."""
        return money(count.amount)

    @admin.display(description=both_lazy("Pièces", "Coins"))
    def coins_found(self, count: NoteBoxCount) -> str:
        """What was found of the base."""
        return money(count.coins)
