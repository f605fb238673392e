"""The gaming floor in the office: what happened is read, tables are run by named acts.

Every act on a table goes through `tables.floor` with the operator and a reason; nothing that
happened can be added, changed or deleted here.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final
from uuid import uuid4, uuid5

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import RegexValidator
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
    in_french,
    link,
    moment,
    money,
    pretty,
)
from casino.players.models import Player
from casino.rng.models import Shoe
from tables import archive, floor, wire
from tables.games import GAMES
from tables.games.core.money import Party
from tables.games.core.protocol import Fact, Refused
from tables.models import Box, FloorEvent, Receipt, Round, RoundEvent, RuleSet, Table
from tables.telling import Teller, parties

OPERATE: Final = "tables.operate_table"
"""The permission to act on tables."""
TABLES_AT_ONCE: Final = 50


class ReasonForm(forms.Form):
    """Why an operator acts; kept for ever."""

    reason = forms.CharField(
        max_length=200,
        label=both_lazy("Motif", "Reason"),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )


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
    """Made with the form, so that sending it twice moves the chips once."""
    field_order = ("amount", "reason")


@dataclass(frozen=True, slots=True)
class Order:
    """Something that an operator may do with a table."""

    fr: str
    en: str
    do: Callable[..., None]
    form: type[ReasonForm] = ReasonForm
    fr_note: str = ""
    en_note: str = ""


ORDERS: Final[Mapping[str, Order]] = {
    "open_table": Order("Ouvrir la table", "Open the table", floor.open_table),
    "drain_table": Order(
        "Dernier coup",
        "Last round",
        floor.drain_table,
        fr_note="Le coup en cours va à son terme, puis la table ferme.",
        en_note="The round in play ends, then the table closes.",
    ),
    "close_table": Order("Fermer la table", "Close the table", floor.close_table),
    "void_round": Order(
        "Annuler le coup",
        "Void the round",
        floor.void_round,
        fr_note="Chaque mise retourne d’où elle vient. Les joueurs lisent le motif.",
        en_note="Every stake goes back where it came from. The players read the reason.",
    ),
    "fill": Order("Approvisionner", "Fill", floor.fill, SupplyForm),
    "credit": Order("Reprendre des jetons", "Credit", floor.credit, SupplyForm),
}
"""By the name of the floor's service."""

REFUSALS: Final[Mapping[str, tuple[str, str]]] = {
    "already_open": ("la table est déjà ouverte", "the table is open already"),
    "below_min": ("le montant est trop petit", "the amount is too small"),
    "no_round": ("aucun coup n’est en cours", "no round is in play"),
    "not_served": (
        "la salle ne sert pas encore ce que ce règlement demande (cagnottes, sabot continu)",
        "the floor does not serve yet what these rules want (jackpots, continuous shuffler)",
    ),
    "round_in_play": ("un coup est en cours", "a round is in play"),
    "table_closed": ("la table est fermée", "the table is closed"),
}


def _refusal(error: Refused | Overdrawn) -> str:
    if isinstance(error, Overdrawn):
        account = Account.objects.only("code").get(pk=error.account_id)
        return both(
            f"{account.code} n’a que {money(error.balance)}",
            f"{account.code} holds only {money(error.balance)}",
        )
    if words := REFUSALS.get(error.code):
        return both(*words)
    return " ".join([error.code, *(f"{name}={value}" for name, value in error.detail.items())])


