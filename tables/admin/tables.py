"""Tables and boxes in the office: read here, run by named acts.

Every act goes through a service of `tables.floor` with the operator and a reason.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final
from uuid import uuid4, uuid5

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html_join

from casino.ledger.models import Account
from casino.ledger.services import Overdrawn
from casino.office import (
    Reading,
    ReadInline,
    both,
    both_lazy,
    link,
    moment,
    money,
    row_id,
)
from casino.players.models import Player
from casino.rng.models import Shoe
from tables.admin.acts import ReasonForm, operator_of, refusal_told
from tables.floor import cage, duties, incidents, levies, opening, reshuffles, series, sessions
from tables.games.core.protocol import Duty, Refused
from tables.models import (
    Assignment,
    Box,
    FloorEvent,
    Jackpot,
    Round,
    RuleSet,
    Shuffling,
    Table,
    Waiting,
)
from tables.records import rulesets

OPERATE: Final = "tables.operate_table"
"""The permission to act on tables."""
TABLES_AT_ONCE: Final = 50


class SupplyForm(ReasonForm):
    """How many chips move between the house and a table's float."""

    amount = forms.DecimalField(
        max_digits=12,
        decimal_places=2,
        min_value=Decimal("0.01"),
        localize=True,
        label=both_lazy("Montant", "Amount"),
    )
    order = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    """Made with the form: makes sending it idempotent."""
    field_order: tuple[str, ...] = ("amount", "reason")


class SignLevyForm(SupplyForm):
    """What the inspector has counted himself, and who of the state's control was there."""

    control = forms.CharField(
        max_length=64,
        required=False,
        label=both_lazy(
            "Agent du contrôle des jeux présent", "Agent of the state’s control present"
        ),
        help_text=both_lazy("Vide si personne n’y a assisté.", "Empty where nobody attended."),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )
    field_order = ("amount", "control", "reason")


class RulesForm(ReasonForm):
    """The published set that a table deals by from its next round on."""

    rules = forms.ModelChoiceField(
        RuleSet.objects.order_by("key"), label=both_lazy("Règles", "Rules")
    )
    field_order = ("rules", "reason")


