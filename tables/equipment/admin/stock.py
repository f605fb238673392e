"""The stock of dice and cards in the office: registers, sets, entries, endorsements.

What is done with a set, or with a register, goes through a service of `tables.equipment.stock`
with the operator and a reason.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html_join

from casino.backoffice import form_fields as fields
from casino.backoffice.model_admin import ReadOnlyAdmin, column, row_id
from casino.backoffice.row_orders import RowOrder, orders_context
from casino.i18n import Words, both, both_lazy, day, moment
from casino.players.models import Player
from tables.equipment import queries as reading
from tables.equipment import stock
from tables.models import (
    EquipmentEndorsement,
    EquipmentEntry,
    EquipmentRegister,
    EquipmentSet,
)
from tables.office.actions import ReasonForm, operator_of, why_refused
from tables.office.confirmations import ConfirmationAdmin, run_and_report
from tables.rows import equipment_registers
from tables.staff.services import MAY_SERVE

AT_ONCE: Final = stock.MOST
WORDS: Final[Mapping[str, Words]] = {
    "dice": Words("dés", "dice"),
    "cards": Words("cartes", "cards"),
    "pack": Words("jeu", "pack"),
    "sixain": Words("sixain", "sixain"),
    "huitain": Words("huitain", "huitain"),
    "new": Words("neuf", "new"),
    "in_service": Words("en service", "in service"),
    "used": Words("usagé", "used"),
    "checked": Words("contrôlé", "checked"),
    "withdrawn": Words("retiré", "withdrawn"),
    "destroyed": Words("détruit", "destroyed"),
    "received": Words("reçu", "received"),
    "moved": Words("déplacé", "moved"),
    "allotted": Words("mis en service", "put in service"),
    "returned": Words("rendu", "returned"),
    "counted": Words("compté", "counted"),
    "announced": Words("destruction annoncée", "destruction announced"),
    "main_depot": Words("dépôt principal", "main depot"),
    "annex_depot": Words("dépôt annexe", "annex depot"),
    "table": Words("table", "table"),
}
"""Words for categories, states, movements and places, by the stored name."""


def stock_word(name: str) -> str:
    """Return a state, a kind, a movement or a place in words: `annex depot 2`, `table 7`."""
    kind, _, number = name.partition(":")
    return f"{both(*WORDS[kind])} {number}".strip() if name else "-"


def _word_column(field: str, fr: str, en: str) -> Callable[[Any, Model], str]:
    """Return a column that tells a field in words."""

    @admin.display(description=both_lazy(fr, en))
    def shown(self: Any, row: Model) -> str:
        return stock_word(getattr(row, field))

    return shown


def _sent(request: HttpRequest) -> Any:
    """Return what a form was sent with; None where it is only shown."""
    return request.POST if request.method == "POST" else None


def _known(request: HttpRequest, form: type[forms.Form]) -> dict[str, str]:
    """Return the fields that the address of a form's page fills in."""
    return {name: request.GET[name] for name in form.base_fields if name in request.GET}


def _choices(names: Any) -> Callable[[], list[tuple[str, str]]]:
    return lambda: [(each, stock_word(each)) for each in names]


class OpenForm(ReasonForm):
    """Which register is opened."""

    category = forms.ChoiceField(
        choices=_choices(EquipmentRegister.Category.values),
        label=both_lazy("Registre", "Register"),
    )
    field_order = ("category", "reason")