def _operator(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return request.user


def _act(name: str, order: Order) -> Any:
    @admin.action(permissions=["operate"], description=both_lazy(order.fr, order.en))
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
    fields = ("number", "player", "away", "seen_at")
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
        "rules",
        "status",
        "currency",
        "supply",
        "on_layout",
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
        if self.has_operate_permission(request) and object_id.isdigit():
            orders = [
                {"title": both(order.fr, order.en), "url": _order_url(name, [int(object_id)])}
                for name, order in ORDERS.items()
            ]
        context = {**(extra_context or {}), "orders": orders}
        return super().change_view(request, object_id, form_url, context)

    def order_view(self, request: HttpRequest, name: str) -> HttpResponse:
        """Ask why, then do it: each table in a transaction of its own, through the floor."""
        if not self.has_operate_permission(request):
            raise PermissionDenied
        order = ORDERS.get(name)
        if order is None:
            raise Http404
        tables = _tables(request.GET.get("tables", ""))
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
        if "amount" in given:
            # One order for each table, the same each time the form is sent.
            order_id = uuid5(given["order"], str(table.pk))
            supply = {"amount": int(given["amount"] * 100), "order": order_id}
        try:
            order.do(table.pk, operator=_operator(request), reason=given["reason"], **supply)
        except (Refused, Overdrawn) as error:
            refused = both("refusé", "refused")
            messages.error(request, f"{title}, {table} : {refused}, {_refusal(error)}.")
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
                table = floor.create_table(
                    name=form.cleaned_data["name"], rules_key=rules_key, operator=_operator(request)
                )
            except IntegrityError:
                form.add_error("name", _name_taken())
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


def _tables(ids: str) -> list[Table]:
    wanted = [int(each) for each in ids.split(",") if each.isdigit()][:TABLES_AT_ONCE]
    tables = list(Table.objects.filter(pk__in=wanted).order_by("pk"))
    if not tables:
        raise Http404
    return tables


def _back_to(tables: list[Table]) -> str:
    if len(tables) == 1:
        return reverse("admin:tables_table_change", args=[tables[0].pk])
    return reverse("admin:tables_table_changelist")


class RuleSetForm(forms.ModelForm[RuleSet]):
    """An amendment: a book with house options under a new key."""

    key = forms.CharField(
        max_length=64, validators=[RegexValidator(r"\A[A-Za-z0-9][A-Za-z0-9._/-]*\Z")]
    )
    game = forms.ChoiceField(choices=[(key, key) for key in sorted(GAMES)])
    book = forms.ChoiceField(
        choices=sorted({(book, book) for game in GAMES.values() for book in game.books})
    )

    class Meta:
        model = RuleSet
        fields = ("key", "game", "book", "options", "amends")

    def clean(self) -> dict[str, Any]:
        """Refuse what the book does not allow, naming the clause."""
        given = super().clean() or self.cleaned_data
        if self.errors:
            return given
        amends: RuleSet | None = given["amends"]
        if given["book"] not in GAMES[given["game"]].books:
            self.add_error("book", both("Ce jeu n’a pas ce texte.", "This game has no such text."))
        elif not isinstance(given["options"], dict):
            self.add_error(
                "options", both("Un objet JSON est attendu.", "A JSON object is wanted.")
            )
        elif amends and (amends.game, amends.book) != (given["game"], given["book"]):
            self.add_error("amends", both("C’est un autre texte.", "That is another text."))
        else:
            self._try_options(given)
        return given

    def _try_options(self, given: dict[str, Any]) -> None:
        try:
            GAMES[given["game"]].amend(given["book"], given["options"])
        except Refused as refused:
            self.add_error("options", _refusal(refused))


@admin.register(RuleSet)
class RuleSetAdmin(Reading[RuleSet]):
    """A rule set: added as an amendment, never edited."""

    form = RuleSetForm
    list_display = ("key", "game", "book", "amends", "created_at")
    list_select_related = ("amends",)
    exact = ("pk",)
    ordering = ("key",)
    fields = ("key", "game", "book", "options", "amends")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tell whether this operator may amend rules."""
        return request.user.has_perm("tables.add_ruleset")

    def save_model(
        self, request: HttpRequest, obj: RuleSet, form: forms.Form, change: bool
    ) -> None:
        """Insert, and never fall back on overwriting a key that exists."""
        obj.save(force_insert=True)


@admin.register(Box)
class BoxAdmin(Reading[Box]):
    """A betting position and who holds it."""

    list_display = ("table", "number", "player", "away", "seen_at")
    list_select_related = ("table", "player")
    exact = ("table__name", "player__username")
    ordering = ("table_id", "number")
    fields = ("table", "number", "player", "away", "seen_at")


@dataclass(frozen=True, slots=True)
class Told:
    """An event of a round as its page shows it."""

    seq: int
    at: str
    sentence: str
    moves: list[str]
    cause: str
    body: str


def told(round_: Round) -> list[Told]:
    """Return a round's events in sentences."""
    rows = list(RoundEvent.objects.filter(round=round_).order_by("seq"))
    facts: list[Fact] = [wire.decode_event(json.dumps(row.body)) for row in rows]
    teller = Teller(in_french(), _names({each for fact in facts for each in parties(fact)}))
    return [
        Told(
            row.seq,
            moment(row.at),
            teller.tell(fact),
            [teller.tell_move(move) for move in fact.moves],
            str(row.cause or ""),
            pretty(row.body),
        )
        for row, fact in zip(rows, facts, strict=True)
    ]


def _names(named: set[Party]) -> dict[Party, str]:
    ids = [int(each) for each in named if each.isdigit()]
    players = Player.objects.only("username", "display_name").filter(pk__in=ids)
    return {Party(str(each.pk)): each.shown_name for each in players}


@admin.register(Round)
class RoundAdmin(Reading[Round]):
    """A round, told in sentences, with the money that it moved."""

    list_display = (
        "id",
        "table",
        "number",
        "rules_id",
        "status",
        "result",
        "opened_at",
        "closed_at",
    )
    list_select_related = ("table",)
    list_filter = ("status",)
    exact = ("pk", "table__name")
    search_help_text = both_lazy("Identifiant, ou nom de la table", "Id, or the table’s name")
    ordering = ("-id",)
    fields = (
        "table",
        "number",
        "rules",
        "shoe_link",
        "status",
        "result",
        "opened_at",
        "closed_at",
    )

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a round: what happened in sentences, the postings, the events as recorded."""
        context: dict[str, Any] = {
            **(extra_context or {}),
            "heading": both("Ce qui s’est passé", "What happened"),
            "postings_heading": both("Écritures", "Postings"),
            "raw_heading": both("Événements enregistrés", "Recorded events"),
        }
        found = self.get_queryset(request).filter(pk=object_id) if object_id.isdigit() else None
        round_ = found.first() if found is not None else None
        if round_ is not None and self.has_view_permission(request, round_):
            context["told"] = told(round_)
            context["postings"] = [
                {
                    "at": moment(each.at),
                    "why": each.why,
                    "amount": money(each.amount),
                    "debit": each.debit.name or each.debit.place,
                    "credit": each.credit.name or each.credit.place,
                }
                for each in archive.postings(round_.pk)
            ]
        return super().change_view(request, object_id, form_url, context)

    @admin.display(description=both_lazy("Sabot", "Shoe"))
    def shoe_link(self, round_: Round) -> str:
        """The shoe that the round was dealt from."""
        return link(Shoe, round_.shoe_id, str(round_.shoe_id))


@admin.register(RoundEvent)
class RoundEventAdmin(Reading[RoundEvent]):
    """A fact of a round."""

    list_display = ("id", "table", "round_link", "seq", "kind", "cause", "at")
    list_select_related = ("table",)
    exact = ("round_id",)
    search_help_text = both_lazy("Identifiant du coup", "The round’s id")
    ordering = ("-id",)
    fields = ("table", "round_link", "seq", "kind", "cause", "at", "recorded")

    @admin.display(description=both_lazy("Coup", "Round"))
    def round_link(self, event: RoundEvent) -> str:
        """The round that it belongs to."""
        return link(Round, event.round_id, str(event.round_id))

    @admin.display(description=both_lazy("Enregistré", "Recorded"))
    def recorded(self, event: RoundEvent) -> str:
        """The event as it is kept."""
        return pretty(event.body)


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


@admin.register(Receipt)
class ReceiptAdmin(Reading[Receipt]):
    """The recorded answer to a command."""

    list_display = ("id", "player", "table", "command_id", "seq", "code", "at")
    list_select_related = ("player", "table")
    exact = ("command_id", "player__username")
    search_help_text = both_lazy(
        "Identifiant de la commande, ou nom exact du joueur", "The command’s id, or a player’s name"
    )
    ordering = ("-id",)
    fields = ("player", "table", "command_id", "seq", "code", "answer", "at")

    @admin.display(description=both_lazy("Détail", "Detail"))
    def answer(self, receipt: Receipt) -> str:
        """What the refusal says beside its code."""
        return pretty(receipt.detail)
