"""What each table wants to be opened and closed, in order, and by whom. Reads only.

One list for all: the opening page shows each person what is theirs of it. A few statements, however
long the house has played.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import connection
from django.db.models import F, OuterRef, Subquery

from casino.cashier import services as cash
from casino.i18n import Words, both, money
from casino.players.models import Player
from casino.staff import rights
from tables.cage import drops, floats, vouchers
from tables.dashboard import pending
from tables.equipment import devices, stock
from tables.games.core.money import Place
from tables.games.core.protocol import Duty, Exchange, SessionCheck
from tables.machines import services as machines
from tables.models import (
    Assignment,
    Dispute,
    EquipmentRegister,
    EquipmentSet,
    FixedFloat,
    FloatCount,
    Machine,
    MachineBase,
    Table,
    Voucher,
    VoucherSignature,
)
from tables.rows import equipment_registers, rule_sets
from tables.rows.equipment_registers import EquipmentNeed
from tables.staff import authority
from tables.staff.authority import INSPECT, OPERATE
from tables.staff.services import MAY_SERVE

DUTIES: Final[Mapping[str, tuple[str, Words]]] = {
    "count_drop": (drops.COUNT, Words("change à compter", "drop to be counted")),
    "count_levy": (OPERATE, Words("cagnotte à compter", "levy to be counted")),
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
    "hand_over": (
        OPERATE,
        Words(
            "encaisse autre que fixée, sans chef pour le bon : à passer à un chef",
            "float not as fixed, no chief for its voucher: to be handed to a chief",
        ),
    ),
    "write_voucher": (
        MAY_SERVE[Duty.TABLE_CHIEF],
        Words(
            "encaisse autre que fixée : bon à rédiger", "float not as fixed: voucher to be written"
        ),
    ),
    "return_cards": (INSPECT, Words("cartes à ranger", "cards to be put away")),
    "count_cards": (stock.KEEP, Words("cartes à contrôler", "cards to be counted")),
    "open_register": (stock.OPEN, Words("registre à ouvrir", "register to be opened")),
    "receive_sets": (stock.KEEP, Words("à recevoir", "to be received")),
    "take_cards": (stock.KEEP, Words("cartes à sortir", "cards to be signed out")),
    "check_device": (devices.CHECK, Words("à vérifier", "to be checked")),
    "sign_device": (INSPECT, Words("vérification à signer", "check to be signed for")),
    "check_dice": (devices.SIGN_FOR_DICE, Words("dés à contrôler", "dice to be checked")),
    "allot_dice": (devices.SIGN_FOR_DICE, Words("dés à doter", "dice to be allotted")),
    "decide_cards": (stock.DESTROY, Words("cartes à trancher", "cards to be decided on")),
    "serve_change": (MAY_SERVE[Duty.CHANGER], Words("sans changeur", "without a changer")),
    **{
        f"sign_voucher_{step}": (
            vouchers.NEEDS[step],
            Words("bon à signer", "voucher to be signed"),
        )
        for step in vouchers.NEEDS
    },
    "sign_in": (INSPECT, Words("sans inspecteur", "without an inspector")),
    "number_base": (machines.KEEP, Words("socle à numéroter", "base to be numbered")),
    "place": (machines.KEEP, Words("à placer sur un socle", "to be placed on a base")),
    "certify": (
        machines.KEEP,
        Words("fiche technique à classer", "technical sheet to be filed"),
    ),
    "open_table": (OPERATE, Words("prête à ouvrir", "ready to be opened")),
}
"""By the order of the office that does it: whose permission it needs, and what it is. Vouchers,
registers, sets and machines have pages of their own."""
ROLES: Final[Mapping[str, Words]] = {
    OPERATE: Words("chef de table", "table chief"),
    INSPECT: Words("inspecteur", "inspector"),
    MAY_SERVE[Duty.TABLE_CHIEF]: Words("chef de table", "table chief"),
    MAY_SERVE[Duty.CHANGER]: Words("changeur", "changer"),
    cash.DECIDE: Words("caissier", "cashier"),
    devices.CHECK: Words("entretien", "maintenance"),
    devices.SIGN_FOR_DICE: Words("sous-directeur", "deputy director"),
    drops.COUNT: Words("comptabilité", "accounting"),
    floats.FIX: Words("direction des jeux", "games management"),
    stock.DESTROY: Words("direction des jeux", "games management"),
    stock.KEEP: Words("cartier", "card keeper"),
    stock.OPEN: Words("commissaire du Gouvernement", "Government Commissioner"),
    machines.KEEP: Words("direction des jeux", "games management"),
}
"""By the permission of a duty: who has it."""


@dataclass(frozen=True, slots=True)
class TableDuty:
    """Something that is owed at a table."""

    table: Table
    order: str
    """One of `DUTIES`."""
    not_by: frozenset[int | None] = frozenset()
    """Who did what comes before, and may not do this."""
    only: frozenset[int] | None = None
    """Who alone may do it, whatever their permissions; None where its permission decides."""
    voucher: Voucher | None = None
    """The voucher that is to be signed."""
    amount: int = 0
    """What the float holds above what is fixed, in minor units; below it is negative."""
    need: EquipmentNeed | None = None
    """What is to be received, or stands in the register that is to be opened."""

    def is_for(self, person: Player) -> bool:
        """Tell whether it waits for this person."""
        if person.pk in self.not_by:
            return False
        if self.only is not None:
            return person.pk in self.only
        return person.has_perm(DUTIES[self.order][0])

    @property
    def game(self) -> str:
        """The key of the table's game."""
        return rule_sets.game_and_rules(self.table.rules_id)[0].key

    @property
    def words(self) -> str:
        """What is owed, in the reader's language."""
        words = DUTIES[self.order][1].text()
        if self.order == "write_voucher":
            way = both("retirer", "credit") if self.amount > 0 else both("approvisionner", "fill")
            return f"{words} ({way} {money(abs(self.amount))})"
        if self.need is None:
            return words
        if self.order == "open_register":
            category = equipment_registers.CATEGORIES[self.need.kind]
            return f"{words} ({EquipmentRegister.Category(category).label})"
        kind = EquipmentSet.Kind(self.need.kind).label
        return f"{kind} {words}" if self.order == "receive_sets" else words

    @property
    def role(self) -> str:
        """Who is wanted, in the reader's language; an inspector in a chief's place (MC-CDF-09)."""
        permission = DUTIES[self.order][0]
        chiefs = authority.chief_duties(self.table.rules_id)
        if permission == MAY_SERVE[Duty.TABLE_CHIEF] and Duty.INSPECTOR in chiefs:
            permission = INSPECT
        return ROLES[permission].text()


