"""A player's rounds as a PDF: the rows of `rounds.csv`, with the player's name and sums."""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.dateformat import format as formatted
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.drawing.pdf import Column, Heading, Paper
from casino.http import downloads
from casino.i18n import Words, both, is_french
from casino.players.models import Player, Wallet
from casino.players.names import translated_neutral_name
from casino.site.texts import PAGES
from casino.site.views import wallet_or_none
from tables.games import GAMES
from tables.history import own_rounds
from tables.history.narration import Narrator, result_text
from tables.history.own_rounds import OwnRound, RoundFilter
from tables.models import Table
from tables.player_pages import rounds
from tables.player_pages.rounds import counted_lists, filter_from_request
from tables.rows import rule_sets
from tables.templatetags.frontend import chips, signed

PART: Final = 250
"""Rounds that are read and laid at once."""
MOST: Final = 10_000
"""Rounds of one paper: it is made before it is sent."""

WORDS: Final[Mapping[str, Words]] = {
    "player": Words("Joueur", "Player"),
    "period": Words("Période", "Period"),
    "looked_for": Words("Choix", "Choice"),
    "made": Words("Établi le", "Made on"),
    "opened": Words("Ouvert", "Opened"),
    "closed": Words("Terminé", "Ended"),
    "currency": Words("Monnaie", "Currency"),
    "rounds": Words("Coups", "Rounds"),
    "won": Words("Gagné", "Won"),
    "lost": Words("Perdu", "Lost"),
    "sum": Words("Solde", "Net"),
    "practice": Words("Entraînement", "Practice"),
    "page": Words("Page {page} sur {pages}", "Page {page} of {pages}"),
    "cut": Words(
        "Voici les {most} coups les plus récents. Pour les autres, choisissez une période "
        "plus courte, ou prenez le fichier CSV.",
        "These are the latest {most} rounds. For the others choose a shorter period, or take "
        "the CSV file.",
    ),
}
"""What the paper says beside the words of the list."""


@require_GET
@counted_lists
@never_cache
@login_required
def rounds_pdf(request: HttpRequest) -> HttpResponseBase:
    """Send the rounds that the player looks for on paper, MOST of them at the most."""
    assert isinstance(request.user, Player)
    wanted, _ = filter_from_request(request)
    name = translated_neutral_name(request.user.shown_name, french=is_french())
    order = _Asked(name, wanted, "fr" if is_french() else "en")
    return downloads.pdf_stream("sabot-rounds", _made(wallet_or_none(request), order))


@dataclass(frozen=True, slots=True)
class _Asked:
    name: str
    """Of the player, as others see it."""
    wanted: RoundFilter
    language: str
    """The file is written after its request: by then nothing else says in which language."""


async def _made(wallet: Wallet | None, order: _Asked) -> AsyncIterator[bytes]:
    """Read and lay part by part, and draw page by page: no turn of a thread is long."""
    with override(order.language):
        paper = Paper(_columns(), order.language)
    found: list[OwnRound] = []
    before: int | None = None
    cut = False
    while wallet is not None and not cut:
        part, before = await sync_to_async(own_rounds.own_rounds)(
            wallet.account_id, PART, before, order.wanted
        )
        cut = len(found) + len(part) > MOST
        part = part[: MOST - len(found)]
        await sync_to_async(_lay)(paper, part, order)
        found += part
        if before is None:
            break
    pages = await sync_to_async(_drawn)(paper, found, order, cut=cut)
    while (drawn := await sync_to_async(_next)(pages)) is not None:
        if drawn:
            yield drawn


def _next(pages: Iterator[bytes]) -> bytes | None:
    return next(pages, None)


def _drawn(paper: Paper, found: Sequence[OwnRound], order: _Asked, *, cut: bool) -> Iterator[bytes]:
    with override(order.language):
        return paper.draw(
            _heading(found, order, cut=cut),
            none=rounds.WORDS["none"].text(),
            page=both(*WORDS["page"]),
        )


