"""The pages of a player's rounds: the list, one round, its replay, and what leaves as a file.

Every page but the replay works without a script.
"""

from collections.abc import AsyncIterator, Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.http import downloads
from casino.http.downloads import Cell, Money
from casino.i18n import Words, is_french
from casino.players import days
from casino.players.models import Wallet
from casino.site.views import page, wallet_or_none, with_strict_csp
from casino.throttling import rate_limit
from casino.throttling.decorators import rate_limited
from tables.disputes import queries as dispute_queries
from tables.disputes import services as floor_disputes
from tables.disputes.queries import PlayerDispute
from tables.games import GAMES
from tables.games.core.protocol import Refused
from tables.history import own_rounds, round_report
from tables.history.narration import Narrator, result_text
from tables.history.own_rounds import OwnRound, RoundFilter
from tables.history.round_report import RoundForReader, RoundReport
from tables.lobby import replay_page
from tables.rows import disputes, rule_sets

PAGE: Final = 50
"""Rounds of a page of the list."""
PART: Final = 100
"""Rounds that are read at once while a file is written."""

WORDS: Final[Mapping[str, Words]] = {
    "title": Words("Mes coups", "My rounds"),
    "round": Words("Coup", "Round"),
    "account": Words("Compte", "Account"),
    "game": Words("Jeu", "Game"),
    "table": Words("Table", "Table"),
    "since": Words("Du", "From"),
    "until": Words("Au", "To"),
    "outcome": Words("Résultat", "Result"),
    "all_games": Words("Tous les jeux", "All games"),
    "all_tables": Words("Toutes les tables", "All tables"),
    "all": Words("Tous", "All"),
    "won": Words("Gagnés", "Won"),
    "lost": Words("Perdus", "Lost"),
    "even": Words("Nuls", "Even"),
    "find": Words("Chercher", "Find"),
    "clear": Words("Tout montrer", "Show all"),
    "csv": Words("Télécharger (CSV)", "Download (CSV)"),
    "pdf": Words("Télécharger (PDF)", "Download (PDF)"),
    "older": Words("Coups plus anciens", "Older rounds"),
    "further": Words("Chercher plus loin", "Look further back"),
    "newest": Words("Revenir aux plus récents", "Back to the newest"),
    "none": Words("Aucun coup.", "No round."),
    "none_here": Words(
        "Aucun coup parmi ceux de cette page.", "No round among those of this page."
    ),
    "when": Words("Date", "Date"),
    "net": Words("Gain ou perte", "Won or lost"),
    "practice": Words("Jetons d’entraînement", "Practice chips"),
    "running": Words("En cours", "Running"),
    "replay": replay_page.WORDS["replay"],
    "share": Words("Adresse à partager", "Address to share"),
    "share_hint": Words(
        "Qui l’ouvre voit les cartes et les mises comme un visiteur les a vues, sans aucun nom.",
        "Whoever opens it sees the cards and stakes as a visitor saw them, without any name.",
    ),
    "passage": Words("Déroulement", "What happened"),
    "waited": Words("après", "after"),
    "of": Words("sur", "of"),
    "seconds": Words("s", "s"),
    "lines": Words("Mes écritures", "My ledger lines"),
    "of_earlier": Words("pour des mises laissées au", "for stakes left from"),
    "to_later": Words("rendu plus tard pour ces mises, au", "given back later for these, in"),
    "what": Words("Mouvement", "Movement"),
    "chips": Words("Jetons", "Chips"),
    "clauses": Words("Articles appliqués", "Clauses applied"),
    "proof": Words("Preuve", "Proof"),
    "sealed": Words("Scellé avant les mises :", "Sealed before the stakes:"),
    "bundle": Words("Preuve (JSON)", "Proof (JSON)"),
    "record": Words("Enregistrement (JSON)", "Record (JSON)"),
    "verify": Words("Vérifier", "Verify"),
    "rules": Words("Règlement", "Rules"),
    "visitor": Words(
        "Un joueur vous montre ce coup. Les joueurs y sont des numéros.",
        "A player shows you this round. Its players are numbers.",
    ),
    "time": Words("Heure", "Time"),
}
"""What the pages say, by the names that their templates use."""
DISPUTE_WORDS: Final[Mapping[str, Words]] = {
    "dispute": Words("Contestation", "Dispute"),
    "to_dispute": Words("Contester ce coup", "Dispute this round"),
    "to_dossier": Words("Dossier à imprimer", "Dossier to print"),
    "filed": Words("Déposée le", "Filed on"),
    "decided": Words("Tranchée le", "Decided on"),
    "reason": Words("Motif :", "Reason:"),
    "given": Words("La maison vous rend", "The house gives you"),
    "taken": Words("Vous rendez à la maison", "You give back to the house"),
    "frozen": Words("Dossier figé, SHA-256 :", "Dossier frozen, SHA-256:"),
}
"""What they say of a dispute."""


