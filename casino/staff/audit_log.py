"""The trail of the office: every act of the staff there, asked for and answered, chained by hashes.

An act is written before it is carried out, so none is done that has no row. The database refuses to
change or delete one, and hashes each with the one before it (`players_officeact_chains`). Whoever
switches that off and changes a row leaves a chain that `audit` finds broken. It cannot see that the
last rows are gone: therefore the last hash goes into the public log once a day
(`casino.rng.log.office`).
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


def asked(
    request: HttpRequest, person: Player, before: Mapping[str, object] | None = None
) -> OfficeAct:
    """Write that a person asks for something in the office, with what his form says.

    `before` has the old values of the fields that he changes: each is kept as `before.<name>`.
    """
    said = _said(request.POST)
    for name, value in (before or {}).items():
        said[f"before.{name}"[:64]] = _kept(name, str(value))
    return _write(request, person, f"{request.method} {request.get_full_path()}", said)


def answered(act: OfficeAct, status: int) -> None:
    """Write the status with which an act was answered: a form that is refused has 200."""
    OfficeAnswer.objects.create(act=act, status=status)


def noted(request: HttpRequest | None, person: Player, event: str, **said: str) -> None:
    """Write what happened at the office's door, or to a person's access, by a word of the log."""
    _write(request, person, event, said)


def _write(
    request: HttpRequest | None, person: Player, what: str, said: Mapping[str, str]
) -> OfficeAct:
    return OfficeAct.objects.create(
        person=person,
        at=timezone.now(),
        address=rate_limit.address_of(request)[:64] if request is not None else "",
        what=what[:_PATH],
        said=dict(said),
    )


def _said(form: QueryDict) -> dict[str, str]:
    """Return a form's fields, bounded and without secrets."""
    names = [name for name in form if name not in _LEFT_OUT]
    said = {}
    for name in names[:MOST]:
        said[name[:64]] = _kept(name, ", ".join(form.getlist(name)))
    # The database's JSON takes no NUL.
    return {name.replace("\0", ""): value.replace("\0", "") for name, value in said.items()}


def _kept(name: str, value: str) -> str:
    """Return the value of a field as it is kept: cut at LONGEST, a secret as `…`."""
    return "…" if any(each in name.lower() for each in _HIDDEN) else value[:LONGEST]


@dataclass(frozen=True, slots=True)
class Found:
    """What an audit of the trail found."""

    acts: int
    head: str
    """The hash of the last act; zeros where there is none."""
    broken: tuple[int, ...]
    """The numbers of the acts that do not follow the one before, or are not what was hashed."""


def audit() -> Found:
    """Hash the whole trail anew. One statement, so one snapshot."""
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
    return Found(acts, head, tuple(broken))
