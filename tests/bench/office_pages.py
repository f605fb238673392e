"""The pages of the office that are measured, with their addresses."""

from collections.abc import Iterator
from datetime import timedelta

from django.utils import timezone


def pages() -> Iterator[tuple[str, str]]:
    """Give what each page is called, and where it is."""
    from casino.players.models import Player
    from tables.models import Round, Table

    today = timezone.localdate()
    table = Table.objects.order_by("pk").first()
    player = Player.objects.get(username="past7")
    assert table is not None
    yield "opening page", "/admin/"
    report = "/admin/tables/takings/report/"
    for by in ("day", "hour", "table", "game", "bet", "croupier", "player"):
        yield f"report by {by}, 30 days", f"{report}?by={by}"
        yield f"report by {by}, a year", f"{report}?by={by}&since={today - timedelta(days=364)}"
    rounds = "/admin/tables/round/"
    newest = Round.objects.order_by("-pk").first()
    assert newest is not None
    yield "list of rounds", rounds
    for name, query in (
        ("table and number", f"{table.name} 42"),
        ("number of the round", str(newest.pk)),
        ("player", "past7"),
        ("amount", "17,00"),
        ("card", "7h"),
        ("time", f"{timezone.localtime(newest.opened_at):%Y-%m-%d %H:%M}"),
        ("nothing", "nobody at all"),
    ):
        yield f"search of rounds: {name}", f"{rounds}?q={query}"
    yield "list of tables", "/admin/tables/table/"
    yield "table", f"/admin/tables/table/{table.pk}/change/"
    yield "player", f"/admin/players/player/{player.pk}/change/"
    yield "takings", "/admin/tables/takings/"
