"""Notices: what the house owes an authority or a chief to know, as an outbox.

A notice is written in the transaction of the act that it tells of, so neither is without the other.
The office reads it at once; whoever has an address is sent one mail by a Celery task, and the
croupier asks again for what a lost message forgot.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.db.models import Q, QuerySet

from casino.aftermath import once_committed
from tables.models import Notice

log = structlog.get_logger(__name__)

NOTICES: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d04")
"""Namespace of the ids of notices: uuid5 of what is told, and to whom."""


def write(
    about: str,
    kind: Notice.Kind,
    *,
    addressee: Notice.Addressee,
    person_id: int | None = None,
    clause: str,
    table_id: int | None = None,
    detail: Mapping[str, int | str | None],
    by: int,
    at: datetime,
) -> None:
    """Write what somebody is owed to know, once for `about` and addressee; needs a transaction.

    Mailed after the commit, where the addressee has an address.
    """
    notice_id = uuid5(NOTICES, f"{about}:{addressee}:{person_id or ''}")
    Notice.objects.bulk_create(
        [
            Notice(
                id=notice_id,
                kind=kind,
                addressee=addressee,
                person_id=person_id,
                clause=clause,
                table_id=table_id,
                detail=dict(detail),
                by_id=by,
                at=at,
            )
        ],
        ignore_conflicts=True,
    )
    once_committed(ask)


def ask() -> None:
    """Ask the worker to mail what is due."""
    # The task calls this module; importing it where it is sent keeps the layers one-way.
    from tables import tasks

    tasks.mail_notices.delay()


def owed() -> QuerySet[Notice]:
    """Return the notices that have an address and were not mailed, oldest first."""
    reached = ~Q(person=None) & ~Q(person__email="")
    if settings.STATE_CONTROL_MAIL:
        reached |= Q(addressee=Notice.Addressee.STATE_CONTROL)
    return Notice.objects.filter(reached, mailed_at=None).order_by("at", "pk")


def mail_owed() -> int:
    """Mail every notice that is owed, each in a transaction of its own; return how many were.

    Two workers never mail the same one: each takes the row's lock and skips those of the other.
    A mail that cannot be sent stays owed.
    """
    mailed = 0
    for notice_id in owed().values_list("pk", flat=True):
        with transaction.atomic(durable=True):
            notice = _claimed(notice_id)
            if notice is None:
                continue
            try:
                _mail(notice).send()
            except OSError as error:
                log.warning("notice_not_mailed", notice=str(notice_id), error=str(error))
                continue
            Notice.objects.filter(pk=notice_id).update(mailed_at=_now())
            mailed += 1
    return mailed


def _claimed(notice_id: UUID) -> Notice | None:
    """Return an unmailed notice with its row's lock, unless another worker has it."""
    return (
        Notice.objects.select_for_update(skip_locked=True, of=("self",))
        .select_related("table", "person", "by")
        .filter(pk=notice_id, mailed_at=None)
        .first()
    )


def _mail(notice: Notice) -> EmailMessage:
    """Return the mail of a notice; its Message-ID is the notice's, so that a copy is known as one.

    A worker that dies between sending and committing sends it again.
    """
    to = notice.person.email if notice.person else settings.STATE_CONTROL_MAIL
    fr, en = told(notice)
    return EmailMessage(
        subject=f"Sabot {notice.clause} : {notice.get_kind_display()}",
        body=f"{fr}\n\n{en}\n",
        to=[to],
        headers={"Message-ID": f"<notice-{notice.pk}@{settings.LOG_ORIGIN.partition('/')[0]}>"},
    )


def told(notice: Notice) -> tuple[str, str]:
    """Return what a notice says, in French and in English."""
    detail: Mapping[str, Any] = notice.detail
    table = notice.table.name if notice.table else ""
    match notice.kind:
        case Notice.Kind.ENDORSED:
            return (
                f"{table} : la direction des jeux ({notice.by}) vise l’annonce écrite de"
                f" {detail['player']} : {detail['text']}. Motif : {detail['reason']}.",
                f"{table}: the games management ({notice.by}) endorses the written announcement of"
                f" {detail['player']}: {detail['text']}. Reason: {detail['reason']}.",
            )
        case Notice.Kind.OPTION:
            before, after = (
                "-" if detail[name] is None else str(detail[name]) for name in ("before", "after")
            )
            return (
                f"Règlement {detail['rules']}, en vigueur le {detail['effective_at']} :"
                f" {detail['option']} passe de {before} à {after} (centimes)."
                f" Décidé par {notice.by} : {detail['reason']}.",
                f"Rules {detail['rules']}, in force on {detail['effective_at']}:"
                f" {detail['option']} goes from {before} to {after} (minor units)."
                f" Decided by {notice.by}: {detail['reason']}.",
            )
    raise ValueError(notice.kind)


def _now() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        row = cursor.fetchone()
    assert row is not None
    now: datetime = row[0]
    return now