def words() -> dict[str, str]:
    """Return what the pages say, in the language of the request."""
    return {name: each.text() for name, each in {**WORDS, **DISPUTE_WORDS}.items()}


def _requester(request: HttpRequest) -> str:
    player = request.user.pk
    return f"address {rate_limit.client_address(request)}" if player is None else f"player {player}"


counted_rounds: Final = rate_limited(lambda request: (rate_limit.ROUNDS, _requester(request)))
"""Each page folds a round again, or reads a part of the wallet's past."""


@require_GET
@counted_rounds
@never_cache
@login_required
@with_strict_csp
def rounds(request: HttpRequest) -> HttpResponse:
    """Show the player's rounds that match the filter, newest first."""
    wanted, query = filter_from_request(request)
    wallet = wallet_or_none(request)
    written = request.GET.get("before", "")
    before = int(written) if written.isascii() and written.isdigit() and len(written) < 19 else None
    found: list[OwnRound] = []
    following = None
    tables: list[tuple[int, str]] = []
    descriptions: Mapping[int, own_rounds.RoundInWords] = {}
    if wallet is not None:
        found, following = own_rounds.own_rounds(wallet.account_id, PAGE, before, wanted)
        descriptions = own_rounds.rounds_in_words(found, wallet.player_id, french=is_french())
        tables = own_rounds.own_tables(wallet.account_id)
    return page(
        request,
        "rounds.html",
        r=words(),
        rounds=[(each, descriptions[each.id]) for each in found],
        full=len(found) == PAGE,
        following=following and urlencode({**query, "before": following}),
        before=before,
        query=urlencode(query),
        asked=query,
        games=[(key, _name(key)) for key in GAMES],
        tables=tables,
    )


def _name(game: str) -> str:
    return GAMES[game].wording.name[0 if is_french() else 1]


def filter_from_request(request: HttpRequest) -> tuple[RoundFilter, dict[str, str]]:
    """Return what a request looks for, and the query that says so; what is not readable is left."""
    parameters = request.GET
    query = {}
    if (game := parameters.get("game", "")) in GAMES:
        query["game"] = game
    table = parameters.get("table", "")
    if table.isascii() and table.isdigit() and len(table) < 19:
        query["table"] = table
    since, until = _day(parameters.get("since", "")), _day(parameters.get("until", ""))
    if since:
        query["since"] = since.isoformat()
    if until:
        query["until"] = until.isoformat()
    if (outcome := parameters.get("outcome", "")) in ("won", "lost", "even"):
        query["outcome"] = outcome
    return RoundFilter(
        game=query.get("game", ""),
        table=int(query["table"]) if "table" in query else None,
        since=_midnight(since),
        until=_midnight(until and until + timedelta(days=1)),
        outcome=query.get("outcome", ""),  # type: ignore[arg-type]
    ), query


def _day(text: str) -> date | None:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if 2000 <= found.year < 3000 else None


