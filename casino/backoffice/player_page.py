"""The page of a player in the office, in blocks that other apps register.

Each part is shown to staff with its permissions; other apps add theirs (`player_page_block`).
"""

from collections.abc import Callable, Iterator
from typing import Final

from django.urls import reverse
from django.utils.text import capfirst

from casino.backoffice.dashboard import BlockContent, Column, PagePart
from casino.i18n import Words, both, moment, money
from casino.identity import services as identity
from casino.identity.words import STATES
from casino.players.models import CashRequest, Limit, Played, Player
from casino.responsible_gaming import limits as responsible_gaming_limits

PLAYER_BLOCKS: Final[list[PagePart]] = []
"""The parts, in their order on the page."""
FLAGS: Final[list[Callable[[Player], Iterator[str]]]] = []
"""Each yields flags of a player, shown at the top of the page."""
LAST: Final = 10
"""Rows that a part shows; its list has the others."""


def player_page_block(
    title: Words, *needs: str
) -> Callable[[Callable[[Player], BlockContent]], None]:
    """Register a block of every player's page; `needs` are the permissions to read it."""

    def register(found: Callable[[Player], BlockContent]) -> None:
        PLAYER_BLOCKS.append(PagePart(found.__name__, needs, found, title))

    return register


def page_parts(player: Player, reader: Player) -> list[tuple[str, str, BlockContent]]:
    """Return name, title and content of the blocks that a reader may see."""
    return [
        (part.name, both(*part.title), part.read(player))
        for part in PLAYER_BLOCKS
        if part.title and part.is_readable_by(reader)
    ]


def flags(player: Player) -> list[str]:
    """Return the short marks at the top of a player's page."""
    return [flag for source in FLAGS for flag in source(player)]


def _list(player: Player, model: str) -> tuple[str, str]:
    url = reverse(f"admin:players_{model}_changelist", query={"q": player.username})
    return both("Tout", "All"), url


@FLAGS.append
def own_flags(player: Player) -> Iterator[str]:
    """Yield whether the player is banned or excluded, or of the staff."""
    if not player.is_active:
        yield both("ne peut pas entrer", "may not come in")
    if responsible_gaming_limits.is_excluded(player):
        yield both("exclu", "excluded")
    if player.is_staff:
        yield both("sert la maison", "serves the house")


@player_page_block(Words("Notes de la maison", "Notes of the house"), "players.view_housenote")
def house_notes(player: Player) -> BlockContent:
    """Notes of the staff about the player."""
    rows = player.house_notes.select_related("by").order_by("-pk")[:LAST]
    return BlockContent(
        columns=[Column(both("Le", "At")), Column(both("Par", "By")), Column(both("Note", "Note"))],
        rows=[[moment(each.at), str(each.by), each.text] for each in rows],
        note="" if rows else both("Aucune.", "None."),
        more=_list(player, "housenote"),
    )


@player_page_block(Words("Accès", "Access"), "players.view_ban")
def bans(player: Player) -> BlockContent:
    """Bans of the player, and their ends."""
    rows = player.bans.select_related("by").order_by("-pk")[:LAST]
    return BlockContent(
        columns=[
            Column(both("Le", "At")),
            Column(both("Acte", "Act")),
            Column(both("Par", "By")),
            Column(both("Motif", "Reason")),
        ],
        rows=[
            [
                moment(each.at),
                both("banni", "banned") if each.banned else both("réadmis", "let in again"),
                str(each.by),
                each.reason,
            ]
            for each in rows
        ],
        note="" if rows else both("Jamais banni.", "Never banned."),
    )


@player_page_block(Words("Identité", "Identity"), "players.view_identity")
def identities(player: Player) -> BlockContent:
    """Declarations of identity, and decisions about them."""
    rows = player.identities.select_related("by").order_by("-pk")[:LAST]
    known = STATES[identity.identity_status(player.pk).state].text()
    return BlockContent(
        columns=[
            Column(both("Le", "At")),
            Column(both("État", "State")),
            Column(both("Né le", "Born on")),
            Column(both("Valable jusqu’au", "Valid until")),
            Column(both("Par", "By")),
            Column(both("Motif", "Reason")),
        ],
        rows=[
            [
                moment(each.at),
                STATES[each.state].text(),
                str(each.born_on or "-"),
                str(each.valid_until or "-"),
                str(each.by),
                each.reason or "-",
            ]
            for each in rows
        ],
        note=f"{both('Aujourd’hui', 'Today')}{both(' : ', ': ')}{known}.",
        more=_list(player, "identity"),
    )


