"""Jackpots in the office: what the pots hold, what was won, and a supervisor's approval of it.

The approval goes through `tables.jackpots.claims` with the supervisor and a reason.
"""

from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from casino.backoffice.model_admin import ReadOnlyAdmin, ReadOnlyInline, link, row_id, yes_or_no
from casino.i18n import Words, both, both_lazy, is_french, money
from casino.ledger.models import Account
from tables.funds import jackpots
from tables.games.core.protocol import Refused
from tables.history.admin import event_sentences, party_names
from tables.history.narration import Narrator, pot_name
from tables.jackpots import claims
from tables.models import Claim, ClaimedPot, ClaimPayment, Jackpot, Pot, Round
from tables.office.actions import ReasonForm, operator_of, refusal_text

APPROVE: Final = both_lazy("Approuver et payer", "Approve and pay")


class ApproveForm(ReasonForm):
    """A supervisor's statement and reason; both are kept with the payment."""

    footage_seen = forms.BooleanField(
        label=both_lazy(
            "J’ai visionné les images de vidéosurveillance de ce coup (FR-2024-139)",
            "I have viewed the video-surveillance footage of this round (FR-2024-139)",
        ),
    )
    field_order = ("footage_seen", "reason")


class PotInline(ReadOnlyInline[Pot, Jackpot]):
    """The pots of a jackpot."""

    model = Pot
    verbose_name = both_lazy("cagnotte de jackpot", "pot")
    verbose_name_plural = both_lazy("cagnottes de jackpot", "pots")
    fields = ("name_column", "amount_column", "seed_column")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pot]:
        """Return the pots with their accounts."""
        return super().get_queryset(request).select_related("account").order_by("pk")

    @admin.display(description=both_lazy("Nom", "Name"))
    def name_column(self, pot: Pot) -> str:
        """What the pot is called."""
        return both(*pot_name(pot.name))

    @admin.display(description=both_lazy("Contient", "Holds"))
    def amount_column(self, pot: Pot) -> str:
        """What the pot holds."""
        return link(Account, pot.account_id, money(pot.account.balance))

    @admin.display(description=both_lazy("Repart de", "Restarts from"))
    def seed_column(self, pot: Pot) -> str:
        """The seed."""
        return money(pot.seed)


@admin.register(Jackpot)
class JackpotAdmin(ReadOnlyAdmin[Jackpot]):
    """A jackpot, with its pots and the tables that play for it."""

    section = "jackpots"
    singular = Words("jackpot", "jackpot")
    plural = Words("jackpots", "jackpots")
    list_display = ("name", "currency")
    exact = ("name", "pk")
    ordering = ("name",)
    fields = ("name", "currency", "tables_column")
    inlines = (PotInline,)

    @admin.display(description=both_lazy("Tables reliées", "Linked tables"))
    def tables_column(self, jackpot: Jackpot) -> str:
        """The tables that play for it."""
        return ", ".join(jackpot.table_set.order_by("name").values_list("name", flat=True))


@admin.register(Pot)
class PotAdmin(ReadOnlyAdmin[Pot]):
    """A pot: one amount of a jackpot."""

    section = "jackpots"
    singular = Words("cagnotte de jackpot", "pot")
    plural = Words("cagnottes de jackpot", "pots")
    list_display = ("jackpot", "name_column", "amount_column", "seed_column")
    list_select_related = ("jackpot", "account")
    exact = ("jackpot__name",)
    ordering = ("jackpot_id", "pk")
    fields = ("jackpot", "name_column", "amount_column", "seed_column")
    name_column = PotInline.name_column
    amount_column = PotInline.amount_column
    seed_column = PotInline.seed_column


class ClaimedPotInline(ReadOnlyInline[ClaimedPot, Claim]):
    """What a claim won a share of."""

    model = ClaimedPot
    verbose_name = both_lazy("part", "part")
    verbose_name_plural = both_lazy("parts", "parts")
    fields = ("pot_column", "holds_column", "change_column")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[ClaimedPot]:
        """Return them with their pots."""
        return super().get_queryset(request).select_related("pot").order_by("pk")

    @admin.display(description=both_lazy("Cagnotte", "Pot"))
    def pot_column(self, claimed: ClaimedPot) -> str:
        """The pot."""
        return both(*pot_name(claimed.pot.name))

    @admin.display(description=both_lazy("Contenait", "Held"))
    def holds_column(self, claimed: ClaimedPot) -> str:
        """What the pot held when the round ended."""
        return money(claimed.holds)

    @admin.display(description=both_lazy("Change de", "Changes by"))
    def change_column(self, claimed: ClaimedPot) -> str:
        """What the payment does to the pot."""
        return money(claimed.change)


