"""Rounds in the office: what happened, in sentences beside the recorded facts."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from casino.backoffice.date_filters import DateRangeFilter
from casino.backoffice.labels import CHOICES
from casino.backoffice.model_admin import ReadOnlyAdmin, link, pretty_json, row_id
from casino.i18n import Words, both, both_lazy, is_french, moment, money
from casino.players.models import Player
from casino.rng.models import Shoe
from tables.games import GAMES
from tables.games.core.money import Party
from tables.games.core.protocol import Fact, Refused
from tables.history import review, round_record, round_search
from tables.history.narration import Narrator, move_reason, parties_of, result_text
from tables.models import Receipt, Round, RoundEvent
from tables.office.actions import REFUSALS, refusal_text
from tables.office.report_link import REPORT, report_url
from tables.rows import disputes
from tables.wire import codec


@dataclass(frozen=True, slots=True)
class EventSentence:
    """An event of a round as its page shows it."""

    seq: int
    at: str
    sentence: str
    moves: list[str]
    cause: str
    body: str


def event_sentences(round_: Round) -> list[EventSentence]:
    """Return a round's events in sentences; cards face down stay so while it is played."""
    rows = list(RoundEvent.objects.filter(round=round_).order_by("seq"))
    bodies = [_readable(row, round_) for row in rows]
    facts = [_decoded(body) for body in bodies]
    teller = Narrator(is_french(), party_names(facts))
    return [
        EventSentence(
            row.seq,
            moment(row.at, milliseconds=True),
            teller.describe(fact),
            [teller.tell_move(move) for move in fact.moves],
            str(row.cause or ""),
            pretty_json(body),
        )
        for row, body, fact in zip(rows, bodies, facts, strict=True)
    ]


def _place(place: str) -> str:
    """Return where chips lie, in words."""
    return CHOICES[place].text() if place in CHOICES else place


def _readable(event: RoundEvent, round_: Round) -> Any:
    """Return what an operator may read of an event: no face-down card of a running round."""
    audience = round_record.office_audience(round_.status)
    return round_record.body_for(audience, GAMES[round_.rules.game], event.body)


def _fact(event: RoundEvent, round_: Round) -> Fact:
    return _decoded(_readable(event, round_))


def _decoded(body: Any) -> Fact:
    fact: Fact = codec.decode_event(json.dumps(body))
    return fact


def party_names(facts: Iterable[Fact]) -> dict[Party, str]:
    """Return the names under which the parties of some events play."""
    return _names({each for fact in facts for each in parties_of(fact)})


def _names(of: Collection[Party]) -> dict[Party, str]:
    ids = [each for party in of if (each := row_id(party)) is not None]
    players = Player.objects.only("username").filter(pk__in=ids)
    return {Party(str(each.pk)): each.username for each in players}


def replay_url(round_id: int) -> str:
    """Return where a finished round is replayed for the office, with names."""
    return reverse("admin:tables_table_replay", args=[round_id])


def posting_lines(round_id: int) -> list[dict[str, str]]:
    """Return what a round moved, as the office reads it."""
    return [
        {
            "at": moment(each.at, milliseconds=True),
            "why": both(*move_reason(each.why)),
            "amount": money(each.amount),
            "debit": each.debit.name or _place(each.debit.place),
            "credit": each.credit.name or _place(each.credit.place),
        }
        for each in round_record.round_postings(round_id)
    ]


def comparison_context(round_id: int) -> dict[str, Any]:
    """Return the second look at a finished round, for `admin/tables/round/compared.html`.

    Raises `review.NotExaminable`.
    """
    found = review.review_round(round_id)
    agree = both("Le registre et les règles concordent.", "The ledger and the rules agree.")
    differ = both(
        "Le registre et les règles ne concordent pas.", "The ledger and the rules do not agree."
    )
    nothing = both(
        "Rien n’a été joué : chaque mise doit être revenue.",
        "Nothing was played: every stake must have come back.",
    )
    return {
        "review": found,
        "verdict": agree if found.agrees else differ,
        "nothing": "" if found.example else nothing,
        "headings": [
            both("Joueur", "Player"),
            both("Misé, rejoué", "Staked, played again"),
            both("Rendu, rejoué", "Returned, played again"),
            both("Misé, registre", "Staked, ledger"),
            both("Rendu, registre", "Returned, ledger"),
        ],
        "parties": _parties_shown(found),
    }


