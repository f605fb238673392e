"""Audit log of the office: every action of the staff there and its answer, chained by hashes.

An action is recorded before it is carried out, so every action has its row. The database refuses to
change or delete one, and hashes each with the one before it (`players_officeact_chains`).
`verify_chain` finds a row that was changed all the same. It cannot see that the last rows are gone:
therefore the last hash goes into the public log once a day (`casino.rng.log.office`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db import connection
from django.http import HttpRequest, QueryDict
from django.utils import timezone

from casino.players.models import OfficeAct, OfficeAnswer, Player
from casino.throttling import rate_limit

MOST: Final = 60
"""Fields of a form that are kept."""
LONGEST: Final = 400
"""Characters of a field that are kept."""
_PATH: Final = 300
_LEFT_OUT: Final = ("csrfmiddlewaretoken",)
_HIDDEN: Final = ("password", "code", "secret", "token", "document_number")
"""A field with one of these in its name is kept without its value."""


def record_action(
    request: HttpRequest, person: Player, before: Mapping[str, object] | None = None
) -> OfficeAct:
    """Record a request of the staff before it is carried out, with the fields of its form.

    `before` has the old values of the fields that they change: each is kept as `before.<name>`.
    """
    fields = _form_fields(request.POST)
    for name, value in (before or {}).items():
        fields[f"before.{name}"[:64]] = _kept(name, str(value))
    return _write(request, person, f"{request.method} {request.get_full_path()}", fields)


def record_answer(act: OfficeAct, status: int) -> None:
    """Record the HTTP status of an action; a form that was refused has 200."""
    OfficeAnswer.objects.create(act=act, status=status)


def record_event(request: HttpRequest | None, person: Player, event: str, **fields: str) -> None:
    """Record a sign-in, a second factor, or a change of rights, by the name of its log event."""
    _write(request, person, event, fields)


def _write(
    request: HttpRequest | None, person: Player, what: str, fields: Mapping[str, str]
) -> OfficeAct:
    return OfficeAct.objects.create(
        person=person,
        at=timezone.now(),
        address=rate_limit.client_address(request)[:64] if request is not None else "",
        what=what[:_PATH],
        said=dict(fields),
    )


def _form_fields(form: QueryDict) -> dict[str, str]:
    """Return the fields of a form, shortened and without secrets."""
    names = [name for name in form if name not in _LEFT_OUT]
    fields = {}
    for name in names[:MOST]:
        fields[name[:64]] = _kept(name, ", ".join(form.getlist(name)))
    # The database's JSON takes no NUL.
    return {name.replace("\0", ""): value.replace("\0", "") for name, value in fields.items()}


def _kept(name: str, value: str) -> str:
    """Return the value of a field to record: cut at LONGEST, a secret as `…`."""
    return "…" if any(each in name.lower() for each in _HIDDEN) else value[:LONGEST]


@dataclass(frozen=True, slots=True)
class AuditResult:
    """Result of an audit of the log."""

    acts: int
    head: str
    """The hash of the last act; zeros where there is none."""
    broken: tuple[int, ...]
    """The numbers of the acts that do not follow the one before, or are not what was hashed."""


def verify_chain() -> AuditResult:
    """Hash the whole audit log anew; return what does not fit. One statement, so one snapshot."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT count(*),
                coalesce((array_agg(chained.digest ORDER BY chained.id DESC))[1], %(none)s),
                coalesce(array_agg(chained.id ORDER BY chained.id) FILTER (
                    WHERE chained.digest <> chained.anew OR chained.previous <> chained.before
                ), '{}')
            FROM (
                SELECT act.id, act.digest, act.previous, players_officeact_digest(act) AS anew,
                    lag(act.digest, 1, %(none)s) OVER (ORDER BY act.id) AS before
                FROM players_officeact AS act
            ) AS chained
            """,
            {"none": "0" * 64},
        )
        acts, head, broken = cursor.fetchone()
    return AuditResult(acts, head, tuple(broken))