class ChiefForm(ReasonForm):
    """The person to whom a table is handed over."""

    person = forms.ModelChoiceField(
        Player.objects.none(), label=both_lazy("Chef de table", "Table chief")
    )
    field_order = ("person", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chiefs = Player.objects.with_perm(
            duties.MAY_SERVE["table_chief"],
            backend="django.contrib.auth.backends.ModelBackend",
        )
        choice = self.fields["person"]
        assert isinstance(choice, forms.ModelChoiceField)
        choice.queryset = chiefs.order_by("username")


@dataclass(frozen=True, slots=True)
class Order:
    """Something that an operator may do with a table."""

    fr: str
    en: str
    do: Callable[..., None]
    form: type[ReasonForm] = ReasonForm
    fr_note: str = ""
    en_note: str = ""
    permitted: str = ""
    """A permission with which one may do it without running tables."""
    responsible: bool = False
    """Whether who answers for the table may do it there: its chief, or its inspector where the
    rules want no chief (MC-EROU-09, MC-CDF-09)."""
    inspector: bool = False
    """Whether the table's inspector may do it there."""


ORDERS: Final[Mapping[str, Order]] = {
    "open_table": Order("Ouvrir la table", "Open the table", sessions.open),
    "hand_over": Order(
        "Passer la table",
        "Hand the table over",
        duties.hand_over,
        ChiefForm,
        fr_note="Le nouveau chef répond de la table ; on note comment il la trouve.",
        en_note="The new chief answers for the table; how he finds it is on record.",
        responsible=True,
    ),
    "sign_in": Order(
        "Prendre l’inspection",
        "Sign in as inspector",
        duties.sign_in,
        fr_note="Vous êtes l’inspecteur de la table jusqu’à ce qu’un autre vous relève.",
        en_note="You are the table’s inspector until another relieves you.",
        permitted=duties.MAY_SERVE["inspector"],
    ),
    "sign_out": Order(
        "Quitter l’inspection",
        "Sign the inspector out",
        duties.sign_out,
        fr_note="Sans inspecteur, aucune annonce écrite ne se joue.",
        en_note="Without an inspector no written announcement is played.",
        inspector=True,
    ),
    "drain_table": Order(
        "Annoncer la fin",
        "Announce the end",
        sessions.drain,
        fr_note="La dernière demi-heure et les derniers coups sont annoncés si le texte le veut,"
        " puis la table ferme. Les joueurs lisent le motif.",
        en_note="The last half hour and the last rounds are announced where the text asks for it,"
        " then the table closes. The players read the reason.",
    ),
    "close_table": Order(
        "Fermer la table",
        "Close the table",
        sessions.close,
        fr_note="Seulement si aucun coup n’est dû aux joueurs. Ils lisent le motif.",
        en_note="Only where no round is owed to the players. They read the reason.",
    ),
    "void_round": Order(
        "Annuler le coup",
        "Void the round",
        incidents.void,
        fr_note="Chaque mise retourne d’où elle vient. Les joueurs lisent le motif.",
        en_note="Every stake goes back where it came from. The players read the reason.",
        responsible=True,
    ),
    "stop_spin": Order(
        "Arrêter le coup",
        "Stop the spin",
        incidents.stop,
        fr_note="Après « rien ne va plus » et avant que rien ne tombe : on relance.",
        en_note="After the last bets and before anything has fallen: it is launched again.",
        responsible=True,
    ),
    "end_session": Order(
        "Interrompre la séance",
        "Break the session off",
        incidents.break_off,
        fr_note="En cas d’incident, sans derniers coups : les mises et les prisonniers reviennent à"
        " leur valeur et la table ferme. Le contrôle des jeux est avisé, les joueurs lisent le"
        " motif.",
        en_note="In case of an incident, without last rounds: stakes and prisoners go back at their"
        " value and the table closes. The state’s control is told, the players read the reason.",
    ),
    "rule_incident": Order(
        "Trancher l’incident",
        "Rule the incident",
        incidents.rule,
        fr_note="Le coup continue comme la procédure le propose. Sinon, annulez-le.",
        en_note="The round goes on as the procedure proposes. Otherwise void it.",
    ),
    "reshuffle": Order(
        "Faire mélanger",
        "Have the cards shuffled",
        reshuffles.order,
        fr_note="Entre deux coups, si le texte le permet. Les joueurs lisent le motif.",
        en_note="Between two rounds, where the text allows it. The players read the reason.",
    ),
    "fill": Order("Approvisionner", "Fill", cage.fill, SupplyForm),
    "change_rules": Order(
        "Changer de règlement",
        "Change the rules",
        series.change,
        RulesForm,
        fr_note="Entre deux coups, et seulement un règlement en vigueur du même jeu.",
        en_note="Between two rounds, and only rules in force of the same game.",
    ),
    "follow_series": Order(
        "Suivre la série",
        "Follow the series",
        series.follow,
        fr_note="La table prend chaque nouvelle version entre deux coups, dès sa date.",
        en_note="The table takes each new version between two rounds, from its date on.",
    ),
    "keep_rules": Order(
        "Garder ce règlement",
        "Keep these rules",
        series.keep,
        fr_note="La table garde sa version, quoi qu’on publie.",
        en_note="The table keeps its version, whatever is published.",
    ),
    "credit": Order("Reprendre des jetons", "Credit", cage.credit, SupplyForm),
    "count_levy": Order(
        "Compter la cagnotte",
        "Count the levy",
        levies.count,
        SupplyForm,
        fr_note="Écrivez ce que vous avez compté : carnet et cagnotte doivent concorder."
        " L’inspecteur recompte et signe.",
        en_note="Write what you have counted: the book of tickets and the levy must agree."
        " The inspector counts again and signs.",
    ),
    "cash_levy": Order(
        "Signer et ouvrir la cagnotte",
        "Sign and cash up the levy",
        levies.sign,
        SignLevyForm,
        fr_note="L’inspecteur de la table, qui n’est pas celui qui a compté, vérifie le carnet,"
        " recompte et signe : alors seulement la cagnotte est vidée.",
        en_note="The table’s inspector, who is not the one who counted, checks the book, counts"
        " again and signs: only then the levy is emptied.",
        inspector=True,
    ),
}
"""By the name of the floor's service."""


def _act(name: str, order: Order) -> Any:
    @admin.action(permissions=["order"], description=both_lazy(order.fr, order.en))
    def act(
        modeladmin: "TableAdmin", request: HttpRequest, chosen: QuerySet[Table]
    ) -> HttpResponse | None:
        ids = list(chosen.order_by("pk").values_list("pk", flat=True)[: TABLES_AT_ONCE + 1])
        if len(ids) > TABLES_AT_ONCE:
            text = both("Pas plus de {} tables à la fois.", "At most {} tables at once.")
            messages.error(request, text.format(TABLES_AT_ONCE))
            return None
        return HttpResponseRedirect(_order_url(name, ids))

    act.__name__ = name
    return act


def _order_url(name: str, ids: list[int]) -> str:
    tables = ",".join(str(each) for each in ids)
    return f"{reverse('admin:tables_table_order', args=[name])}?tables={tables}"


class NewTableForm(forms.Form):
    """A table's name and rule set; the floor makes its boxes, accounts and opening float."""

    name = forms.CharField(
        max_length=64,
        label=both_lazy("Nom", "Name"),
        widget=forms.TextInput({"class": "vTextField"}),
    )
    rules = forms.ModelChoiceField(
        RuleSet.objects.order_by("key"), label=both_lazy("Règles", "Rules")
    )

    follows_series = forms.BooleanField(
        required=False,
        label=both_lazy("Suit la série", "Follows the series"),
        help_text=both_lazy(
            "Prend chaque nouvelle version, entre deux coups, dès sa date.",
            "Takes each new version, between two rounds, from its date on.",
        ),
    )
    practice = forms.BooleanField(
        required=False,
        label=both_lazy("Table d’entraînement", "Practice table"),
        help_text=both_lazy(
            "Conseille la stratégie de base ; jetons fictifs seulement, et pour toujours.",
            "Gives basic strategy’s advice; play money only, and for ever.",
        ),
    )
    jackpot = forms.ModelChoiceField(
        Jackpot.objects.order_by("name"),
        required=False,
        label=both_lazy("Pot commun", "Shared jackpot"),
        help_text=both_lazy(
            "Vide : la table a ses propres cagnottes, si son règlement en demande.",
            "Empty: the table has pots of its own, where its rules want any.",
        ),
    )

    def clean_name(self) -> str:
        """Refuse a name that another table has."""
        name: str = self.cleaned_data["name"]
        if Table.objects.filter(name=name).exists():
            raise _name_taken()
        return name


def _name_taken() -> ValidationError:
    return ValidationError(
        both("Une table porte déjà ce nom.", "A table has this name already."), code="unique"
    )


class BoxInline(ReadInline[Box, Table]):
    """Who holds the boxes of a table."""

    model = Box
    fields = ("number", "player", "welcomes", "away", "seen_at")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Box]:
        """Return the boxes with their holders."""
        return super().get_queryset(request).select_related("player")


