"""What a table's float holds: fixed, counted out at the opening, counted again afterwards.

Services of operators, under the table's lock. The ledger knows the float to the cent: nobody who
may count or sign is shown it, or a count, before both have counted (`is_hidden`); what is found is
held against it, and a difference is the control's to know. An inspector signs, who has not
counted; after the session he counts again himself, and no other session begins before. Only where
the text wants vouchers; elsewhere a float has no pieces, and nobody fixes it.
"""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from casino.ledger import services as ledger
from casino.players.models import Player
from tables.cage import pieces, vouchers
from tables.games.core.protocol import Duty, Refused
from tables.models import FixedFloat, FloatCount, FloatSignature, Notice, Table, TableSession
from tables.projections.table_state import TableState
from tables.rows import floor_events, notices, rule_sets, table_rows
from tables.rows.table_rows import TableRow
from tables.staff import authority

OPENING, CLOSING = FloatCount.Moment.OPENING, FloatCount.Moment.CLOSING
FIX: Final = "tables.publish_ruleset"
"""The permission of the games management, which sets a table's rules too."""
SEE: Final = ("tables.view_floatcount", "tables.view_takings")
"""The permissions of which one at least shows what floats hold."""


def fix_opening_float(
    table_id: int, fixed_pieces: Mapping[int, int], *, operator: Player, reason: str
) -> None:
    """Fix, as games management, with which pieces a table's sessions begin (MC-CHIPS-08).

    Fixing the same again changes nothing. Refuses `not_management`, `bad_pieces`, `no_amount`,
    `no_voucher_here`, and `session_goes_on` while the table is not closed.
    """
    fixed = pieces.validated_pieces(fixed_pieces)
    with transaction.atomic():
        table = table_rows.lock(table_id)
        if not operator.has_perm(FIX):
            raise Refused("not_management")
        check_can_fix_opening_float(TableState(table), operator)
        if not fixed:
            raise Refused("no_amount")
        last = _fixed(table)
        if last is None or last.pieces != fixed:
            FixedFloat.objects.create(
                table_id=table_id,
                pieces=fixed,
                amount=pieces.total_value(fixed),
                by=operator,
                reason=reason,
                at=table.now,
            )
            floor_events.record(table, "fix_float", by=operator.pk, reason=reason)


def check_can_fix_opening_float(state: TableState, operator: Player) -> None:
    """Refuse what `fix_opening_float` refuses to the games management, whatever the pieces."""
    _check_counted_here(state)
    if state.table.status != "closed":
        raise Refused("session_goes_on")


def _check_counted_here(state: TableState) -> None:
    """Refuse `no_voucher_here`: where no voucher is wanted, no float is counted either."""
    if not rule_sets.are_vouchers_required(state.table.rules_key):
        raise Refused("no_voucher_here")


def fix_as_held(table_id: int, *, operator: Player, reason: str) -> None:
    """Fix what a closed table's float holds, in the fewest pieces, where the text wants it.

    Does nothing where it is fixed at that already, or holds nothing; otherwise refuses as
    `fix_opening_float` does.
    """
    table = table_rows.read(table_id)
    if not rule_sets.are_vouchers_required(table.rules_key):
        return
    held, last = ledger.balance(table.float_account), _fixed(table)
    if held and (last is None or last.amount != held):
        counted = {each[0]: each[1] for each in pieces.fewest_pieces(held)}
        fix_opening_float(table_id, counted, operator=operator, reason=reason)


def check_opening_float(table: TableRow) -> None:
    """Refuse a session that does not begin with what the games management has fixed (MC-CHIPS-08).

    Where the text wants it. Refuses `float_not_fixed`, and `float_not_as_fixed`
    where the ledger has another amount in the float: then a voucher brings or takes the difference,
    or another amount is fixed.
    """
    if not rule_sets.are_vouchers_required(table.rules_key):
        return
    fixed = _fixed(table)
    if fixed is None:
        raise Refused("float_not_fixed")
    if fixed.amount != ledger.balance(table.float_account):
        raise Refused("float_not_as_fixed", fixed=fixed.amount)


