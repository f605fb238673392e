"""The list of tables, as the lobby and the API show it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from tables.games import GAMES
from tables.models import Table
from tables.reading.rule_sets import Title, bounds, title
from tables.rules.books import book_of


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
    minimum: int | None
    """Minor units; None where the house sets no bound."""
    maximum: int | None
    round: int
    """The number of the current or last round; 0 before the first."""
    practice: bool
    """Basic strategy's advice is shown at it."""
    pots: Mapping[str, Title]
    """What the pots of its game's jackpots are called."""


def tables() -> list[TableShown]:
    """Return every table in one query, by name."""
    return [_shown(table) for table in _tables().order_by("name")]


def table(table_id: int) -> TableShown | None:
    """Return one table; None when there is none with this id."""
    found = _tables().filter(pk=table_id).first()
    return None if found is None else _shown(found)


def _tables() -> QuerySet[Table]:
    return (
        Table.objects.select_related("rules")
        .annotate(
            box_count=Count("boxes"),
            seated=Count("boxes", filter=Q(boxes__player__isnull=False)),
            round_number=F("round__number"),
        )
        .only("name", "status", "currency", "rules", "practice")
    )


def _shown(table: Any) -> TableShown:
    minimum, maximum = bounds(table.rules)
    return TableShown(
        id=table.pk,
        name=table.name,
        game=table.rules.game,
        rules=table.rules.key,
        rules_title=title(book_of(table.rules)),
        status=table.status,
        currency=table.currency,
        boxes=table.box_count,
        seated=table.seated,
        minimum=minimum,
        maximum=maximum,
        round=table.round_number or 0,
        practice=table.practice,
        pots={pot: Title(*said) for pot, said in GAMES[table.rules.game].wording.pots.items()},
    )
