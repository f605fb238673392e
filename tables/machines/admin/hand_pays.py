"""The wins that machines owe, in the office: who was paid, by whom and how (MC-AUTO-42, 44, 56).

The supervisor pays by an order at the machine; the cage issues cheques and transfers.
"""

from django import forms
from django.contrib import admin

from casino.backoffice.model_admin import column
from casino.i18n import Words, both, both_lazy, money
from tables.machines import hand_pays
from tables.models import HandPay
from tables.office.actions import ReasonForm
from tables.office.columns import PLAYER, TABLE
from tables.office.confirmations import RowAction, RowActionAdmin


class IssueForm(ReasonForm):
    """The number of the cheque or the transfer."""

    reference = forms.CharField(
        max_length=40,
        label=both_lazy("Numéro du chèque ou du virement", "Number of the cheque or transfer"),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )
    field_order = ("reference", "reason")


@admin.register(HandPay)
class HandPayAdmin(RowActionAdmin):
    """A win that is paid by hand."""

    section = "cage"
    singular = Words("paiement à la main", "hand-pay")
    plural = Words("paiements à la main", "hand-pays")
    acts = {
        "issue": RowAction(
            Words("Émettre le chèque ou le virement", "Issue the cheque or transfer"),
            hand_pays.issue_payment,
            hand_pays.ISSUE,
            Words(
                "La caisse, sous le numéro du chèque ou du virement ; celui qui a payé le gain"
                " ne l’émet pas.",
                "The cage, under the number of the cheque or transfer; whoever has paid the win"
                " does not issue it.",
            ),
            IssueForm,
            when=hand_pays.is_waiting_for_issue,
        )
    }
    list_display = (
        "id",
        TABLE,
        PLAYER,
        "amount_column",
        "state_column",
        "owed_at_column",
        "paid_at_column",
        "paid_by_column",
        "issued_at_column",
    )
    list_select_related = ("table", "player", "paid_by", "issued_by")
    list_filter = ("means",)
    exact = ("pk", "player__username", "table__name", "reference")
    ordering = ("-id",)
    fields = (
        *(
            TABLE,
            PLAYER,
            "amount_column",
            "state_column",
            "owed_at_column",
            "paid_at_column",
            "paid_by_column",
        ),
        *("reference_column", "issued_at_column", "issued_by_column", "issue_reason_column"),
    )
    owed_at_column = column("owed_at", "Gagné", "Won")
    paid_at_column = column("paid_at", "Payé", "Paid")
    paid_by_column = column("paid_by", "Payé par", "Paid by")
    reference_column = column("reference", "Numéro", "Number")
    issued_at_column = column("issued_at", "Émis", "Issued")
    issued_by_column = column("issued_by", "Émis par", "Issued by")
    issue_reason_column = column("issue_reason", "Motif de l’émission", "Reason of the issue")

    @admin.display(description=both_lazy("Montant", "Amount"))
    def amount_column(self, win: HandPay) -> str:
        """What was won."""
        return money(win.amount)

    @admin.display(description=both_lazy("État", "State"))
    def state_column(self, win: HandPay) -> str:
        """Whether it waits, and how it was paid."""
        if win.annulled_at:
            return both("annulé avec son coup", "annulled with its round")
        if not win.paid_at:
            return both("à payer", "to be paid")
        means = str(win.get_means_display())
        if win.means == HandPay.Means.CASH or win.issued_at:
            return means
        return f"{means}, {both('à émettre', 'to be issued')}"
