"""The room: each table by game, what it wants to be opened or closed, and who is wanted."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst
from django.utils.timezone import localtime

from casino.backoffice import live_pages
from casino.backoffice.dashboard import BlockContent, Column, Item
from casino.backoffice.model_admin import link
from casino.i18n import Words, both, money
from casino.players.models import Player
from tables.cage import floats
from tables.dashboard.table_actions import TABLE_ACTIONS
from tables.dashboard.table_duties import Serving, TableDuty, serving_staff, table_duties
from tables.games import GAMES
from tables.models import Table, Voucher
from tables.office.actions import TableActionForm
from tables.office.columns import HIDDEN, duty_name
from tables.office.figures import format_labelled
from tables.rows.equipment_registers import CATEGORIES, EquipmentNeed
from tables.staff.authority import OPERATE, may_count_floats

OF_STOCK: Final = ("open_register", "receive_sets")
"""Duties that one form does for all tables that want the same of the stock."""
AT_ONCE: Final = 50
"""Tables to which one order is given at the most."""
PARTS: Final = {
    "cards": (
        Words("Cartes, roue ou dés", "Cards, wheel or dice"),
        {
            *("return_cards", "count_cards", "take_cards", "decide_cards"),
            *("check_device", "sign_device", "check_dice", "allot_dice"),
            *("open_register", "receive_sets", "number_base", "place", "certify"),
        },
    ),
    "float": (
        Words("Encaisse", "Float"),
        {"count_float", "fix_float", "write_voucher", "hand_over"},
    ),
    "drop": (Words("Change", "Drop"), {"count_drop", "count_levy"}),
    "signatures": (
        Words("Signatures", "Signatures"),
        {
            *("sign_float", "sign_opening"),
            *(f"sign_voucher_{step}" for step in ("chief", "inspector", "cashier", "receipt")),
        },
    ),
}
"""The columns of what may be owed at a table, and by which duties."""


@dataclass(frozen=True, slots=True)
class RoomGame:
    """The tables of a game."""

    key: str
    name: str
    duties: Sequence[Item]
    """What waits for this person there, for several tables at once where that is possible."""
    endings: Sequence[Item]
    """What this person may end there."""
    shown: BlockContent

    @property
    def orders(self) -> Sequence[Item]:
        """What this person may do there now."""
        return [*self.duties, *self.endings]


def order_url(name: str, table_ids: Iterable[int]) -> str:
    """Return the page of an order for these tables."""
    tables = ",".join(str(each) for each in table_ids)
    return f"{reverse('admin:tables_table_order', args=[name])}?tables={tables}"


def items(found: Sequence[TableDuty]) -> Iterator[Item]:
    """Return a line for each duty; one for all tables of a game where one form does for them."""
    together: dict[tuple[str, str], list[int]] = defaultdict(list)
    of_stock: dict[tuple[str, EquipmentNeed], list[TableDuty]] = defaultdict(list)
    for each in found:
        if each.need is not None and each.order in OF_STOCK:
            of_stock[each.order, replace(each.need, count=0, new=True)].append(each)
        elif _is_for_several(each.order):
            together[each.game, each.order].append(each.table.pk)
    for duties in of_stock.values():
        yield _item_of_stock(duties)
    for each in found:
        if each.order in OF_STOCK:
            continue
        ids = together[each.game, each.order]
        if len(ids) < 2:
            yield _item(each)
        elif each.table.pk in ids[::AT_ONCE]:
            start = ids.index(each.table.pk)
            chunk = ids[start : start + AT_ONCE]
            game = both(*GAMES[each.game].wording.name)
            many = f"{each.words} ({len(chunk)} {both('tables', 'tables')})"
            yield Item(format_labelled(game, many), order_url(each.order, chunk))


def games(person: Player) -> list[RoomGame]:
    """Return the room as a person may read it."""
    rows = floats.with_count_owed(Table.objects.select_related("rules", "float_account"))
    tables = list(rows.defer("rules__options").order_by("rules__game", "name"))
    duties: dict[int, list[TableDuty]] = {each.pk: [] for each in tables}
    for each in table_duties():
        duties.get(each.table.pk, []).append(each)
    serving = serving_staff() if person.has_perm("tables.view_assignment") else None
    found = []
    for key, rows_of_game in groupby(tables, key=lambda row: str(row.rules.game)):
        own = list(rows_of_game)
        mine = [each for row in own for each in duties[row.pk] if each.is_for(person)]
        name = both(*GAMES[key].wording.name)
        shown = _shown(own, duties, serving, person)
        found.append(RoomGame(key, name, [*items(mine)], [*_endings(own, person)], shown))
    return found


def _read_room(person: Player) -> Mapping[str, Any]:
    found = games(person)
    return {
        "games": found,
        "none": both("Aucune table n’est installée.", "No table is set up."),
        "count": sum(len(each.duties) for each in found),
    }


ROOM: Final = live_pages.register(
    live_pages.LivePage(
        "room",
        "admin/tables/table/room_tables.html",
        lambda person: person.has_perm("tables.view_table"),
        _read_room,
    )
)
"""The page of the room, which is live."""


def _shown(
    tables: Sequence[Any],
    duties: dict[int, list[TableDuty]],
    serving: Serving | None,
    person: Player,
) -> BlockContent:
    sees = any(person.has_perm(each) for each in floats.SEE)
    may_count = may_count_floats(person)
    columns = [
        Column(both("Table", "Table")),
        Column(both("Ensuite, et par qui", "Next, and by whom")),
        Column(both("État", "State")),
        *(Column(words.text()) for words, _ in PARTS.values()),
        *([Column(both("Contenu", "Amount"), number=True)] if sees else []),
        *([Column(both("En service", "Serving"))] if serving is not None else []),
    ]
    rows = [
        [
            link(Table, row.pk, row.name),
            _next(duties[row.pk], person),
            format_html('<span class="state {}">{}</span>', row.status, _state(row)),
            *(_part(duties[row.pk], orders) for _, orders in PARTS.values()),
            *([_float(row, may_count)] if sees else []),
            *([_staff(row, serving)] if serving is not None else []),
        ]
        for row in tables
    ]
    return BlockContent(columns=columns, rows=rows)


def _state(row: Table) -> str:
    """Return a table's state, and until when ordinary play goes on where its end is announced."""
    state = str(row.get_status_display())
    if row.status != Table.Status.ENDING or row.ends_at is None:
        return state
    return f"{state} ({both('jusqu’à', 'until')} {localtime(row.ends_at):%H:%M})"