class ReceiveForm(ReasonForm):
    """What a maker has delivered."""

    kind = forms.ChoiceField(
        choices=_choices(EquipmentSet.Kind.values), label=both_lazy("Genre", "Kind")
    )
    lot = forms.CharField(
        max_length=24,
        label=both_lazy("Numéro du fabricant", "Maker’s number"),
        help_text=both_lazy(
            "Suivi de /1, /2 et ainsi de suite ; un numéro de dés en désigne cinq.",
            "Followed by /1, /2 and so on; one number of dice stands for five.",
        ),
    )
    count = fields.IntegerField(
        min_value=1, max_value=stock.MOST, label=both_lazy("Combien", "How many")
    )
    colours = forms.TypedChoiceField(
        choices=[(1, "1"), (2, "2")],
        coerce=int,
        initial=1,
        label=both_lazy("Couleurs des dos", "Colours of the backs"),
        help_text=both_lazy(
            "2 pour un sixain de trois jeux d’une couleur et trois d’une autre.",
            "2 for a sixain of three packs of one colour and three of another.",
        ),
    )
    purchase_order = forms.CharField(
        max_length=32, label=both_lazy("Bon de commande", "Purchase order")
    )
    field_order = ("kind", "lot", "count", "colours", "purchase_order", "reason")


class MoveForm(ReasonForm):
    """Where sets are moved."""

    depot = forms.ChoiceField(choices=_choices(stock.DEPOTS), label=both_lazy("Dépôt", "Depot"))
    field_order = ("depot", "reason")


class DestroyForm(ReasonForm):
    """Who of the state's control was there."""

    control = forms.CharField(
        max_length=64,
        required=False,
        label=both_lazy(
            "Agent du contrôle des jeux présent", "Agent of the state’s control present"
        ),
        help_text=both_lazy("Vide si personne n’y a assisté.", "Empty where nobody attended."),
    )
    field_order = ("control", "reason")


@dataclass(frozen=True, slots=True)
class SetAction:
    """Something that may be done with sets."""

    words: Words
    do: Callable[..., None]
    permitted: str
    note: Words
    check: Callable[[Collection[EquipmentSet], Player], None]
    """What its service refuses for the state of the sets, to a person who may do it."""
    form: type[ReasonForm] = ReasonForm


SET_ACTIONS: Final[Mapping[str, SetAction]] = {
    "move": SetAction(
        Words("Déplacer", "Move"),
        stock.move_sets,
        stock.KEEP,
        Words("Le cartier, d’un dépôt à un autre.", "The card keeper, from depot to depot."),
        stock.check_can_move_sets,
        MoveForm,
    ),
    "withdraw": SetAction(
        Words("Retirer", "Withdraw"),
        stock.withdraw_sets,
        stock.KEEP,
        Words(
            "Le cartier : ce qui est abîmé va au dépôt principal et ne sert plus.",
            "The card keeper: what is damaged goes to the main depot and serves no more.",
        ),
        stock.check_can_withdraw_sets,
    ),
    "announce": SetAction(
        Words("Annoncer la destruction", "Announce the destruction"),
        stock.announce_destruction,
        stock.DESTROY,
        Words(
            "La direction des jeux ; le contrôle de l’État en est avisé.",
            "The games management; the state’s control has a notice of it.",
        ),
        stock.check_can_announce_destruction,
    ),
    "destroy": SetAction(
        Words("Constater la destruction", "Witness the destruction"),
        stock.record_destruction,
        MAY_SERVE["inspector"],
        Words(
            "Un inspecteur, devant qui elle a lieu, et qui ne l’a pas annoncée.",
            "An inspector, before whom it happens, and who has not announced it.",
        ),
        stock.check_can_record_destruction,
        DestroyForm,
    ),
}
"""By the name of the floor's service."""