def _midnight(day: date | None) -> datetime | None:
    return days.start_of_day(day) if day else None


counted_lists: Final = rate_limited(lambda request: (rate_limit.ROUND_LISTS, _requester(request)))
"""Each file reads all of the wallet's past."""


@require_GET
@counted_lists
@never_cache
@login_required
def rounds_file(request: HttpRequest) -> HttpResponseBase:
    """Send the rounds that the player looks for as a file, part by part."""
    wallet = wallet_or_none(request)
    wanted, _ = filter_from_request(request)
    house = request.build_absolute_uri("/")[:-1]
    written = _written(wallet, wanted, house, french=is_french())
    return downloads.csv_stream("sabot-rounds", written)


async def _written(
    wallet: Wallet | None, wanted: RoundFilter, house: str, *, french: bool
) -> AsyncIterator[str]:
    head = ("opened_at", "closed_at", "table", "game", "round", "rules", "status", "result")
    yield downloads.csv_text([(*head, "net", "currency", "address")], french=french)
    before = None
    while wallet is not None:
        part, before = await sync_to_async(own_rounds.own_rounds)(
            wallet.account_id, PART, before, wanted
        )
        yield await sync_to_async(_rounds_written)(part, house, french=french)
        if before is None:
            return


def _rounds_written(part: Iterable[OwnRound], house: str, *, french: bool) -> str:
    teller = Narrator(french, {})
    rows = []
    for each in part:
        game = GAMES[rule_sets.game_name(each.rules)]
        running = each.status == "running"
        rows.append(
            (
                each.opened_at,
                each.closed_at,
                each.table_name,
                teller.choose(game.wording.name),
                each.number,
                each.rules,
                each.status,
                "" if running else teller.choose(result_text(game.key, each.result)),
                None if running else Money(each.net),
                each.currency,
                house + reverse("round", args=[each.id]),
            )
        )
    return downloads.csv_text(rows, french=french)


def own_round_or_404(request: HttpRequest, round_id: int) -> RoundForReader:
    """Return a round that the requesting player took part in, or raise `Http404`."""
    player = request.user.pk
    assert player is not None
    reading = round_report.reading_for_player(round_id, player) if round_id < 2**63 else None
    if reading is None:
        raise Http404
    return reading


def _shared_or_404(text: str) -> RoundForReader:
    round_id = round_report.round_by_shared_address(text)
    reading = None if round_id is None else round_report.reading_for_public(round_id)
    if reading is None:
        raise Http404
    return reading


