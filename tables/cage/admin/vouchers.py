"""Vouchers between tables and the cage in the office: read, signed in turn, or declined."""

from typing import Any, Final
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from casino.backoffice.date_filters import DateRangeFilter
from casino.backoffice.model_admin import ReadOnlyAdmin, column
from casino.i18n import Words, both, both_lazy, moment, money
from casino.ledger.services import Overdrawn
from tables.cage import vouchers
from tables.cage.admin import pieces_field
from tables.cage.admin.voucher_form import KINDS
from tables.games.core.protocol import Refused
from tables.models import Voucher, VoucherSignature
from tables.office.actions import ReasonForm, operator_of, refusal_text
from tables.office.columns import BY, REASON, TABLE

Step = VoucherSignature.Step
STEPS: Final = {
    Step.CHIEF: ("Signer, comme chef de table", "Sign, as table chief"),
    Step.INSPECTOR: ("Contrôler et signer, comme inspecteur", "Check and sign, as inspector"),
    Step.CASHIER: ("Remettre les jetons, comme caissier", "Hand the chips over, as cashier"),
    Step.RECEIPT: ("Compter à la table, comme inspecteur", "Count at the table, as inspector"),
    Step.DECLINED: ("Écarter le bon", "Decline the voucher"),
}
"""What may become of a voucher, by the name in the address of its page."""
NOTES: Final = {
    Step.CHIEF: (
        "La maison a complété l’encaisse parce qu’un paiement n’attend pas : vous en répondez.",
        "The house has added to the float because a payment does not wait: you answer for it.",
    ),
    Step.INSPECTOR: (
        "Contrôlez la nomenclature. Rien ne bouge avant la signature du caissier.",
        "Check the list of pieces. Nothing moves before the cashier signs.",
    ),
    Step.CASHIER: (
        "Les jetons passent avec votre signature, une seule fois.",
        "The chips move with your signature, once.",
    ),
    Step.RECEIPT: (
        "Comptez ostensiblement les jetons sur la table : ils sont ceux du bon.",
        "Count the chips openly on the table: they are those of the voucher.",
    ),
    Step.DECLINED: ("Rien ne bouge, le bon reste.", "Nothing moves; the voucher stays."),
}
SIGNED: Final = {
    Step.CHIEF: ("chef de table", "table chief"),
    Step.INSPECTOR: ("inspecteur", "inspector"),
    Step.CASHIER: ("caissier", "cashier"),
    Step.RECEIPT: ("compté à la table", "counted at the table"),
    Step.DECLINED: ("écarté", "declined"),
}