def check_last_float_is_counted(state: TableState) -> None:
    """Refuse a session before the float of the last one is counted, and signed (MC-CHIPS-08).

    Where the text wants it: once another session has begun, nobody could count it any more. Refuses
    `float_uncounted`, and `float_unsigned` while the second count is missing.
    """
    if not rule_sets.are_vouchers_required(state.table.rules_key):
        return
    session = state.once(_last_session)
    if session is None or _signed(session, CLOSING).exists():
        return
    counted = FloatCount.objects.filter(session=session, moment=CLOSING).exists()
    raise Refused("float_unsigned" if counted else "float_uncounted")


def record_opening_float_count(
    table: TableRow, session: TableSession, *, operator: Player, reason: str
) -> None:
    """Record the fixed pieces as the opening count of a session that begins; moves no chips.

    Does nothing where nothing is fixed. Whoever opens the table answers for the count until an
    inspector signs it (MC-CHIPS-08). Assumes the lock.
    """
    if fixed := _fixed(table):
        _write(table, session, uuid4(), OPENING, fixed.pieces, operator, reason)


def count_float(
    table_id: int,
    counted_pieces: Mapping[int, int],
    *,
    operator: Player,
    reason: str,
    order: UUID,
) -> None:
    """Record what somebody counts in the float after a session, once per `order`, unseen (MC-110).

    May be counted again until it is signed. A difference to the ledger is recorded, and the state's
    control is notified. Refuses `not_qualified`, `bad_pieces`, `no_voucher_here`, `no_session`,
    `session_goes_on` while the table is not closed, and `already_signed`.
    """
    counted = pieces.validated_pieces(counted_pieces)
    with transaction.atomic():
        table = table_rows.lock(table_id)
        authority.check_authority(authority.OPERATOR, operator, table)
        if FloatCount.objects.filter(pk=order).exists():
            return
        state = TableState(table)
        check_can_count_float(state, operator)
        session = _session(state)
        vouchers.write_voucher_for_additions(table)
        _write(table, session, order, CLOSING, counted, operator, reason)


def check_can_count_float(state: TableState, operator: Player) -> None:
    """Refuse what `count_float` refuses to an operator of this table, whatever the pieces."""
    _check_counted_here(state)
    session = _session(state)
    if state.table.status != "closed":
        raise Refused("session_goes_on")
    if _signed(session, CLOSING).exists():
        raise Refused("already_signed")


def check_can_sign_opening(state: TableState, operator: Player) -> None:
    """Refuse what `sign_opening` refuses to an inspector, and `already_signed` by himself."""
    _check_can_sign(state, OPENING, operator)


def check_can_sign_count(state: TableState, operator: Player) -> None:
    """Refuse what `sign_count` refuses to an inspector, whatever the pieces.

    And `already_signed` by himself.
    """
    _check_can_sign(state, CLOSING, operator)


def sign_opening(table_id: int, *, operator: Player, reason: str) -> None:
    """Sign for the float as it was counted out at the opening; signing again changes nothing.

    Refuses as `sign_count` does.
    """
    with transaction.atomic():
        table = table_rows.lock(table_id)
        _sign(table, OPENING, operator, reason)


def sign_count(
    table_id: int, counted_pieces: Mapping[int, int], *, operator: Player, reason: str
) -> None:
    """Count the float after a session again and sign the count; signing again changes nothing.

    Refuses `not_qualified`, `no_voucher_here`, `no_session`, `float_not_counted`, `counted_it` to
    the person who has counted, `already_signed` by another, and `counts_differ` where the two
    counts are not of the same pieces; then it is counted anew.
    """
    with transaction.atomic():
        table = table_rows.lock(table_id)
        _sign(table, CLOSING, operator, reason, pieces.validated_pieces(counted_pieces))


