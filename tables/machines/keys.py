"""The four keys of a machine: lent by name, for a purpose and a time, and given back.

Services of the machines' supervisor, the main cashier and general accounting, who keep them, and
of those to whom they are lent (art. 20.1). Keys of two keepings are never in one hand: the
database refuses it, whoever comes first. A key that has expired opens nothing, and is in the hand
of its holder until he gives it back.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

import psycopg
from django.db import IntegrityError, transaction

from casino.players.models import Player
from tables.games.core.protocol import Refused
from tables.models import BaseReceipt, KeyLoan, Machine, MachineBase, Relief
from tables.rows import clock

Key = KeyLoan.Key
Keeping = KeyLoan.Keeping
_MEET: Final = "keys_never_meet"
"""What the database calls the law that keys of two keepings are in no hand together."""
LONGEST: Final = timedelta(hours=8)
"""No key is lent for longer: a shift; ours."""


@dataclass(frozen=True, slots=True)
class KeyCustody:
    """Where a key is kept, who lends it, and who may have it."""

    keeping: Keeping
    lends: str
    holds: str


KEYS: Final[Mapping[Key, KeyCustody]] = {
    Key.DEVICE: KeyCustody(Keeping.SAFE, "tables.lend_machine_key", "tables.open_machine"),
    Key.BASE: KeyCustody(Keeping.CAGE, "tables.lend_cage_key", "tables.open_base"),
    Key.LATCH: KeyCustody(Keeping.CAGE, "tables.lend_cage_key", "tables.detach_note_box"),
    # Nobody lends it: accounting alone has it, for its own count (MC-AUTO-36).
    Key.NOTE_BOX: KeyCustody(Keeping.ACCOUNTING, "tables.open_note_box", "tables.open_note_box"),
}


def lend_key(
    key: Key,
    number: int,
    person: Player,
    minutes: int,
    *,
    operator: Player,
    reason: str,
    order: UUID,
    relief: Relief | None = None,
) -> None:
    """Lend the key of a machine, or of a base by its number, once per `order`.

    Refuses `not_qualified` to who does not keep it, `no_relief` for a key of the cage without one
    (MC-AUTO-35), `key_to_oneself`, `not_qualified_for_key` for who may not have it, `keys_meet`
    where he has, or may have, a key of another keeping, `key_too_long`, `key_is_out` while another
    has it, `no_machine`, and `base_taken` for a base that is out of use.
    """
    kept = KEYS[key]
    if not operator.has_perm(kept.lends):
        raise Refused("not_qualified")
    if (operator.pk == person.pk) != (key == Key.NOTE_BOX):
        raise Refused("key_to_oneself")
    if (relief is None) != (kept.keeping != Keeping.CAGE):
        raise Refused("no_relief")
    _check_holder(person, kept)
    if not 0 < minutes <= LONGEST.total_seconds() // 60:
        raise Refused("key_too_long", most=int(LONGEST.total_seconds() // 60))
    with transaction.atomic(durable=True):
        if KeyLoan.objects.filter(pk=order).exists():
            return
        machine, base = _opens(key, number)
        at = clock.database_now()
        _insert(
            KeyLoan(
                id=order,
                key=key,
                keeping=kept.keeping,
                machine=machine,
                base=base,
                relief=relief,
                lent_by=operator,
                holder=person,
                purpose=reason,
                lent_at=at,
                expires_at=at + timedelta(minutes=minutes),
            )
        )


def take_note_box_key(
    number: int, minutes: int, *, operator: Player, reason: str, order: UUID
) -> None:
    """Take the key of a machine's note box, as general accounting; refuses as `lend_key` does."""
    lend_key(Key.NOTE_BOX, number, operator, minutes, operator=operator, reason=reason, order=order)


def return_key(loan_id: UUID, *, operator: Player, reason: str) -> None:
    """Give a key back, as its holder, or take it back, as who keeps it.

    Refuses `key_of_another`, and `key_is_back`.
    """
    with transaction.atomic(durable=True):
        loan = KeyLoan.objects.select_for_update(no_key=True).get(pk=loan_id)
        if loan.returned_at is not None:
            raise Refused("key_is_back")
        if operator.pk != loan.holder_id and not operator.has_perm(KEYS[Key(loan.key)].lends):
            raise Refused("key_of_another")
        end_loan(loan, operator, reason)


def end_loan(loan: KeyLoan, operator: Player, reason: str) -> None:
    """End a loan that has not ended; assumes its lock."""
    loan.returned_at, loan.returned_by, loan.remark = clock.database_now(), operator, reason[:200]
    loan.save(update_fields=["returned_at", "returned_by", "remark"])


def current_loan(key: Key, number: int, person: Player) -> KeyLoan:
    """Return the loan by which a person has the key of this machine or base now.

    One that was lent for a relief opens nothing once the box is out.
    Holds its row until the transaction ends, so that the key stays with him. Refuses `no_key`
    where he has it not, and `key_expired`.
    """
    opens = {"base_id": number} if key == Key.BASE else {"machine_id": number}
    loan = (
        KeyLoan.objects.select_for_update(no_key=True, of=("self",))
        .select_related("relief")
        .filter(key=key, holder=person, returned_at=None, **opens)
        .first()
    )
    if loan is None:
        raise Refused("no_key")
    over = loan.relief is not None and loan.relief.exchanged_at is not None
    if over or loan.expires_at <= clock.database_now():
        raise Refused("key_expired")
    return loan


def receive_lock(number: int, *, operator: Player, reason: str) -> None:
    """Receive the lock and the key of a base that is out of use, as main cashier (MC-AUTO-38).

    Refuses `not_qualified`, `base_in_use`, and `lock_received`.
    """
    if not operator.has_perm(KEYS[Key.BASE].lends):
        raise Refused("not_qualified")
    with transaction.atomic(durable=True):
        base = MachineBase.objects.select_for_update(no_key=True).get(pk=number)
        if base.in_use:
            raise Refused("base_in_use")
        _, received = BaseReceipt.objects.get_or_create(
            base=base, defaults={"by": operator, "reason": reason, "at": clock.database_now()}
        )
        if not received:
            raise Refused("lock_received")


def _check_holder(person: Player, kept: KeyCustody) -> None:
    """Refuse who may not have the key, or may have one of another keeping too (MC-AUTO-34)."""
    if not (person.is_active and person.is_staff and person.has_perm(kept.holds)):
        raise Refused("not_qualified_for_key")
    # A superuser may everything; what he has in his hand the database looks at.
    others = {each.holds for each in KEYS.values() if each.keeping != kept.keeping}
    if not person.is_superuser and any(person.has_perm(each) for each in others):
        raise Refused("keys_meet")


def _opens(key: Key, number: int) -> tuple[Machine | None, MachineBase | None]:
    """Return what a key opens: it stays in use until the loan is written."""
    if key != Key.BASE:
        machine = Machine.objects.filter(pk=number).first()
        if machine is None:
            raise Refused("no_machine")
        return machine, None
    base = MachineBase.objects.select_for_update(no_key=True).filter(pk=number).first()
    if base is None:
        raise Refused("no_such_base")
    if not base.in_use:
        raise Refused("base_taken")
    return None, base


def _insert(loan: KeyLoan) -> None:
    """Insert a loan, and turn what the database refuses into `Refused`."""
    try:
        with transaction.atomic():
            loan.save(force_insert=True)
    except IntegrityError as error:
        cause = error.__cause__
        met = isinstance(cause, psycopg.Error) and cause.diag.constraint_name == _MEET
        raise Refused("keys_meet" if met else "key_is_out") from None
