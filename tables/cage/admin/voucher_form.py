"""What vouchers, and counts of a float, ask for: chips and plaques by face value."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import uuid4, uuid5

from django import forms

from casino.i18n import both, both_lazy
from tables.cage.admin.pieces_field import PiecesField
from tables.models import Voucher
from tables.office.actions import TableActionForm

KINDS: Final = {
    Voucher.Kind.FILL: ("Approvisionner la table", "Fill: from the cage to the table"),
    Voucher.Kind.CREDIT: ("Retirer à la table", "Credit: from the table to the cage"),
    Voucher.Kind.EXCHANGE: (
        "Échanger à valeur égale",
        "Exchange, of equal worth on both sides",
    ),
    Voucher.Kind.ADVANCE: ("Doter le changeur", "Advance: the changer’s first float"),
    Voucher.Kind.SUPPLY: ("Fournir le changeur", "Supply: for plaques or notes of the changer"),
    Voucher.Kind.HAND_IN: ("Remettre à la caisse", "Hand in: from the changer to the cage"),
}


OF_TABLE: Final = (Voucher.Kind.FILL, Voucher.Kind.CREDIT, Voucher.Kind.EXCHANGE)
OF_CHANGER: Final = (Voucher.Kind.ADVANCE, Voucher.Kind.SUPPLY, Voucher.Kind.HAND_IN)


class VoucherForm(TableActionForm):
    """Which chips and plaques pass, and which are given for them."""

    prefilled = ("kind",)
    kind = forms.ChoiceField(
        choices=lambda: [(kind, both(*KINDS[kind])) for kind in OF_TABLE],
        label=both_lazy("Bon", "Voucher"),
    )
    asked_pieces = PiecesField(label=both_lazy("Jetons et plaques", "Chips and plaques"))
    given_pieces = PiecesField(
        required=False,
        label=both_lazy("Remis en échange", "Given for them"),
        help_text=both_lazy(
            "Pour un échange seulement : ce que la table remet à la caisse.",
            "For an exchange only: what the table gives to the cage.",
        ),
    )
    order = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    """Made with the form: makes sending it idempotent."""
    field_order = ("kind", "asked_pieces", "given_pieces", "reason")

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return the voucher, and an id of each table's own, the same when resent."""
        return {
            "kind": self.cleaned_data["kind"],
            "wanted_pieces": self.cleaned_data["asked_pieces"],
            "given_pieces": self.cleaned_data["given_pieces"],
            "order": uuid5(self.cleaned_data["order"], str(table_id)),
        }


class SupplyVoucherForm(VoucherForm):
    """The chips and plaques that a changer gets, and those given in exchange."""

    kind = forms.ChoiceField(
        choices=lambda: [(kind, both(*KINDS[kind])) for kind in OF_CHANGER],
        label=both_lazy("Bon", "Voucher"),
    )
    given_pieces = PiecesField(
        required=False,
        label=both_lazy("Plaques remises", "Plaques given"),
        help_text=both_lazy(
            "Pour une fourniture : le reste est couvert par les billets de la caisse spéciale.",
            "For a supply: the rest is covered by the notes in the drop.",
        ),
    )


class FixedFloatForm(TableActionForm):
    """The pieces with which a table's sessions begin."""

    fixed_pieces = PiecesField(label=both_lazy("Jetons et plaques", "Chips and plaques"))
    field_order: tuple[str, ...] = ("fixed_pieces", "reason")

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return the pieces."""
        return {"fixed_pieces": self.cleaned_data["fixed_pieces"]}


class FloatSignatureForm(TableActionForm):
    """The pieces that the inspector counts in a float."""

    counted_pieces = PiecesField(
        required=False, label=both_lazy("Jetons et plaques", "Chips and plaques")
    )
    field_order: tuple[str, ...] = ("counted_pieces", "reason")

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return the pieces."""
        return {"counted_pieces": self.cleaned_data["counted_pieces"]}


class FloatForm(FloatSignatureForm):
    """The pieces that somebody counts in a float."""

    order = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    """Made with the form: makes sending it idempotent."""

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return the pieces, and an id of each table's own, the same when resent."""
        order = uuid5(self.cleaned_data["order"], str(table_id))
        return {**super().table_arguments(table_id), "order": order}
