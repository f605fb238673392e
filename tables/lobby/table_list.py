"""The list of tables, as the lobby and the API show it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection
from django.db.models import F, QuerySet

from tables.games import GAMES
from tables.models import Table
from tables.rows import rule_sets
from tables.rules.queries import Title, book_title, stake_bounds
from tables.rules.services import book_of


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table as the lobby lists it."""

    id: int
    name: str
    game: str
    rules: str
    rules_title: Title
    status: str
    currency: str
    boxes: int
    seated: int
    """Boxes that somebody holds."""
    players: int
    """Who holds a box; at a game without boxes, whose chips were staked in the current round or in
    the one before."""
    least: int
    """How many must hold a box before a round begins."""
    mine: bool
    """Whether the player who asks is one of `players`."""
    minimum: int | None
    """Minor units; None where the house sets no bound."""
    maximum: int | None
    round: int
    """The number of the current or last round; 0 before the first."""
    practice: bool
    """Basic strategy's advice is shown at it."""
    pots: Mapping[str, Title]
    """What the pots of its game's jackpots are called."""

    @property
    def full(self) -> bool:
        """Whether every box is held; never at a game without boxes."""
        return 0 < self.boxes <= self.seated

    @property
    def missing(self) -> int:
        """How many more must sit before a round begins."""
        return max(0, self.least - self.players)


_PLAYABLE: Final = (Table.Status.OPEN, Table.Status.ENDING, Table.Status.DRAINING)
"""What a table's status allows, best first; at a closed one nobody plays."""


def lobby_tables(player_id: int | None = None) -> list[TableShown]:
    """Return every table in two queries: those that a player may sit down at first, then by name.

    Machines follow the tables. A player's own tables are marked; those alone are told where the
    house's licence does not allow the game, so that a round in play is finished.
    """
    company = _company(player_id)
    shown = [_shown(table, company) for table in _tables().order_by("name")]
    offered = [each for each in shown if each.mine or rule_sets.is_game_licensed(each.rules)]
    return sorted(offered, key=_how_soon)


def lobby_table(table_id: int, player_id: int | None = None) -> TableShown | None:
    """Return one table; None when there is none with this id."""
    found = _tables().filter(pk=table_id).first()
    return None if found is None else _shown(found, _company(player_id, table_id))


def _how_soon(table: TableShown) -> tuple[bool, int, bool, bool]:
    """Order tables by how soon somebody who comes may play; machines, of one box, after them."""
    status = Table.Status(table.status)
    soon = _PLAYABLE.index(status) if status in _PLAYABLE else len(_PLAYABLE)
    return table.full, soon, table.boxes == 1, table.missing > 0


@dataclass(frozen=True, slots=True)
class _Company:
    """The people of a table."""

    boxes: int = 0
    seated: int = 0
    players: int = 0
    mine: bool = False


_COMPANY: Final = """
SELECT gaming.id, box.boxes, box.seated,
       coalesce(CASE WHEN box.boxes > 0 THEN box.players ELSE staked.players END, 0),
       coalesce(CASE WHEN box.boxes > 0 THEN box.mine ELSE staked.mine END, false)
  FROM tables_table AS gaming
 CROSS JOIN LATERAL (
       SELECT count(*) AS boxes, count(player_id) AS seated,
              count(DISTINCT player_id) AS players, bool_or(player_id = %(player)s::bigint) AS mine
         FROM tables_box WHERE table_id = gaming.id) AS box
  LEFT JOIN LATERAL (
       SELECT count(DISTINCT purse.player_id) AS players,
              bool_or(purse.player_id = %(player)s::bigint) AS mine
         FROM tables_round AS last
         JOIN tables_round AS round ON round.table_id = gaming.id
                                   AND round.number BETWEEN last.number - 1 AND last.number
         JOIN ledger_journalentry AS entry
           ON entry.reference = 'round:' || round.id AND entry.reference <> ''
         JOIN ledger_transfer AS moved ON moved.entry_id = entry.id
         JOIN tables_purses AS purse ON purse.account_id = moved.debit_id
        WHERE last.id = gaming.round_id) AS staked ON box.boxes = 0
 WHERE %(table)s::bigint IS NULL OR gaming.id = %(table)s::bigint"""


def _company(player_id: int | None, table_id: int | None = None) -> dict[int, _Company]:
    """Return who is at each table, or at one; for visitors with `player_id` None."""
    with connection.cursor() as cursor:
        cursor.execute(_COMPANY, {"player": player_id, "table": table_id})
        return {table: _Company(*counted) for table, *counted in cursor.fetchall()}


def _tables() -> QuerySet[Table]:
    return (
        Table.objects.select_related("rules")
        .annotate(round_number=F("round__number"))
        .only("name", "status", "currency", "rules", "practice")
    )


def _shown(table: Any, company: Mapping[int, _Company]) -> TableShown:
    minimum, maximum = stake_bounds(table.rules)
    game, people = GAMES[table.rules.game], company.get(table.pk, _Company())
    return TableShown(
        id=table.pk,
        name=table.name,
        game=table.rules.game,
        rules=table.rules.key,
        rules_title=book_title(book_of(table.rules)),
        status=table.status,
        currency=table.currency,
        boxes=people.boxes,
        seated=people.seated,
        players=people.players,
        least=game.needs(table.rules.rules()).players,
        mine=people.mine,
        minimum=minimum,
        maximum=maximum,
        round=table.round_number or 0,
        practice=table.practice,
        pots={pot: Title(*pair) for pot, pair in game.wording.pots.items()},
    )