@admin.register(Table)
class TableAdmin(Reading[Table]):
    """A table: read here, run by the acts of ORDERS."""

    list_display = ("name", "rules", "status", "round_link", "supply", "due_at")
    list_select_related = ("rules", "round", "float_account")
    list_filter = ("status",)
    exact = ("name", "pk")
    ordering = ("name",)
    actions = [_act(name, order) for name, order in ORDERS.items()]
    inlines = (BoxInline,)
    fields = (
        "name",
        "staff",
        "rules",
        "follows_series",
        "practice",
        "status",
        "currency",
        "supply",
        "on_layout",
        "jackpot",
        "round_link",
        "shoe_link",
        "seq",
        "due_at",
        "opened_at",
        "happenings",
    )

    def has_operate_permission(self, request: HttpRequest) -> bool:
        """Tell whether this operator may act on tables."""
        return request.user.has_perm(OPERATE)

    def has_order_permission(self, request: HttpRequest) -> bool:
        """Tell whether this person may do anything with a table; `may` tells what."""
        perms = (OPERATE, *duties.MAY_SERVE.values())
        return any(request.user.has_perm(each) for each in perms)

    def may(self, request: HttpRequest, order: Order, ids: list[int]) -> bool:
        """Tell whether this person may do this with these tables."""
        if self.has_operate_permission(request):
            return True
        if order.permitted and request.user.has_perm(order.permitted):
            return True
        if not self.has_order_permission(request):
            return False
        mine = Assignment.objects.filter(
            table_id__in=ids, person_id=operator_of(request).pk, until=None
        ).select_related("table")
        return {each.table_id for each in mine if _entitles(each, order)} == set(ids)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tell whether this operator may set up a table."""
        return self.has_operate_permission(request)

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of the acts before those of the rows."""
        view = self.admin_site.admin_view(self.order_view)
        return [path("order/<str:name>/", view, name="tables_table_order"), *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a table, with the acts that this operator may do."""
        orders = []
        table_id = row_id(object_id)
        if self.has_order_permission(request) and table_id is not None:
            orders = [
                {"title": both(order.fr, order.en), "url": _order_url(name, [table_id])}
                for name, order in ORDERS.items()
                if self.may(request, order, [table_id])
            ]
        context = {**(extra_context or {}), "orders": orders}
        return super().change_view(request, object_id, form_url, context)

    def order_view(self, request: HttpRequest, name: str) -> HttpResponse:
        """Ask why, then do it: each table in a transaction of its own, through the floor."""
        if not self.has_order_permission(request):
            raise PermissionDenied
        order = ORDERS.get(name)
        if order is None:
            raise Http404
        tables = _tables(request.GET.get("tables", ""))
        if not self.may(request, order, [table.pk for table in tables]):
            raise PermissionDenied
        form = order.form(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            for table in tables:
                self._carry_out(request, order, table, form.cleaned_data)
            return HttpResponseRedirect(_back_to(tables))
        title = both(order.fr, order.en)
        note = both(order.fr_note, order.en_note)
        return self._ask(request, form, title, note=note, tables=tables)

    def _carry_out(
        self, request: HttpRequest, order: Order, table: Table, given: dict[str, Any]
    ) -> None:
        title = both(order.fr, order.en)
        supply: dict[str, Any] = {}
        if "person" in given:
            supply = {"person": given["person"]}
        if "amount" in given:
            # One order for each table, the same each time the form is sent.
            order_id = uuid5(given["order"], str(table.pk))
            supply = {"amount": int(given["amount"] * 100), "order": order_id}
        if "control" in given:
            supply["control"] = given["control"]
        if "rules" in given:
            supply = {"rules_key": given["rules"].key}
        try:
            order.do(table.pk, operator=operator_of(request), reason=given["reason"], **supply)
        except (Refused, Overdrawn) as error:
            refused = both("refusé", "refused")
            messages.error(request, f"{title}, {table} : {refused}. {refusal_told(error)}")
        else:
            messages.success(request, f"{title}, {table} : {both('fait', 'done')}.")

    def add_view(
        self,
        request: HttpRequest,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Set up a closed table through the floor."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = NewTableForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            rules_key = form.cleaned_data["rules"].key
            try:
                table = opening.create_table(
                    name=form.cleaned_data["name"],
                    rules_key=rules_key,
                    operator=operator_of(request),
                    follows_series=form.cleaned_data["follows_series"],
                    jackpot=form.cleaned_data["jackpot"],
                    practice=form.cleaned_data["practice"],
                )
            except IntegrityError:
                form.add_error("name", _name_taken())
            except Refused as refused:
                form.add_error("rules", refusal_told(refused))
            else:
                done = both("La table {} est installée.", "Table {} is set up.")
                messages.success(request, done.format(table))
                return HttpResponseRedirect(_back_to([table]))
        return self._ask(request, form, both("Installer une table", "Set up a table"))

    def _ask(
        self,
        request: HttpRequest,
        form: forms.Form,
        title: str,
        note: str = "",
        tables: list[Table] | None = None,
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": title,
            "note": note,
            "form": form,
            "tables": tables,
            "confirm": both("Confirmer", "Confirm"),
            "back": both("Ne rien faire", "Do nothing"),
            "back_url": _back_to(tables or []),
        }
        return TemplateResponse(request, "admin/tables/table/order.html", context)

    @admin.display(description=both_lazy("Personnel", "Staff"))
    def staff(self, table: Table) -> str:
        """Who serves the table now."""
        serving = table.assignments.filter(until=None).select_related("person").order_by("-duty")
        words = {
            Duty.TABLE_CHIEF: both("chef de table", "table chief"),
            Duty.INSPECTOR: both("inspecteur", "inspector"),
        }
        return ", ".join(f"{words[Duty(each.duty)]} : {each.person}" for each in serving) or "-"

    @admin.display(description=both_lazy("Encaisse", "Float"))
    def supply(self, table: Table) -> str:
        """What the float holds."""
        return link(Account, table.float_account_id, money(table.float_account.balance))

    @admin.display(description=both_lazy("Sur le tapis", "On the layout"))
    def on_layout(self, table: Table) -> str:
        """What lies on the layout."""
        return link(Account, table.layout_account_id, money(table.layout_account.balance))

    @admin.display(description=both_lazy("Coup", "Round"))
    def round_link(self, table: Table) -> str:
        """The round in play, or the last one."""
        number = "" if table.round is None else f"{table.round.number} ({table.round.status})"
        return link(Round, table.round_id, number)

    @admin.display(description=both_lazy("Sabot", "Shoe"))
    def shoe_link(self, table: Table) -> str:
        """The shoe on the table."""
        return link(Shoe, table.shoe_id, str(table.shoe_id))

    @admin.display(description=both_lazy("Derniers faits", "Last happenings"))
    def happenings(self, table: Table) -> str:
        """What people and operators did last."""
        return format_html_join(
            "",
            "<div>{} {} {} {}</div>",
            (
                (moment(each.at), each.kind, each.by or "", each.reason)
                for each in table.floor_events.select_related("by")[:20]
            ),
        )


def _entitles(serving: Assignment, order: Order) -> bool:
    """Tell whether serving a table in this duty is enough to do this with it."""
    if order.inspector and serving.duty == Duty.INSPECTOR:
        return True
    game, rules = rulesets.game_and_rules(serving.table.rules_id)
    return order.responsible and serving.duty in game.needs(rules).duties


def _tables(ids: str) -> list[Table]:
    wanted = [table_id for each in ids.split(",") if (table_id := row_id(each)) is not None]
    tables = list(Table.objects.filter(pk__in=wanted[:TABLES_AT_ONCE]).order_by("pk"))
    if not tables:
        raise Http404
    return tables


def _back_to(tables: list[Table]) -> str:
    if len(tables) == 1:
        return reverse("admin:tables_table_change", args=[tables[0].pk])
    return reverse("admin:tables_table_changelist")


@admin.register(Box)
class BoxAdmin(Reading[Box]):
    """A betting position and who holds it."""

    list_display = ("table", "number", "player", "welcomes", "away", "seen_at")
    list_select_related = ("table", "player")
    exact = ("table__name", "player__username")
    ordering = ("table_id", "number")
    fields = ("table", "number", "player", "welcomes", "away", "seen_at")


@admin.register(Shuffling)
class ShufflingAdmin(Reading[Shuffling]):
    """A shoe that is being made, and who has a part in it."""

    list_display = ("table", "stage", "offered", "cutter", "promised")
    list_select_related = ("table",)
    exact = ("table__name", "shoe__pk")
    search_help_text = both_lazy(
        "Nom exact de la table ou identifiant du sabot", "Exact name of the table or id of the shoe"
    )
    ordering = ("table_id",)
    fields = ("table", "promised", "stage", "offers", "offered", "cutter", "declined")

    @admin.display(description=both_lazy("Sabot", "Shoe"))
    def promised(self, shuffling: Shuffling) -> str:
        """The shoe's id: the relation itself would read its sealed columns."""
        return str(shuffling.shoe_id)


@admin.register(Waiting)
class WaitingAdmin(Reading[Waiting]):
    """Somebody who wishes to take part and has no box."""

    list_display = ("table", "player", "seen_at")
    list_select_related = ("table", "player")
    exact = ("table__name", "player__username")
    ordering = ("table_id", "pk")
    fields = ("table", "player", "seen_at")


@admin.register(FloorEvent)
class FloorEventAdmin(Reading[FloorEvent]):
    """What people and operators did beside the game."""

    list_display = ("id", "table", "seq", "kind", "box", "by", "reason", "at")
    list_select_related = ("table", "by")
    exact = ("table__name", "by__username")
    search_help_text = both_lazy(
        "Nom exact de la table ou de la personne", "Exact name of the table or person"
    )
    ordering = ("-id",)
    fields = ("table", "seq", "kind", "box", "by", "reason", "at")
