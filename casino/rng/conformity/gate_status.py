"""Why the gate is closed and since when, as the database knows it: for whoever looks from outside.

Nothing here is a secret: causes of errors are in the public log, the rest names files and keys.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from django.db import connection

Code = Literal["error_state", "restart", "not_verified", "check_failed"]

# Nobody deals before a worker has verified itself. A check that failed tells of files that every
# process reads. Error states stop those that had begun before two operators ended them (R23).
ASKED: Final = """
WITH worker AS (SELECT instance FROM rng_selfcheck WHERE why = 'start' ORDER BY id DESC LIMIT 1),
     checks AS (SELECT c.* FROM rng_selfcheck c JOIN worker USING (instance)),
     newest AS ((SELECT id, passed, said FROM checks ORDER BY id DESC LIMIT 1)
                UNION ALL
                (SELECT id, passed, said FROM rng_selfcheck ORDER BY id DESC LIMIT 1))
SELECT code, words, since FROM (
    SELECT CASE WHEN cleared_at IS NULL THEN 1 ELSE 2 END AS rank,
           CASE WHEN cleared_at IS NULL THEN 'error_state' ELSE 'restart' END AS code,
           cause AS words, raised_at AS since
    FROM rng_errorstate
    WHERE cleared_at IS NULL OR cleared_at > (SELECT min(at) FROM checks)
    UNION ALL
    SELECT 3, 'not_verified', '', NULL WHERE NOT EXISTS (SELECT FROM checks)
    UNION ALL
    SELECT 4, 'check_failed', said,
           (SELECT min(c.at) FROM rng_selfcheck c WHERE c.id <= newest.id
            AND c.id > coalesce((SELECT max(p.id) FROM rng_selfcheck p
                                 WHERE p.passed AND p.id < newest.id), 0))
    FROM newest WHERE NOT passed
) found ORDER BY rank, since LIMIT 1
"""
"""One row of code, words and moment while the gate is closed; none while it is open."""


@dataclass(frozen=True, slots=True)
class Closed:
    """Why the newest worker, or the next, makes no chance."""

    code: Code
    why: str
    """One sentence, French first."""
    since: datetime | None
    """When it began; None where nothing ever opened the gate."""


def closed_reason() -> Closed | None:
    """Return why the gate is closed; None when it is open."""
    with connection.cursor() as cursor:
        cursor.execute(ASKED)
        row = cursor.fetchone()
    return None if row is None else closed_from_row(*row)


def closed_from_row(code: Code, words: str, since: datetime | None) -> Closed:
    """Return the reason, from a row of `ASKED`."""
    match code:
        case "error_state":
            why = in_error(words)
        case "restart":
            why = (
                f"L'erreur est levée / the error is ended: {words}. "
                "Relancez les processus / restart the processes."
            )
        case "not_verified":
            why = (
                "Aucun processus ne s'est vérifié / no worker has verified itself. "
                "Lancez / start: rng"
            )
        case "check_failed":
            why = words
    return Closed(code, why, since)


def in_error(cause: str) -> str:
    """Return the sentence about an error state."""
    return (
        f"Générateur en erreur / generator in error: {cause}. Deux opérateurs le rouvrent, "
        "puis on relance les processus / two operators end it, then restart the processes."
    )
