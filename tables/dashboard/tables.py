"""Tables in the office: read here, run by named acts.

Every act goes through a service of its subject with the operator and a reason.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.db.models import QuerySet, Value
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join

from casino.backoffice.model_admin import ReadOnlyAdmin, link, row_id
from casino.i18n import Words, both, both_lazy, moment, money
from casino.ledger.models import Account
from casino.players.models import Player
from casino.rng.models import Shoe
from casino.site.views import with_strict_csp
from tables.cage import floats
from tables.cage.admin.floats import latest_float_counts
from tables.dashboard import room, table_actions, table_orders
from tables.dashboard.new_table import NewTableForm, name_taken_error
from tables.dashboard.table_actions import TABLE_ACTIONS, Group, TableAction
from tables.dashboard.table_orders import TableOrder
from tables.games.core.protocol import Refused
from tables.history import round_report
from tables.lobby import replay_page
from tables.models import Machine, Round, Table
from tables.office.actions import TableActionForm, operator_of, refusal_text
from tables.office.columns import HIDDEN, duty_name
from tables.office.confirmations import run_and_report
from tables.office.floor_event_words import floor_event_reason, floor_event_text
from tables.operation import opening
from tables.revenue import session_results as results
from tables.rows.table_rows import NoSuchTable
from tables.seating.admin import BoxInline
from tables.staff import authority
from tables.staff.authority import OPERATE

TABLES_AT_ONCE: Final = 50


def _act(name: str, order: TableAction) -> Any:
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


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin[Table]):
    """A table: read here, run by TABLE_ACTIONS."""

    section = "floor"
    singular = Words("table", "table")
    plural = Words("tables", "tables")
    list_display = ("name", "rules", "status", "round_link", "supply", "due_at")
    list_select_related = ("rules", "round", "float_account")
    list_filter = ("status",)
    exact = ("name", "pk")
    ordering = ("name",)
    actions = [_act(name, order) for name, order in TABLE_ACTIONS.items()]
    inlines = (BoxInline,)
    change_form_template = "admin/tables/table/orders_form.html"
    amounts = ("supply", "layout_column", "results")
    fields = (
        "name",
        "staff",
        "rules",
        "follows_series",
        "practice",
        "status",
        "currency",
        "supply",
        "layout_column",
        "jackpot",
        "machine_link",
        "round_link",
        "shoe_link",
        "seq",
        "due_at",
        "opened_at",
        "results",
        "latest_events_column",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        """Return tables with what decides whether this person may read their floats."""
        may_count = Value(authority.may_count_floats(operator_of(request)))
        return floats.with_count_owed(super().get_queryset(request).annotate(may_count=may_count))

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Leave out the amounts that this person needs not."""
        return self._readable(request, super().get_list_display(request))

    def get_fields(self, request: HttpRequest, obj: Table | None = None) -> list[Any]:
        """Leave out the amounts that this person needs not, and a machine's file elsewhere."""
        names = self._readable(request, super().get_fields(request, obj))
        if (
            obj is None
            or not hasattr(obj, "machine_file")
            or not request.user.has_perm("tables.view_machine")
        ):
            names.remove("machine_link")
        return names

    def _readable(self, request: HttpRequest, names: Iterable[Any]) -> list[Any]:
        if any(request.user.has_perm(each) for each in floats.SEE):
            return [*names]
        return [each for each in names if each not in self.amounts]

    def has_operate_permission(self, request: HttpRequest) -> bool:
        """Tell whether this operator may act on tables."""
        return request.user.has_perm(OPERATE)

    def has_order_permission(self, request: HttpRequest) -> bool:
        """Tell whether this person may do anything with a table."""
        return table_actions.may_do_any(operator_of(request))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tell whether this operator may set up a table."""
        return self.has_operate_permission(request)

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of the acts before those of the rows."""
        view = self.admin_site.admin_view(self.order_view)
        shown = self.admin_site.admin_view(self.room_view)
        replayed = self.admin_site.admin_view(with_strict_csp(self.replay_view))
        return [
            path("room/", shown, name="tables_table_room"),
            path("rounds/<int:round_id>/replay/", replayed, name="tables_table_replay"),
            path("order/<str:name>/", view, name="tables_table_order"),
            *super().get_urls(),
        ]

    def room_view(self, request: HttpRequest) -> HttpResponse:
        """Show the room: each table, and what is next there."""
        person = operator_of(request)
        if not room.ROOM.may_read(person):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": both("La salle", "The room"),
            **room.ROOM.context(person),
        }
        return TemplateResponse(request, "admin/tables/table/room.html", context)

    def replay_view(self, request: HttpRequest, round_id: int) -> HttpResponse:
        """Replay a finished round on its felt, under the names of those who sat there."""
        if not request.user.has_perm("tables.view_round"):
            raise PermissionDenied
        reading = round_report.reading_for_office(round_id) if round_id < 2**63 else None
        if reading is None:
            raise Http404
        told_at = reverse("admin:tables_round_change", args=[round_id])
        return replay_page.replay_page(request, reading, told_at)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Link to the room."""
        room_link = {"room": both("La salle", "The room")}
        return super().changelist_view(request, {**(extra_context or {}), **room_link})

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a table, with the acts that this operator may do."""
        table_id = row_id(object_id)
        offered = {}
        if table_id is not None and self.has_order_permission(request):
            offered = _orders_shown(operator_of(request), table_id)
        return super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **offered}
        )

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Return the orders that this person may give at some table."""
        person = operator_of(request)
        return {
            name: found
            for name, found in super().get_actions(request).items()
            if name not in TABLE_ACTIONS or TABLE_ACTIONS[name].by.may_apply(person)
        }

    def get_action_choices(
        self, request: HttpRequest, default_choices: list[tuple[str, str]] | None = None
    ) -> list[Any]:
        """Return the choices of the list of orders, by their group."""
        grouped: dict[Group, list[tuple[str, str]]] = {group: [] for group in Group}
        others: list[Any] = []
        for name, title in super().get_action_choices(request, default_choices or [("", "---")]):
            own = grouped[TABLE_ACTIONS[name].group] if name in TABLE_ACTIONS else others
            own.append((name, title))
        return [*others, *((group.value.text(), own) for group, own in grouped.items() if own)]

    def order_view(self, request: HttpRequest, name: str) -> HttpResponse:
        """Ask why, then do it: each table in a transaction of its own, through the floor."""
        if not self.has_order_permission(request):
            raise PermissionDenied
        order = TABLE_ACTIONS.get(name)
        if order is None:
            raise Http404
        tables = _tables(request.GET.get("tables", ""))
        if not table_actions.may_do(operator_of(request), order, [table.pk for table in tables]):
            raise PermissionDenied
        about = {name: request.GET[name] for name in order.form.prefilled if name in request.GET}
        form = order.form(request.POST if request.method == "POST" else None, initial=about)
        if request.method == "POST" and form.is_valid():
            for table in tables:
                _carry_out(request, order, table, form)
            return HttpResponseRedirect(_back_to(request, tables))
        title = both(order.fr, order.en)
        note = both(order.fr_note, order.en_note)
        return self._confirmation_page(request, form, title, note=note, tables=tables)

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
                form.add_error("name", name_taken_error())
            except Refused as refused:
                form.add_error("rules", refusal_text(refused))
            else:
                done = both("La table {} est installée.", "Table {} is set up.")
                messages.success(request, done.format(table))
                return HttpResponseRedirect(_back_to(request, [table]))
        return self._confirmation_page(request, form, both("Installer une table", "Set up a table"))

    def _confirmation_page(
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
            "back_url": _back_to(request, tables or []),
        }
        return TemplateResponse(request, "admin/tables/table/order.html", context)

    @admin.display(description=both_lazy("Personnel", "Staff"))
    def staff(self, table: Table) -> str:
        """Who serves the table now."""
        serving = table.assignments.filter(until=None).select_related("person").order_by("-duty")
        return ", ".join(f"{duty_name(each.duty)} : {each.person}" for each in serving) or "-"

    @admin.display(description=both_lazy("Encaisse", "Float"))
    def supply(self, table: Table) -> str:
        """What the float holds."""
        if _is_float_hidden(table):
            return HIDDEN.text()
        return link(Account, table.float_account_id, money(table.float_account.balance))

    @admin.display(description=both_lazy("Sur le tapis", "On the layout"))
    def layout_column(self, table: Table) -> str:
        """What lies on the layout."""
        return link(Account, table.layout_account_id, money(table.layout_account.balance))

    @admin.display(description=both_lazy("Coup", "Round"))
    def round_link(self, table: Table) -> str:
        """The round in play, or the last one."""
        number = (
            ""
            if table.round is None
            else f"{table.round.number} ({table.round.get_status_display()})"
        )
        return link(Round, table.round_id, number)

    @admin.display(description=both_lazy("Dossier de l’appareil", "File of the machine"))
    def machine_link(self, table: Table) -> str:
        """The machine's file, where it is opened, relieved and put back in service."""
        return link(Machine, table.pk, str(table.pk))

    @admin.display(description=both_lazy("Sabot", "Shoe"))
    def shoe_link(self, table: Table) -> str:
        """The shoe on the table."""
        return link(Shoe, table.shoe_id, str(table.shoe_id))

    @admin.display(description=both_lazy("Dernières séances", "Last sessions"))
    def results(self, table: Any) -> str:
        """What the last sessions came to, in chips."""
        words = [
            both("début", "begun"),
            both("encaisse à l’ouverture", "opening float"),
            both("approvisionné", "fills"),
            both("repris", "credits"),
            both("change", "drop"),
            both("encaisse", "float now or at the end"),
            both("résultat", "result"),
            both("comptée", "counted"),
        ]
        found = results.last_sessions(table.pk, 10)
        hidden = table.last_session if _is_float_hidden(table) else None
        counted = latest_float_counts((each.id for each in found), hidden)
        rows = (
            (
                moment(each.began_at),
                *map(money, (each.opening_float, each.fills, each.credits, each.drop)),
                *(
                    [HIDDEN.text()] * 2
                    if each.id == hidden
                    else map(money, (each.closing_float, each.result))
                ),
                counted.get(each.id, "-"),
            )
            for each in found
        )
        body = format_html_join("", f"<tr>{'<td>{}</td>' * len(words)}</tr>", rows)
        head = format_html_join("", "<th>{}</th>", ((word,) for word in words))
        return format_html(
            '<div class="scroll" tabindex="0" role="group" aria-label="{}">'
            "<table><thead><tr>{}</tr></thead>{}</table></div>",
            both("Dernières séances", "Last sessions"),
            head,
            body,
        )

    @admin.display(description=both_lazy("Derniers faits", "Last happenings"))
    def latest_events_column(self, table: Table) -> str:
        """What people and operators did last."""
        return format_html_join(
            "",
            "<div>{} {} {} {}</div>",
            (
                (
                    moment(each.at),
                    floor_event_text(each.kind),
                    each.by or "",
                    floor_event_reason(each.kind, each.reason),
                )
                for each in table.floor_events.select_related("by")[:20]
            ),
        )


