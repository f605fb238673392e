"""The cage in the office: cash of players, and requests that a cashier decides."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from casino.backoffice.dashboard import Item, pending_work
from casino.backoffice.date_filters import DateRangeFilter
from casino.backoffice.model_admin import ReadOnlyAdmin, column, link, row_id
from casino.backoffice.row_orders import RowOrder, orders_context
from casino.backoffice.search.sources import Matches, SearchTerm, search_source
from casino.cashier import providers
from casino.cashier import services as cashier
from casino.cashier.services import CashRefused
from casino.http.rest import MESSAGES
from casino.i18n import Words, both, both_lazy, moment, money
from casino.ledger.models import Account
from casino.players.models import Cash, CashProposal, CashRequest, CounterReceipt, Player


@dataclass(frozen=True, slots=True)
class CashAction:
    """Something that a cashier does with a request."""

    words: Words
    check: Callable[[CashRequest, Player], None]
    """What its service refuses a cashier for the state of the request."""


ACTS: Final = {
    "approve": CashAction(Words("Approuver", "Approve"), cashier.check_may_approve),
    "refuse": CashAction(Words("Refuser", "Refuse"), cashier.check_may_refuse),
}
"""By the name in the address of its page."""
LABELS: Final = {
    CashRequest.Way.DEPOSIT: Words("dépôt", "deposit"),
    CashRequest.Way.WITHDRAWAL: Words("retrait", "withdrawal"),
    CashRequest.State.ASKED: Words("à décider", "to be decided"),
    CashRequest.State.PAYING: Words("approuvée, en paiement", "approved, being paid"),
    CashRequest.State.APPROVED: Words("approuvée", "approved"),
    CashRequest.State.FAILED: Words("approuvée, non payée", "approved, not paid"),
    CashRequest.State.REFUSED: Words("refusée", "refused"),
    CashRequest.State.CANCELLED: Words("annulée par le joueur", "cancelled by the player"),
}


class RefuseForm(forms.Form):
    """The reason of a decision; kept for ever, and shown to the player."""

    reason = forms.CharField(
        max_length=200,
        label=both_lazy("Motif, que le joueur lira", "Reason, which the player will read"),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )


class ClosingForm(forms.Form):
    """How a difference was resolved; kept for ever."""

    reason = forms.CharField(
        max_length=200,
        label=both_lazy("Motif", "Reason"),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )


class ApproveForm(RefuseForm):
    """Reason and receipt of an approval."""

    receipt = forms.CharField(
        max_length=64,
        label=both_lazy("Numéro du reçu signé", "Number of the signed receipt"),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )
    field_order = ("receipt", "reason")


@admin.register(Cash)
class CashAdmin(ReadOnlyAdmin[Cash]):
    """A player's account of cash in one currency."""

    section = "cage"
    singular = Words("espèces d’un joueur", "player’s cash")
    plural = Words("espèces des joueurs", "players’ cash")
    list_display = ("player", "currency", "balance_column", "reserved_column", "account_link")
    list_select_related = ("player", "account")
    exact = ("player__username", "account__code")
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = ("player", "currency", "balance_column", "reserved_column", "account_link")

    @admin.display(description=both_lazy("Espèces", "Cash"))
    def balance_column(self, row: Cash) -> str:
        """The balance."""
        return money(row.account.balance)

    @admin.display(description=both_lazy("Dont réservé", "Of it reserved"))
    def reserved_column(self, row: Cash) -> str:
        """Cash reserved for withdrawals."""
        return money(row.account.reserved)

    @admin.display(description=both_lazy("Compte", "Account"))
    def account_link(self, row: Cash) -> str:
        """The ledger account behind it."""
        return link(Account, row.account_id, both("Écritures", "Postings"))


@search_source(
    CashRequest,
    Words(
        "numéro, nom du joueur, montant (1 234,50), numéro du reçu",
        "number, the player’s name, amount (1,234.50), the receipt’s number",
    ),
)
def search_cash_requests(term: SearchTerm) -> Matches:
    """Cash requests by number, player, amount, or number of the receipt of the counter."""
    receipts = CounterReceipt.objects.filter(number=term.text.casefold())
    found = [Q(asked_by__in=term.player_ids), Q(pk__in=receipts.values("request"))]
    if term.number is not None:
        found.append(Q(pk=term.number))
    if term.amount is not None:
        found.append(Q(amount=term.amount))
    return Matches(found)


