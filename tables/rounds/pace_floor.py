"""When each player's last game at a machine began: the next waits for the pace floor.

One row for each player, whatever machine or socket he plays at. It is locked after the table, and
before the ledger's accounts.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from tables.games.core.protocol import GameStart, Refused
from tables.models import LastGame

_BEGIN: Final = """
INSERT INTO tables_lastgame AS last (player_id, began_at) VALUES (%s, %s)
ON CONFLICT (player_id) DO UPDATE SET began_at = greatest(last.began_at, excluded.began_at)
WHERE last.began_at <= %s
RETURNING 1"""


def record_game_start(game: GameStart, at: datetime) -> None:
    """Have a game begin at a moment of the database's clock.

    Refuses `too_soon` where the player's last one, at any machine, began less than the floor
    before. What the house begins by itself is counted alone. Assumes the table's lock.
    """
    player_id = int(game.party)
    floor = timedelta(milliseconds=0 if game.by_itself else game.floor_ms)
    latest = at + timedelta(days=1) if game.by_itself else at - floor
    with connection.cursor() as cursor:
        cursor.execute(_BEGIN, [player_id, at, latest])
        begun = cursor.fetchone() is not None
    if not begun:
        before = LastGame.objects.values_list("began_at", flat=True).get(pk=player_id)
        left = before + floor - at
        raise Refused("too_soon", wait_ms=int(left / timedelta(milliseconds=1)))
