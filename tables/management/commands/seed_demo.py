"""Sets up the demo house once."""

from contextlib import suppress
from typing import Any, Final
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import Q

from casino.cashier import services as cash
from casino.cashier.services import CashRefused
from casino.players.models import CashRequest, Department, Player
from casino.players.services import ensure_demo_player
from tables.equipment import devices, stock
from tables.games import GAMES, UNNAMED
from tables.models import EquipmentRegister, EquipmentSet, RuleSet, Table
from tables.operation import opening, sessions
from tables.rows.equipment_registers import EquipmentNeed
from tables.rules import services as rules

PASSWORD: Final = "sabot-demo"  # noqa: S105 - the demo log-ins are printed for everybody
STAFF: Final = {
    "supervisor": ("supervisors", ("approve_claim", "file_dispute")),
    "chief": (
        "table chiefs",
        ("file_dispute", "operate_table", "post_bulletin", "serve_as_table_chief"),
    ),
    "inspector": ("inspectors", ("file_dispute", "serve_as_inspector")),
    "management": (
        "games management",
        (
            *("add_ban", "add_exclusion", "add_housenote", "answer_announcement"),
            "destroy_equipment",
            *("decide_dispute", "file_dispute", "keep_machines"),
            *("moderate_chat", "post_bulletin", "publish_ruleset", "verify_identity"),
        ),
    ),
    "control": ("state control", ("agree_to_rules", "endorse_register")),
    "cashier": (
        "cashiers",
        (
            *("add_housenote", "cash_ticket", "decide_cashrequest", "file_dispute"),
            *("issue_payment", "lend_cage_key"),
        ),
    ),
    "accountant": ("accounting", ("count_drop", "file_dispute", "open_note_box")),
    "changer": ("changers", ("file_dispute", "serve_as_changer")),
    "roamer": ("machine changers", ("file_dispute", "serve_as_machine_changer")),
    "maintenance": ("maintenance", ("check_device", "file_dispute")),
    "deputy": ("deputy directors", ("decide_rights", "file_dispute", "sign_for_dice")),
    "commissioner": ("government commissioner", ("open_register",)),
    "keeper": ("card keepers", ("file_dispute", "keep_stock")),
    "secretariat": ("general secretariat", ()),
    "slots": (
        "machine supervisors",
        ("ban_from_machines", "file_dispute", "lend_machine_key", "run_machines"),
    ),
    "mechanic": ("mechanics", ("file_dispute", "open_machine")),
    "attendant": ("machine attendants", ("detach_note_box", "file_dispute", "open_base")),
    "surveillance": ("surveillance", ("decide_case", "file_dispute", "watch_relief")),
}
"""Who serves the house beside the operator, because two pairs of eyes are wanted: the group that
holds the permissions, and these."""
DEPARTMENTS: Final = {
    Department.Name.MACHINES: ("slots", "mechanic", "attendant", "roamer"),
    Department.Name.CASINOS: ("surveillance", "chief", "inspector", "supervisor", "changer"),
}
"""Who answers to which department; the others to neither."""
_FLOOR: Final = (
    *("assignment", "box", "floorevent", "round", "roundevent", "ruleset", "shuffling"),
    *("table", "tablesession", "waiting"),
)
_STOCK: Final = ("equipmentendorsement", "equipmententry", "equipmentregister", "equipmentset")
_MACHINES: Final = ("machine", "machinebase", "machineentry", "machinephotograph")
_SHEETS: Final = ("bundlereceipt", "intervention", "sheetbundle")
_KEYS: Final = ("basereceipt", "keyloan", "machine", "machinebase", "noteboxcount", "relief")
_JACKPOTS: Final = ("claim", "claimedpot", "claimpayment", "jackpot", "pot")
_LEVIES: Final = ("levycount", "levysignature")
_FLOATS: Final = ("fixedfloat", "floatcount", "floatsignature")
_VOUCHERS: Final = ("voucher", "vouchersignature")
_BULLETINS: Final = ("bulletin", "bulletinend")
_WRITINGS: Final = ("announcementanswer", "anomaly", "notice", "writtenannouncement")
_FALLEN: Final = ("draw", "floorevent", "reading", "table")
LOOKS: Final = {
    "supervisor": (*_FLOOR, *_JACKPOTS),
    "chief": (
        *(*_FLOOR, *_BULLETINS, *_JACKPOTS, *_LEVIES, *_FLOATS, *_VOUCHERS, *_WRITINGS),
        "colourchips",
    ),
    "inspector": (*(*_FLOOR, *_STOCK, *_LEVIES, *_FLOATS, *_VOUCHERS, *_WRITINGS, *_FALLEN),),
    "management": (
        *(*_FLOOR, *_BULLETINS, *_MACHINES, *_SHEETS, *_STOCK, *_WRITINGS),
        *("fixedfloat", "rulesetdraft", "rulesetevent", "theoreticalreturn"),
        *("chatmessage", "silence", "silencelifted"),
        *("dispute", "disputecorrection", "disputereader", "disputeruling"),
        *("ban", "exclusion", "housenote", "identity", "limit", "played", "player"),
        *("realitycheck", "stay", "takings", "betearnings", "betwatch"),
    ),
    "cashier": (
        *("cash", "cashrequest", "housenote", "paymentalarm", "player"),
        *("ticket", "ticketend", "wallet"),
        *("handpay", *_KEYS, *_VOUCHERS),
    ),
    "accountant": (
        *("account", "cash", "cashrequest", "given", "journalentry", "paymentalarm"),
        *("reserve", "transfer"),
        *("wallet", "table", "tablesession", "takings", "takingscounted"),
        *("betearnings", "betwatch", "earningscounted"),
        *("complement", "dropcount", "handpay", "ticket", "ticketend"),
        *(*_LEVIES, *_JACKPOTS, *_KEYS, *_FLOATS, *_VOUCHERS),
    ),
    "changer": ("assignment", "table", "tablesession", *_VOUCHERS),
    "roamer": ("assignment", "table", "tablesession"),
    "maintenance": _FALLEN,
    "deputy": (*_STOCK, *_FALLEN, "player", "rightschange", "staffsignin"),
    "commissioner": (*_STOCK, "notice"),
    "keeper": (*_STOCK, "floorevent", "table"),
    "secretariat": (*_MACHINES, "machinecopy"),
    "slots": (
        *(*_FLOOR, *_KEYS, *_MACHINES, *_SHEETS),
        *("complement", "dispute", "handpay", "identitycheck", "machineban", "notice"),
    ),
    "mechanic": (*_KEYS, "intervention", "table"),
    "attendant": (*_KEYS, "table"),
    "surveillance": (
        *(*_FLOOR, *_KEYS, *_MACHINES, *_SHEETS),
        *("anomaly", "machineban", "notice", "staffsignin"),
        *("case", "caseend", "casenote"),
    ),
}
"""The models that each reads, by name: what its duty needs. The state's control, which is not here,
reads all of the house's."""
_OF_HOUSE: Final = Q(content_type__app_label__in=("players", "ledger", "rng", "tables"))
PLAYERS: Final = 7
CASH: Final = 200_00
BROUGHT: Final = UUID("5d0b7c1e-7a52-5c3b-9a55-c2f1f2b4de01")
"""The order by which each brings his cash: minor units, once."""
LOTS: Final = {
    EquipmentSet.Kind.DICE: "DEMO",
    EquipmentSet.Kind.SIXAIN: "DEMO-S",
    EquipmentSet.Kind.HUITAIN: "DEMO-H",
    EquipmentSet.Kind.PACK: "DEMO-P",
}
"""The kinds of sets that sessions take from the stock, and the maker's lot of each."""
SETS: Final = 50
"""How many new ones of each are there, once fewer than half of that are left."""


