"""What the floor shows on a player's page in the office."""

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from casino.backoffice.dashboard import BlockContent, Column
from casino.backoffice.model_admin import link
from casino.backoffice.player_page import FLAGS, LAST, player_page_block
from casino.i18n import Words, both, is_french, moment, money
from casino.players.models import Player, Wallet
from tables.history import own_rounds
from tables.models import Anomaly, Box, Round, Silence


@FLAGS.append
def floor_flags(player: Player) -> Iterator[str]:
    """Whether the player is silenced, and their anomalies of the last 30 days."""
    if Silence.objects.filter(player=player, lifted=None).exists():
        yield both("parole retirée", "silenced")
    since = timezone.now() - timedelta(days=30)
    if number := Anomaly.objects.filter(player=player, at__gte=since).count():
        yield both(f"anomalies, 30 jours : {number}", f"anomalies, 30 days: {number}")


@player_page_block(Words("Places", "Boxes"), "tables.view_box")
def boxes(player: Player) -> BlockContent:
    """The boxes that the player holds now."""
    rows = Box.objects.filter(player=player).select_related("table").order_by("table", "number")
    return BlockContent(
        columns=[
            Column(both("Table", "Table")),
            Column(both("Place", "Box"), number=True),
            Column(both("Depuis", "Since")),
        ],
        rows=[
            [each.table.name, str(each.number), moment(each.sat_at) if each.sat_at else "-"]
            for each in rows
        ],
        note="" if rows else both("Il n’est assis nulle part.", "He sits nowhere."),
    )


@player_page_block(Words("Derniers coups", "Last rounds"), "tables.view_round")
def last_rounds(player: Player) -> BlockContent:
    """The latest rounds that moved the player's chips, with the net result of each."""
    rows = []
    for account in Wallet.objects.filter(player=player).values_list("account_id", flat=True):
        own, _ = own_rounds.own_rounds(account, LAST, None)
        descriptions = own_rounds.rounds_in_words(own, player.pk, french=is_french())
        rows += [
            [
                link(Round, each.id, f"{each.table_name} {each.number}"),
                descriptions[each.id].game,
                moment(each.opened_at),
                descriptions[each.id].result or "-",
                "-"
                if each.status == Round.Status.RUNNING
                else f"{money(each.net)} {each.currency}",
            ]
            for each in own
        ]
    url = reverse("admin:tables_round_changelist", query={"q": player.username})
    return BlockContent(
        columns=[
            Column(both("Coup", "Round")),
            Column(both("Jeu", "Game")),
            Column(both("Ouvert le", "Opened at")),
            Column(both("Issue", "Result")),
            Column(both("Pour lui", "To him"), number=True),
        ],
        rows=rows,
        note="" if rows else both("Il n’a rien joué.", "He has played nothing."),
        more=(both("Tout", "All"), url),
    )


def _net(own: own_rounds.OwnRound) -> str:
    if own.status == Round.Status.RUNNING:
        return "-"
    return f"{money(own.net)} {own.currency}"