def with_count_owed(tables: QuerySet[Table]) -> QuerySet[Any]:
    """Annotate tables with `last_session`, its id, and whether its float is `count_owed`.

    Owed from the session's beginning until it is counted and signed; whether the text wants a count
    is not looked at.
    """
    last = TableSession.objects.filter(table=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    signed = FloatSignature.objects.filter(
        count__session=OuterRef("last_session"), count__moment=CLOSING
    )
    found = tables.annotate(last_session=Subquery(last))
    return found.annotate(count_owed=Q(last_session__isnull=False) & ~Exists(signed))


def is_hidden(rules_key: str, *, count_owed: bool, may_count: bool) -> bool:
    """Tell whether a table's float, and an unsigned count of it, are hidden from a person.

    From people who may count or sign (`authority.may_count_floats`), as long as the text's count is
    owed: neither of the two who count is to know what should be found.
    """
    return may_count and count_owed and rule_sets.are_vouchers_required(rules_key)


def _sign(
    table: TableRow,
    moment: FloatCount.Moment,
    operator: Player,
    reason: str,
    counted: list[list[int]] | None = None,
) -> None:
    if not operator.has_perm(authority.INSPECT):
        raise Refused("not_qualified", duty=Duty.INSPECTOR)
    state = TableState(table)
    if _signed(_session(state), moment).filter(by=operator).exists():
        return
    last = _check_can_sign(state, moment, operator)
    if counted is not None and counted != last.pieces:
        raise Refused("counts_differ")
    FloatSignature.objects.create(count=last, by=operator, reason=reason, at=table.now)
    floor_events.record(table, "sign_float", by=operator.pk, reason=reason)


def _check_can_sign(state: TableState, moment: FloatCount.Moment, operator: Player) -> FloatCount:
    """Return the count that an inspector may sign, or refuse as `sign_count` does."""
    _check_counted_here(state)
    session = _session(state)
    if _signed(session, moment).exists():
        raise Refused("already_signed")
    last = FloatCount.objects.filter(session=session, moment=moment).order_by("-at", "-pk").first()
    if last is None:
        raise Refused("float_not_counted")
    if last.by_id == operator.pk:
        raise Refused("counted_it")
    return last


def _fixed(table: TableRow) -> FixedFloat | None:
    if not rule_sets.are_vouchers_required(table.rules_key):
        return None
    return FixedFloat.objects.filter(table_id=table.id).order_by("-pk").first()


def _signed(session: TableSession, moment: FloatCount.Moment) -> QuerySet[FloatSignature]:
    return FloatSignature.objects.filter(count__session=session, count__moment=moment)


def _last_session(table_id: int) -> TableSession | None:
    """Return the session that goes on, or the last one."""
    return TableSession.objects.filter(table_id=table_id).order_by("-pk").first()


def _session(state: TableState) -> TableSession:
    """Return the last session; refuses `no_session`."""
    session = state.once(_last_session)
    if session is None:
        raise Refused("no_session")
    return session


def _write(
    table: TableRow,
    session: TableSession,
    count_id: UUID,
    moment: FloatCount.Moment,
    counted: list[list[int]],
    operator: Player,
    reason: str,
) -> None:
    """Write a count beside what the ledger has, and tell the control of a difference."""
    row = FloatCount.objects.create(
        id=count_id,
        session=session,
        moment=moment,
        pieces=counted,
        amount=pieces.total_value(counted),
        held=ledger.balance(table.float_account),
        by=operator,
        reason=reason,
        at=table.now,
    )
    # What was counted is nobody's to read before it is signed: the event has no amount.
    floor_events.record(table, "count_float", by=operator.pk, reason=reason)
    if row.amount != row.held:
        notices.write(
            f"float:{row.pk}",
            Notice.Kind.FLOAT_DIFFERS,
            addressee=Notice.Addressee.STATE_CONTROL,
            clause="MC-CHIPS-08",
            table_id=table.id,
            detail={"counted": row.amount, "held": row.held, "reason": reason},
            by=operator.pk,
            at=table.now,
        )
