"""Surveillance: anomalies that the croupier finds in receipts, for the office (MC-EROU-08).

A refusal costs a player nothing and changes nothing; many of them in a minute are a browser that is
broken, or somebody who tries the clock. Reads receipts, writes `Anomaly` rows; decides nothing.
"""

from dataclasses import dataclass
from typing import Final

from django.db import connection


@dataclass(frozen=True, slots=True)
class AnomalyRule:
    """A kind of refusals, and how many of them in a minute are an anomaly."""

    kind: str
    codes: tuple[str, ...]
    """Empty for all of them."""
    least: int


SIGNS: Final = (
    AnomalyRule("late_stakes", ("betting_closed",), 3),
    AnomalyRule("above_maximum", ("above_max", "side_bet_above_max", "above_bank"), 5),
    AnomalyRule("many_refusals", (), 20),
)

_NOTED: Final = """
INSERT INTO tables_anomaly (table_id, player_id, kind, minute, refusals, at)
SELECT table_id, player_id, %(kind)s, date_trunc('minute', at) AS minute, count(*),
       clock_timestamp()
  FROM tables_receipt
 WHERE code <> '' AND at > clock_timestamp() - interval '2 minutes'
   AND (%(codes)s::text[] = '{}' OR code = ANY(%(codes)s::text[]))
 GROUP BY table_id, player_id, minute
HAVING count(*) >= %(least)s
    ON CONFLICT DO NOTHING"""


def record_anomalies() -> int:
    """Write the anomalies of this minute and the last, idempotent; return how many are new.

    Called by the croupier; two croupiers write one row.
    """
    noted = 0
    with connection.cursor() as cursor:
        for sign in SIGNS:
            cursor.execute(
                _NOTED, {"kind": sign.kind, "codes": list(sign.codes), "least": sign.least}
            )
            noted += cursor.rowcount
    return noted