def _parties_shown(found: review.Review) -> list[tuple[str, list[str], bool]]:
    parties = found.expected.keys() | found.paid.keys()
    names = _names(set(parties))
    nothing = review.Share(0, 0)
    return [
        (
            names.get(party, party),
            [
                money(amount)
                for share in (found.expected.get(party, nothing), found.paid.get(party, nothing))
                for amount in (share.staked, share.returned)
            ],
            party in found.differing,
        )
        for party in sorted(parties)
    ]


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin[Round]):
    """A round in sentences, with the money that it moved."""

    section = "rounds"
    singular = Words("coup", "round")
    plural = Words("coups", "rounds")
    list_display = (
        "id",
        "table",
        "number",
        "rules",
        "status",
        "result_in_words",
        "opened_at",
        "closed_at",
    )
    list_select_related = ("table", "responsible", "rules")
    list_filter = ("status", ("opened_at", DateRangeFilter))
    exact = ("pk",)
    search_help_text = both_lazy(
        "Table et numéro (Dauphine 42), nom exact d’un joueur, jour (2026-11-25 ou"
        " 2026-11-01..2026-11-25), heure (20:15), montant misé ou payé (17,50), carte (K♥)."
        " Les mots se combinent ; sans jour, montants et cartes sont cherchés sur sept"
        " jours, les cartes dans les 3 000 derniers coups.",
        "Table and number (Dauphine 42), a player’s exact name, day (2026-11-25 or"
        " 2026-11-01..2026-11-25), time (20:15), amount staked or paid (17.50), card (K♥)."
        " Words combine; without a day, amounts and cards are looked for in the last seven days,"
        " cards in the last 3,000 rounds.",
    )
    ordering = ("-id",)
    fields = (
        "table",
        "number",
        "rules",
        "shoe_link",
        "status",
        "result_in_words",
        "opened_at",
        "closed_at",
        "responsible",
    )

    def row_name(self, row: Round) -> str:
        """Return its table and its number there."""
        return f"{row.table} {row.number}"

    @admin.display(description=both_lazy("Issue", "Result"))
    def result_in_words(self, round_: Round) -> str:
        """What came of it, in words."""
        if not round_.result:
            return "-"
        return Narrator(is_french(), {}).choose(result_text(round_.rules.game, round_.result))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Round], search_term: str
    ) -> tuple[QuerySet[Round], bool]:
        """Return the rounds that a search asks for; none for a date that does not exist."""
        if not search_term.strip():
            return queryset, False
        query = round_search.parse_query(search_term)
        return (
            queryset.filter(round_search.query_condition(query)) if query else queryset.none()
        ), False

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a round: what happened in sentences, the postings, the events as recorded."""
        context: dict[str, Any] = {
            **(extra_context or {}),
            "heading": both("Ce qui s’est passé", "What happened"),
            "postings_heading": both("Écritures", "Postings"),
            "raw_heading": both("Événements enregistrés", "Recorded events"),
        }
        round_id = row_id(object_id)
        round_ = self.get_queryset(request).filter(pk=round_id).first() if round_id else None
        if round_ is not None and self.has_view_permission(request, round_):
            context["told"] = event_sentences(round_)
            if round_.status != Round.Status.RUNNING:
                context["review_url"] = reverse("admin:tables_round_review", args=[round_.pk])
                context["review_title"] = both("Réexaminer", "Re-examine")
                context["replay_url"] = replay_url(round_.pk)
                context["replay_title"] = both("Revoir sur le tapis", "Replay on the felt")
            context["postings"] = posting_lines(round_.pk)
            if request.user.has_perm(disputes.FILE):
                context["report_url"] = report_url(round_.table_id, number=round_.number)
                context["report_title"] = both(*REPORT)
        return super().change_view(request, object_id, form_url, context)

    def get_urls(self) -> list[URLPattern]:
        """Return the page of the second look before those of the rows."""
        view = self.admin_site.admin_view(self.review_view)
        return [
            path("<int:round_id>/review/", view, name="tables_round_review"),
            *super().get_urls(),
        ]

    def review_view(self, request: HttpRequest, round_id: int) -> HttpResponse:
        """Play a round's record again and show it beside what the ledger moved."""
        round_ = self.get_queryset(request).filter(pk=round_id).first()
        if not self.has_view_permission(request, round_):
            raise PermissionDenied
        if round_ is None or round_.status == Round.Status.RUNNING:
            raise Http404
        try:
            looked = comparison_context(round_id)
        except review.NotExaminable as why:
            raise Http404(str(why)) from None
        found = looked["review"]
        context = {
            **self.admin_site.each_context(request),
            **looked,
            "opts": self.opts,
            "title": f"{both('Réexamen du coup', 'Second look at round')} {self.row_name(round_)}",
            "round_id": round_id,
            "example_heading": both("Le coup comme exemple", "The round as an example"),
            "example": pretty_json(found.example),
            "result_heading": both("Ce qu’en fait le moteur", "What the engine makes of it"),
            "result": pretty_json(found.result),
            "back": both("Retour au coup", "Back to the round"),
        }
        return TemplateResponse(request, "admin/tables/round/review.html", context)

    @admin.display(description=both_lazy("Sabot", "Shoe"))
    def shoe_link(self, round_: Round) -> str:
        """The shoe that the round was dealt from."""
        return link(Shoe, round_.shoe_id, str(round_.shoe_id))