@admin.register(Voucher)
class VoucherAdmin(ReadOnlyAdmin[Voucher]):
    """A voucher, and the signature that it waits for."""

    section = "takings"
    singular = Words("bon", "voucher")
    plural = Words("bons", "vouchers")
    list_display = (
        "number_column",
        "at_column",
        TABLE,
        "kind_column",
        "amount_column",
        BY,
        "state_column",
    )
    list_select_related = ("table", "by")
    list_filter = ("kind", ("at", DateRangeFilter))
    exact = ("pk", "table__name", "by__username")
    at_column = column("at", "Heure", "Time")
    ordering = ("-at", "-number")
    fields = (
        *("number_column", "at_column", TABLE, "kind_column", "pieces_column", "given_column"),
        *("amount_column", BY, REASON, "state_column", "signatures_column"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Voucher]:
        """Return vouchers with their signatures, in one query for all."""
        return super().get_queryset(request).prefetch_related("signatures__by")

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of the signatures before those of the rows."""
        view = self.admin_site.admin_view(self.sign_view)
        return [
            path("<uuid:voucher_id>/<str:name>/sign/", view, name="tables_voucher_sign"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a voucher, with what this person may do with it now."""
        context = dict(extra_context or {})
        voucher = self.get_object(request, object_id)
        if voucher is not None:
            context["orders"] = [
                {"title": both(*STEPS[step]), "url": _sign_url(voucher, step)}
                for step in Step
                if _may(request, voucher, step)
            ]
        return super().change_view(request, object_id, form_url, context)

    def sign_view(self, request: HttpRequest, voucher_id: UUID, name: str) -> HttpResponse:
        """Show the pieces, ask why, then sign or decline."""
        voucher = self.get_queryset(request).filter(pk=voucher_id).first()
        if voucher is None or name not in Step.values:
            raise Http404
        step = Step(name)
        page = reverse("admin:tables_voucher_change", args=[voucher_id])
        form = ReasonForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            # Sent twice it is judged by the floor, which knows that it was done.
            _carry_out(request, voucher, step, form.cleaned_data["reason"])
            return HttpResponseRedirect(page)
        if not _may(request, voucher, step):
            raise PermissionDenied
        summary = (
            f"{voucher} · {voucher.table} · {both(*KINDS[Voucher.Kind(voucher.kind)])} ·"
            f" {pieces_field.pieces_text(voucher.pieces)} = {money(voucher.amount)}. "
        )
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": both(*STEPS[step]),
            "note": summary + both(*NOTES[step]),
            "form": form,
            "confirm": both("Confirmer", "Confirm"),
            "back": both("Ne rien faire", "Do nothing"),
            "back_url": page,
        }
        return TemplateResponse(request, "admin/tables/table/order.html", context)

    @admin.display(description=both_lazy("Bon", "Voucher"))
    def number_column(self, voucher: Voucher) -> str:
        """Its number: day, table and number of that day."""
        return str(voucher)

    @admin.display(description=both_lazy("Nature", "Kind"))
    def kind_column(self, voucher: Voucher) -> str:
        """What it is for."""
        return both(*KINDS[Voucher.Kind(voucher.kind)])

    @admin.display(description=both_lazy("Montant", "Amount"))
    def amount_column(self, voucher: Voucher) -> str:
        """What its pieces come to."""
        return money(voucher.amount)

    @admin.display(description=both_lazy("Jetons et plaques", "Chips and plaques"))
    def pieces_column(self, voucher: Voucher) -> str:
        """The pieces."""
        return pieces_field.pieces_text(voucher.pieces)

    @admin.display(description=both_lazy("Remis en échange", "Given for them"))
    def given_column(self, voucher: Voucher) -> str:
        """The pieces that the table gives for them."""
        return pieces_field.pieces_text(voucher.given)

    @admin.display(description=both_lazy("État", "State"))
    def state_column(self, voucher: Voucher) -> str:
        """What it waits for."""
        signatures = list(voucher.signatures.all())
        turn = vouchers.next_signature(voucher, signatures)
        if turn is not None:
            return both("attend : ", "waits for: ") + both(*SIGNED[Step(turn)])
        declined = any(each.step == Step.DECLINED for each in signatures)
        return both("écarté", "declined") if declined else both("complet", "complete")

    @admin.display(description="Signatures")
    def signatures_column(self, voucher: Voucher) -> str:
        """Who has signed, when and why."""
        return (
            " · ".join(
                f"{both(*SIGNED[Step(each.step)])} : {each.by}, {moment(each.at)} ({each.reason})"
                for each in sorted(voucher.signatures.all(), key=lambda each: each.pk)
            )
            or "-"
        )


def _may(request: HttpRequest, voucher: Voucher, step: VoucherSignature.Step) -> bool:
    """Tell whether this person may do this with a voucher now, as far as the page can tell."""
    person = operator_of(request)
    turn = vouchers.next_signature(voucher, list(voucher.signatures.all()))
    if turn is None:
        return False
    if step == Step.DECLINED:
        open_still = voucher.by_id is not None and turn != Step.RECEIPT
        return open_still and (person.pk == voucher.by_id or person.has_perm(vouchers.NEEDS[turn]))
    return step == turn and vouchers.waits_for(voucher, person)


def _carry_out(
    request: HttpRequest, voucher: Voucher, step: VoucherSignature.Step, reason: str
) -> None:
    """Sign or decline, and show what came of it."""
    person = operator_of(request)
    try:
        if step == Step.DECLINED:
            vouchers.decline_voucher(voucher.pk, operator=person, reason=reason)
        else:
            vouchers.sign_voucher(voucher.pk, step, operator=person, reason=reason)
    except (Refused, Overdrawn) as error:
        messages.error(request, f"{both('Refusé', 'Refused')}. {refusal_text(error)}")
    else:
        messages.success(request, f"{both(*STEPS[step])} : {both('fait', 'done')}.")


def _sign_url(voucher: Voucher, step: str) -> str:
    return reverse("admin:tables_voucher_sign", args=[voucher.pk, step])


@admin.register(VoucherSignature)
class VoucherSignatureAdmin(ReadOnlyAdmin[VoucherSignature]):
    """A signature under a voucher."""

    section = "takings"
    singular = Words("signature d’un bon", "signature of a voucher")
    plural = Words("signatures des bons", "signatures of vouchers")
    list_display = ("voucher_column", "step_column", "at_column", BY, REASON)
    list_select_related = ("voucher", "by")
    exact = ("pk", "voucher__pk", "by__username")
    at_column = column("at", "Heure", "Time")
    ordering = ("-id",)
    fields = ("voucher_column", "step_column", "at_column", BY, REASON)
    voucher_column = column("voucher", "Bon", "Voucher")

    @admin.display(description=both_lazy("Signature", "Signature"))
    def step_column(self, signature: VoucherSignature) -> str:
        """In which duty it was given."""
        return both(*SIGNED[Step(signature.step)])
