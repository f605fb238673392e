"""Notices: what the house owes an authority or a chief to know, as an outbox.

A notice is written in the transaction of the act that it reports, so neither is without the other.
The office reads it at once. A Celery task mails it where the addressee has an address; the croupier
retries those whose task was lost.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.timezone import make_aware

from casino.database import identity as database_identity
from casino.i18n import in_both, moment, money
from casino.staff import work_changes
from tables import queue
from tables.games import GAMES
from tables.games.core.protocol import Incident
from tables.models import Notice, RuleSet, Table
from tables.rows import clock, disputes

log = structlog.get_logger(__name__)

NOTICES: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d04")
"""Namespace of the ids of notices: uuid5 of the subject and the addressee."""
RESTORED: Final = (
    "La base de données a été rétablie d'une sauvegarde depuis : cet avis a pu vous être envoyé "
    "déjà.",
    "The database was restored from a backup since: this notice may have been sent to you before.",
)


def write(
    about: str,
    kind: Notice.Kind,
    *,
    addressee: Notice.Addressee,
    person_id: int | None = None,
    clause: str,
    table_id: int | None = None,
    detail: Mapping[str, int | str | None],
    by: int | None,
    at: datetime,
) -> None:
    """Write a notice, once for `about` and addressee; needs a transaction.

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
    queue.mail_notices()
    work_changes.note_change()


def notify_of_incident(
    about: str,
    kind: Notice.Kind,
    *,
    clause: str,
    table_id: int,
    detail: Mapping[str, int | str | None],
    by: int | None,
    at: datetime,
) -> None:
    """Write the notices of an incident: to the state's control, and others by table.

    Of one at a machine its supervisor is notified too, and the hierarchy of those who watch
    (MC-AUTO-61). Needs a transaction, as `write` does.
    """
    owed = [(Notice.Addressee.STATE_CONTROL, clause)]
    game = Table.objects.values_list("rules__game", flat=True).get(pk=table_id)
    if GAMES[game].device_orders is not None:
        owed += [
            (addressee, "MC-AUTO-61")
            for addressee in (Notice.Addressee.MACHINES, Notice.Addressee.GAMES_MANAGEMENT)
        ]
    for addressee, clause in owed:
        write(
            about,
            kind,
            addressee=addressee,
            clause=clause,
            table_id=table_id,
            detail=detail,
            by=by,
            at=at,
        )


def unmailed() -> QuerySet[Notice]:
    """Return the notices that have an address and are not mailed, oldest first."""
    reached = ~Q(person=None) & ~Q(person__email="")
    if settings.STATE_CONTROL_MAIL:
        reached |= Q(addressee=Notice.Addressee.STATE_CONTROL)
    return Notice.objects.filter(reached, mailed_at=None).order_by("at", "pk")


def count_overdue() -> int:
    """Return how many notices to the state's control should have been mailed by now (MC-INC-02)."""
    to_control = unmailed().filter(addressee=Notice.Addressee.STATE_CONTROL)
    within = timedelta(minutes=settings.CONTROL_NOTICE_MINUTES)
    return to_control.filter(at__lt=clock.database_now() - within).count()


def mail_all() -> int:
    """Mail every notice that is owed, each in a transaction of its own; return how many were.

    Workers skip rows that another has locked, so no two mail the same one.
    A mail that cannot be sent stays owed.
    """
    mailed = 0
    for notice_id in unmailed().values_list("pk", flat=True):
        with transaction.atomic(durable=True):
            notice = _claimed(notice_id)
            if notice is None:
                continue
            try:
                _mail(notice).send()
            except OSError as error:
                log.warning("notice_not_mailed", notice=str(notice_id), error=str(error))
                continue
            Notice.objects.filter(pk=notice_id).update(mailed_at=clock.database_now())
            mailed += 1
    return mailed


def _claimed(notice_id: UUID) -> Notice | None:
    """Return an unmailed notice with its row's lock, unless another worker has it."""
    return (
        Notice.objects.select_for_update(skip_locked=True, of=("self",))
        .select_related("table__rules", "person", "by")
        .filter(pk=notice_id, mailed_at=None)
        .first()
    )


def _mail(notice: Notice) -> EmailMessage:
    """Return the mail of a notice. Its Message-ID is the notice's id, so copies can be recognised.

    A worker that dies between sending and committing sends it again.
    """
    to = notice.person.email if notice.person else settings.STATE_CONTROL_MAIL
    fr, en = notice_text(notice)
    restored = database_identity.last_restored_at()
    if restored is not None and notice.at < restored:
        fr, en = f"{RESTORED[0]}\n\n{fr}", f"{RESTORED[1]}\n\n{en}"
    return EmailMessage(
        subject=f"Sabot {notice.clause} : {notice.get_kind_display()}",
        body=f"{fr}\n\n{en}\n",
        to=[to],
        headers={"Message-ID": f"<notice-{notice.pk}@{settings.LOG_ORIGIN.partition('/')[0]}>"},
    )


