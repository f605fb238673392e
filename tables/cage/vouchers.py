"""Vouchers between a table and the cage: written, signed in turn, carried out once (article 17.1).

The table's chief lists the pieces, an inspector checks and signs, a cashier hands them over, and an
inspector counts them at the table. The chips move with the cashier's signature, never before, and
each signature is another person's: only the count may be by the inspector who has signed before.

At the jeux de cercle the changer has a float of his own, `changer:<table>`, and his vouchers: a
first advance, then supplies for the plaques that he gives or the notes that he has taken, and what
he hands in (MC-CHIPS-24 to -26). His notes lie in the table's drop, and stay there until its count:
a supply reserves so much of them, so that no note is good for two.

What the house added by itself, because a payment waits for no fill, has a voucher afterwards.
"""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID, uuid5

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Sum
from django.utils.timezone import localdate

from casino.cashier import services as cash
from casino.ledger import services as ledger
from casino.ledger.models import JournalEntry, Reserve, Transfer
from casino.players.models import Player
from tables.cage import drops, pieces
from tables.funds import postings
from tables.games.core.protocol import Duty, Exchange, Refused
from tables.models import TableSession, Voucher, VoucherSignature
from tables.projections.table_state import TableState
from tables.rows import floor_events, rule_sets, table_rows
from tables.rows.table_rows import TableRow
from tables.staff import authority
from tables.staff import services as duties

Kind = Voucher.Kind
_OF_CHANGER: Final = (Kind.ADVANCE, Kind.SUPPLY, Kind.HAND_IN)
Step = VoucherSignature.Step

MADE_UP: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d05")
"""Namespace of the ids of vouchers for automatic fills: uuid5 of the last transfer."""
_IN_TURN: Final = (Step.INSPECTOR, Step.CASHIER, Step.RECEIPT)
_CAUSE: Final = "voucher"
_AFTERWARDS: Final = (Step.CHIEF, Step.INSPECTOR)
"""Who signs for what the house has added already."""
NEEDS: Final[Mapping[str, str]] = {
    Step.CHIEF: duties.MAY_SERVE[Duty.TABLE_CHIEF],
    Step.INSPECTOR: duties.MAY_SERVE[Duty.INSPECTOR],
    Step.CASHIER: cash.DECIDE,
    Step.RECEIPT: duties.MAY_SERVE[Duty.INSPECTOR],
}
"""The permission behind each signature."""


def write_voucher(
    table_id: int,
    kind: str,
    wanted_pieces: Mapping[int, int],
    given_pieces: Mapping[int, int],
    *,
    operator: Player,
    reason: str,
    order: UUID,
) -> None:
    """Write a voucher, once per `order`: which pieces, by face value (MC-CHIPS-14).

    `given_pieces` are what the table gives for them in an exchange, nothing otherwise. Refuses
    `no_voucher_here`, `no_amount`, `bad_pieces`, `voucher_differs` where the two sides of an
    exchange are not of equal worth (MC-CHIPS-16), `above_ceiling` as `check_ceiling` does, and
    `not_table_chief` to anybody but the table's own chief, see `authority.is_chief`.
    """
    wanted, given = _sides(kind, wanted_pieces, given_pieces)
    with transaction.atomic():
        table = table_rows.lock(table_id)
        if Voucher.objects.filter(pk=order).exists():
            return
        if kind in _OF_CHANGER:
            raise Refused("no_voucher_here")
        check_can_write_voucher(TableState(table), operator)
        _check_chief(table, operator)
        if kind == Kind.FILL:
            check_ceiling(table.float_account, pieces.total_value(wanted))
        _write(table, order, Kind(kind), wanted, given, operator=operator, reason=reason)