def _orders_shown(person: Player, table_id: int) -> dict[str, Any]:
    """Return what the page of a table shows of its orders: next, by group, and not now."""
    try:
        orders = table_orders.table_orders(person, table_id)
    except NoSuchTable:
        return {}
    due = table_orders.next_orders(orders)
    others = [each for each in orders if each.refused is None and each not in due]
    refused = [each for each in orders if each.refused is not None]
    opening = [each for each in refused if each.name == "open_table" and not _is_open(each)]

    def shown(order: TableOrder) -> dict[str, str]:
        return {
            "title": both(order.action.fr, order.action.en),
            "url": _order_url(order.name, [table_id]),
            "reason": refusal_text(order.refused) if order.refused else "",
        }

    return {
        "next_orders": [shown(each) for each in due],
        "opening": [shown(each) for each in opening],
        "order_groups": _grouped(others, shown),
        "refused_groups": _grouped(refused, shown),
        "refused_count": len(refused),
        "order_titles": {
            "next": both("Maintenant", "Now"),
            "opening": both("La table n’ouvre pas encore.", "The table does not open yet."),
            "refused": both("Pas maintenant", "Not now"),
        },
    }


def _is_open(order: TableOrder) -> bool:
    return order.refused is not None and order.refused.code == "already_open"


