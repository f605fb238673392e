"""Cases: what the watch of the players finds, for a person to look at. Nothing acts on anybody.

The watch reads recorded rounds, sign-ins and the ledger once a day. Surveillance notes what it sees
and closes the case with a reason; a limit, a ban or a report is a decision of its own.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q

from casino.players.models import Player
from casino.staff import work_changes
from tables.games.core.protocol import Refused
from tables.investigations import chip_dumping, multi_accounting
from tables.models import Case, CaseEnd, CaseNote
from tables.rows import clock

DECIDE: Final = "tables.decide_case"
"""The permission to note what is found in a case, and to close it."""


def open_new_cases() -> int:
    """Look at the last WATCH_DAYS; return how many cases were opened. Safe to repeat."""
    now = clock.database_now()
    opened = 0
    for pair in chip_dumping.suspects_since(now - timedelta(days=settings.WATCH_DAYS)):
        # Who gave and who took is the case: the other way round it is another one.
        about = (pair.giver, pair.taker)
        opened += _open(Case.Kind.DUMPING, about, asdict(pair))
    for place in multi_accounting.find_clusters(now):
        evidence = asdict(place) | {"opened": [each.isoformat() for each in place.opened]}
        opened += _open(Case.Kind.ONE_PLACE, place.players, evidence)
    return opened


def _open(kind: Case.Kind, players: tuple[int, ...], evidence: Mapping[str, Any]) -> bool:
    """Open a case, unless one about the same players is undecided or was closed of late.

    Of late: within WATCH_DAYS, in which the evidence is partly the same.
    """
    about = hashlib.sha256(f"{kind}:{players}".encode()).hexdigest()
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE tables_case IN SHARE ROW EXCLUSIVE MODE")
        now = clock.database_now()
        lately = Q(closed=None) | Q(closed__at__gte=now - timedelta(days=settings.WATCH_DAYS))
        if Case.objects.filter(lately, about=about).exists():
            return False
        case = Case.objects.create(kind=kind, about=about, evidence=dict(evidence), at=now)
        case.players.set(players)
        work_changes.note_change()
    return True


def add_note(case_id: int, *, operator: Player, reason: str) -> None:
    """Note something in a case that is open. Refuses `not_qualified`, `own_case`, `case_closed`."""
    with transaction.atomic(durable=True):
        case = _undecided(case_id, operator)
        CaseNote.objects.create(case=case, by=operator, reason=reason, at=clock.database_now())


def close_case(case_id: int, *, abuse: bool, operator: Player, reason: str) -> None:
    """Close a case, once: it was an abuse, or none. Refuses as `add_note`."""
    with transaction.atomic(durable=True):
        case = _undecided(case_id, operator)
        CaseEnd.objects.create(
            case=case, abuse=abuse, by=operator, reason=reason, at=clock.database_now()
        )


def _undecided(case_id: int, operator: Player) -> Case:
    """Return a case with its row's lock, if this person may decide it."""
    if not operator.has_perm(DECIDE):
        raise Refused("not_qualified")
    case = Case.objects.select_for_update(no_key=True, of=("self",)).get(pk=case_id)
    if case.players.filter(pk=operator.pk).exists():
        raise Refused("own_case")
    if CaseEnd.objects.filter(case=case).exists():
        raise Refused("case_closed")
    return case
