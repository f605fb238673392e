"""The trail of the office: every act of the staff there, asked for and answered, chained by hashes.

An act is written before it is carried out, so none is done that has no row. The database refuses to
change or delete one, and hashes each with the one before it (`players_officeact_chains`): whoever
switches that off leaves a chain that `audit` finds broken, but where he cuts off its end; hence the
head, which a worker logs once a day and anybody may note down.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db import connection
from django.http import HttpRequest, QueryDict
from django.utils import timezone

from casino import turnstile
from casino.players.models import OfficeAct, OfficeAnswer, Player

MOST: Final = 60
"""Fields of a form that are kept."""
LONGEST: Final = 400
"""Characters of a field that are kept."""
_PATH: Final = 300
_LEFT_OUT: Final = ("csrfmiddlewaretoken",)
_HIDDEN: Final = ("password", "code", "secret", "token")
"""A field with one of these in its name is kept without its value."""


def asked(request: HttpRequest, person: Player) -> OfficeAct:
    """Write that a person asks for something in the office, with what his form says."""
    return _write(
        request, person, f"{request.method} {request.get_full_path()}", _said(request.POST)
    )


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
        address=turnstile.address_of(request)[:64] if request is not None else "",
        what=what[:_PATH],
        said=dict(said),
    )


def _said(form: QueryDict) -> dict[str, str]:
    """Return a form's fields, bounded, without what nobody else may know."""
    names = [name for name in form if name not in _LEFT_OUT]
    said = {}
    for name in names[:MOST]:
        secret = any(each in name.lower() for each in _HIDDEN)
        said[name[:64]] = "…" if secret else ", ".join(form.getlist(name))[:LONGEST]
    # The database's JSON takes no NUL.
    return {name.replace("\0", ""): value.replace("\0", "") for name, value in said.items()}


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
