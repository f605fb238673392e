"""The groups of the staff: what each duty may do and read, and its department."""

from collections.abc import Mapping
from typing import Final

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Q

from casino.players.models import Department

GROUPS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
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
"""By duty: the name of its group, and what the group may do."""
FOUNDER: Final = ("management", "chief")
"""The duties of a licensed house's first operator: to set up tables, and to open them."""
DEPARTMENTS: Final = {
    Department.Name.MACHINES: ("slots", "mechanic", "attendant", "roamer"),
    Department.Name.CASINOS: ("surveillance", "chief", "inspector", "supervisor", "changer"),
}
"""Which duties answer to which department; the others to neither."""
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
LOOKS: Final[Mapping[str, tuple[str, ...]]] = {
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
        *("realitycheck", "stay", "takings", "hourlytakings", "betearnings", "betwatch"),
        "hourlyearnings",
    ),
    "cashier": (
        *("cash", "cashproposal", "cashrequest", "counterreceipt", "housenote", "paymentalarm"),
        "player",
        *("ticket", "ticketend", "wallet"),
        *("handpay", *_KEYS, *_VOUCHERS),
    ),
    "accountant": (
        *("account", "cash", "cashproposal", "cashrequest", "counterreceipt", "given"),
        *("journalentry", "paymentalarm"),
        *("reserve", "transfer"),
        *("wallet", "table", "tablesession", "takings", "takingscounted"),
        *("hourlytakings", "hourlytakingscounted", "betearnings", "betwatch", "earningscounted"),
        "hourlyearnings",
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
"""By duty: the models that it needs to read. The state's control, which is not here, reads all of
the house's."""
_OF_HOUSE: Final = Q(content_type__app_label__in=("players", "ledger", "rng", "tables"))


@transaction.atomic
def create_missing_groups() -> list[str]:
    """Create each group of GROUPS that is missing, with its permissions; return their names.

    A group that exists stays as it is: two persons decided what it may (ADR 0045).
    """
    departments = {each: name for name, those in DEPARTMENTS.items() for each in those}
    made = []
    for duty, (name, codenames) in GROUPS.items():
        group, created = Group.objects.get_or_create(name=name)
        if created:
            may = _seen(duty) | Q(codename__in=codenames)
            group.permissions.set(Permission.objects.filter(may, _OF_HOUSE))
            if duty in departments:
                Department.objects.create(group=group, name=departments[duty])
            made.append(name)
    return made


def _seen(duty: str) -> Q:
    """Return which permissions let a duty look at what it reads."""
    if duty not in LOOKS:
        return Q(codename__startswith="view_")
    return Q(codename__in=[f"view_{name}" for name in LOOKS[duty]])