def _columns() -> list[Column]:
    shares = {
        "opened": 14, "closed": 14, "table": 18, "game": 16, "round": 7, "rules": 18,
        "outcome": 26, "net": 13, "currency": 11,
    }  # fmt: skip
    titles = {**rounds.WORDS, **WORDS}
    return [
        Column(titles[name].text(), share, number=name in ("round", "net"))
        for name, share in shares.items()
    ]


def _lay(paper: Paper, part: Iterable[OwnRound], order: _Asked) -> None:
    with override(order.language):
        paper.add_rows([_row(each) for each in part])


def _row(played: OwnRound) -> tuple[str, ...]:
    teller = Narrator(is_french(), {})
    game = GAMES[rule_sets.game_name(played.rules)]
    running = played.status == "running"
    state = rounds.WORDS["running"].text() if running else ""
    return (
        _moment(played.opened_at),
        _moment(played.closed_at) if played.closed_at else "",
        played.table_name,
        teller.choose(game.wording.name),
        str(played.number),
        played.rules,
        state or teller.choose(result_text(game.key, played.result)),
        "" if running else signed(played.net),
        _currency(played.currency),
    )


def _currency(code: str) -> str:
    return WORDS["practice"].text() if code == settings.PRACTICE_CURRENCY else code


def _moment(at: datetime) -> str:
    return f"{_day(at)} {timezone.localtime(at):%H:%M}"


def _day(at: datetime) -> str:
    return formatted(timezone.localtime(at), PAGES["date"].text())


def _heading(found: Sequence[OwnRound], order: _Asked, *, cut: bool) -> Heading:
    facts = [
        (WORDS["player"].text(), order.name),
        (WORDS["period"].text(), _period(found, order.wanted)),
    ]
    if choice := _choice(order.wanted):
        facts.append((WORDS["looked_for"].text(), choice))
    now = timezone.now()
    facts.append((WORDS["made"].text(), f"{_moment(now)} ({timezone.get_current_timezone_name()})"))
    note = WORDS["cut"].text(most=MOST) if cut else ""
    return Heading(rounds.WORDS["title"].text(), facts, _sums(found), note)


def _period(found: Sequence[OwnRound], wanted: RoundFilter) -> str:
    """Return the days that were asked for; where none were, those of the rounds."""
    since = wanted.since or (found[-1].opened_at if found else None)
    until = wanted.until and wanted.until - timedelta(seconds=1)
    until = until or (found[0].opened_at if found else timezone.now())
    return f"{_day(since)} – {_day(until)}" if since else f"– {_day(until)}"


def _choice(wanted: RoundFilter) -> str:
    """Return by what the rounds were chosen, but for their days."""
    chosen = []
    if wanted.game:
        chosen.append(Narrator(is_french(), {}).choose(GAMES[wanted.game].wording.name))
    if wanted.table is not None:
        table = Table.objects.filter(pk=wanted.table).values_list("name", flat=True).first()
        chosen.append(table or str(wanted.table))
    if wanted.outcome:
        chosen.append(rounds.WORDS[wanted.outcome].text())
    return ", ".join(chosen)


def _sums(found: Iterable[OwnRound]) -> list[tuple[str, ...]]:
    """Return the sums of the finished rounds, a line for each currency, below their names."""
    by_currency: dict[str, list[int]] = defaultdict(list)
    for each in found:
        if each.status != "running":
            by_currency[each.currency].append(each.net)
    head = ("currency", "rounds", "won", "lost", "sum")
    lines = [tuple(WORDS[name].text() for name in head)]
    lines += [
        (
            _currency(currency),
            str(len(nets)),
            chips(sum(net for net in nets if net > 0)),
            chips(sum(net for net in nets if net < 0)),
            signed(sum(nets)),
        )
        for currency, nets in sorted(by_currency.items())
    ]
    return lines if by_currency else []