@admin.register(RoundEvent)
class RoundEventAdmin(ReadOnlyAdmin[RoundEvent]):
    """A fact of a round."""

    section = "rounds"
    singular = Words("événement d’un coup", "event of a round")
    plural = Words("événements des coups", "events of rounds")
    list_display = ("id", "table", "round_link", "seq", "sentence_column", "at")
    list_select_related = ("table", "round__rules")
    exact = ("round_id",)
    search_help_text = both_lazy("Identifiant du coup", "The round’s id")
    ordering = ("-id",)
    fields = ("table", "round_link", "seq", "sentence_column", "kind", "cause", "at", "recorded")

    def prepare(self, rows: list[RoundEvent]) -> None:
        """Tell what happened, with the names of all in one query."""
        facts = [_fact(row, row.round) for row in rows]
        teller = Narrator(is_french(), party_names(facts))
        for row, fact in zip(rows, facts, strict=True):
            vars(row)["sentence"] = teller.describe(fact)

    @admin.display(description=both_lazy("Fait", "What happened"))
    def sentence_column(self, event: RoundEvent) -> str:
        """What happened, as its reader may know it."""
        if "sentence" not in vars(event):
            self.prepare([event])
        return str(vars(event)["sentence"])

    @admin.display(description=both_lazy("Coup", "Round"))
    def round_link(self, event: RoundEvent) -> str:
        """The round that it belongs to."""
        return link(Round, event.round_id, str(event.round.number))

    @admin.display(description=both_lazy("Enregistré", "Recorded"))
    def recorded(self, event: RoundEvent) -> str:
        """The event as it is kept."""
        return pretty_json(_readable(event, event.round))


@admin.register(Receipt)
class ReceiptAdmin(ReadOnlyAdmin[Receipt]):
    """The recorded answer to a command."""

    section = "rounds"
    singular = Words("réponse à une commande", "answer to a command")
    plural = Words("réponses aux commandes", "answers to commands")
    list_display = ("id", "player", "table", "command_id", "seq", "said", "at")
    list_select_related = ("player", "table")
    exact = ("command_id", "player__username")
    search_help_text = both_lazy(
        "Identifiant de la commande, ou nom exact du joueur", "The command’s id, or a player’s name"
    )
    ordering = ("-id",)
    fields = ("player", "table", "command_id", "seq", "said", "code", "answer", "at")

    @admin.display(description=both_lazy("Réponse", "Answer"))
    def said(self, receipt: Receipt) -> str:
        """What the player was told, in the reader's language."""
        if not receipt.code:
            return both("fait", "done")
        if receipt.code not in REFUSALS:
            return receipt.code
        return refusal_text(Refused(receipt.code, **receipt.detail))

    @admin.display(description=both_lazy("Détail", "Detail"))
    def answer(self, receipt: Receipt) -> str:
        """What the refusal says beside its code."""
        return pretty_json(receipt.detail)