@admin.register(CashRequest)
class CashRequestAdmin(ReadOnlyAdmin[CashRequest]):
    """Cash requests, and the actions by which a cashier decides."""

    section = "cage"
    singular = Words("demande à la caisse", "request at the cage")
    plural = Words("demandes à la caisse", "requests at the cage")
    list_display = (
        "id", "asked_at_column", "asked_by_column", "way_column", "amount_column", "currency",
        "state_column", "decided_by_column", "decided_at_column",
    )  # fmt: skip
    list_select_related = ("cash", "asked_by", "decided_by")
    list_filter = ("state", "way", ("asked_at", DateRangeFilter))
    exact = ("pk", "asked_by__username")
    search_help_text = both_lazy(
        "Numéro, nom exact du joueur, montant (1 234,50), ou numéro du reçu",
        "Number, the player’s exact name, amount (1,234.50), or the receipt’s number",
    )
    ordering = ("-id",)
    fields = (
        "asked_at_column", "asked_by_column", "way_column", "amount_column", "currency",
        "means_column", "order_column", "state_column", "proposal_column", "decided_by_column",
        "decided_at_column",
        "reason_column", "payment_column", "tried_at_column", "told_at_column", "receipt_column",
    )  # fmt: skip
    asked_at_column = column("asked_at", "Demandée le", "Asked at")
    asked_by_column = column("asked_by", "Joueur", "Player")
    order_column = column("order", "Identifiant du joueur", "The player’s order")
    decided_by_column = column("decided_by", "Décidée par", "Decided by")
    decided_at_column = column("decided_at", "Décidée le", "Decided at")
    reason_column = column("reason", "Motif", "Reason")
    payment_column = column("payment", "Paiement", "Payment")
    tried_at_column = column("tried_at", "Moyen interrogé le", "Means asked at")
    told_at_column = column("told_at", "Réponse du moyen le", "Told by the means at")
    receipt_column = column("receipt", "Reçu", "Receipt")

    @admin.display(description=both_lazy("Première approbation", "First approval"))
    def proposal_column(self, cash_request: CashRequest) -> str:
        """Who has approved an amount that wants two cashiers, and why."""
        proposal = getattr(cash_request, "proposal", None)
        if proposal is None:
            return "-"
        return f"{proposal.by}, {moment(proposal.at)} ({proposal.reason}, {proposal.receipt})"

    @admin.display(description=both_lazy("Moyen de paiement", "Means of payment"))
    def means_column(self, cash_request: CashRequest) -> str:
        """The player who pays or is paid."""
        return providers.provider_name(cash_request.means)

    @admin.display(description=both_lazy("Sens", "Way"))
    def way_column(self, cash_request: CashRequest) -> str:
        """Deposit or withdrawal."""
        return LABELS[CashRequest.Way(cash_request.way)].text()

    @admin.display(description=both_lazy("État", "State"))
    def state_column(self, cash_request: CashRequest) -> str:
        """The state."""
        return LABELS[CashRequest.State(cash_request.state)].text()

    @admin.display(description=both_lazy("Montant", "Amount"))
    def amount_column(self, cash_request: CashRequest) -> str:
        """The amount."""
        return money(cash_request.amount)

    @admin.display(description=both_lazy("Monnaie", "Currency"))
    def currency(self, cash_request: CashRequest) -> str:
        """The currency."""
        return cash_request.cash.currency

    def get_urls(self) -> list[URLPattern]:
        """Return the URLs of the actions before those of the rows."""
        view = self.admin_site.admin_view(self.decide_view)
        return [
            path("<int:request_id>/<str:act>/act/", view, name="players_cashrequest_decide"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a request, with what a cashier may decide now, and why not the rest."""
        context: dict[str, Any] = dict(extra_context or {})
        found = CashRequest.objects.select_related("cash__player").filter(pk=row_id(object_id) or 0)
        cash_request, person = found.first(), request.user
        assert isinstance(person, Player)
        if cash_request is not None and person.has_perm(cashier.DECIDE):
            context |= orders_context(
                RowOrder(
                    act.words.text(),
                    reverse("admin:players_cashrequest_decide", args=[cash_request.pk, name]),
                    _why_refused(act, cash_request, person),
                )
                for name, act in ACTS.items()
            )
        return super().change_view(request, object_id, form_url, context)

    def decide_view(self, request: HttpRequest, request_id: int, act: str) -> HttpResponse:
        """Ask for reason and receipt, then decide."""
        if not request.user.has_perm(cashier.DECIDE):
            raise PermissionDenied
        cash_request = self.get_queryset(request).filter(pk=request_id).first()
        if cash_request is None or act not in ACTS:
            raise Http404
        page = reverse("admin:players_cashrequest_change", args=[request_id])
        approves = act == "approve"
        proposed = hasattr(cash_request, "proposal")
        counted = approves and _at_counter(cash_request) and not proposed
        form = (ApproveForm if counted else RefuseForm)(request.POST or None)
        if form.is_valid():
            assert isinstance(request.user, Player)
            try:
                if approves:
                    given = {"receipt": "", **form.cleaned_data}
                    cashier.approve_request(request_id, cashier=request.user, **given)
                else:
                    cashier.refuse_request(request_id, cashier=request.user, **form.cleaned_data)
            except CashRefused as refused:
                messages.error(request, f"{both('Refusé', 'Refused')}. {_refusal_text(refused)}")
            else:
                self.log_change(request, cash_request, f"{act}: {form.cleaned_data['reason']}")
                messages.success(request, _done(request_id))
            return HttpResponseRedirect(page)
        way = self.way_column(cash_request)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": ACTS[act].words.text() + both(" : ", ": ") + f"{way}, {cash_request.asked_by}",
            "note": f"{self.amount_column(cash_request)} {cash_request.cash.currency}",
            "form": form,
            "confirm": ACTS[act].words.text(),
            "back": both("Ne rien faire", "Do nothing"),
            "back_url": page,
        }
        return TemplateResponse(request, "admin/players/cashrequest/decide.html", context)


@admin.register(CashProposal)
class CashProposalAdmin(ReadOnlyAdmin[CashProposal]):
    """First approvals of requests above `CASH_BY_ONE`."""

    section = "cage"
    singular = Words("première approbation", "first approval")
    plural = Words("premières approbations", "first approvals")
    request_column = column("request", "Demande", "Request")
    at_column = column("at", "Heure", "Time")
    by_column = column("by", "Par", "By")
    reason_column = column("reason", "Motif", "Reason")
    receipt_column = column("receipt", "Reçu", "Receipt")
    list_display = ("request_column", "at_column", "by_column", "reason_column", "receipt_column")
    list_select_related = ("request", "by")
    exact = ("pk", "by__username")
    ordering = ("-pk",)
    fields = list_display


@admin.register(CounterReceipt)
class CounterReceiptAdmin(ReadOnlyAdmin[CounterReceipt]):
    """Receipts of the counter, each with the request that it proves."""

    section = "cage"
    singular = Words("reçu du guichet", "receipt of the counter")
    plural = Words("reçus du guichet", "receipts of the counter")
    number_column = column("number", "Numéro", "Number")
    request_column = column("request", "Demande", "Request")
    list_display = ("number_column", "request_column")
    list_select_related = ("request",)
    exact = ("number", "request__pk")
    ordering = ("-request",)
    fields = list_display


def _done(request_id: int) -> str:
    """Return what has come of an act: a request above `CASH_BY_ONE` waits for a second cashier."""
    if CashRequest.objects.get(pk=request_id).state == CashRequest.State.ASKED:
        return both(
            "Au-dessus de {}, un autre caissier doit confirmer.",
            "Above {} another cashier is to confirm it.",
        ).format(money(settings.CASH_BY_ONE))
    return both("C’est décidé.", "It is decided.")


def _at_counter(cash_request: CashRequest) -> bool:
    """Tell whether the approving cashier pays and writes a receipt."""
    means = providers.MEANS.get(cash_request.means)
    return means is not None and means.at_counter


def _why_refused(act: CashAction, cash_request: CashRequest, person: Player) -> str:
    """Return why a cashier may not do this now; empty where they may."""
    try:
        act.check(cash_request, person)
    except CashRefused as refused:
        return _refusal_text(refused)
    return ""


def _refusal_text(refused: CashRefused) -> str:
    words = cashier.OFFICE.get(refused.code) or MESSAGES[refused.code]
    return words.text(**refused.detail)


@pending_work("players.decide_cashrequest")
def cash_requests(person: Player) -> Iterator[Item]:
    """Pending requests that this cashier may decide: all but their own."""
    asked = CashRequest.objects.filter(state=CashRequest.State.ASKED).exclude(asked_by=person)
    waiting = asked.exclude(proposal__by=person)
    if number := waiting.count():
        yield Item(
            both("Demandes à la caisse", "Requests at the cage"),
            reverse("admin:players_cashrequest_changelist", query={"state__exact": "asked"}),
            number,
        )
