"""What is owed at each table between two sessions, in order, and by whom. Reads only.

One list for all: the opening page shows each person what is theirs of it. A few statements, however
long the house has played.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.db import connection
from django.db.models import F, OuterRef, Subquery

from casino.i18n import Words
from casino.players.models import Player
from tables.cage import drops, floats
from tables.equipment import devices, stock
from tables.games.core.protocol import Duty, Exchange, SessionCheck
from tables.models import Assignment, FixedFloat, FloatCount, Table
from tables.rows import rule_sets
from tables.staff.authority import INSPECT, OPERATE
from tables.staff.services import MAY_SERVE

DUTIES: Final[Mapping[str, tuple[str, Words]]] = {
    "count_drop": (drops.COUNT, Words("change à compter", "drop to be counted")),
    "count_float": (OPERATE, Words("encaisse à compter", "float to be counted")),
    "sign_float": (
        INSPECT,
        Words("encaisse à recompter et à signer", "float to be counted again and signed for"),
    ),
    "sign_opening": (
        INSPECT,
        Words("encaisse d’ouverture à signer", "opening float to be signed for"),
    ),
    "fix_float": (floats.FIX, Words("encaisse d’ouverture à fixer", "opening float to be fixed")),
    "write_voucher": (
        MAY_SERVE[Duty.TABLE_CHIEF],
        Words(
            "encaisse autre que fixée : bon à rédiger", "float not as fixed: voucher to be written"
        ),
    ),
    "return_cards": (INSPECT, Words("cartes à ranger", "cards to be put away")),
    "count_cards": (stock.KEEP, Words("cartes à contrôler", "cards to be counted")),
    "take_cards": (stock.KEEP, Words("cartes à sortir", "cards to be signed out")),
    "check_device": (devices.CHECK, Words("à vérifier", "to be checked")),
    "sign_device": (INSPECT, Words("vérification à signer", "check to be signed for")),
    "check_dice": (devices.SIGN_FOR_DICE, Words("dés à contrôler", "dice to be checked")),
    "allot_dice": (devices.SIGN_FOR_DICE, Words("dés à doter", "dice to be allotted")),
    "serve_change": (MAY_SERVE[Duty.CHANGER], Words("sans changeur", "without a changer")),
}
"""By the order of the office that does it: whose permission it needs, and what it is."""


@dataclass(frozen=True, slots=True)
class TableDuty:
    """Something that is owed at a table."""

    table_id: int
    name: str
    """The table's."""
    order: str
    """One of `DUTIES`."""
    not_by: int | None = None
    """Who did what comes before, and may not do this; None where anybody may."""

    def is_for(self, person: Player) -> bool:
        """Tell whether it waits for this person."""
        return self.not_by != person.pk and person.has_perm(DUTIES[self.order][0])


def table_duties() -> list[TableDuty]:
    """Return what is owed at all tables, by the table's name, in the order of `DUTIES`."""
    found = [*_uncounted_drops(), *_floats(), *_equipment(), *_changers()]
    order = list(DUTIES)
    return sorted(found, key=lambda each: (each.name, order.index(each.order)))


_DROPS: Final = """
SELECT gaming.id, gaming.name
  FROM tables_table AS gaming
  JOIN ledger_account AS drop ON drop.code = 'drop:' || gaming.id
 WHERE gaming.status = 'closed' AND drop.credits > drop.debits"""


def _uncounted_drops() -> Iterator[TableDuty]:
    """Closed tables whose drop holds cash (MC-CHIPS-22)."""
    with connection.cursor() as cursor:
        cursor.execute(_DROPS)
        for table_id, name in cursor.fetchall():
            yield TableDuty(table_id, name, "count_drop")


def _floats() -> Iterator[TableDuty]:
    """Floats that want a count or a signature, or to be what is fixed (MC-CHIPS-08)."""
    counts = FloatCount.objects.filter(session=OuterRef("last_session")).order_by("-at", "-pk")
    closing = counts.filter(moment=FloatCount.Moment.CLOSING).values("by")
    opening = counts.filter(moment=FloatCount.Moment.OPENING, signature=None).values("by")
    fixed = FixedFloat.objects.filter(table=OuterRef("pk")).order_by("-pk").values("amount")
    rows = floats.with_count_owed(Table.objects.all()).annotate(
        counted_by=Subquery(closing[:1]),
        opened_by=Subquery(opening[:1]),
        fixed=Subquery(fixed[:1]),
        holds=F("float_account__credits") - F("float_account__debits"),
    )
    for row in rows.values("pk", "name", "rules_id", "status", *rows.query.annotations):
        if not rule_sets.are_vouchers_required(row["rules_id"]):
            continue
        table = row["pk"], row["name"]
        if row["status"] != Table.Status.CLOSED:
            if row["opened_by"] is not None:
                yield TableDuty(*table, "sign_opening", row["opened_by"])
        elif row["count_owed"]:
            order = "count_float" if row["counted_by"] is None else "sign_float"
            yield TableDuty(*table, order, row["counted_by"])
        elif row["fixed"] != row["holds"]:
            yield TableDuty(*table, "fix_float" if row["fixed"] is None else "write_voucher")


_CARDS: Final = {
    "": "take_cards",
    "open": "return_cards",
    "return_cards": "count_cards",
    "count_cards": "take_cards",
}
_NEXT: Final[Mapping[SessionCheck, Mapping[str, str]]] = {
    SessionCheck.DEVICE: {
        "": "check_device",
        "open": "check_device",
        "check_device": "sign_device",
    },
    SessionCheck.DICE: {"": "allot_dice", "open": "check_dice", "check_dice": "allot_dice"},
    SessionCheck.CARDS: _CARDS,
    SessionCheck.NEW_CARDS: _CARDS,
}
"""By what was done last at a table: what comes next, where anything is wanting."""
_DONE: Final = tuple({*(each for next_ in _NEXT.values() for each in next_ if each),
                      *("sign_device", "allot_dice", "take_cards")})  # fmt: skip
_LAST: Final = """
SELECT gaming.id, gaming.name, gaming.rules_id, last.kind, last.by_id
  FROM tables_table AS gaming
  LEFT JOIN LATERAL (
       SELECT kind, by_id FROM tables_floorevent
        WHERE table_id = gaming.id AND kind = ANY(%s) ORDER BY id DESC LIMIT 1
  ) AS last ON true
 WHERE gaming.status = 'closed'"""


def _equipment() -> Iterator[TableDuty]:
    """Devices, dice and cards that closed tables want seen to before they open again."""
    with connection.cursor() as cursor:
        cursor.execute(_LAST, [list(_DONE)])
        rows = cursor.fetchall()
    for table_id, name, rules_key, kind, by in rows:
        game, rules = rule_sets.game_and_rules(rules_key)
        checked = game.needs(rules).session_check
        if checked is not None and (order := _NEXT[checked].get(kind or "")):
            yield TableDuty(table_id, name, order, by if kind == "check_device" else None)


def _changers() -> Iterator[TableDuty]:
    """Tables in play at which nobody changes cash, though a changer does there (MC-CHIPS-23)."""
    serving = Assignment.objects.filter(duty=Duty.CHANGER, until=None).values("table")
    for table in Table.objects.exclude(status=Table.Status.CLOSED).exclude(pk__in=serving):
        if rule_sets.cash_exchange(table.rules_id) is Exchange.CHANGER and not table.practice:
            yield TableDuty(table.pk, table.name, "serve_change")