def notice_text(notice: Notice) -> tuple[str, str]:
    """Return the text of a notice in French and in English."""
    detail: Mapping[str, Any] = notice.detail
    table = notice.table.name if notice.table else ""
    match notice.kind:
        case Notice.Kind.ENDORSED:
            return _endorsed_text(notice, table)
        case Notice.Kind.OPTION:
            return _option_text(notice)
        case Notice.Kind.SUBMITTED:
            fr, en = _words(notice)
            return (
                f"{table}, coup {detail['round']} : incident soumis à la direction des jeux"
                f" ({fr}).",
                f"{table}, round {detail['round']}: incident submitted to the games management"
                f" ({en}).",
            )
        case Notice.Kind.DECIDED:
            return _decided(notice)
        case Notice.Kind.PAUSED | Notice.Kind.RESUMED | Notice.Kind.FAILED:
            return _of_pause(notice, table)
        case Notice.Kind.FILED:
            return disputes.notice_of_filing(notice)
        case Notice.Kind.RULED:
            return disputes.notice_of_decision(notice)
        case Notice.Kind.NOTE_BOX:
            found, metered = (in_both(money, detail[name]) for name in ("found", "told"))
            what, ledger = ("pièces du socle", "coins of the base"), ("", "")
            if "held" in detail:
                held = in_both(money, detail["held"])
                what = ("boîte à billets", "note box")
                ledger = (f", livre {held[0]}", f", the ledger {held[1]}")
            return (
                f"{table}, {what[0]} : compté {found[0]}, compteur {metered[0]}{ledger[0]}."
                f" Compté par {notice.by} : {detail['reason']}.",
                f"{table}, {what[1]}: counted {found[1]}, its meter {metered[1]}{ledger[1]}."
                f" Counted by {notice.by}: {detail['reason']}.",
            )
        case Notice.Kind.DESTRUCTION:
            earliest = in_both(moment, _time_of(detail["earliest"]))
            return (
                f"Seront détruits au plus tôt le {earliest[0]} : {detail['sets']}."
                f" Décidé par {notice.by} : {detail['reason']}.",
                f"To be destroyed on {earliest[1]} at the earliest: {detail['sets']}."
                f" Decided by {notice.by}: {detail['reason']}.",
            )
        case Notice.Kind.FLOAT_DIFFERS:
            counted, held = (in_both(money, detail[name]) for name in ("counted", "held"))
            return (
                f"{table} : l’encaisse comptée est de {counted[0]}, le livre dit {held[0]}."
                f" Compté par {notice.by} : {detail['reason']}.",
                f"{table}: the float was counted at {counted[1]}, the ledger says {held[1]}."
                f" Counted by {notice.by}: {detail['reason']}.",
            )
        case Notice.Kind.CARDS_FOUND | Notice.Kind.CARDS_DECIDED:
            return _of_cards(notice, table)
    raise ValueError(notice.kind)


def _time_of(written: str) -> datetime:
    """Return a time as a notice has it: without an offset it is the house's."""
    at = datetime.fromisoformat(written)
    return at if at.tzinfo else make_aware(at)


def _option_text(notice: Notice) -> tuple[str, str]:
    """Return that an amount of a rule set is another in the next one."""
    detail: Mapping[str, Any] = notice.detail
    published = RuleSet.objects.get(pk=detail["rules"])
    label = GAMES[published.game].books[published.book].choices[detail["option"]].topic.label
    before, after = (
        ("-", "-") if detail[name] is None else in_both(money, detail[name])
        for name in ("before", "after")
    )
    since = in_both(moment, _time_of(detail["effective_at"]))
    rules = in_both(str, published)
    return (
        f"{rules[0]}, en vigueur le {since[0]} : « {label[0]} » passe de {before[0]} à {after[0]}."
        f" Décidé par {notice.by} : {detail['reason']}.",
        f"{rules[1]}, in force on {since[1]}: “{label[1]}” goes from {before[1]} to {after[1]}."
        f" Decided by {notice.by}: {detail['reason']}.",
    )


def _endorsed_text(notice: Notice, table: str) -> tuple[str, str]:
    """Return that a written announcement was endorsed, and what it says in words."""
    assert notice.table is not None
    detail: Mapping[str, Any] = notice.detail
    said = GAMES[notice.table.rules.game].wording.announced(detail["text"])
    return (
        f"{table} : la direction des jeux ({notice.by}) vise l’annonce écrite de"
        f" {detail['player']} : {said[0]}. Motif : {detail['reason']}.",
        f"{table}: the games management ({notice.by}) endorses the written announcement of"
        f" {detail['player']}: {said[1]}. Reason: {detail['reason']}.",
    )