def write_changer_voucher(
    table_id: int,
    kind: str,
    wanted_pieces: Mapping[int, int],
    given_pieces: Mapping[int, int],
    *,
    operator: Player,
    reason: str,
    order: UUID,
) -> None:
    """Write a voucher of a table's changer, once per `order` (MC-CHIPS-24, MC-CHIPS-25).

    For an advance, a supply, or what he hands in. What a supply is worth above the `given_pieces`
    is in notes, and reserved in the drop at once, as the pieces are in his float. Refuses
    `no_changer_serves` to a person not signed in as the changer, `changer_has_float` for an
    advance to one who has chips or notes, `no_amount`, `bad_pieces`, `voucher_differs`,
    `notes_short` and `pieces_short` where he has not what he gives, and `above_ceiling`.
    """
    wanted, given = _sides(kind, wanted_pieces, given_pieces)
    amount = pieces.total_value(wanted)
    with transaction.atomic():
        table = table_rows.lock(table_id)
        if Voucher.objects.filter(pk=order).exists():
            return
        if kind not in _OF_CHANGER:
            raise Refused("no_changer_serves")
        check_can_write_changer_voucher(TableState(table), operator)
        own = postings.changer_account(table)
        if kind == Kind.ADVANCE and ledger.balance(own) + drops.drop_account(table).balance:
            raise Refused("changer_has_float")
        if kind != Kind.HAND_IN:
            check_ceiling(own, amount)
        if kind == Kind.SUPPLY:
            paid = pieces.total_value(given)
            if (holds := _reserve(own, f"pieces:{order}", paid)) is not None:
                raise Refused("pieces_short", holds=holds)
            notes = drops.drop_account(table).pk
            if (holds := _reserve(notes, f"notes:{order}", amount - paid)) is not None:
                raise Refused("notes_short", holds=holds)
        _write(table, order, Kind(kind), wanted, given, operator=operator, reason=reason)


def check_can_write_voucher(state: TableState, operator: Player) -> None:
    """Refuse what `write_voucher` refuses to a table's chief, whatever is on the voucher."""
    if not rule_sets.are_vouchers_required(state.table.rules_key):
        raise Refused("no_voucher_here")


def check_can_write_changer_voucher(state: TableState, operator: Player) -> None:
    """Refuse what `write_changer_voucher` refuses, whatever is on the voucher."""
    changer = state.on_duty.get(Duty.CHANGER)
    if changer is None or changer.person_id != operator.pk:
        raise Refused("no_changer_serves")


def _check_chief(table: TableRow, operator: Player) -> None:
    if not authority.is_chief(operator, table.id, table.rules_key):
        raise Refused("not_table_chief")


def _sides(
    kind: str, wanted_pieces: Mapping[int, int], given_pieces: Mapping[int, int]
) -> tuple[list[list[int]], list[list[int]]]:
    """Return both sides of a voucher as rows keep them, or refuse what does not fit its kind."""
    wanted, given = pieces.validated_pieces(wanted_pieces), pieces.validated_pieces(given_pieces)
    amount, paid = pieces.total_value(wanted), pieces.total_value(given)
    if amount <= 0:
        raise Refused("no_amount")
    fits = {Kind.EXCHANGE: paid == amount, Kind.SUPPLY: paid <= amount}.get(Kind(kind), paid == 0)
    if not fits:
        raise Refused("voucher_differs")
    return wanted, given


def _reserve(account: int, holder: str, amount: int) -> int | None:
    """Keep so much of an account for a voucher; return what is free of it where that is less."""
    if amount:
        try:
            ledger.reserve(account, holder, amount)
        except ledger.Overdrawn as short:
            return short.balance
    return None


def sign_voucher(voucher_id: UUID, step: str, *, operator: Player, reason: str) -> None:
    """Sign a voucher in one's turn; the cashier's signature moves the chips, once.

    Signing again changes nothing. Refuses `no_voucher`, `signature_not_yours` without the
    permission, `voucher_over` once it is complete or declined, `already_signed` by another,
    `not_its_turn`, `signed_it` to a person who wrote or signed it (MC-CHIPS-15), `not_table_chief`
    as `write_voucher` does where the chief signs, and with the cashier's `above_ceiling`, and
    `notes_counted` where the drop was counted that was to cover a supply; raises `ledger.Overdrawn`
    where the table has not what it gives.
    """
    if not _has_permission(operator, step):
        raise Refused("signature_not_yours")
    with transaction.atomic():
        voucher, table, signatures = _locked(voucher_id)
        done = next((each for each in signatures if each.step == step), None)
        if done is not None and done.by_id == operator.pk:
            return
        if done is not None:
            raise Refused("already_signed")
        turn = next_signature(voucher, signatures)
        if turn is None:
            raise Refused("voucher_over")
        if turn != step:
            raise Refused("not_its_turn")
        if operator.pk in others_who_signed(voucher, signatures, step):
            raise Refused("signed_it")
        if step == Step.CHIEF:
            _check_chief(table, operator)
        if step == Step.CASHIER:
            _carry_out(table, voucher, operator)
        _sign(table, voucher, Step(step), operator, reason)


