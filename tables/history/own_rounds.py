"""The rounds of one player: net result, cards, and the outcome in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import reduce
from typing import Final, Literal

from django.conf import settings
from django.db import connection

from casino.players.models import Wallet
from tables.games.core.money import Party
from tables.history import carried_stakes
from tables.history.narration import Narrator, result_text
from tables.models import Dispute, Round
from tables.projections import round_rows
from tables.rows import parties, rule_sets


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
    """Minor units that the wallet gained by the stakes laid in it; negative when it lost."""

    @property
    def practice(self) -> bool:
        """Tell whether it was played for practice chips."""
        return self.currency == settings.PRACTICE_CURRENCY


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """Cards of a round, with whose they were."""

    who: str
    cards: tuple[str, ...]
    """As a person reads them: `R♥`, or `K♥` in English."""


@dataclass(frozen=True, slots=True)
class RoundInWords:
    """A finished round in words."""

    game: str
    result: str
    hands: tuple[PlayedHand, ...]


def rounds_in_words(
    own: Sequence[OwnRound], player_id: int, *, french: bool
) -> dict[int, RoundInWords]:
    """Return each of a player's rounds in words; a running one has no result and no cards."""
    over = [each for each in own if each.status != "running"]
    recorded = round_rows.events_of_rounds([each.id for each in over])
    party, teller = parties.party_of(player_id), Narrator(french, {})
    found = {}
    for each in own:
        game, _ = rule_sets.game_and_rules(each.rules)
        result, hands = "", tuple[PlayedHand, ...]()
        if events := recorded.get(each.id):
            result = teller.choose(result_text(game.key, each.result))
            state = reduce(game.evolve, events, None)
            hands = tuple(
                PlayedHand(teller.choose(laid.owner), tuple(map(teller.card, laid.cards)))
                for laid in game.wording.open_cards(state, party)
            )
        found[each.id] = RoundInWords(teller.choose(game.wording.name), result, hands)
    return found


@dataclass(frozen=True, slots=True)
class RoundName:
    """What a player calls a round."""

    id: int
    table_name: str
    number: int


def round_names(references: Iterable[str]) -> dict[str, RoundName]:
    """Return the rounds that journal entries refer to, by reference.

    Themselves (`round:12`), or by a dispute of one (`dispute:3`).
    """
    wanted = list(references)
    played = Round.objects.filter(pk__in=_ids(wanted, "round:"))
    found = {
        f"round:{round_id}": RoundName(round_id, table, number)
        for round_id, table, number in played.values_list("pk", "table__name", "number")
    }
    if disputed := _ids(wanted, "dispute:"):
        of_round = Dispute.objects.filter(pk__in=disputed).select_related("round__table")
        found |= {
            f"dispute:{each.pk}": RoundName(each.round.pk, each.round.table.name, each.round.number)
            for each in of_round.defer("dossier")
            if each.round is not None
        }
    return found


def _ids(references: Iterable[str], prefix: str) -> set[int]:
    return {int(each.removeprefix(prefix)) for each in references if each.startswith(prefix)}


@dataclass(frozen=True, slots=True)
class RoundFilter:
    """A player's filter of their rounds; None or empty fields do not narrow it."""

    game: str = ""
    """One of `GAMES`."""
    table: int | None = None
    since: datetime | None = None
    """Opened at this moment or later."""
    until: datetime | None = None
    """Opened before this moment."""
    outcome: Literal["", "won", "lost", "even"] = ""
    """What a finished round brought him."""


ALL: Final = RoundFilter()
SCANNED_PER_ROUND: Final = 12
"""Transfers looked at for each round of a page: an ordinary round has fewer for one player."""
SCANNED_MORE: Final = 20
"""How many times more where rounds are looked for: most of those looked at may be others."""
SLACK: Final = timedelta(days=1)
"""A player's first chips in a round move at most this long after it opened."""