@require_GET
@counted_rounds
@never_cache
@login_required
@with_strict_csp
def own_round_page(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show a round to its participants."""
    return _round_page(request, own_round_or_404(request, round_id))


@require_GET
@counted_rounds
@never_cache
@with_strict_csp
def shared_round_page(request: HttpRequest, text: str) -> HttpResponse:
    """Show a round by its shared address."""
    return _round_page(request, _shared_or_404(text))


def _addresses(reading: RoundForReader) -> dict[str, str]:
    """Return where the pages of a round are for this reader, and where it can be shared."""
    of, text = reading.round.pk, round_report.shared_address(reading.round.pk)
    if reading.party is None:
        return {
            "page": reverse("shared_round", args=[text]),
            "replay": reverse("shared_replay", args=[text]),
            "csv": reverse("shared_round_file", args=[text]),
            "share": "",
        }
    return {
        "page": reverse("round", args=[of]),
        "replay": reverse("replay", args=[of]),
        "csv": reverse("round_file", args=[of]),
        "share": reverse("shared_round", args=[text]),
    }


def disputes_of(reading: RoundForReader) -> list[PlayerDispute]:
    """Return the disputes of a round that its reader may see."""
    if reading.party is None:
        return []
    player = int(reading.party)
    found = disputes.readable_by(reading.round.pk, player)
    return [dispute_queries.dispute_for_player(each, player, french=is_french()) for each in found]


def dispute_refusal(reading: RoundForReader) -> str:
    """Return why the reader may not dispute a round, in words; empty when they may."""
    assert reading.party is not None
    try:
        floor_disputes.check_may_file(reading, int(reading.party))
    except Refused as refused:
        return refusal_message(refused)
    return ""


def refusal_message(refused: Refused) -> str:
    """Return why a dispute is not filed, in the player's language."""
    text = disputes.REFUSALS[refused.code]
    return text.fill(refused.detail, french=is_french(), chips=str, moment=str)


def _round_page(request: HttpRequest, reading: RoundForReader) -> HttpResponse:
    report = round_report.round_report(reading, french=is_french())
    addresses = _addresses(reading)
    if addresses["share"]:
        addresses["share"] = request.build_absolute_uri(addresses["share"])
    bundle = ""
    if report.shoe:
        bundle = reverse("api_bundle", args=[report.shoe])
    elif report.draw:
        bundle = reverse("api_draw_bundle", args=[report.draw])
    if reading.party is not None:
        floor_disputes.mark_read(int(reading.party), round_id=report.id)
    return page(
        request,
        "round.html",
        r=words(),
        disputes=disputes_of(reading),
        may_dispute=reading.party is not None and not dispute_refusal(reading),
        told=report,
        to=addresses,
        bundle=bundle,
        record=reverse("api_round", args=[report.id]) if reading.party else "",
        over=report.status != "running",
    )


@require_GET
@counted_rounds
@never_cache
@login_required
def own_round_file(request: HttpRequest, round_id: int) -> HttpResponse:
    """Send a round to its participants as a file."""
    return _round_as_csv(own_round_or_404(request, round_id))


@require_GET
@counted_rounds
@never_cache
def shared_round_file(request: HttpRequest, text: str) -> HttpResponse:
    """Send a round as a file by its shared address."""
    return _round_as_csv(_shared_or_404(text))


def _round_as_csv(reading: RoundForReader) -> HttpResponse:
    report: RoundReport = round_report.round_report(reading, french=is_french())
    rows: list[tuple[Cell, ...]] = [("at", "what", "waited_seconds", "chips")]
    for step in report.steps:
        waited = None if step.waited is None else round(step.waited.total_seconds(), 1)
        rows += [(step.at, sentence, waited, None) for sentence in step.sentences]
    rows += [(line.at, line.why, None, Money(line.amount)) for line in report.lines]
    return downloads.csv_response(f"sabot-round-{report.id}", rows, french=is_french())


@require_GET
@counted_rounds
@never_cache
@login_required
@with_strict_csp
def own_replay_page(request: HttpRequest, round_id: int) -> HttpResponse:
    """Replay a round on the felt for its participants."""
    return _replay_response(request, own_round_or_404(request, round_id))


@require_GET
@counted_rounds
@never_cache
@with_strict_csp
def shared_replay_page(request: HttpRequest, text: str) -> HttpResponse:
    """Replay a round on the felt by its shared address."""
    return _replay_response(request, _shared_or_404(text))


def _replay_response(request: HttpRequest, reading: RoundForReader) -> HttpResponse:
    return replay_page.replay_page(request, reading, _addresses(reading)["page"])


@require_GET
@counted_rounds
@never_cache
def round_of_table_page(request: HttpRequest, table_id: int, number: int) -> HttpResponse:
    """Redirect a participant of a table's round to its page.

    Others only where the table still shows its result to everybody, and as strangers.
    """
    found = (
        round_report.reading_by_number(table_id, number) if max(table_id, number) < 2**63 else None
    )
    if found is None:
        raise Http404
    round_id, shown = found
    player = request.user.pk
    if player is not None and round_report.reading_for_player(round_id, player) is not None:
        return redirect("round", round_id)
    if not shown:
        raise Http404
    return redirect("shared_round", round_report.shared_address(round_id))