def waits_for(voucher: Voucher, person: Player) -> bool:
    """Tell whether a voucher waits for a person's signature (see `sign_voucher`)."""
    signatures = list(voucher.signatures.all())
    turn = next_signature(voucher, signatures)
    if turn is None or not _has_permission(person, turn):
        return False
    if person.pk in others_who_signed(voucher, signatures, turn):
        return False
    table = voucher.table
    return turn != Step.CHIEF or authority.is_chief(person, table.pk, table.rules_id)


def _has_permission(person: Player, step: str) -> bool:
    """Tell whether a person may sign at this step; an inspector also where he is the chief."""
    instead = step == Step.CHIEF and person.has_perm(NEEDS[Step.INSPECTOR])
    return instead or person.has_perm(NEEDS[step])


def others_who_signed(
    voucher: Voucher, signatures: Sequence[VoucherSignature], step: str
) -> set[int | None]:
    """Return who wrote or signed a voucher, and may not give this signature (MC-CHIPS-15)."""
    return {voucher.by_id} | {each.by_id for each in signatures if not _counts(each, step)}


def decline_voucher(voucher_id: UUID, *, operator: Player, reason: str) -> None:
    """Decline a voucher before its chips move, as its author or its next signatory.

    Declining again changes nothing. Refuses `no_voucher`, `voucher_over` once its chips have
    moved, and `signature_not_yours`.
    """
    with transaction.atomic():
        voucher, table, signatures = _locked(voucher_id)
        if any(each.step == Step.DECLINED for each in signatures):
            return
        turn = next_signature(voucher, signatures)
        if turn is None or turn == Step.RECEIPT or voucher.by_id is None:
            raise Refused("voucher_over")
        if operator.pk != voucher.by_id and not operator.has_perm(NEEDS[turn]):
            raise Refused("signature_not_yours")
        for held in ("pieces", "notes"):
            ledger.release(f"{held}:{voucher.pk}")
        _sign(table, voucher, Step.DECLINED, operator, reason)


def next_signature(voucher: Voucher, signatures: Sequence[VoucherSignature]) -> str | None:
    """Return which signature a voucher waits for; `None` once it is complete, or declined."""
    signed = {each.step for each in signatures}
    if Step.DECLINED in signed:
        return None
    steps = _AFTERWARDS if voucher.by_id is None else _IN_TURN
    return next((each for each in steps if each not in signed), None)


def check_ceiling(account: int, amount: int = 0) -> None:
    """Refuse `above_ceiling`: with so much more a float would hold more than FLOAT_CEILING.

    Assumes the lock.
    """
    if ledger.balance(account) + amount > settings.FLOAT_CEILING:
        raise Refused("above_ceiling", most=settings.FLOAT_CEILING)


def audit_vouchers() -> list[UUID]:
    """Return the vouchers whose chips moved without a cashier's signature, or did not with one."""
    cashiers = VoucherSignature.objects.filter(step=Step.CASHIER)
    signed = set(cashiers.values_list("voucher_id", flat=True))
    moved = set(JournalEntry.objects.filter(cause=_CAUSE).values_list("pk", flat=True))
    return sorted(signed ^ moved)


class FloatAdditions:
    """Finds what the house adds to floats by itself, and writes its vouchers.

    Each call also covers the span of the one before, because a transfer may be seen later than one
    that came after it at another table. What was added between two processes has its voucher with
    the next addition, or when the next session opens.
    """

    def __init__(self) -> None:
        self._before = self._last = _newest()

    def write_missing_vouchers(self) -> None:
        """Write the vouchers for what was added since the call before the last."""
        newest = _newest()
        added = Transfer.objects.filter(
            pk__gt=self._before, why__in=[Kind.FILL, Kind.SUPPLY], entry__operator=""
        )
        codes = added.values_list("credit__code", flat=True).distinct()
        for table_id in sorted({int(code.partition(":")[2]) for code in codes}):
            with transaction.atomic():
                write_voucher_for_additions(table_rows.lock(table_id))
        self._before, self._last = self._last, newest


def _newest() -> int:
    return Transfer.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def write_voucher_for_additions(table: TableRow) -> None:
    """Write one voucher for all that the house has added to a float by itself since the last one.

    Chief and inspector sign it afterwards, because a payment waits for no fill (ADR 0004,
    MC-CHIPS-09). Nothing where the text wants no voucher. Assumes the lock.
    """
    if not rule_sets.are_vouchers_required(table.rules_key):
        return
    _write_missing_voucher(table, Kind.FILL, table.float_account)
    if rule_sets.cash_exchange(table.rules_key) is Exchange.CHANGER:
        _write_missing_voucher(table, Kind.SUPPLY, postings.changer_account(table))