@player_page_block(Words("Exclusions", "Exclusions"), "players.view_exclusion")
def exclusions(player: Player) -> BlockContent:
    """Breaks and exclusions, the player's own and the house's."""
    rows = player.exclusions.select_related("by").order_by("-pk")[:LAST]
    return BlockContent(
        columns=[
            Column(both("Dite le", "Said at")),
            Column(both("Jusqu’au", "Until")),
            Column(both("Par", "By")),
            Column(both("Motif", "Reason")),
        ],
        rows=[[moment(each.at), moment(each.until), str(each.by), each.reason] for each in rows],
        note="" if rows else both("Aucune.", "None."),
        more=_list(player, "exclusion"),
    )


@player_page_block(Words("Limites", "Limits"), "players.view_limit")
def limits(player: Player) -> BlockContent:
    """The player's limits in force, and what of them is used."""

    def as_text(kind: str, amount: int | None) -> str:
        if amount is None:
            return "-"
        return f"{amount // 60} min" if kind == responsible_gaming_limits.TIME else money(amount)

    rows = [
        [
            capfirst(str(Limit.Kind(each.kind).label)),
            str(Limit.Period(each.period).label),
            as_text(each.kind, each.amount),
            as_text(each.kind, each.used),
        ]
        for each in responsible_gaming_limits.limit_statuses(player.pk)
        if each.amount is not None
    ]
    return BlockContent(
        columns=[
            Column(both("Limite", "Limit")),
            Column(both("Par", "By")),
            Column(both("En vigueur", "In force"), number=True),
            Column(both("Utilisé", "Used"), number=True),
        ],
        rows=rows,
        note="" if rows else both("Aucune.", "None."),
        more=_list(player, "limit"),
    )


@player_page_block(Words("Jeu par jour", "Play by day"), "players.view_played")
def days(player: Player) -> BlockContent:
    """Stakes and results of the player's last days."""
    rows = Played.objects.filter(player=player).order_by("-day")[:LAST]
    return BlockContent(
        columns=[
            Column(both("Jour", "Day")),
            Column(both("Misé", "Staked"), number=True),
            Column(both("Résultat", "Net"), number=True),
        ],
        rows=[[str(each.day), money(each.staked), money(each.net)] for each in rows],
        note="" if rows else both("Rien n’a été joué.", "Nothing was played."),
        more=_list(player, "played"),
    )


@player_page_block(Words("Présences", "Stays"), "players.view_stay")
def stays(player: Player) -> BlockContent:
    """The player's last stays at the tables."""
    rows = player.stays.order_by("-seen_at")[:LAST]
    return BlockContent(
        columns=[
            Column(both("Début", "Began")),
            Column(both("Vu jusqu’à", "Seen until")),
            Column(both("Durée", "Time"), number=True),
        ],
        rows=[
            [
                moment(each.began_at),
                moment(each.seen_at),
                f"{int((each.seen_at - each.began_at).total_seconds()) // 60} min",
            ]
            for each in rows
        ],
        note="" if rows else both("Aucune.", "None."),
        more=_list(player, "stay"),
    )


@player_page_block(
    Words("Demandes à la caisse", "Requests at the cage"), "players.view_cashrequest"
)
def requests(player: Player) -> BlockContent:
    """The player's last requests to the cage."""
    rows = CashRequest.objects.filter(cash__player=player).order_by("-pk")[:LAST]
    return BlockContent(
        columns=[
            Column(both("Le", "At")),
            Column(both("Sens", "Way")),
            Column(both("Montant", "Amount"), number=True),
            Column(both("État", "State")),
        ],
        rows=[
            [
                moment(each.asked_at),
                each.get_way_display(),
                money(each.amount),
                each.get_state_display(),
            ]
            for each in rows
        ],
        note="" if rows else both("Aucune.", "None."),
        more=_list(player, "cashrequest"),
    )
