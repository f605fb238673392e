"""The floor at a glance: what goes on at each table, who serves it and who plays. Reads only."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Sum
from django.utils import timezone

from casino.players.models import Played, Stay
from tables.cage import floats
from tables.lobby import table_list
from tables.models import Assignment, Box, Table, Takings

SEEN: Final = timedelta(minutes=2)
"""A player who was at a table within this time counts as present."""


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table that is not closed."""

    row: Table
    game: str
    players: int
    staff: tuple[tuple[str, str], ...]
    """Who serves it: the duty and the person's username."""
    won: int | None
    """What its rounds have won today, minor units; None where they are practice."""
    count_owed: bool
    """Whether its float is to be counted and signed, see `floats.with_count_owed`."""


def open_tables() -> tuple[list[LiveTable], int]:
    """Return the tables that are not closed, by name, and how many others there are."""
    rows = list(
        floats.with_count_owed(Table.objects.select_related("rules", "round", "float_account"))
        .defer("rules__options")
        .order_by("name")
    )
    working = [row for row in rows if row.status != Table.Status.CLOSED]
    company = {shown.id: shown.players for shown in table_list.lobby_tables()} if working else {}
    staff = defaultdict(list)
    for each in Assignment.objects.filter(until=None).select_related("person").order_by("-duty"):
        staff[each.table_id].append((each.duty, each.person.username))
    today = dict(
        Takings.objects.filter(day=timezone.localdate())
        .values_list("table_id")
        .annotate(won=Sum("won"))
    )
    found = [
        LiveTable(
            row,
            row.rules.game,
            company.get(row.pk, 0),
            tuple(staff[row.pk]),
            None if row.practice else today.get(row.pk, 0),
            row.count_owed,
        )
        for row in working
    ]
    return found, len(rows) - len(working)


@dataclass(frozen=True, slots=True)
class PresentPlayer:
    """A player who is at the tables."""

    player_id: int
    username: str
    since: datetime
    tables: tuple[str, ...]
    """Where he holds a box."""
    staked: int
    """Today, minor units."""
    net: int
    """What has come of it."""


MOST: Final = 100


def present_players() -> list[PresentPlayer]:
    """Return who is at the tables now, MOST of them at the most, the last to come first."""
    now = timezone.now()
    stays = list(
        Stay.objects.filter(seen_at__gt=now - SEEN)
        .select_related("player")
        .order_by("-began_at")[:MOST]
    )
    ids = {stay.player_id for stay in stays}
    boxes = defaultdict(set)
    for player_id, name in Box.objects.filter(player__in=ids).values_list("player", "table__name"):
        boxes[player_id].add(name)
    played = {
        each.player_id: each
        for each in Played.objects.filter(player__in=ids, day=timezone.localdate())
    }
    found = {}
    for stay in stays:
        today = played.get(stay.player_id)
        found[stay.player_id] = PresentPlayer(
            stay.player_id,
            stay.player.username,
            stay.began_at,
            tuple(sorted(boxes[stay.player_id])),
            today.staked if today else 0,
            today.net if today else 0,
        )
    return list(found.values())
