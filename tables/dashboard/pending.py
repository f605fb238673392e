"""What is left to be done at the tables and with their equipment, and by whom. Reads only.

Each function costs one statement or a few, however long the house has played.
"""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from tables.games.core.protocol import Duty
from tables.models import (
    Assignment,
    Dispute,
    EquipmentEntry,
    EquipmentRegister,
    EquipmentSet,
    FloorEvent,
    LevyCount,
    Notice,
    Table,
    Voucher,
    VoucherSignature,
    WrittenAnnouncement,
)

Step = VoucherSignature.Step
LATE: Final = timedelta(seconds=30)
"""After so long the croupier has forgotten a table."""


def unsigned_vouchers() -> list[Voucher]:
    """Return the last vouchers that wait for a signature, the oldest first, with all of theirs."""
    last = Q(step__in=(Step.RECEIPT, Step.DECLINED)) | Q(step=Step.INSPECTOR, voucher__by=None)
    over = VoucherSignature.objects.filter(last, voucher=OuterRef("pk"))
    found = Voucher.objects.filter(~Exists(over))
    newest = found.select_related("table", "by").prefetch_related("signatures").order_by("-at")
    return list(newest[:100])[::-1]


def levies_to_sign(inspector_id: int) -> list[LevyCount]:
    """Return the levy counts by others that wait for the inspector of their table."""
    serving = Assignment.objects.filter(
        person_id=inspector_id, duty=Duty.INSPECTOR, until=None, table=OuterRef("table")
    )
    later = LevyCount.objects.filter(table=OuterRef("table"), at__gt=OuterRef("at"))
    return list(
        LevyCount.objects.filter(Exists(serving), ~Exists(later), signature=None)
        .exclude(by_id=inspector_id)
        .select_related("table")
        .order_by("at")
    )


def undecided_incidents() -> list[Notice]:
    """Return the incidents of rounds in play that were submitted and are not decided."""
    decided = Notice.objects.filter(
        kind=Notice.Kind.DECIDED, table=OuterRef("table"), at__gte=OuterRef("at")
    )
    return list(
        Notice.objects.filter(
            ~Exists(decided),
            kind=Notice.Kind.SUBMITTED,
            table__round__status="running",
            at__gte=F("table__round__opened_at"),
        )
        .select_related("table")
        .order_by("at")
    )


def undecided_disputes() -> QuerySet[Dispute]:
    """Return the disputes that are not decided, the first to be filed first, without dossiers."""
    found = Dispute.objects.exclude(state=Dispute.State.DECIDED).defer("dossier")
    return found.select_related("table", "round", "ticket").order_by("filed_at")


def late_tables() -> list[tuple[int, str, datetime]]:
    """Return the tables whose clock ran out long ago, as nothing has happened at them since."""
    found = Table.objects.filter(due_at__lt=timezone.now() - LATE).order_by("due_at")
    return [(each.pk, each.name, each.due_at) for each in found if each.due_at is not None]


def unanswered_announcements() -> list[WrittenAnnouncement]:
    """Return the written announcements that nobody has answered."""
    return list(
        WrittenAnnouncement.objects.filter(answer=None)
        .select_related("table", "player")
        .order_by("at")[:20]
    )


def unendorsed_registers() -> list[tuple[EquipmentRegister, int]]:
    """Return the registers with entries after the last endorsement, and how many."""
    registers = EquipmentRegister.objects.annotate(
        last=Max("entries__number"), seen=Max("endorsements__up_to")
    )
    return [
        (each, (each.last or 0) - (each.seen or 0))
        for each in registers.order_by("pk")
        if (each.last or 0) > (each.seen or 0)
    ]


def sets_to_announce() -> list[EquipmentSet]:
    """Return the withdrawn sets whose destruction nobody has announced, the first fifty.

    None while cards of some table are in question: they are kept for whoever decides.
    """
    announced = EquipmentEntry.objects.filter(set=OuterRef("pk"), movement="announced")
    withdrawn = EquipmentSet.objects.filter(~Exists(announced), state="withdrawn")
    found = list(withdrawn.order_by("pk")[:50])
    decided = FloorEvent.objects.filter(
        table=OuterRef("table"), kind="cards_decided", pk__gt=OuterRef("pk")
    )
    # Most of the time nothing is withdrawn, and the acts of the floor are not looked through.
    if found and FloorEvent.objects.filter(~Exists(decided), kind="cards_found").exists():
        return []
    return found


def sets_to_destroy(person_id: int) -> list[EquipmentSet]:
    """Return the sets whose destruction was announced long enough ago, by another person."""
    announced_by = timezone.now() - timedelta(hours=settings.DESTRUCTION_NOTICE_HOURS)
    later = EquipmentEntry.objects.filter(set=OuterRef("set"), number__gt=OuterRef("number"))
    announced = EquipmentEntry.objects.filter(
        ~Exists(later), ~Q(by_id=person_id), movement="announced", at__lte=announced_by
    )
    return list(EquipmentSet.objects.filter(pk__in=announced.values("set")).order_by("pk")[:50])