def table_duties() -> list[TableDuty]:
    """Return what is owed at all tables, by the table's name, in the order of `DUTIES`."""
    tables = Table.objects.only("name", "status", "rules_id", "currency", "practice").in_bulk()
    serving = serving_staff()
    unsigned = pending.unsigned_vouchers()
    files = Machine.objects.in_bulk([each.pk for each in tables.values() if _is_machine(each)])
    found = [
        *_uncounted_drops(tables),
        *_uncounted_levies(tables),
        *_floats(tables, serving, {each.table_id for each in unsigned}),
        *_equipment(tables),
        *_machines(tables, files),
        *_cards_in_question(tables),
        *_changers(tables, serving),
        *_inspectors(tables, serving),
        *_vouchers(tables, serving, unsigned),
    ]
    found += _openings(tables, files, {each.table.pk for each in found})
    order = list(DUTIES)
    return sorted(found, key=lambda each: (each.table.name, order.index(each.order)))


def roles_without_staff(found: Iterable[TableDuty]) -> list[str]:
    """Return who is wanted, in the reader's language, for each duty that nobody may do.

    Because nobody has the right, or because whoever has it did what comes before.
    """
    able: dict[str, frozenset[int]] = {}
    roles = []
    for each in found:
        permission = DUTIES[each.order][0]
        if permission not in able:
            able[permission] = frozenset(rights.staff_with(permission).values_list("pk", flat=True))
        if each.only is None and not able[permission] - each.not_by:
            roles.append(each.role)
    return roles


Tables = Mapping[int, Table]
Serving = Mapping[int, Mapping[str, tuple[int, str]]]
"""By table and duty: who serves, the id and the username."""


def serving_staff() -> Serving:
    """Return who serves the tables now; one statement."""
    found: dict[int, dict[str, tuple[int, str]]] = defaultdict(dict)
    rows = Assignment.objects.filter(until=None).select_related("person").order_by("-duty")
    for each in rows:
        found[each.table_id][each.duty] = each.person_id, each.person.username
    return found


