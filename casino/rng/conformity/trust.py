"""Which conformity report this house makes chance under, and who trusted it.

A report counts when a key of the configuration signed it and the public log names it. Where the
house wants two persons (`REPORT_BY_TWO`) the log names another than its first only once both have
said so, with a reason.
"""

from collections.abc import Sequence
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now

from casino.players.models import Player
from casino.rng.conformity import report as conformity
from casino.rng.conformity.report import NotConform, Report
from casino.rng.core.canonical import Json
from casino.rng.log import tree
from casino.rng.log.models import LogEntry
from casino.rng.models import ConformityReport

TRUST: Final = "rng.trust_conformityreport"
"""The permission to trust a report."""
LONGEST: Final = 200
"""Characters of a reason, which the public log tells for ever."""


class SamePerson(Exception):
    """Two different persons trust a report; this one has trusted it already."""


class NoReason(Exception):
    """The reason is empty, too long, or not to be printed in one line."""


def in_force() -> Report:
    """Return the report under which this code may make chance, which the log names from now on.

    A full one before a quick one. Takes the log's lock where it names it. Raises `NotConform` when
    no report speaks for this code, or the one that does waits for two persons.
    """
    return accepted(conformity.speaking())


def accepted(found: Sequence[Report]) -> Report:
    """Return the `chosen` of these reports, which the log names from now on."""
    # Also those that wait: two persons read them in the office.
    ConformityReport.objects.bulk_create(map(_row, found), ignore_conflicts=True)
    with transaction.atomic():
        report = chosen(found)
        if not is_named(report.version, report.digest):
            _name(_row(report), {})
    return report


def chosen(found: Sequence[Report]) -> Report:
    """Return the first of these reports that counts; raises `NotConform` when it waits."""
    if not (settings.REPORT_BY_TWO and LogEntry.objects.filter(kind=tree.Kind.REPORT).exists()):
        return found[0]
    for report in found:
        if is_named(report.version, report.digest):
            return report
    raise NotConform(_awaits(found[0]))


def is_named(version: str, digest: str) -> bool:
    """Tell whether the public log names a report."""
    return LogEntry.objects.filter(entry=entry_id(version, digest)).exists()


def entry_id(version: str, digest: str) -> str:
    """Return the id of the log's entry that names a report."""
    return f"{_subject(version)}:{tree.Kind.REPORT.value}:{_part(digest)}"


def awaited() -> list[ConformityReport]:
    """Return the reports that speak for the code that is here and that the log does not name."""
    try:
        found = conformity.speaking()
    except NotConform:
        return []
    waiting = [each.digest for each in found if not is_named(each.version, each.digest)]
    rows = ConformityReport.objects.in_bulk(waiting)
    return [rows[digest] for digest in waiting if digest in rows]


def agree(digest: str, *, acting_operator: Player, reason: str) -> ConformityReport:
    """Record that a person trusts a report and why; the second person's word has the log name it.

    Locks the row, then the log. Refuses the same person twice (`SamePerson`) and a reason that is
    none (`NoReason`). One that the log names is returned as it is. Processes that refused verify
    themselves again when that is demanded.
    """
    said = reason.strip()
    if not (0 < len(said) <= LONGEST and said.isprintable()):
        raise NoReason
    with transaction.atomic():
        row = ConformityReport.objects.select_for_update().get(pk=digest)
        if is_named(row.version, row.digest):
            return row
        if row.first_id == acting_operator.pk:
            raise SamePerson(str(row))
        if row.first_id is None:
            facts = {"first": acting_operator, "first_at": Now(), "first_reason": said}
        else:
            facts = {"second": acting_operator, "second_at": Now(), "second_reason": said}
        ConformityReport.objects.filter(pk=digest).update(**facts)
        row = ConformityReport.objects.get(pk=digest)
        if row.second_id is not None:
            trusted: list[Json] = [
                {"by": row.first_id, "reason": row.first_reason},
                {"by": row.second_id, "reason": row.second_reason},
            ]
            _name(row, {"trusted": trusted})
    return row


def _name(row: ConformityReport, trusted: dict[str, Json]) -> None:
    """Have the public log name a report, once."""
    facts: dict[str, Json] = {"sha256": row.digest, "key": row.key, "mode": row.mode}
    tree.append(_subject(row.version), tree.Kind.REPORT, facts | trusted, part=_part(row.digest))


def _row(report: Report) -> ConformityReport:
    return ConformityReport(
        digest=report.digest,
        version=report.version,
        mode=report.mode,
        key=report.key,
        signature=report.signature,
        body=report.body,
    )


def _subject(version: str) -> str:
    return f"conformity:{version}"


def _part(digest: str) -> str:
    return digest[:32]


def _awaits(report: Report) -> str:
    return (
        f"Le rapport {report.digest[:16]} attend deux personnes / the report awaits two persons: "
        "dans l'administration / in the office, Chance"
    )
