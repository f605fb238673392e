"""The rounds of one player: what each brought him, its cards and its result in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from typing import Final

from django.db import connection

from tables.models import Round
from tables.reading.telling import Teller, told_result
from tables.records import parties, rounds, rulesets


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A round that a wallet took part in."""

    id: int
    table: int
    table_name: str
    number: int
    rules: str
    status: str
    opened_at: datetime
    closed_at: datetime | None
    result: str
    currency: str
    net: int
    """Minor units that the wallet gained; negative when it lost."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """Cards of a round, with whose they were."""

    who: str
    cards: tuple[str, ...]
    """As a person reads them: `R♥`, or `K♥` in English."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished round in words."""

    game: str
    result: str
    hands: tuple[PlayedHand, ...]


def played(own: Sequence[OwnRound], player_id: int, *, french: bool) -> dict[int, Played]:
    """Tell each of a player's rounds in one language, a running one without result and cards."""
    over = [each for each in own if each.status != "running"]
    recorded = rounds.events_of([each.id for each in over])
    party, teller = parties.of(player_id), Teller(french, {})
    found = {}
    for each in own:
        game, _ = rulesets.game_and_rules(each.rules)
        result, hands = "", tuple[PlayedHand, ...]()
        if events := recorded.get(each.id):
            result = teller.choose(told_result(game.key, each.result))
            state = reduce(game.evolve, events, None)
            hands = tuple(
                PlayedHand(teller.choose(laid.who), tuple(map(teller.card, laid.cards)))
                for laid in game.wording.laid(state, party)
            )
        found[each.id] = Played(teller.choose(game.wording.name), result, hands)
    return found


@dataclass(frozen=True, slots=True)
class RoundName:
    """What a player calls a round."""

    id: int
    table_name: str
    number: int


def round_names(references: Iterable[str]) -> dict[str, RoundName]:
    """Return the rounds that journal entries refer to (`round:12`), by reference."""
    ids = {int(each.removeprefix("round:")) for each in references if each.startswith("round:")}
    rows = Round.objects.filter(pk__in=ids).values_list("pk", "table__name", "number")
    return {f"round:{row[0]}": RoundName(*row) for row in rows}


SCANNED_PER_ROUND: Final = 12
"""Transfers looked at for each round of a page: an ordinary round has fewer for one player."""

# A round stands where its newest transfer of the wallet stands, so it is on one page only: older
# transfers of a round that an earlier page showed are skipped. The scan has a fixed length, so a
# page costs the same for every player, and may be short.
_OWN_ROUNDS: Final = """
WITH scanned AS (
    (SELECT id, entry_id FROM ledger_transfer
      WHERE debit_id = %(account)s AND (%(before)s::bigint IS NULL OR id < %(before)s)
      ORDER BY id DESC LIMIT %(scan)s)
    UNION ALL
    (SELECT id, entry_id FROM ledger_transfer
      WHERE credit_id = %(account)s AND (%(before)s::bigint IS NULL OR id < %(before)s)
      ORDER BY id DESC LIMIT %(scan)s)
    ORDER BY id DESC LIMIT %(scan)s
), newest AS (
    SELECT entry.reference, max(scanned.id) AS id
      FROM scanned JOIN ledger_journalentry AS entry ON entry.id = scanned.entry_id
     WHERE entry.reference LIKE 'round:%%'
     GROUP BY entry.reference
), page AS (
    SELECT newest.reference, newest.id,
           sum(CASE side.credit_id WHEN %(account)s THEN side.amount ELSE -side.amount END) AS net
      FROM newest
      JOIN ledger_journalentry AS entry
        ON entry.reference = newest.reference AND entry.reference <> ''
      JOIN ledger_transfer AS side
        ON side.entry_id = entry.id AND %(account)s IN (side.debit_id, side.credit_id)
     GROUP BY newest.reference, newest.id
    HAVING max(side.id) = newest.id
     ORDER BY newest.id DESC LIMIT %(limit)s
)
SELECT page.id, (SELECT min(id) FROM scanned), (SELECT count(*) FROM scanned),
       round.id, gaming.id, gaming.name, round.number, round.rules_id, round.status,
       round.opened_at, round.closed_at, round.result, gaming.currency, page.net::bigint
  FROM (SELECT 1) AS always
  LEFT JOIN page ON true
  LEFT JOIN tables_round AS round ON round.id = substr(page.reference, 7)::bigint
  LEFT JOIN tables_table AS gaming ON gaming.id = round.table_id
 ORDER BY page.id DESC"""


def own_rounds(
    account_id: int, limit: int, before: int | None
) -> tuple[list[OwnRound], int | None]:
    """Return rounds that moved this wallet's money, newest first, and the cursor of the next page.

    The cursor is None at the end. One statement, whatever the wallet's past.
    """
    scan = SCANNED_PER_ROUND * limit
    with connection.cursor() as cursor:
        cursor.execute(
            _OWN_ROUNDS, {"account": account_id, "before": before, "scan": scan, "limit": limit}
        )
        rows = cursor.fetchall()
    shown = [(row[0], OwnRound(*row[3:])) for row in rows if row[3] is not None]
    _, oldest, scanned, *_ = rows[0]
    if len(shown) == limit:
        return [each for _, each in shown], shown[-1][0]
    return [each for _, each in shown], oldest if scanned == scan else None