# A round stands where the first transfer of the wallet in it stands, so it is on one page only and
# stays there, whatever is paid later. The scan has a fixed length, so a page costs the same for
# every player, and may be short. A wallet's transfers follow each other in time, because each locks
# it: where a day begins among those that it gave is found by halving.
_ACCOUNTS: Final = """accounts AS MATERIALIZED (
    SELECT account_id AS id FROM tables_purses
     WHERE player_id = (SELECT player_id FROM tables_purses WHERE account_id = %(account)s)
)"""
_CARRIES: Final = "round.carried_in > 0 OR round.carried_out > 0"
_OWN_ROUNDS: Final = f"""
WITH RECURSIVE {_ACCOUNTS}, halved(edge, low, high) AS (
    SELECT edge, 0::bigint, (SELECT coalesce(max(id), 0) + 1 FROM ledger_transfer)
      FROM unnest(ARRAY[%(since)s, %(until)s]::timestamptz[]) AS edge WHERE edge IS NOT NULL
    UNION ALL
    SELECT edge,
           CASE WHEN probe.at < edge THEN probe.id ELSE low END,
           CASE WHEN probe.at < edge THEN high ELSE (low + high) / 2 END
      FROM halved LEFT JOIN LATERAL (
           SELECT nearest.id, entry.at FROM accounts CROSS JOIN LATERAL (
                SELECT moved.id, moved.entry_id FROM ledger_transfer AS moved
                 WHERE moved.debit_id = accounts.id
                   AND moved.id >= (low + high) / 2 AND moved.id < high ORDER BY moved.id LIMIT 1
             ) AS nearest
             JOIN ledger_journalentry AS entry ON entry.id = nearest.entry_id
            ORDER BY nearest.id LIMIT 1
      ) AS probe ON true
     WHERE high - low > 1
), edges AS MATERIALIZED (
    SELECT coalesce((SELECT max(low) FROM halved WHERE edge = %(since)s), 0) AS low,
           least(%(before)s::bigint, (
               SELECT min(next.id) FROM accounts CROSS JOIN LATERAL (
                   SELECT min(id) AS id FROM ledger_transfer WHERE debit_id = accounts.id
                      AND id > (SELECT max(low) FROM halved WHERE edge = %(until)s)
               ) AS next)) AS high
), scanned AS MATERIALIZED (
    SELECT side.id, side.entry_id FROM accounts CROSS JOIN LATERAL (
        (SELECT id, entry_id FROM ledger_transfer
          WHERE debit_id = accounts.id AND id >= (SELECT low FROM edges)
            AND id < coalesce((SELECT high FROM edges), 9223372036854775807)
          ORDER BY id DESC LIMIT %(scan)s)
        UNION ALL
        (SELECT id, entry_id FROM ledger_transfer
          WHERE credit_id = accounts.id AND id >= (SELECT low FROM edges)
            AND id < coalesce((SELECT high FROM edges), 9223372036854775807)
          ORDER BY id DESC LIMIT %(scan)s)
    ) AS side
    ORDER BY side.id DESC LIMIT %(scan)s
), first AS MATERIALIZED (
    SELECT entry.reference, substr(entry.reference, 7)::bigint AS round_id, min(scanned.id) AS id
      FROM scanned JOIN ledger_journalentry AS entry ON entry.id = scanned.entry_id
     WHERE entry.reference LIKE 'round:%%'
     GROUP BY entry.reference
), page AS (
    SELECT first.round_id, first.id,
           sum(CASE WHEN side.credit_id = accounts.id THEN side.amount ELSE -side.amount END) AS net
      FROM first
      JOIN tables_round AS round ON round.id = first.round_id
      JOIN tables_ruleset AS ruled ON ruled.key = round.rules_id
      JOIN ledger_journalentry AS entry
        ON entry.reference = first.reference AND entry.reference <> ''
      JOIN ledger_transfer AS side ON side.entry_id = entry.id
      JOIN accounts ON accounts.id IN (side.debit_id, side.credit_id)
     WHERE (%(game)s = '' OR ruled.game = %(game)s)
       AND (%(table)s::bigint IS NULL OR round.table_id = %(table)s)
       AND (%(from)s::timestamptz IS NULL OR round.opened_at >= %(from)s)
       AND (%(to)s::timestamptz IS NULL OR round.opened_at < %(to)s)
       AND (%(outcome)s::int IS NULL OR round.status <> 'running')
     GROUP BY first.round_id, first.id
    HAVING min(side.id) = first.id AND (%(outcome)s::int IS NULL OR bool_or({_CARRIES})
        OR %(outcome)s = sign(
           sum(CASE WHEN side.credit_id = accounts.id THEN side.amount ELSE -side.amount END)))
     ORDER BY first.id DESC LIMIT %(limit)s
)
SELECT page.id, (SELECT min(id) FROM scanned), (SELECT count(*) FROM scanned),
       round.id, gaming.id, gaming.name, round.number, round.rules_id, round.status,
       round.opened_at, round.closed_at, round.result, gaming.currency, page.net::bigint,
       {_CARRIES}
  FROM (SELECT 1) AS always
  LEFT JOIN page ON true
  LEFT JOIN tables_round AS round ON round.id = page.round_id
  LEFT JOIN tables_table AS gaming ON gaming.id = round.table_id
 ORDER BY page.id DESC"""  # noqa: S608