def _part(duties: Sequence[TableDuty], orders: set[str]) -> str:
    """Tell whether something is owed of a part of a table; `_next` has what."""
    owed = any(each.order in orders for each in duties)
    return both("à faire", "to do") if owed else "✓"


def _float(row: Any, may_count: bool) -> str:
    if floats.is_hidden(row.rules_id, count_owed=row.count_owed, may_count=may_count):
        return HIDDEN.text()
    return both("école", "practice") if row.practice else money(row.float_account.balance)


def _staff(row: Table, serving: Serving) -> str:
    people = serving.get(row.pk, {}).items()
    return ", ".join(f"{login} ({duty_name(duty)})" for duty, (_, login) in people) or "-"


def _next(duties: Sequence[TableDuty], person: Player) -> str:
    """Return each duty, as a link for whoever may do it, and who is wanted."""
    lines = [
        format_html('<a href="{}">{}</a> ({})', _page(each), each.words, both("vous", "you"))
        if each.is_for(person)
        else format_html("{} ({})", each.words, each.role)
        for each in duties
    ]
    return format_html_join("", "<div>{}</div>", ((line,) for line in lines)) or "-"


def _endings(tables: Sequence[Table], person: Player) -> Iterator[Item]:
    """Return the act that closes the tables of a game that play."""
    ids = [row.pk for row in tables if row.status == Table.Status.OPEN]
    if ids and person.has_perm(OPERATE):
        order = TABLE_ACTIONS["drain_table"]
        text = f"{both(order.fr, order.en)} ({len(ids)} {both('en jeu', 'in play')})"
        for start in range(0, len(ids), AT_ONCE):
            yield Item(text, order_url("drain_table", ids[start : start + AT_ONCE]))


def _item(each: TableDuty) -> Item:
    words = f"{each.words} ({each.voucher})" if each.voucher else each.words
    return Item(format_labelled(each.table.name, words), _page(each))


def _item_of_stock(duties: Sequence[TableDuty]) -> Item:
    """Return one line for what several tables want of one register, or of one kind."""
    first = duties[0]
    assert first.need is not None
    if first.order == "open_register":
        return Item(capfirst(first.words), _page(first))
    if len(duties) == 1:
        return _item(first)
    whole = replace(first, need=replace(first.need, count=sum(_count(each) for each in duties)))
    many = f"{len(duties)} {both('tables', 'tables')}"
    return Item(f"{capfirst(first.words)} ({many})", _page(whole))


def _count(each: TableDuty) -> int:
    return each.need.count if each.need else 0


def _page(each: TableDuty) -> str:
    """Return the page on which a duty is done, filled in as far as it is known."""
    if each.voucher is not None:
        return reverse("admin:tables_voucher_change", args=[each.voucher.pk])
    match each.order:
        case "open_register" if each.need is not None:
            asked = {"category": CATEGORIES[each.need.kind]}
            return f"{reverse('admin:tables_equipmentregister_add')}?{urlencode(asked)}"
        case "receive_sets" if each.need is not None:
            wanted = {"kind": each.need.kind, "count": each.need.count}
            wanted |= {"colours": each.need.colours} if each.need.colours else {}
            return f"{reverse('admin:tables_equipmentset_add')}?{urlencode(wanted)}"
        case "number_base":
            return reverse("admin:tables_machinebase_add")
        case "place" | "certify":
            return reverse("admin:tables_machine_act", args=[each.table.pk, each.order])
        case "write_voucher":
            kind = Voucher.Kind.CREDIT if each.amount > 0 else Voucher.Kind.FILL
            return f"{order_url(each.order, [each.table.pk])}&kind={kind}"
    return order_url(each.order, [each.table.pk])


def _is_for_several(order: str) -> bool:
    """Tell whether an order asks for nothing but its reason, which may be the same."""
    return order in TABLE_ACTIONS and TABLE_ACTIONS[order].form is TableActionForm