def _write_missing_voucher(table: TableRow, kind: Kind, account: int) -> None:
    own = Voucher.objects.filter(table_id=table.id, kind=kind)
    session = TableSession.objects.filter(table_id=table.id).order_by("-pk").first()
    since = own.aggregate(last=Max("through"))["last"] or (session.after if session else 0)
    # An order's entry, and a voucher's, says who gave it.
    found = Transfer.objects.filter(
        credit_id=account, pk__gt=since, why=kind, entry__operator=""
    ).aggregate(amount=Sum("amount"), last=Max("pk"))
    if found["amount"]:
        through = found["last"]
        counted = pieces.fewest_pieces(found["amount"])
        _write(table, uuid5(MADE_UP, str(through)), kind, counted, [], through=through)


def _write(
    table: TableRow,
    voucher_id: UUID,
    kind: Kind,
    wanted: list[list[int]],
    given: list[list[int]],
    *,
    operator: Player | None = None,
    reason: str = "",
    through: int | None = None,
) -> None:
    """Write a voucher with the table's next number of the day. Assumes the lock."""
    day = localdate(table.now)
    of_day = Voucher.objects.filter(table_id=table.id, day=day)
    number = (of_day.aggregate(last=Max("number"))["last"] or 0) + 1
    voucher = Voucher.objects.create(
        id=voucher_id,
        table_id=table.id,
        day=day,
        number=number,
        kind=kind,
        pieces=wanted,
        given=given,
        amount=pieces.total_value(wanted),
        through=through,
        by=operator,
        reason=reason,
        at=table.now,
    )
    note = f"{voucher} {kind} {voucher.amount}: {reason}"[:200]
    floor_events.record(table, "voucher", by=operator.pk if operator else None, reason=note)


def _locked(voucher_id: UUID) -> tuple[Voucher, TableRow, list[VoucherSignature]]:
    """Return a voucher with its table, whose lock is taken, and its signatures."""
    voucher = Voucher.objects.filter(pk=voucher_id).first()
    if voucher is None:
        raise Refused("no_voucher")
    table = table_rows.lock(voucher.table_id)
    return voucher, table, list(VoucherSignature.objects.filter(voucher=voucher))


def _counts(signature: VoucherSignature, step: str) -> bool:
    """Tell whether a signature is the inspector's, who may count the chips as well."""
    return step == Step.RECEIPT and signature.step == Step.INSPECTOR


def _sign(
    table: TableRow, voucher: Voucher, step: VoucherSignature.Step, operator: Player, reason: str
) -> None:
    VoucherSignature.objects.create(
        voucher=voucher, step=step, by=operator, reason=reason, at=table.now
    )
    note = f"{voucher} {step}: {reason}"[:200]
    floor_events.record(table, "voucher", by=operator.pk, reason=note)


def _carry_out(table: TableRow, voucher: Voucher, cashier: Player) -> None:
    """Move the chips of a voucher between the cage and the table or its changer."""
    house, kind, amount = (
        postings.capital_account(table.currency),
        Kind(voucher.kind),
        voucher.amount,
    )
    own = postings.changer_account(table) if kind in _OF_CHANGER else table.float_account
    brought = ledger.Leg(house, own, amount, kind)
    taken = ledger.Leg(own, house, amount, kind)
    match kind:
        case Kind.FILL | Kind.ADVANCE:
            check_ceiling(own, amount)
            legs = [brought]
        case Kind.CREDIT | Kind.HAND_IN:
            legs = [taken]
        case Kind.EXCHANGE:
            legs = [taken, brought]
        case Kind.SUPPLY:
            paid = pieces.total_value(voucher.given)
            if paid < amount and not Reserve.objects.filter(holder=f"notes:{voucher.pk}").exists():
                raise Refused("notes_counted")
            ledger.release(f"pieces:{voucher.pk}")
            check_ceiling(own, amount - paid)
            legs = [brought]
            if paid:
                legs.insert(0, ledger.Leg(own, house, paid, kind))
    ledger.post(
        voucher.pk,
        legs,
        cause=_CAUSE,
        reference=f"table:{table.id}",
        operator=str(cashier.pk),
    )
    floor_events.record(
        table, voucher.kind, by=voucher.by_id, reason=f"{voucher}: {voucher.reason}"
    )
