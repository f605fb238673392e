"""Bulletins: what the house tells the players of one table, or of all, for some time.

They stand beside the game: no event of a round, no number of a table. A page hides a bulletin by
itself once its time is over, so nothing need be sent then; a page that missed one,
because Redis was away, has it with its next connection.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Now

from casino.database.on_commit import run_on_commit
from casino.i18n import both
from casino.players.models import Player
from tables.games.core.protocol import Refused
from tables.models import Bulletin, BulletinEnd, Table
from tables.realtime import publish
from tables.rows import clock
from tables.rows.table_rows import NoSuchTable
from tables.wire import codec, outgoing

POST: Final = "tables.post_bulletin"
"""The permission to post bulletins, and to take them down."""
MOST: Final = 3
"""In force at one table, those for all tables included: more would cover the felt."""
LONGEST_MINUTES: Final = 7 * 24 * 60


def post_bulletin(
    *,
    bulletin_id: UUID,
    table_id: int | None,
    fr: str,
    en: str,
    minutes: int,
    operator: Player,
    reason: str,
) -> None:
    """Post a bulletin, once for its id, to a table or to all (`None`), for so many minutes.

    It is published to those who watch. Refuses `not_qualified`, and `too_many_bulletins` where MOST
    are in force at a table. Raises `NoSuchTable`.
    """
    if not operator.has_perm(POST):
        raise Refused("not_qualified")
    with transaction.atomic(durable=True):
        _one_by_one()
        if Bulletin.objects.filter(pk=bulletin_id).exists():
            return
        at = _watched(table_id)
        if any(len(bulletins_shown(each).bulletins) >= MOST for each in at):
            raise Refused("too_many_bulletins", most=MOST)
        now = clock.database_now()
        Bulletin.objects.create(
            id=bulletin_id,
            table_id=table_id,
            fr=" ".join(fr.split()),
            en=" ".join(en.split()),
            by=operator,
            reason=reason,
            at=now,
            until=now + timedelta(minutes=minutes),
        )
        _publish(at)


def take_down(bulletin_id: UUID, *, operator: Player, reason: str) -> None:
    """Take a bulletin down before its time, and publish the change.

    Refuses `not_qualified`, and `no_such_bulletin` unless it is in force.
    """
    if not operator.has_perm(POST):
        raise Refused("not_qualified")
    with transaction.atomic(durable=True):
        _one_by_one()
        now = clock.database_now()
        found = Bulletin.objects.filter(pk=bulletin_id, taken_down=None, until__gt=now).first()
        if found is None:
            raise Refused("no_such_bulletin")
        BulletinEnd.objects.create(bulletin=found, by=operator, reason=reason, at=now)
        _publish(_watched(found.table_id))


def bulletins_shown(table_id: int) -> outgoing.BulletinsShown:
    """Return what is in force at a table, with what is for all tables."""
    # One statement, so that the version is that of the list.
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT
                (SELECT count(*) FROM tables_bulletin) + (SELECT count(*) FROM tables_bulletinend),
                said.id, said.fr, said.en,
                (extract(epoch FROM said.until - clock_timestamp()) * 1000)::bigint
              FROM (SELECT) AS once LEFT JOIN tables_bulletin AS said
                ON said.until > clock_timestamp() AND (said.table_id = %s OR said.table_id IS NULL)
               AND NOT EXISTS (SELECT FROM tables_bulletinend WHERE bulletin_id = said.id)
             ORDER BY said.at, said.id
            """,
            [table_id],
        )
        found = cursor.fetchall()
    return outgoing.BulletinsShown(
        found[0][0],
        tuple(
            outgoing.BulletinShown(str(key), fr, en, max(left, 0))
            for _, key, fr, en, left in found
            if key is not None
        ),
    )


@dataclass(frozen=True, slots=True)
class LobbyBulletin:
    """A bulletin as the lobby says it."""

    table: str
    """The name of the table that it is for; empty for all."""
    text: str
    """In the language of this request."""


def lobby_bulletins() -> list[LobbyBulletin]:
    """Return what is in force at any table, oldest first; what is for all before the rest."""
    found = (
        Bulletin.objects.filter(taken_down=None, until__gt=Now())
        .order_by(F("table").asc(nulls_first=True), "at", "pk")
        .values_list("table__name", "fr", "en")
    )
    return [LobbyBulletin(table or "", both(fr, en)) for table, fr, en in found]


def _one_by_one() -> None:
    """Let one act follow the other, so that their versions follow the order of their commits."""
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE tables_bulletin IN SHARE ROW EXCLUSIVE MODE")


def _watched(table_id: int | None) -> list[int]:
    """Return the tables at which a bulletin is read."""
    if table_id is None:
        return list(Table.objects.values_list("pk", flat=True))
    if not Table.objects.filter(pk=table_id).exists():
        raise NoSuchTable(table_id)
    return [table_id]


def _publish(tables: list[int]) -> None:
    """Publish the bulletins in force to the sockets of these tables, after the commit."""
    for table_id in tables:
        run_on_commit(publish.aside, table_id, codec.encode(bulletins_shown(table_id)))