class Command(BaseCommand):
    help = (
        "Set up the demo house: an operator, the staff, seven players, a table of each game"
        " and one for practice. Does it once; a house that is licensed or behind TLS has no such"
        " people."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.LICENSED or settings.BEHIND_TLS:
            call_command("close_demo", stdout=self.stdout)
            return
        operator = Player.objects.filter(username="operator").first()
        if operator is None:
            operator = Player.objects.create_superuser("operator", password=PASSWORD)
        self._staff()
        self._stock()
        maintenance = Player.objects.get(username="maintenance")
        control = Player.objects.get(username="control")
        for number in range(1, PLAYERS + 1):
            self._bring_cash(ensure_demo_player(f"demo{number}", PASSWORD))
        # The first tables are those of the game that is meant where none is named.
        games = sorted(GAMES, key=lambda key: key != UNNAMED)
        demo = [(key, each) for key in games for each in GAMES[key].demo_tables]
        for game, each in demo:
            if RuleSet.objects.filter(key=each.series).exists():
                continue
            draft = rules.begin_draft(
                draft_id=uuid4(),
                series=each.series,
                game=game,
                book=each.book,
                options=each.options,
                operator=operator,
            )
            if rules.options_to_agree(draft):
                rules.agree_to_draft(draft.pk, revision=draft.revision, operator=control)
            rules.publish_draft(draft.pk, revision=draft.revision, operator=operator, reason="demo")
        if not Table.objects.exists():
            for _, each in demo:
                table = opening.create_table(
                    name=each.name,
                    rules_key=each.series,
                    operator=operator,
                    practice=each.practice,
                )
                devices.check_where_wanted(table.pk, operator=maintenance, reason="demo")
                sessions.open_session(table.pk, operator=operator, reason="demo")
        self.stdout.write(
            f"Demo house ready: operator / {' / '.join(STAFF)} / demo1..demo{PLAYERS},"
            f" password {PASSWORD}."
        )

    def _bring_cash(self, player: Player) -> None:
        """Deposit some play cash for a player, once, unless they are excluded."""
        with suppress(CashRefused):
            cash_request = cash.request_cash(player, cash.DEPOSIT, CASH, order=BROUGHT)
            if cash_request.state == CashRequest.State.ASKED:
                cashier = Player.objects.get(username="cashier")
                cash.approve_request(
                    cash_request.pk,
                    cashier=cashier,
                    reason="demo",
                    receipt=f"DEMO-{cash_request.pk}",
                )

    def _stock(self) -> None:
        """Open the registers of dice and cards, and receive what sessions will take of them.

        An older house has what its games took then.
        """
        if not EquipmentRegister.objects.exists():
            commissioner = Player.objects.get(username="commissioner")
            for category in EquipmentRegister.Category.values:
                stock.open_register(category, operator=commissioner, reason="demo")
        for kind, lot in LOTS.items():
            colours = 2 if kind in (EquipmentSet.Kind.SIXAIN, EquipmentSet.Kind.HUITAIN) else 1
            wanted = EquipmentNeed(kind, SETS, colours)
            if stock.ready_sets(wanted).count() < SETS // 2:
                stock.top_up_stock(
                    wanted,
                    lot=lot,
                    purchase_order="DEMO-1",
                    operator=Player.objects.get(username="keeper"),
                    reason="demo",
                )

    @transaction.atomic
    def _staff(self) -> None:
        """Enrol those who serve the house, each with the permissions of one group.

        A group that exists stays as it is: two persons decided what it may (ADR 0045).
        """
        departments = {each: name for name, those in DEPARTMENTS.items() for each in those}
        for username, (name, codenames) in STAFF.items():
            group, created = Group.objects.get_or_create(name=name)
            if created:
                may = _seen(username) | Q(codename__in=codenames)
                group.permissions.set(Permission.objects.filter(may, _OF_HOUSE))
                if username in departments:
                    Department.objects.create(group=group, name=departments[username])
            if not Player.objects.filter(username=username).exists():
                person = Player.objects.create_user(username, password=PASSWORD, is_staff=True)
                person.groups.add(group)


def _seen(username: str) -> Q:
    """Return which permissions let one of STAFF look at what it reads."""
    if username not in LOOKS:
        return Q(codename__startswith="view_")
    return Q(codename__in=[f"view_{name}" for name in LOOKS[username]])