def _chiefs(rules_key: str, serving: Mapping[str, tuple[int, str]]) -> frozenset[int]:
    """Return who serves a table as its chief, see `authority.is_chief`."""
    return frozenset(
        serving[duty][0] for duty in authority.chief_duties(rules_key) if duty in serving
    )


_DROPS: Final = """
SELECT gaming.id
  FROM tables_table AS gaming
  JOIN ledger_account AS drop ON drop.code = 'drop:' || gaming.id
 WHERE gaming.status = 'closed' AND drop.credits > drop.debits"""


def _uncounted_drops(tables: Tables) -> Iterator[TableDuty]:
    """Closed tables whose drop holds cash (MC-CHIPS-22)."""
    with connection.cursor() as cursor:
        cursor.execute(_DROPS)
        for (table_id,) in cursor.fetchall():
            yield TableDuty(tables[table_id], "count_drop")


_LEVIES: Final = """
SELECT gaming.id
  FROM tables_table AS gaming
  JOIN ledger_account AS levy ON levy.code = %s || ':' || gaming.id
 WHERE gaming.status = 'closed' AND levy.credits > levy.debits AND NOT EXISTS (
       SELECT FROM tables_levycount AS counted
        WHERE counted.table_id = gaming.id
          AND NOT EXISTS (SELECT FROM tables_levysignature WHERE count_id = counted.id))"""


def _uncounted_levies(tables: Tables) -> Iterator[TableDuty]:
    """Closed tables whose levy holds chips, and no count of it waits for its signature."""
    with connection.cursor() as cursor:
        cursor.execute(_LEVIES, [Place.LEVY.value])
        for (table_id,) in cursor.fetchall():
            yield TableDuty(tables[table_id], "count_levy")


