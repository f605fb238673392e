"""Tickets of the machines in the office: read without their codes, and paid at the cage.

A ticket is paid through `tables.machines.tickets` to whoever brings its code, with a reason.
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from casino.backoffice.date_filters import DateRangeFilter
from casino.backoffice.model_admin import ReadOnlyAdmin, column, row_id, yes_or_no
from casino.i18n import Words, both, both_lazy, money
from tables.games.core.protocol import Refused
from tables.machines import tickets
from tables.models import Ticket, TicketEnd
from tables.office.actions import ReasonForm, operator_of, refusal_text
from tables.office.columns import AT, BY, PLAYER, REASON, TABLE
from tables.office.report_link import REPORT, report_url
from tables.rows import disputes

ENDS = {
    TicketEnd.How.MACHINE: Words("pris par un appareil", "taken by a machine"),
    TicketEnd.How.CAGE: Words("payé à la caisse", "paid at the cage"),
    TicketEnd.How.ORPHAN: Words("orphelin", "orphan"),
}


class CashForm(ReasonForm):
    """A code, and whose account is paid."""

    code = forms.CharField(
        max_length=64,
        label=both_lazy("Code du ticket", "Code of the ticket"),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )
    payee = forms.CharField(
        max_length=150,
        label=both_lazy("Nom du compte payé", "Name of the account that is paid"),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )
    field_order = ("code", "payee", "reason")


@admin.register(Ticket)
class TicketAdmin(ReadOnlyAdmin[Ticket]):
    """A ticket, whose code nobody reads here."""

    section = "cage"
    singular = Words("ticket", "ticket")
    plural = Words("tickets", "tickets")
    list_display = (
        "id",
        TABLE,
        PLAYER,
        "value_column",
        "bound_column",
        "issued_at_column",
        "expires_at_column",
        "state_column",
    )
    list_select_related = ("table", "player")
    list_filter = (("issued_at", DateRangeFilter),)
    exact = ("pk", "player__username", "table__name")
    ordering = ("-id",)
    fields = (
        TABLE,
        PLAYER,
        "value_column",
        "bound_column",
        "issued_at_column",
        "expires_at_column",
        "state_column",
    )
    change_list_template = "admin/tables/ticket/change_list.html"
    change_form_template = "admin/tables/table/change_form.html"
    issued_at_column = column("issued_at", "Émis", "Issued")
    expires_at_column = column("expires_at", "Valable jusqu’à", "Good until")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ticket]:
        """Return tickets with what became of them, in one query for all."""
        return super().get_queryset(request).prefetch_related("ends__player", "ends__table")

    def get_urls(self) -> list[URLPattern]:
        """Return the page of the cage before those of the rows."""
        view = self.admin_site.admin_view(self.cash_view)
        return [path("cash/", view, name="tables_ticket_cash"), *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a ticket, and where an incident about it is reported."""
        context: dict[str, Any] = dict(extra_context or {})
        ticket = Ticket.objects.filter(pk=row_id(object_id) or 0).first()
        if ticket is not None and request.user.has_perm(disputes.FILE):
            url = report_url(ticket.table_id, ticket=ticket.pk)
            context["orders"] = [{"title": both(*REPORT), "url": url}]
        return super().change_view(request, object_id, form_url, context)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the list, with the cage's page for its cashiers."""
        context: dict[str, Any] = dict(extra_context or {})
        if request.user.has_perm(tickets.CASH):
            context["cash"] = both("Payer un ticket", "Pay a ticket")
            context["cash_url"] = reverse("admin:tables_ticket_cash")
        return super().changelist_view(request, context)

    def cash_view(self, request: HttpRequest) -> HttpResponse:
        """Ask for the code, and pay."""
        if not request.user.has_perm(tickets.CASH):
            raise PermissionDenied
        form = CashForm(request.POST if request.method == "POST" else None)
        page = reverse("admin:tables_ticket_changelist")
        if request.method == "POST" and form.is_valid():
            try:
                paid = tickets.pay_ticket(
                    form.cleaned_data["code"],
                    payee=form.cleaned_data["payee"],
                    operator=operator_of(request),
                    reason=form.cleaned_data["reason"],
                )
            except Refused as refused:
                no = both("Refusé", "Refused")
                messages.error(request, f"{no}. {refusal_text(refused)}")
            else:
                message = both(f"Payé : {money(paid)}.", f"Paid: {money(paid)}.")
                messages.success(request, message)
            return HttpResponseRedirect(page)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": both("Payer un ticket", "Pay a ticket"),
            "note": both(
                "Un ticket lié, ou orphelin, n’est payé qu’à son propriétaire : voyez d’abord sa"
                " pièce d’identité.",
                "A ticket that is bound, or an orphan, is paid to its owner alone: see an identity"
                " document first.",
            ),
            "form": form,
            "confirm": both("Payer", "Pay"),
            "back": both("Ne rien faire", "Do nothing"),
            "back_url": page,
        }
        return TemplateResponse(request, "admin/tables/table/order.html", context)

    @admin.display(description=both_lazy("Valeur", "Worth"))
    def value_column(self, ticket: Ticket) -> str:
        """What it is worth."""
        return money(ticket.amount)

    @admin.display(description=both_lazy("Lié à son joueur", "Bound to its player"))
    def bound_column(self, ticket: Ticket) -> str:
        """Whether it is paid to its player only."""
        return yes_or_no(ticket.bound)

    @admin.display(description=both_lazy("État", "State"))
    def state_column(self, ticket: Ticket) -> str:
        """What became of it, and by whom."""
        ends = [_end_text(each) for each in sorted(ticket.ends.all(), key=lambda end: end.pk)]
        return " · ".join(ends) or both("émis", "issued")


def _end_text(end: TicketEnd) -> str:
    who = f" ({end.player}{f', {end.table}' if end.table else ''})" if end.player else ""
    return both(*ENDS[TicketEnd.How(end.how)]) + who


@admin.register(TicketEnd)
class TicketEndAdmin(ReadOnlyAdmin[TicketEnd]):
    """What became of a ticket, where and when."""

    section = "cage"
    singular = Words("issue d’un ticket", "end of a ticket")
    plural = Words("issues des tickets", "ends of tickets")
    list_display = (AT, "ticket_column", "how_column", TABLE, PLAYER, BY, REASON)
    list_select_related = ("table", "player", "by")
    exact = ("pk", "ticket__pk", "player__username", "by__username")
    ordering = ("-id",)
    fields = (AT, "ticket_column", "how_column", TABLE, PLAYER, BY, REASON)

    @admin.display(description="Ticket")
    def ticket_column(self, end: TicketEnd) -> int:
        """The ticket's number."""
        return end.ticket_id

    @admin.display(description=both_lazy("Issue", "End"))
    def how_column(self, end: TicketEnd) -> str:
        """What became of it."""
        return both(*ENDS[TicketEnd.How(end.how)])