@admin.register(Claim)
class ClaimAdmin(ReadOnlyAdmin[Claim]):
    """What a round won of a jackpot, and the act by which a supervisor has it paid."""

    section = "jackpots"
    singular = Words("gain de jackpot", "jackpot claim")
    plural = Words("gains de jackpot", "jackpot claims")
    list_display = ("id", "at", "jackpot", "round_link", "supervised", "state_column")
    list_select_related = ("jackpot", "round", "round__table", "payment", "payment__by")
    list_filter = ("supervised",)
    exact = ("pk", "round_id", "jackpot__name")
    ordering = ("-id",)
    fields = ("at", "jackpot", "round_link", "supervised", "state_column")
    inlines = (ClaimedPotInline,)

    def has_approve_permission(self, request: HttpRequest) -> bool:
        """Tell whether this person holds a supervisor's card."""
        return request.user.has_perm(claims.SUPERVISE)

    def get_urls(self) -> list[URLPattern]:
        """Return the page of the approval before those of the rows."""
        view = self.admin_site.admin_view(self.approve_view)
        return [
            path("<int:claim_id>/approve/", view, name="tables_claim_approve"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a claim with its amounts, and the approval for users who may give it."""
        context: dict[str, Any] = dict(extra_context or {})
        claim_id = row_id(object_id)
        claim = self.get_queryset(request).filter(pk=claim_id).first() if claim_id else None
        if claim is not None and self.has_view_permission(request, claim):
            context |= _claim_context(claim)
            if self.has_approve_permission(request) and not _paid(claim):
                context["approve"] = APPROVE
                context["approve_url"] = reverse("admin:tables_claim_approve", args=[claim.pk])
        return super().change_view(request, object_id, form_url, context)

    def approve_view(self, request: HttpRequest, claim_id: int) -> HttpResponse:
        """Show the hand, the cards and what will be paid; ask why, then pay through the floor."""
        if not self.has_approve_permission(request):
            raise PermissionDenied
        claim = self.get_queryset(request).filter(pk=claim_id).first()
        if claim is None:
            raise Http404
        page = reverse("admin:tables_claim_change", args=[claim_id])
        form = ApproveForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            try:
                claims.approve_claim(
                    claim_id,
                    supervisor=operator_of(request),
                    footage_seen=form.cleaned_data["footage_seen"],
                    reason=form.cleaned_data["reason"],
                )
            except Refused as refused:
                no = both("Refusé", "Refused")
                messages.error(request, f"{no}. {refusal_text(refused)}")
            else:
                messages.success(request, both("Le jackpot est payé.", "The jackpot is paid."))
            return HttpResponseRedirect(page)
        note = both(
            "Identifiez la combinaison gagnante et visionnez les images avant d’approuver : le"
            " paiement garde votre attestation.",
            "Identify the winning combination and view the footage before you approve: the payment"
            " keeps your statement.",
        )
        context = {
            **self.admin_site.each_context(request),
            **_claim_context(claim),
            "opts": self.opts,
            "title": APPROVE,
            "note": note,
            "form": form,
            "confirm": APPROVE,
            "back": both("Ne rien faire", "Do nothing"),
            "back_url": page,
        }
        return TemplateResponse(request, "admin/tables/claim/approve.html", context)

    @admin.display(description=both_lazy("Coup", "Round"))
    def round_link(self, claim: Claim) -> str:
        """The round that won."""
        return link(Round, claim.round_id, f"{claim.round.table} {claim.round.number}")

    @admin.display(description=both_lazy("État", "State"))
    def state_column(self, claim: Claim) -> str:
        """Whether it is paid, and who approved it."""
        if not _paid(claim):
            return both("attend un superviseur", "awaits a supervisor")
        by = claim.payment.by
        return both("payé", "paid") + (f" ({by})" if by else "")


def _paid(claim: Claim) -> bool:
    return hasattr(claim, "payment")


def _claim_context(claim: Claim) -> dict[str, Any]:
    """Return what the pages of a claim show of its round, its pots and its payment."""
    row = jackpots.find_claim(claim.pk)
    assert row is not None
    facts = claims.payment_events(row) if claim.supervised else ()
    teller = Narrator(is_french(), party_names(facts))
    return {
        "round_heading": both("Le coup", "The round"),
        "round_told": event_sentences(claim.round),
        "payment_heading": both("Ce qui est à payer", "What is to be paid"),
        "payment_told": [teller.describe(fact) for fact in facts],
    }


@admin.register(ClaimedPot)
class ClaimedPotAdmin(ReadOnlyAdmin[ClaimedPot]):
    """A pot of a claim, as it stood when the round ended."""

    section = "jackpots"
    singular = Words("part d’un gain", "part of a claim")
    plural = Words("parts des gains", "parts of claims")
    list_display = ("claim", "pot_column", "holds_column", "change_column")
    list_select_related = ("claim", "pot")
    exact = ("claim_id",)
    ordering = ("-id",)
    fields = ("claim", "pot_column", "holds_column", "change_column")
    pot_column = ClaimedPotInline.pot_column
    holds_column = ClaimedPotInline.holds_column
    change_column = ClaimedPotInline.change_column


@admin.register(ClaimPayment)
class ClaimPaymentAdmin(ReadOnlyAdmin[ClaimPayment]):
    """The payment of a claim, and who approved it."""

    section = "jackpots"
    singular = Words("paiement de jackpot", "jackpot payment")
    plural = Words("paiements de jackpot", "jackpot payments")
    list_display = ("claim", "by", "footage", "reason", "at")
    list_select_related = ("claim", "by")
    exact = ("claim_id", "by__username")
    ordering = ("-id",)
    fields = ("claim", "by", "footage", "reason", "at")

    @admin.display(description=both_lazy("Images visionnées", "Footage viewed"))
    def footage(self, payment: ClaimPayment) -> str:
        """Whether the supervisor has stated that they saw the recording."""
        return yes_or_no(payment.footage_seen)