@admin.register(EquipmentRegister)
class EquipmentRegisterAdmin(ConfirmationAdmin):
    """A register: opened by the Government Commissioner, endorsed by the state's control."""

    section = "stock"
    singular = Words("registre de matériel", "register of equipment")
    plural = Words("registres de matériel", "registers of equipment")
    change_form_template = "admin/tables/table/change_form.html"
    list_display = ("category_column", "opened_at_column", "opened_by")
    list_select_related = ("opened_by",)
    ordering = ("category",)
    exact = ("category",)
    fields = ("category_column", "opened_at_column", "opened_by", "reason_column", "chain", "days")
    category_column = _word_column("category", "Registre", "Register")
    opened_at_column = column("opened_at", "Ouvert", "Opened")
    reason_column = column("reason", "Motif", "Reason")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tell whether this person opens registers."""
        return request.user.has_perm(stock.OPEN)

    def has_endorse_permission(self, request: HttpRequest) -> bool:
        """Tell whether this person endorses registers."""
        return request.user.has_perm(stock.ENDORSE)

    def get_urls(self) -> list[URLPattern]:
        """Return the page of the endorsement before those of the rows."""
        view = self.admin_site.admin_view(self.endorse_view)
        name = "tables_equipmentregister_endorse"
        return [path("<int:register_id>/endorse/", view, name=name), *super().get_urls()]

    def add_view(
        self,
        request: HttpRequest,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Open a register."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = OpenForm(_sent(request), initial=_known(request, OpenForm))
        title = both("Ouvrir un registre", "Open a register")
        if request.method == "POST" and form.is_valid():
            given = form.cleaned_data
            run_and_report(
                request,
                title,
                lambda: stock.open_register(
                    given["category"], operator=operator_of(request), reason=given["reason"]
                ),
            )
            return HttpResponseRedirect(self.list_page())
        note = both(
            "Le Commissaire du Gouvernement. Chaque ligne tient ensuite à celle d’avant.",
            "The Government Commissioner. Each entry then hangs on the one before.",
        )
        return self.confirmation_page(request, form, title, note, self.list_page())

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a register, with the endorsement for users who may give it, or why not now."""
        offered = []
        found = EquipmentRegister.objects.filter(pk=row_id(object_id) or 0).first()
        if found is not None and self.has_endorse_permission(request):
            page = reverse("admin:tables_equipmentregister_endorse", args=[found.pk])
            refusal = why_refused(lambda: stock.number_to_endorse(found))
            offered = [RowOrder(both("Viser", "Endorse"), page, refusal)]
        context = {**(extra_context or {}), **orders_context(offered)}
        return super().change_view(request, object_id, form_url, context)

    def endorse_view(self, request: HttpRequest, register_id: int) -> HttpResponse:
        """Ask for remarks, then endorse."""
        if not self.has_endorse_permission(request):
            raise PermissionDenied
        register = EquipmentRegister.objects.filter(pk=register_id).first()
        if register is None:
            raise Http404
        page = reverse("admin:tables_equipmentregister_change", args=[register_id])
        form = ReasonForm(request.POST if request.method == "POST" else None)
        title = both("Viser le registre", "Endorse the register")
        if request.method == "POST" and form.is_valid():
            run_and_report(
                request,
                title,
                lambda: stock.endorse_register(
                    register_id, operator=operator_of(request), reason=form.cleaned_data["reason"]
                ),
            )
            return HttpResponseRedirect(page)
        note = both(
            "Le contrôle de l’État, jusqu’à la dernière ligne, bons de commande compris.",
            "The state’s control, up to the last entry, purchase orders included.",
        )
        return self.confirmation_page(request, form, title, note, page)

    @admin.display(description=both_lazy("Suite des lignes", "Chain of entries"))
    def chain(self, register: EquipmentRegister) -> str:
        """Whether the chain of its entries is whole."""
        broken = equipment_registers.first_broken_entry(register)
        if broken is None:
            return both("intacte", "unbroken")
        return both(f"rompue à la ligne {broken}", f"broken at entry {broken}")

    @admin.display(description=both_lazy("Comptabilité annexe", "Side account"))
    def days(self, register: EquipmentRegister) -> str:
        """The movements of each day at each place, and what it held in the evening."""
        words = both("{} : +{} −{}, reste {}", "{}: +{} −{}, holds {}")
        return format_html_join(
            "",
            "<div>{} {}</div>",
            (
                (
                    day(each.day),
                    words.format(stock_word(each.place), each.came, each.went, each.holds),
                )
                for each in reading.daily_statement(register)
            ),
        )