def _grouped(
    orders: list[TableOrder], shown: Callable[[TableOrder], dict[str, str]]
) -> list[dict[str, Any]]:
    return [
        {"title": group.value.text(), "orders": [shown(each) for each in own]}
        for group, own in table_orders.by_group(orders)
    ]


def _is_float_hidden(table: Any) -> bool:
    return floats.is_hidden(table.rules_id, count_owed=table.count_owed, may_count=table.may_count)


def _carry_out(
    request: HttpRequest, order: TableAction, table: Table, form: TableActionForm
) -> None:
    """Do it with one table, and show what came of it."""
    reason, given = form.cleaned_data["reason"], form.table_arguments(table.pk)
    run_and_report(
        request,
        f"{both(order.fr, order.en)}, {table}",
        lambda: order.do(table.pk, operator=operator_of(request), reason=reason, **given),
    )


def _tables(ids: str) -> list[Table]:
    wanted = [table_id for each in ids.split(",") if (table_id := row_id(each)) is not None]
    tables = list(Table.objects.filter(pk__in=wanted[:TABLES_AT_ONCE]).order_by("pk"))
    if not tables:
        raise Http404
    return tables


def _back_to(request: HttpRequest, tables: list[Table]) -> str:
    if not request.user.has_perm("tables.view_table"):
        return reverse("admin:index")
    if len(tables) == 1:
        return reverse("admin:tables_table_change", args=[tables[0].pk])
    return reverse("admin:tables_table_changelist")
