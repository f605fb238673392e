"""The page that replays a finished round on its felt, for a player, a stranger or the office."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

from casino.i18n import Words, is_french
from casino.site.views import house_time, page
from tables.history import replay
from tables.history.round_report import RoundForReader
from tables.lobby import table_list
from tables.models import Round

WORDS: Final[Mapping[str, Words]] = {
    "replay": Words("Revoir sur le tapis", "Replay on the felt"),
    "round": Words("Coup", "Round"),
    "loading": Words("Le tapis s’installe…", "Setting the felt…"),
    "needs_script": Words(
        "Le tapis a besoin de JavaScript. Le coup est raconté sur sa page.",
        "The felt needs JavaScript. Its page describes the round.",
    ),
}
"""What the page says, by the names that its template uses."""


def replay_page(request: HttpRequest, reading: RoundForReader, told_at: str) -> HttpResponse:
    """Return the replay of a round, which names players as far as its reader may know them.

    `told_at` is the page where the round is told. Raises `Http404` while it is played.
    """
    table = table_list.lobby_table(reading.round.table_id)
    if table is None or reading.round.status == Round.Status.RUNNING:
        raise Http404
    shown = replay.replay_page_data(reading, french=is_french())
    return page(
        request,
        "replay.html",
        r={name: each.text() for name, each in WORDS.items()},
        table=table,
        number=reading.round.number,
        replay={
            **shown,
            "info": {**asdict(table), "rules": reading.round.rules_id},
            "number": reading.round.number,
            "opened_at": house_time(reading.round.opened_at),
            "zone": settings.TIME_ZONE,
            "page": told_at,
        },
        told_at=told_at,
    )