@admin.register(EquipmentSet)
class EquipmentSetAdmin(ConfirmationAdmin):
    """A set of dice or cards: received, and what is done with it by ORDERS."""

    section = "stock"
    singular = Words("lot de matériel", "set of equipment")
    plural = Words("lots de matériel", "sets of equipment")
    change_form_template = "admin/tables/table/change_form.html"
    list_display = (
        "serial_column",
        "kind_column",
        "state_column",
        "place_column",
        "purchase_order_column",
    )
    list_filter = ("kind", "state")
    exact = ("serial",)
    ordering = ("-id",)
    fields = (
        *(
            "serial_column",
            "kind_column",
            "colours_column",
            "state_column",
            "place_column",
            "purchase_order_column",
        ),
        "movements",
    )
    serial_column = column("serial", "Numéro", "Number")
    kind_column = _word_column("kind", "Genre", "Kind")
    colours_column = column("colours", "Couleurs des dos", "Colours of the backs")
    state_column = _word_column("state", "État", "State")
    place_column = _word_column("place", "Lieu", "Place")
    purchase_order_column = column("purchase_order", "Bon de commande", "Purchase order")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tell whether this person receives equipment."""
        return request.user.has_perm(stock.KEEP)

    def has_order_permission(self, request: HttpRequest) -> bool:
        """Tell whether this person may do anything with a set."""
        return any(request.user.has_perm(each.permitted) for each in SET_ACTIONS.values())

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of the acts before those of the rows."""
        view = self.admin_site.admin_view(self.order_view)
        name = "tables_equipmentset_order"
        return [path("order/<str:name>/", view, name=name), *super().get_urls()]

    def add_view(
        self,
        request: HttpRequest,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Receive what a maker has delivered."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = ReceiveForm(_sent(request), initial=_known(request, ReceiveForm))
        title = both("Prendre en charge", "Receive")
        if request.method == "POST" and form.is_valid():
            run_and_report(
                request,
                title,
                lambda: stock.receive_sets(operator=operator_of(request), **form.cleaned_data),
            )
            return HttpResponseRedirect(self.list_page())
        note = both("Le cartier, au dépôt principal.", "The card keeper, into the main depot.")
        return self.confirmation_page(request, form, title, note, self.list_page())

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a set, with what this person may do with it now, and why not the rest."""
        found = EquipmentSet.objects.filter(pk=row_id(object_id) or 0).first()
        offered = [] if found is None else _orders_of(found, operator_of(request))
        context = {**(extra_context or {}), **orders_context(offered)}
        return super().change_view(request, object_id, form_url, context)

    def order_view(self, request: HttpRequest, name: str) -> HttpResponse:
        """Ask why, then do it with all these sets, or with none."""
        order = SET_ACTIONS.get(name)
        if not self.has_order_permission(request):
            raise PermissionDenied
        if order is None:
            raise Http404
        if not request.user.has_perm(order.permitted):
            raise PermissionDenied
        wanted = [row_id(each) for each in request.GET.get("sets", "").split(",")]
        sets = EquipmentSet.objects.filter(pk__in=[each for each in wanted if each is not None])
        if not sets:
            raise Http404
        form = order.form(request.POST if request.method == "POST" else None)
        title = f"{both(*order.words)}, {', '.join(map(str, sets.order_by('pk')))}"
        if request.method == "POST" and form.is_valid():
            ids = [*sets.values_list("pk", flat=True)]
            run_and_report(
                request,
                title,
                lambda: order.do(ids, operator=operator_of(request), **form.cleaned_data),
            )
            return HttpResponseRedirect(self._back_to(ids))
        back = self._back_to([*sets.values_list("pk", flat=True)])
        return self.confirmation_page(request, form, title, both(*order.note), back)

    def _back_to(self, ids: list[int]) -> str:
        if len(ids) == 1:
            return reverse("admin:tables_equipmentset_change", args=[ids[0]])
        return self.list_page()

    @admin.display(description=both_lazy("Mouvements", "Movements"))
    def movements(self, row: EquipmentSet) -> str:
        """What happened to it, by whom and why."""
        return format_html_join(
            "",
            "<div>{} {} {} {} {}</div>",
            (
                (each.number, moment(each.at), stock_word(each.movement), each.by, each.reason)
                for each in row.entries.select_related("by").order_by("number")
            ),
        )


def _orders_of(found: EquipmentSet, person: Player) -> list[RowOrder]:
    return [
        RowOrder(
            both(*order.words),
            _order_url(name, [found.pk]),
            why_refused(partial(order.check, [found], person)),
        )
        for name, order in SET_ACTIONS.items()
        if person.has_perm(order.permitted)
    ]


def _act(name: str, order: SetAction) -> Any:
    @admin.action(permissions=["order"], description=both_lazy(*order.words))
    def act(
        modeladmin: EquipmentSetAdmin, request: HttpRequest, chosen: QuerySet[EquipmentSet]
    ) -> HttpResponse | None:
        ids = list(chosen.order_by("pk").values_list("pk", flat=True)[: AT_ONCE + 1])
        if len(ids) > AT_ONCE:
            text = both("Pas plus de {} à la fois.", "At most {} at once.")
            messages.error(request, text.format(AT_ONCE))
            return None
        return HttpResponseRedirect(_order_url(name, ids))

    act.__name__ = name
    return act


EquipmentSetAdmin.actions = [_act(name, order) for name, order in SET_ACTIONS.items()]


def _order_url(name: str, ids: list[int]) -> str:
    sets = ",".join(str(each) for each in ids)
    return f"{reverse('admin:tables_equipmentset_order', args=[name])}?sets={sets}"


@admin.register(EquipmentEntry)
class EquipmentEntryAdmin(ReadOnlyAdmin[EquipmentEntry]):
    """A movement in its register."""

    section = "stock"
    singular = Words("mouvement de matériel", "movement of equipment")
    plural = Words("mouvements de matériel", "movements of equipment")
    list_display = (
        "number_column",
        "set",
        "movement_column",
        "origin_column",
        "target_column",
        "by",
    )
    list_select_related = ("set", "by")
    list_filter = ("register", "movement")
    exact = ("set__serial", "by__username")
    ordering = ("-id",)
    fields = (
        "number_column",
        "register",
        "set",
        "movement_column",
        "origin_column",
        "target_column",
        "by",
        "control_column",
        "reason_column",
        "at_column",
        "hash",
    )
    number_column = column("number", "Ligne", "Entry")
    movement_column = _word_column("movement", "Mouvement", "Movement")
    origin_column = _word_column("origin", "De", "From")
    target_column = _word_column("target", "Vers", "To")
    control_column = column("control", "Contrôle des jeux", "State control")
    reason_column = column("reason", "Motif", "Reason")
    at_column = column("at", "Heure", "Time")


@admin.register(EquipmentEndorsement)
class EquipmentEndorsementAdmin(ReadOnlyAdmin[EquipmentEndorsement]):
    """What the state's control has endorsed."""

    section = "stock"
    singular = Words("visa d’un registre", "endorsement of a register")
    plural = Words("visas des registres", "endorsements of registers")
    list_display = ("register", "up_to_column", "by", "reason_column", "at_column")
    list_select_related = ("register", "by")
    exact = ("register__category", "by__username")
    ordering = ("-id",)
    fields = ("register", "up_to_column", "by", "reason_column", "at_column")
    up_to_column = column("up_to", "Jusqu’à la ligne", "Up to entry")
    reason_column = column("reason", "Observations", "Remarks")
    at_column = column("at", "Heure", "Time")
