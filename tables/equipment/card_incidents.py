"""The incident of a card that is missing, extra, marked or foreign (MC-EQ-36, MC-EQ-37).

Who finds one says so at once: the inspector on duty, the games management and the state's control
are told. No session begins at the table until the games management has decided, without appeal
(MC-INC-03, MC-INC-04). Both are a `FloorEvent` of the table.
"""

from collections.abc import Mapping
from typing import Final

from django.db import transaction

from casino.players.models import Player
from tables.equipment import stock
from tables.games.core.protocol import Duty, Refused
from tables.models import FloorEvent, Notice
from tables.projections.table_state import TableState
from tables.rows import duties, floor_events, notices, table_rows
from tables.rows.table_rows import TableRow

CLAUSES: Final[Mapping[str, str]] = {
    "card_missing": "MC-EQ-36",
    "card_extra": "MC-EQ-37",
    "card_marked": "MC-EQ-37",
    "card_foreign": "MC-EQ-37",
}
"""What may be found, and the clause by which it is reported."""
_FOUND, _DECIDED = "cards_found", "cards_decided"


def file_card_incident(
    table: TableRow, what: str, *, inspector_id: int | None, operator: Player, reason: str
) -> None:
    """Record what was found, and tell those who must know. Assumes the table's lock."""
    nth = FloorEvent.objects.filter(table_id=table.id, kind=_FOUND).count()
    floor_events.record(table, _FOUND, by=operator.pk, reason=f"{what}: {reason}"[:200])
    for addressee, person_id in (
        (Notice.Addressee.INSPECTOR, inspector_id),
        (Notice.Addressee.GAMES_MANAGEMENT, None),
        (Notice.Addressee.STATE_CONTROL, None),
    ):
        notices.write(
            f"cards:{table.id}:{nth}",
            Notice.Kind.CARDS_FOUND,
            addressee=addressee,
            person_id=person_id,
            clause=CLAUSES[what],
            table_id=table.id,
            detail={"what": what, "reason": reason},
            by=operator.pk,
            at=table.now,
        )


def decide_card_incident(table_id: int, *, operator: Player, reason: str) -> None:
    """Decide what was found at a table as the games management: it may open again.

    Refuses `not_qualified`, `no_device` where there are no cards, and `no_incident` where nothing
    awaits a decision.
    """
    if not operator.has_perm(stock.DESTROY):
        raise Refused("not_qualified")
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        found = _to_decide(TableState(table))
        what = found.reason.partition(":")[0]
        floor_events.record(table, _DECIDED, by=operator.pk, reason=f"{what}: {reason}"[:200])
        notices.write(
            f"cards_decided:{found.pk}",
            Notice.Kind.CARDS_DECIDED,
            addressee=Notice.Addressee.STATE_CONTROL,
            clause=CLAUSES[what],
            table_id=table_id,
            detail={"what": what, "reason": reason},
            by=operator.pk,
            at=table.now,
        )


def check_can_decide_card_incident(state: TableState, operator: Player) -> None:
    """Refuse what `decide_card_incident` refuses to the games management."""
    _to_decide(state)


def _to_decide(state: TableState) -> FloorEvent:
    """Return what was found at a table and is undecided; refuses `no_device`, `no_incident`."""
    state.check_has_cards()
    found = state.once(_undecided)
    if found is None:
        raise Refused("no_incident")
    return found


def check_no_cards_in_question(state: TableState) -> None:
    """Refuse a session, `cards_in_question`, while what was found at the table is undecided."""
    if state.once(_undecided) is not None:
        raise Refused("cards_in_question")


def inspector_of(table: TableRow) -> int | None:
    """Return the inspector on duty at a table."""
    serving = duties.on_duty(table.id).get(Duty.INSPECTOR)
    return serving.person_id if serving is not None else None


def _undecided(table_id: int) -> FloorEvent | None:
    acts = FloorEvent.objects.filter(table_id=table_id, kind__in=(_FOUND, _DECIDED))
    last = acts.order_by("-pk").first()
    return last if last is not None and last.kind == _FOUND else None