def own_rounds(
    account_id: int, limit: int, before: int | None, wanted: RoundFilter = ALL
) -> tuple[list[OwnRound], int | None]:
    """Return the rounds of a wallet's player, newest first, and the cursor of the next page.

    Those that moved money of the wallet, or the player's colour chips; at most `limit`, with ids
    below `before`. What came back later of a stake that stayed over counts for the round of the
    stake (`carried.moved`). The cursor is None at the end; a page may be short, or empty, before
    that. One statement whatever the wallet's past, and one for each table where a stake stayed
    over.
    """
    scan = SCANNED_PER_ROUND * limit * (1 if wanted == ALL else SCANNED_MORE)
    outcome = {"won": 1, "lost": -1, "even": 0}.get(wanted.outcome)
    with connection.cursor() as cursor:
        cursor.execute(
            _OWN_ROUNDS,
            {
                "account": account_id,
                "before": before,
                "scan": scan,
                "limit": limit,
                "game": wanted.game,
                "table": wanted.table,
                "from": wanted.since,
                "to": wanted.until,
                "since": wanted.since,
                "until": wanted.until and wanted.until + SLACK,
                "outcome": outcome,
            },
        )
        rows = cursor.fetchall()
    _, oldest, scanned, *_ = rows[0]
    found = [(row[0], OwnRound(*row[3:-1]), row[-1]) for row in rows if row[3] is not None]
    following = found[-1][0] if len(found) == limit else oldest if scanned == scan else None
    carry = [(own.table, own.number) for _, own, carries in found if carries]
    moved = carried_stakes.gain_adjustments(carry, _party(account_id)) if carry else {}
    shown = [replace(own, net=own.net + moved.get(own.id, 0)) for _, own, _ in found]
    if outcome is not None:
        shown = [own for own in shown if (own.net > 0) - (own.net < 0) == outcome]
    return shown, following


def _party(account_id: int) -> Party:
    """Return whose wallet an account is."""
    return parties.party_of(
        Wallet.objects.values_list("player_id", flat=True).get(account=account_id)
    )


def own_tables(account_id: int) -> list[tuple[int, str]]:
    """Return the tables at which the wallet's latest rounds were played, by name."""
    with connection.cursor() as cursor:
        cursor.execute(_OWN_TABLES, {"account": account_id, "scan": 2000})
        return [(int(table_id), str(name)) for table_id, name in cursor.fetchall()]


_OWN_TABLES: Final = f"""
WITH {_ACCOUNTS}, stakes AS (
    SELECT side.entry_id FROM accounts CROSS JOIN LATERAL (
        SELECT entry_id FROM ledger_transfer WHERE debit_id = accounts.id
         ORDER BY id DESC LIMIT %(scan)s
    ) AS side
), played AS MATERIALIZED (
    SELECT DISTINCT entry.reference
      FROM stakes JOIN ledger_journalentry AS entry ON entry.id = stakes.entry_id
     WHERE entry.reference LIKE 'round:%%'
)
SELECT DISTINCT gaming.id, gaming.name
  FROM played JOIN tables_round AS round ON round.id = substr(played.reference, 7)::bigint
  JOIN tables_table AS gaming ON gaming.id = round.table_id
 ORDER BY gaming.name"""  # noqa: S608
