"""Payment alarms in the office: differences that a cashier closes."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from casino.backoffice.dashboard import Item, alarm
from casino.backoffice.model_admin import ReadOnlyAdmin, column, link, row_id
from casino.backoffice.row_orders import RowOrder, orders_context
from casino.cashier import providers, transfers
from casino.cashier import services as cashier
from casino.cashier.admin import ClosingForm
from casino.cashier.services import CashRefused
from casino.i18n import Words, both, both_lazy, money
from casino.players.models import CashRequest, PaymentAlarm, Player

CLOSE: Final = Words("Classer", "Close")
LABELS: Final = {
    "paid": Words("payé", "paid"),
    "failed": Words("non payé", "failed"),
    "pending": Words("en attente", "pending"),
    "deposit": Words("dépôt", "deposit"),
    "withdrawal": Words("retrait", "withdrawal"),
    "account": Words("compte", "account"),
}
"""The words of which either side of a difference is made."""


AMOUNT: Final = re.compile(r"[+-]?[0-9]{1,18}")
"""Minor units, in either side of a difference that is no other word about one payment."""


def _side_text(row: PaymentAlarm, side: str) -> str:
    """Return what a side says, its amounts as the office writes money."""
    words = ["", *side.split()]
    sums = row.of != PaymentAlarm.Of.TOLD
    lines = []
    for before, each in pairwise(words):
        if sums and before != "account" and AMOUNT.fullmatch(each):
            lines.append(f"{'+' if each[0] == '+' else ''}{money(int(each))}")
        else:
            lines.append(LABELS[each].text() if each in LABELS else each)
    return " ".join(lines) or "—"


@admin.register(PaymentAlarm)
class PaymentAlarmAdmin(ReadOnlyAdmin[PaymentAlarm]):
    """Differences between house and payment provider, and how they were resolved."""

    section = "cage"
    singular = Words("écart d’un paiement", "difference of a payment")
    plural = Words("écarts des paiements", "differences of payments")
    list_display = (
        "id",
        "at_column",
        "means_column",
        "kind",
        "ours_column",
        "theirs_column",
        "closed_at_column",
    )
    list_filter = ("means",)
    exact = ("pk", "payment")
    search_help_text = both_lazy("Numéro, ou paiement", "Number, or payment")
    ordering = ("-id",)
    fields = (
        "at_column", "means_column", "payment_column", "request_link", "kind", "ours_column",
        "theirs_column", "closed_by_column", "closed_at_column", "reason_column",
    )  # fmt: skip
    at_column = column("at", "Trouvé le", "Found at")
    payment_column = column("payment", "Paiement", "Payment")
    closed_by_column = column("closed_by", "Classé par", "Closed by")
    closed_at_column = column("closed_at", "Classé le", "Closed at")
    reason_column = column("reason", "Motif", "Reason")

    @admin.display(description=both_lazy("Moyen", "Means"), ordering="means")
    def means_column(self, row: PaymentAlarm) -> str:
        """The provider."""
        return providers.provider_name(row.means)

    @admin.display(description=both_lazy("Écart", "Difference"), ordering="of")
    def kind(self, row: PaymentAlarm) -> str:
        """What differs."""
        return str(row.get_of_display())

    @admin.display(description=both_lazy("La maison", "The house"))
    def ours_column(self, row: PaymentAlarm) -> str:
        """What the house has."""
        return _side_text(row, row.ours)

    @admin.display(description=both_lazy("Le moyen", "The means"))
    def theirs_column(self, row: PaymentAlarm) -> str:
        """What the provider reports."""
        return _side_text(row, row.theirs)

    @admin.display(description=both_lazy("Demande", "Request"))
    def request_link(self, row: PaymentAlarm) -> str:
        """The request that is paid, where there is one."""
        about = row.about()
        return link(CashRequest, about.pk, str(about.pk)) if about else "—"

    def get_urls(self) -> list[URLPattern]:
        """Return the page of the closing before those of the rows."""
        view = self.admin_site.admin_view(self.close_view)
        return [
            path("<int:alarm_id>/close/act/", view, name="players_paymentalarm_close"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a payment alarm; the form that closes it only to staff who may."""
        context: dict[str, Any] = dict(extra_context or {})
        found = transfers.open_alarms().filter(pk=row_id(object_id) or 0).first()
        if found is not None and request.user.has_perm(cashier.DECIDE):
            assert isinstance(request.user, Player)
            page, refusal = reverse("admin:players_paymentalarm_close", args=[found.pk]), ""
            try:
                cashier.check_can_close_alarm(found, request.user)
            except CashRefused as refused:
                refusal = cashier.OFFICE[refused.code].text()
            context |= orders_context([RowOrder(CLOSE.text(), page, refusal)])
        return super().change_view(request, object_id, form_url, context)

    def close_view(self, request: HttpRequest, alarm_id: int) -> HttpResponse:
        """Ask for the reason, then close the alarm."""
        if not request.user.has_perm(cashier.DECIDE):
            raise PermissionDenied
        found = self.get_queryset(request).filter(pk=alarm_id).first()
        if found is None:
            raise Http404
        page = reverse("admin:players_paymentalarm_change", args=[alarm_id])
        form = ClosingForm(request.POST or None)
        if form.is_valid():
            assert isinstance(request.user, Player)
            reason = form.cleaned_data["reason"]
            try:
                cashier.close_alarm(alarm_id, cashier=request.user, reason=reason)
            except CashRefused as refused:
                message = cashier.OFFICE[refused.code].text()
                messages.error(request, f"{both('Refusé', 'Refused')}. {message}")
            else:
                self.log_change(request, found, f"close: {reason}")
                messages.success(request, both("C’est classé.", "It is closed."))
            return HttpResponseRedirect(page)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": CLOSE.text()
            + both(" : ", ": ")
            + f"{self.means_column(found)} {found.payment}",
            "note": both(
                f"{self.kind(found)} : la maison dit « {self.ours_column(found)} »,"
                f" le moyen « {self.theirs_column(found)} ».",
                f"{self.kind(found)}: the house says “{self.ours_column(found)}”,"
                f" the means “{self.theirs_column(found)}”.",
            ),
            "form": form,
            "confirm": CLOSE.text(),
            "back": both("Ne rien faire", "Do nothing"),
            "back_url": page,
        }
        return TemplateResponse(request, "admin/players/cashrequest/decide.html", context)


@alarm("players.view_paymentalarm")
def payments_that_differ(person: Player) -> Iterator[Item]:
    """Yield one item, the number of open payment alarms with a link to them; none where it is 0."""
    if number := transfers.open_alarms().count():
        yield Item(
            both("Paiements qui diffèrent", "Payments that differ"),
            reverse("admin:players_paymentalarm_changelist"),
            number,
        )