def _floats(tables: Tables, serving: Serving, with_voucher: set[int]) -> Iterator[TableDuty]:
    """Floats that want a count or a signature, or to be what is fixed (MC-CHIPS-08).

    While a voucher waits for its signatures, no other is asked for.
    """
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
    for row in rows.values("pk", "rules_id", "status", *rows.query.annotations):
        if not rule_sets.are_vouchers_required(row["rules_id"]):
            continue
        table = tables[row["pk"]]
        if row["status"] != Table.Status.CLOSED:
            if row["opened_by"] is not None:
                yield TableDuty(table, "sign_opening", frozenset({row["opened_by"]}))
        elif row["count_owed"]:
            order = "count_float" if row["counted_by"] is None else "sign_float"
            yield TableDuty(table, order, frozenset({row["counted_by"]}))
        elif row["fixed"] is None:
            yield TableDuty(table, "fix_float")
        elif row["fixed"] != row["holds"] and table.pk not in with_voucher:
            chiefs = _chiefs(row["rules_id"], serving.get(table.pk, {}))
            if not chiefs and Duty.INSPECTOR in authority.chief_duties(row["rules_id"]):
                # Its inspector writes the voucher, and has still to sign in.
                continue
            order = "write_voucher" if chiefs else "hand_over"
            differs = row["holds"] - row["fixed"]
            yield TableDuty(table, order, only=chiefs or None, amount=differs)


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
SELECT gaming.id, gaming.rules_id, last.kind, last.by_id
  FROM tables_table AS gaming
  LEFT JOIN LATERAL (
       SELECT kind, by_id FROM tables_floorevent
        WHERE table_id = gaming.id AND kind = ANY(%s) ORDER BY id DESC LIMIT 1
  ) AS last ON true
 WHERE gaming.status = 'closed'"""


def _equipment(tables: Tables) -> Iterator[TableDuty]:
    """Devices, dice and cards that closed tables want seen to before they open again."""
    with connection.cursor() as cursor:
        cursor.execute(_LAST, [list(_DONE)])
        rows = cursor.fetchall()
    opened = set(EquipmentRegister.objects.values_list("category", flat=True))
    ready = stock.ReadySets()
    for table_id, rules_key, kind, by in rows:
        game, rules = rule_sets.game_and_rules(rules_key)
        checked = game.needs(rules).session_check
        if checked is None or not (order := _NEXT[checked].get(kind or "")):
            continue
        not_by = frozenset({by}) if kind == "check_device" else frozenset()
        need = None
        if order in ("take_cards", "allot_dice"):
            need = equipment_registers.cards_needed(game, rules) or EquipmentNeed(stock.DICE)
            if equipment_registers.CATEGORIES[need.kind] not in opened:
                order = "open_register"
            elif not ready.take(need):
                order = "receive_sets"
        yield TableDuty(tables[table_id], order, not_by, need=need)


def _machines(tables: Tables, files: Mapping[int, Machine]) -> Iterator[TableDuty]:
    """Closed machines that want a base, or the sheet of what they play by (MC-AUTO-06).

    Those that are in the workshop, or retired, want nothing.
    """
    free = MachineBase.objects.filter(in_use=True, machine=None).count()
    for table_id, machine in files.items():
        table = tables[table_id]
        if table.status != Table.Status.CLOSED:
            continue
        if machine.location == Machine.Location.STORE:
            free -= 1
            yield TableDuty(table, "place" if free >= 0 else "number_base")
        elif machine.base_id is not None and not machines.may_open(machine, table.rules_id):
            yield TableDuty(table, "certify")


def _is_machine(table: Table) -> bool:
    return rule_sets.cash_exchange(table.rules_id) is Exchange.ROAMING


def _changers(tables: Tables, serving: Serving) -> Iterator[TableDuty]:
    """Tables in play at which nobody changes cash, though a changer does there (MC-CHIPS-23)."""
    for table in tables.values():
        if table.status == Table.Status.CLOSED or table.practice:
            continue
        changer = rule_sets.cash_exchange(table.rules_id) is Exchange.CHANGER
        if changer and Duty.CHANGER not in serving.get(table.pk, {}):
            yield TableDuty(table, "serve_change")


_IN_QUESTION: Final = """
SELECT table_id FROM (
       SELECT DISTINCT ON (table_id) table_id, kind FROM tables_floorevent
        WHERE kind IN ('cards_found', 'cards_decided') ORDER BY table_id, id DESC
  ) AS last WHERE kind = 'cards_found'"""


def _cards_in_question(tables: Tables) -> Iterator[TableDuty]:
    """Tables of which a card is in question (MC-INC-03)."""
    with connection.cursor() as cursor:
        cursor.execute(_IN_QUESTION)
        for (table_id,) in cursor.fetchall():
            yield TableDuty(tables[table_id], "decide_cards")


def _inspectors(tables: Tables, serving: Serving) -> Iterator[TableDuty]:
    """Closed tables whose rules want an inspector, whom nobody serves as (MC-CDF-09)."""
    for table_id, table in tables.items():
        game, rules = rule_sets.game_and_rules(table.rules_id)
        wanted = game.needs(rules).duties - serving.get(table_id, {}).keys()
        if table.status == Table.Status.CLOSED and Duty.INSPECTOR in wanted:
            yield TableDuty(table, "sign_in")


def _openings(tables: Tables, files: Mapping[int, Machine], owing: set[int]) -> Iterator[TableDuty]:
    """Closed tables at which nothing is wanting."""
    undecided = Dispute.objects.exclude(state=Dispute.State.DECIDED)
    kept = set(undecided.filter(closes_table=True).values_list("table_id", flat=True))
    for table in tables.values():
        if table.status != Table.Status.CLOSED or table.pk in owing | kept:
            continue
        if _is_machine(table) and not machines.may_open(files.get(table.pk), table.rules_id):
            continue
        if rule_sets.is_table_licensed(table.rules_id, table.currency):
            yield TableDuty(table, "open_table")


def _vouchers(tables: Tables, serving: Serving, unsigned: Sequence[Voucher]) -> Iterator[TableDuty]:
    """Vouchers that wait for a signature (MC-CHIPS-15)."""
    for voucher in unsigned:
        signatures = list(voucher.signatures.all())
        step = vouchers.next_signature(voucher, signatures)
        if step is None:
            continue
        others = frozenset(vouchers.others_who_signed(voucher, signatures, step))
        table, only = tables[voucher.table_id], None
        if step == VoucherSignature.Step.CHIEF:
            only = _chiefs(table.rules_id, serving.get(table.pk, {}))
        yield TableDuty(table, f"sign_voucher_{step}", others, only, voucher)
