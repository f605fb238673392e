"""The head of the office's trail in the public log, by which a trail that was cut is found.

The trail's chain alone does not show that its end was taken away and written anew. Each head that
the log has names an act, its hash and how many acts there were; the trail must still have them.
Here and not beside the trail, as chance knows the players and they do not know it.
"""

from dataclasses import dataclass
from typing import Final

from django.db import connection, transaction

from casino.players.models import OfficeAct
from casino.rng.core.canonical import Json
from casino.rng.log import tree

SUBJECT: Final = "office"
"""What the entries are about."""


@dataclass(frozen=True, slots=True)
class Head:
    """What an entry of the log says of the trail as it was."""

    index: int
    """Of the entry."""
    last: int
    """The number of the newest act."""
    digest: str
    """Its hash."""
    acts: int


def log_head() -> tree.Logged | None:
    """Write the trail's head into the log, idempotent; None while there is no act.

    Raises `KeyMissing` when the log's key is not at hand, and `EntryDiffers` where the log has this
    act with another hash. Acts are numbered under a lock until they are committed, so those up to
    the newest do not change any more.
    """
    with transaction.atomic():
        last = OfficeAct.objects.order_by("-pk").first()
        if last is None:
            return None
        acts = OfficeAct.objects.filter(pk__lte=last.pk).count()
        facts: dict[str, Json] = {"act": last.pk, "acts": acts, "head": last.digest}
        return tree.append(SUBJECT, tree.Kind.OFFICE, facts, part=str(last.pk))


def missing_heads() -> list[Head]:
    """Return logged heads of the audit log that it has no longer, oldest first.

    One statement, so one snapshot.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH head AS (
                SELECT index, (facts ->> 'act')::bigint AS act, facts ->> 'head' AS digest,
                    (facts ->> 'acts')::bigint AS acts
                FROM (SELECT index, body::jsonb -> 'facts' AS facts
                        FROM rng_logentry WHERE subject = %s AND kind = 'office') AS told
            ), counted AS (
                SELECT id, digest, row_number() OVER (ORDER BY id) AS acts FROM players_officeact
            )
            SELECT head.index, head.act, head.digest, head.acts
              FROM head LEFT JOIN counted ON counted.id = head.act
             WHERE counted.digest IS DISTINCT FROM head.digest
                OR counted.acts IS DISTINCT FROM head.acts
             ORDER BY head.index
            """,
            [SUBJECT],
        )
        return [Head(*row) for row in cursor.fetchall()]
