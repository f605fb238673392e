"""What is left to be done at the machines: sheets, reliefs, note boxes, keys. Reads only.

Each function costs one statement, however long the machines have stood.
"""

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from tables.funds import hand_pays
from tables.models import (
    HandPay,
    IdentityCheck,
    Intervention,
    KeyLoan,
    MachineBase,
    NoteBoxCount,
    Relief,
    SheetBundle,
)

_OUT = KeyLoan.objects.filter(returned_at=None)
_NAMED = "machine__table"


def wins_to_pay() -> QuerySet[HandPay]:
    """Return the wins that wait for the supervisor, oldest first."""
    return hand_pays.waiting_for_supervisor().select_related("table", "player").order_by("pk")


def identified_wins() -> set[int | None]:
    """Return the wins that wait for the supervisor, who has seen who won them."""
    waiting = hand_pays.waiting_for_supervisor()
    seen = IdentityCheck.objects.filter(hand_pay__in=waiting)
    return set(seen.values_list("hand_pay", flat=True))


def payments_to_issue(person_id: int) -> QuerySet[HandPay]:
    """Return the cheques and transfers that this person may issue, oldest first."""
    waits = hand_pays.waiting_for_issue().exclude(paid_by=person_id).exclude(player=person_id)
    return waits.select_related("table", "player").order_by("pk")


def machines_to_open(mechanic_id: int) -> QuerySet[KeyLoan]:
    """Return the loans by which a mechanic has the key of a machine that he has not opened yet."""
    opened = Intervention.objects.filter(
        machine=OuterRef("machine"), mechanic=mechanic_id, stopped_at__gte=OuterRef("lent_at")
    )
    mine = _OUT.filter(key=KeyLoan.Key.DEVICE, holder=mechanic_id, expires_at__gt=timezone.now())
    return mine.filter(~Exists(opened)).select_related(_NAMED).order_by("lent_at")


def unsigned_interventions(mechanic_id: int) -> QuerySet[Intervention]:
    """Return a mechanic's interventions whose sheets are not signed."""
    return Intervention.objects.filter(signed_at=None, mechanic=mechanic_id).select_related(_NAMED)


def interventions_in_progress() -> QuerySet[Intervention]:
    """Return the interventions that have machines out of service."""
    return Intervention.objects.filter(returned_at=None).select_related(_NAMED).order_by("pk")


def machines_to_put_back() -> QuerySet[Intervention]:
    """Return the interventions of which the sheet is signed and the key has come back."""
    key = _OUT.filter(key=KeyLoan.Key.DEVICE, machine=OuterRef("machine"))
    return interventions_in_progress().filter(~Exists(key), signed_at__isnull=False)


def count_sheets_to_seal() -> int:
    """Return how many sheets may be sealed now: 0 once sealed today, or while one is unsigned."""
    today = SheetBundle.objects.filter(day=timezone.localdate())
    unsigned = Intervention.objects.filter(signed_at=None)
    return Intervention.objects.filter(~Exists(today), ~Exists(unsigned), bundle=None).count()


def bundles_to_receive(person_id: int) -> QuerySet[SheetBundle]:
    """Return the bundles of sheets that nobody has received, and another has sealed."""
    return SheetBundle.objects.filter(receipt=None).exclude(by=person_id).order_by("day")


def reliefs_to_attend(person_id: int) -> QuerySet[Relief]:
    """Return the reliefs of open machines that nobody attends, directed by another person."""
    return (
        _unexchanged()
        .filter(~Q(machine__table__status="closed"), attended_by=None)
        .exclude(begun_by=person_id)
    )


def reliefs_without_key() -> QuerySet[Relief]:
    """Return the reliefs for which nobody has the key that detaches the note box."""
    key = _OUT.filter(key=KeyLoan.Key.LATCH, relief=OuterRef("pk"))
    return _unexchanged().filter(~Exists(key))


def reliefs_to_exchange(person_id: int) -> QuerySet[Relief]:
    """Return the reliefs for which this person has the key, and the note box is in its place."""
    key = _OUT.filter(key=KeyLoan.Key.LATCH, relief=OuterRef("pk"), holder=person_id)
    return _unexchanged().filter(Exists(key))


def reliefs_to_close() -> QuerySet[Relief]:
    """Return the reliefs of which the note box is out and the keys have come back."""
    key = _OUT.filter(relief=OuterRef("pk"))
    reliefs = Relief.objects.filter(~Exists(key), exchanged_at__isnull=False, closed_at=None)
    return reliefs.select_related(_NAMED).order_by("pk")


def reliefs_to_count() -> QuerySet[Relief]:
    """Return the reliefs of which nobody has counted the note box."""
    reliefs = Relief.objects.filter(exchanged_at__isnull=False, count=None)
    return reliefs.select_related(_NAMED).order_by("pk")


def differing_counts() -> QuerySet[NoteBoxCount]:
    """Return the counts that found something else than the meter, or the ledger, tells."""
    return NoteBoxCount.objects.filter(
        ~Q(amount=F("relief__told")) | ~Q(amount=F("relief__amount"))
    )


def overdue_keys() -> QuerySet[KeyLoan]:
    """Return the keys that are out and open nothing any more: their time, or relief, is over."""
    over = Q(expires_at__lte=timezone.now()) | Q(relief__exchanged_at__isnull=False)
    return _OUT.filter(over).select_related("holder", _NAMED, "base").order_by("expires_at")


def used_keys(person_id: int) -> QuerySet[KeyLoan]:
    """Return the keys that this person has, and has done with: sheet signed, note box counted."""
    signed = Intervention.objects.filter(
        machine=OuterRef("machine"), mechanic=person_id, signed_at__gte=OuterRef("lent_at")
    )
    counted = NoteBoxCount.objects.filter(
        relief__machine=OuterRef("machine"), by=person_id, at__gte=OuterRef("lent_at")
    )
    done = Q(Exists(signed), key=KeyLoan.Key.DEVICE) | Q(Exists(counted), key=KeyLoan.Key.NOTE_BOX)
    mine = _OUT.filter(done, holder=person_id, expires_at__gt=timezone.now())
    return mine.select_related("holder", _NAMED, "base").order_by("lent_at")


def note_box_keys(person_id: int) -> set[int | None]:
    """Return the machines of whose note box a person has the key, where it still opens it."""
    mine = _OUT.filter(key=KeyLoan.Key.NOTE_BOX, holder=person_id, expires_at__gt=timezone.now())
    return set(mine.values_list("machine", flat=True))


def locks_to_receive() -> QuerySet[MachineBase]:
    """Return the bases out of use of which the main cashier has not received lock and key."""
    return MachineBase.objects.filter(in_use=False, receipt=None).order_by("number")


def _unexchanged() -> QuerySet[Relief]:
    return Relief.objects.filter(exchanged_at=None).select_related(_NAMED).order_by("pk")