def _of_pause(notice: Notice, table: str) -> tuple[str, str]:
    """Return what a notice says of a table whose step fails, that is paused, or goes on."""
    detail = notice.detail
    fr, en = f"{table}, coup {detail['round']} : ", f"{table}, round {detail['round']}: "
    if notice.kind == Notice.Kind.RESUMED:
        return (
            f"{fr}la table reprend. Décidé par {notice.by} : {detail['reason']}.",
            f"{en}the table goes on. Decided by {notice.by}: {detail['reason']}.",
        )
    if notice.kind == Notice.Kind.FAILED:
        return (
            f"{fr}{detail['step']} échoue toujours de même ({detail['error']})."
            " La table est fermée ; l’étape est encore essayée.",
            f"{en}{detail['step']} fails the same way each time ({detail['error']})."
            " The table is closed; the step is still tried.",
        )
    return (
        f"{fr}table suspendue, {detail['step']} échoue toujours de même ({detail['error']})."
        " Les mises restent en place.",
        f"{en}table paused, {detail['step']} fails the same way each time ({detail['error']})."
        " Stakes stay where they lie.",
    )


def _of_cards(notice: Notice, table: str) -> tuple[str, str]:
    """Return what a notice says of cards in question, reported or decided."""
    fr, en = _FOUND[notice.detail["what"]]
    reason = notice.detail["reason"]
    if notice.kind == Notice.Kind.CARDS_FOUND:
        return (
            f"{table} : {fr}. Signalé par {notice.by} : {reason}. La table reste"
            " fermée jusqu’à la décision de la direction des jeux.",
            f"{table}: {en}. Reported by {notice.by}: {reason}. The table stays"
            " closed until the games management has decided.",
        )
    return (
        f"{table} : {fr}. La direction des jeux ({notice.by}) a tranché : {reason}.",
        f"{table}: {en}. The games management ({notice.by}) has decided: {reason}.",
    )


def notify_of_game_incident(
    *,
    table_id: int,
    seq: int,
    round_number: int,
    found: Incident,
    by: int | None,
    reason: str,
    at: datetime,
) -> None:
    """Notify of an incident of the game, when it is submitted and when it is decided (art. 24).

    `seq` is the number of the event that did it. Needs the transaction of that event.
    """
    notify_of_incident(
        f"incident:{table_id}:{seq}",
        Notice.Kind.DECIDED if found.outcome else Notice.Kind.SUBMITTED,
        clause=found.clause,
        table_id=table_id,
        detail={
            "round": round_number,
            "what": found.subject,
            "outcome": found.outcome,
            "reason": reason,
        },
        by=by,
        at=at,
    )


def _words(notice: Notice) -> tuple[str, str]:
    """Return what was submitted, in the words of the table's game."""
    what = str(notice.detail["what"])
    assert notice.table is not None
    return GAMES[notice.table.rules.game].wording.words.get(what, (what, what))


def _decided(notice: Notice) -> tuple[str, str]:
    """Return how an incident was decided, by whom and why, in French and in English."""
    detail: Mapping[str, Any] = notice.detail
    outcome, reason, by = detail["outcome"], detail["reason"], notice.by
    fr, en = (
        f"{notice.table}, coup {detail['round']} : ",
        f"{notice.table}, round {detail['round']}: ",
    )
    if by is None and outcome == "stands":
        return (
            f"{fr}personne n’a tranché à temps, la procédure suit son cours.",
            f"{en}nobody ruled in time, the procedure stands.",
        )
    if by is None:
        return (
            f"{fr}le coup est annulé, chaque mise revient. Motif : {reason}",
            f"{en}the round is void, every stake goes back. Reason: {reason}",
        )
    said_fr, said_en = _OUTCOMES[outcome]
    return (
        f"{fr}la direction des jeux ({by}) {said_fr}. Motif : {reason}.",
        f"{en}the games management ({by}) {said_en}. Reason: {reason}.",
    )


_FOUND: Final = {
    "card_missing": ("une carte a disparu", "a card is missing"),
    "card_extra": ("une carte est en trop", "there is a card too many"),
    "card_marked": ("une carte est marquée", "a card is marked"),
    "card_foreign": ("une carte paraît étrangère", "a card appears to be foreign"),
}
_OUTCOMES: Final = {
    "stands": ("laisse la procédure suivre son cours", "lets the procedure stand"),
    "voided": (
        "annule le coup ; chaque mise revient",
        "voids the round; every stake goes back",
    ),
    "broken_off": (
        "interrompt la séance ; ce qui est sur la table revient à sa valeur",
        "breaks the session off; what lies at the table goes back at its value",
    ),
}
