"""Disputes and incidents in the office: the dossier on one page, and the acts that decide.

Decided through `tables.disputes.services`, with a reason that the player reads.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.timezone import localtime

from casino.backoffice import form_fields as fields
from casino.backoffice.date_filters import DateRangeFilter
from casino.backoffice.model_admin import ReadOnlyAdmin, column, link, row_id
from casino.backoffice.row_orders import RowOrder, orders_context
from casino.http import downloads
from casino.i18n import Words, both, both_lazy, is_french, moment, money
from casino.ledger.services import Overdrawn
from casino.players.models import Department, Player
from tables.disputes import dossier
from tables.disputes import services as disputes
from tables.games import GAMES
from tables.games.core.protocol import Refused
from tables.history import admin as history_admin
from tables.history import review, round_report
from tables.models import Dispute, DisputeCorrection, DisputeReader, DisputeRuling, Round
from tables.office.actions import operator_of, refusal_text, why_refused
from tables.office.columns import AT, BY, PLAYER, REASON, TABLE
from tables.office.floor_event_words import floor_event_reason, floor_event_text
from tables.rows import disputes as rows
from tables.wire.chat_signals import SIGNALS

MACHINES: Final = [key for key, game in GAMES.items() if game.device_orders is not None]
"""The games of machines."""
UPHELD: Final = Words("acceptée", "upheld")
REJECTED: Final = Words("rejetée", "rejected")


def readable_by(person: Player, found: QuerySet[Dispute]) -> QuerySet[Dispute]:
    """Return those of these disputes that a person may read who may read disputes.

    Members of the machines' department read those at machines (MC-AUTO-61).
    """
    if person.groups.filter(department__name=Department.Name.MACHINES).exists():
        return found.filter(table__rules__game__in=MACHINES)
    return found


class DisputeActionForm(forms.Form):
    """The form of an act; without fields of its own it only asks for a confirmation."""

    def __init__(self, *args: Any, concerned: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.concerned = concerned


class RejectForm(DisputeActionForm):
    """Why a dispute is decided so; its player reads it."""

    reason = forms.CharField(
        max_length=400,
        label=both_lazy("Motif, que le joueur lira", "Reason, which the player will read"),
        widget=forms.Textarea(attrs={"class": "vLargeTextField", "rows": 4}),
    )
    order = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def corrections(self) -> dict[int, int]:
        """Return what a valid form moves to each player, in minor units."""
        return {}


class UpholdForm(RejectForm):
    """Why a dispute is upheld, and what each player is given, or gives back."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for player, name in self.concerned.items():
            self.fields[f"to_{player}"] = fields.DecimalField(
                max_digits=12,
                decimal_places=2,
                required=False,
                localize=True,
                label=both_lazy(f"Rendre à {name}", f"Give to {name}"),
                help_text=both_lazy(
                    "Un montant négatif est repris, dans la limite de ce qu’il a.",
                    "A negative amount is taken back, within what he has.",
                ),
            )

    def corrections(self) -> dict[int, int]:
        """Return what a valid form moves to each player, in minor units."""
        given = self.cleaned_data
        return {
            player: int((given.get(f"to_{player}") or Decimal(0)) * 100)
            for player in self.concerned
        }


@dataclass(frozen=True, slots=True)
class DisputeAction:
    """Something that games management does with a dispute."""

    words: Words
    form: type[DisputeActionForm]
    note: Words


ACTS: Final[Mapping[str, DisputeAction]] = {
    "take_up": DisputeAction(
        Words("Prendre en examen", "Take it up"),
        DisputeActionForm,
        Words("Votre nom est noté.", "Your name is put on record."),
    ),
    "uphold": DisputeAction(
        Words("Accepter", "Uphold"),
        UpholdForm,
        Words(
            "Sans appel. Au-delà de {most}, une seconde personne doit confirmer.",
            "Without appeal. Above {most} a second person must second it.",
        ),
    ),
    "reject": DisputeAction(
        Words("Rejeter", "Reject"), RejectForm, Words("Sans appel.", "Without appeal.")
    ),
    "second": DisputeAction(
        Words("Confirmer la décision proposée", "Second the ruling"),
        DisputeActionForm,
        Words(
            "Vous n’êtes pas celui qui l’a proposée. Les jetons changent de main aussitôt.",
            "You are not the one who proposed it. The chips move at once.",
        ),
    ),
}
"""By the name in the address of their page."""


class WaitingFilter(admin.SimpleListFilter):
    """Whether disputes wait for a decision; those that do are shown where nobody asks."""

    title = both_lazy("Décision", "Decision")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the choices beside the first."""
        return [("decided", both("tranchées", "decided")), ("all", both("toutes", "all"))]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Yield the choices, the first of them in words of its own."""
        first, *others = super().choices(changelist)
        yield {**first, "display": both("à trancher", "to be decided")}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Dispute]) -> QuerySet[Dispute]:
        """Return the disputes of a choice."""
        if self.value() == "all":
            return queryset
        if self.value() == "decided":
            return queryset.filter(state=Dispute.State.DECIDED)
        return queryset.exclude(state=Dispute.State.DECIDED)


@admin.register(Dispute)
class DisputeAdmin(ReadOnlyAdmin[Dispute]):
    """What games management decides: the list that waits, and each dossier on one page."""

    section = "disputes"
    singular = Words("contestation", "dispute")
    plural = Words("contestations et incidents", "disputes and incidents")
    list_display = (
        "id",
        "filed_at_column",
        "kind_column",
        TABLE,
        "round_link",
        PLAYER,
        "state_column",
    )
    list_select_related = ("table", "round", "player", "filed_by", "taken_by", "seconded_by")
    list_filter = (WaitingFilter, ("filed_at", DateRangeFilter))
    exact = ("pk", "table__name", "player__username", "filed_by__username")
    ordering = ("-id",)
    fields = (
        *(
            "filed_at_column",
            "kind_column",
            TABLE,
            "round_link",
            "ticket_column",
            "earlier_dispute_link",
            "filed_by_column",
        ),
        *(
            "words_column",
            "state_column",
            "taken_up_column",
            "decided_at_column",
            "seconded_by_column",
            "dossier_column",
        ),
    )
    change_form_template = "admin/tables/dispute/change_form.html"
    filed_at_column = column("filed_at", "Déposée le", "Filed on")
    filed_by_column = column("filed_by", "Déposée par", "Filed by")
    words_column = column("words", "En ses mots", "In his words")
    decided_at_column = column("decided_at", "Tranchée le", "Decided on")
    seconded_by_column = column("seconded_by", "Seconde personne", "Second person")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Dispute]:
        """Return disputes without their dossiers, which are long."""
        found = super().get_queryset(request).defer("dossier")
        return readable_by(operator_of(request), found)

    def get_fields(self, request: HttpRequest, obj: Dispute | None = None) -> list[Any]:
        """Return the lines that say something of this one."""
        empty = {
            "ticket_column": obj and obj.ticket_id,
            "earlier_dispute_link": obj and obj.follows_id,
            "taken_up_column": obj and obj.taken_at,
            "decided_at_column": obj and obj.decided_at,
            "seconded_by_column": obj and obj.seconded_by_id,
        }
        return [each for each in self.fields if empty.get(each, True)]

    @admin.display(description=both_lazy("Nature", "Kind"))
    def kind_column(self, found: Dispute) -> str:
        """What is out of order."""
        return both(*rows.KINDS[found.kind])

    @admin.display(description=both_lazy("État", "State"))
    def state_column(self, found: Dispute) -> str:
        """How it stands."""
        return both(*rows.STATES[found.state])

    @admin.display(description=both_lazy("Coup", "Round"))
    def round_link(self, found: Dispute) -> str:
        """The round in question."""
        return link(Round, found.round_id, str(found.round.number) if found.round else "-")

    @admin.display(description="Ticket")
    def ticket_column(self, found: Dispute) -> str:
        """The ticket in question."""
        return "-" if found.ticket_id is None else str(found.ticket_id)

    @admin.display(description=both_lazy("Suite de", "After"))
    def earlier_dispute_link(self, found: Dispute) -> str:
        """The one that was decided before more was found."""
        return link(Dispute, found.follows_id, str(found.follows_id))

    @admin.display(description=both_lazy("Prise en examen", "Taken up"))
    def taken_up_column(self, found: Dispute) -> str:
        """By whom and when."""
        return f"{found.taken_by}, {moment(found.taken_at)}" if found.taken_at else "-"

    @admin.display(description=both_lazy("Dossier figé", "Frozen dossier"))
    def dossier_column(self, found: Dispute) -> str:
        """Its hash, and whether the rows still say the same."""
        same = dossier.is_unchanged(found)
        text = both("les registres disent de même", "the records say the same")
        other = both("LES REGISTRES DISENT AUTRE CHOSE", "THE RECORDS SAY SOMETHING ELSE")
        return f"SHA-256 {found.dossier_hash}{both(' : ', ': ')}{text if same else other}"

    def get_urls(self) -> list[URLPattern]:
        """Return the pages of the acts, and the signed file, before those of the rows."""
        act = self.admin_site.admin_view(self.act_view)
        file = self.admin_site.admin_view(self.file_view)
        return [
            path("<int:dispute_id>/<str:name>/act/", act, name="tables_dispute_act"),
            path("<int:dispute_id>/dossier.json", file, name="tables_dispute_file"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the dossier, with the actions for users who may decide it."""
        context: dict[str, Any] = dict(extra_context or {})
        found = self.get_queryset(request).filter(pk=row_id(object_id) or 0).first()
        if found is not None and self.has_view_permission(request, found):
            context |= _dossier_context(found)
            if "replay_url" in context and request.user.has_perm("tables.view_round"):
                context["replay_url"] = history_admin.replay_url(found.round_id or 0)
            context |= orders_context(_orders_of(found, operator_of(request)))
            context["file_url"] = reverse("admin:tables_dispute_file", args=[found.pk])
            context["file_title"] = both("Dossier signé (JSON)", "Signed dossier (JSON)")
        return super().change_view(request, object_id, form_url, context)

    def file_view(self, request: HttpRequest, dispute_id: int) -> HttpResponse:
        """Send the whole dossier, signed by the house."""
        found = self.get_queryset(request).filter(pk=dispute_id).first()
        if not self.has_view_permission(request, found):
            raise PermissionDenied
        if found is None:
            raise Http404
        name = f"sabot-dossier-dispute-{found.pk}"
        return downloads.json_response(name, dossier.sign_dossier(dossier.full_dossier(found)))

    def act_view(self, request: HttpRequest, dispute_id: int, name: str) -> HttpResponse:
        """Ask for what an act needs, then do it."""
        operator = operator_of(request)
        if not operator.has_perm(disputes.DECIDE):
            raise PermissionDenied
        found = self.get_queryset(request).filter(pk=dispute_id).first()
        act = ACTS.get(name)
        if found is None or act is None:
            raise Http404
        page = reverse("admin:tables_dispute_change", args=[dispute_id])
        data = request.POST if request.method == "POST" else None
        form = act.form(data, concerned=disputes.concerned_players(found))
        if request.method == "POST" and form.is_valid():
            try:
                _carry_out(name, found, operator, form)
            except (Refused, Overdrawn) as error:
                no = both("Refusé", "Refused")
                messages.error(request, f"{no}. {refusal_text(error)}")
            else:
                messages.success(request, _done(dispute_id))
            return HttpResponseRedirect(page)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"{act.words.text()}{both(' : n° ', ': no. ')}{found.pk}, {found.table}",
            "note": _note(act, found),
            "form": form,
            "confirm": act.words.text(),
            "back": both("Ne rien faire", "Do nothing"),
            "back_url": page,
        }
        return TemplateResponse(request, "admin/tables/table/order.html", context)


def _orders_of(found: Dispute, operator: Player) -> list[RowOrder]:
    """Return the acts that fit a dispute, each with why it would be refused to this person now."""
    if not operator.has_perm(disputes.DECIDE):
        return []
    refusal = why_refused(lambda: disputes.check_may_decide(found, operator))
    acts = {"uphold": refusal, "reject": refusal}
    if found.state == Dispute.State.FILED:
        acts = {"take_up": refusal, **acts}
    if (proposed := disputes.ruling_to_second(found)) is not None:
        own = why_refused(lambda: disputes.check_may_second(found, proposed, operator))
        acts = {"second": own, **acts}
    return [
        RowOrder(
            ACTS[name].words.text(),
            reverse("admin:tables_dispute_act", args=[found.pk, name]),
            why,
        )
        for name, why in acts.items()
    ]


def _carry_out(name: str, found: Dispute, operator: Player, form: DisputeActionForm) -> None:
    if name == "take_up":
        disputes.take_up(found.pk, operator=operator)
    elif name == "second":
        proposed = disputes.ruling_to_second(found)
        if proposed is None:
            raise Refused("ruling_replaced")
        disputes.second_ruling(proposed.pk, operator=operator)
    else:
        assert isinstance(form, RejectForm)
        disputes.rule_on_dispute(
            found.pk,
            operator=operator,
            upheld=name == "uphold",
            corrections=form.corrections(),
            reason=form.cleaned_data["reason"],
            order=form.cleaned_data["order"],
        )


def _done(dispute_id: int) -> str:
    """Return what is said after an act."""
    found = Dispute.objects.only("state").get(pk=dispute_id)
    if found.state == Dispute.State.DECIDED:
        return both("C’est tranché, sans appel.", "It is decided, without appeal.")
    if disputes.ruling_to_second(found) is not None:
        return both(
            "C’est proposé : une seconde personne doit confirmer.",
            "It is proposed: a second person must second it.",
        )
    return both("C’est à l’examen.", "It is under review.")


def _note(act: DisputeAction, found: Dispute) -> str:
    """Return what an act's page says before its form."""
    kind, words = both(*rows.KINDS[found.kind]), found.words
    text = both(f"{kind} : « {words} » ", f"{kind}: “{words}” ")
    text += act.note.text(most=money(settings.CORRECTION_BY_ONE))
    if act is ACTS["second"] and (proposed := disputes.ruling_to_second(found)) is not None:
        text += f" {_ruling_text(proposed)}"
    return text


def _ruling_text(ruling: DisputeRuling) -> str:
    """Return a ruling in one line: how, by whom, what it moves, why."""
    how = (UPHELD if ruling.upheld else REJECTED).text()
    moved = ", ".join(
        f"{each.player} {money(each.amount)}"
        for each in ruling.corrections.select_related("player").order_by("pk")
    )
    sum_ = f" · {moved}" if moved else ""
    colon = both(" : ", ": ")
    return f"{how} ({ruling.by}, {moment(ruling.at)}){sum_}{colon}{ruling.reason}"


def _dossier_context(found: Dispute) -> dict[str, Any]:
    """Return what the page shows beside the fields: the round as it was, and what stands frozen."""
    frozen = dossier.parse_dossier(found.dossier)
    names = _names(frozen)
    context: dict[str, Any] = {
        "h": {name: words.text() for name, words in HEADINGS.items()},
        "rulings": [
            (_ruling_text(each), each.pk == found.ruling_id)
            for each in found.rulings.select_related("by")
        ],
        "chat": [
            (_moment(each["at"]), names.get(each["party"], each["party"]), _spoken(each))
            for each in frozen["chat"]
        ],
        "floor": [
            (
                _moment(each["at"]),
                floor_event_text(each["kind"]),
                names.get(each["by"] or "", each["by"] or "-"),
                floor_event_reason(each["kind"], each["reason"]),
            )
            for each in frozen["floor"]
        ],
        "receipts": [
            (
                _moment(each["at"]),
                names.get(each["party"], each["party"]),
                _answer(each),
            )
            for each in frozen.get("receipts", ())
        ],
        "ticket": frozen["ticket"],
    }
    reading = None if found.round_id is None else round_report.reading_for_office(found.round_id)
    if reading is not None:
        context |= _round_context(reading)
    return context


def _round_context(reading: round_report.RoundForReader) -> dict[str, Any]:
    report = round_report.round_report(reading, french=is_french())
    context: dict[str, Any] = {
        "told": report,
        "steps": [(_clock(step.at), step) for step in report.steps if step.sentences],
        "postings": history_admin.posting_lines(report.id),
        "verify_url": reverse("verify"),
    }
    if report.shoe:
        context["bundle_url"] = reverse("api_bundle", args=[report.shoe])
    elif report.draw:
        context["bundle_url"] = reverse("api_draw_bundle", args=[report.draw])
    if report.status != Round.Status.RUNNING:
        text = round_report.shared_address(report.id)
        context["replay_url"] = reverse("shared_replay", args=[text])
        with suppress(review.NotExaminable):
            context |= history_admin.comparison_context(report.id)
    return context


def _names(frozen: Mapping[str, Any]) -> dict[str, str]:
    """Return the names of those of whom a frozen dossier tells, by party."""
    parties = {each["party"] for part in ("chat", "receipts") for each in frozen.get(part, ())}
    parties |= {each["by"] for each in frozen["floor"] if each["by"]}
    named = Player.objects.filter(pk__in=[int(each) for each in parties]).only("username")
    return {str(each.pk): each.username for each in named}


def _clock(at: datetime) -> str:
    """Return the time of a step to the millisecond, which tells its order."""
    local = localtime(at)
    return f"{local:%H:%M:%S}{both(',', '.')}{local.microsecond // 1000:03}"


def _moment(at: str) -> str:
    return moment(datetime.fromisoformat(at), milliseconds=True)


def _answer(receipt: Mapping[str, Any]) -> str:
    """Return how a command was answered: by the code of its refusal, or where it stands."""
    if receipt["code"]:
        return format_html("<code>{}</code>", receipt["code"])
    return f"{both('n°', 'no.')} {receipt['seq']}"


def _spoken(message: Mapping[str, Any]) -> str:
    words = SIGNALS.get(message["signal"])
    return both(*words) if words else f"« {message['text']} »"


HEADINGS: Final[Mapping[str, Words]] = {
    "passage": Words("Ce qui s’est passé", "What happened"),
    "postings": Words("Écritures", "Postings"),
    "clauses": Words("Articles appliqués", "Clauses applied"),
    "proof": Words("Preuve", "Proof"),
    "sealed": Words("Scellé avant les mises :", "Sealed before the stakes:"),
    "bundle": Words("Preuve (JSON)", "Proof (JSON)"),
    "verify": Words("Vérifier", "Verify"),
    "replay": Words("Revoir sur le tapis", "Replay on the felt"),
    "second_look": Words("Le moteur rejoue le coup", "The engine plays the round again"),
    "receipts": Words("Ordres des joueurs, et réponses", "Commands of players, and answers"),
    "floor": Words("Autour de la table", "Around the table"),
    "chat": Words("Conversation", "Chat"),
    "rulings": Words("Décisions", "Rulings"),
    "final": Words("sans appel", "final"),
    "proposed": Words("proposée, ou remplacée", "proposed, or replaced"),
    "waited": Words("après", "after"),
    "of": Words("sur", "of"),
}
"""What stands above the parts of a dossier."""


@admin.register(DisputeRuling)
class DisputeRulingAdmin(ReadOnlyAdmin[DisputeRuling]):
    """What somebody of games management has ruled."""

    section = "disputes"
    singular = Words("décision d’une contestation", "ruling of a dispute")
    plural = Words("décisions des contestations", "rulings of disputes")
    list_display = (AT, "dispute_link", "ruling_column", "corrections_column", BY, REASON)
    list_select_related = ("dispute", "by")
    exact = ("pk", "dispute__pk", "by__username")
    ordering = ("-id",)
    fields = (AT, "dispute_link", "ruling_column", "corrections_column", BY, REASON)

    @admin.display(description=both_lazy("Contestation", "Dispute"))
    def dispute_link(self, ruling: DisputeRuling) -> str:
        """The dispute that it decides, or would decide."""
        return link(Dispute, ruling.dispute_id, str(ruling.dispute_id))

    @admin.display(description=both_lazy("Décision", "Ruling"))
    def ruling_column(self, ruling: DisputeRuling) -> str:
        """Whether the dispute is upheld."""
        return (UPHELD if ruling.upheld else REJECTED).text()

    @admin.display(description=both_lazy("Corrections", "Corrections"))
    def corrections_column(self, ruling: DisputeRuling) -> str:
        """What it moves."""
        return money(sum(each.amount for each in ruling.corrections.all()))

    def get_queryset(self, request: HttpRequest) -> QuerySet[DisputeRuling]:
        """Return rulings with what they move, in one query for all."""
        return super().get_queryset(request).prefetch_related("corrections")


@admin.register(DisputeCorrection)
class DisputeCorrectionAdmin(ReadOnlyAdmin[DisputeCorrection]):
    """What a ruling moves between the house and a player."""

    section = "disputes"
    singular = Words("correction d’une décision", "correction of a ruling")
    plural = Words("corrections des décisions", "corrections of rulings")
    list_display = ("id", "ruling_link", PLAYER, "amount_column")
    list_select_related = ("ruling", "player")
    exact = ("pk", "ruling__dispute__pk", "player__username")
    ordering = ("-id",)
    fields = ("ruling_link", PLAYER, "amount_column")

    @admin.display(description=both_lazy("Décision", "Ruling"))
    def ruling_link(self, correction: DisputeCorrection) -> str:
        """The ruling."""
        return link(DisputeRuling, correction.ruling_id, str(correction.ruling))

    @admin.display(description=both_lazy("Montant", "Amount"))
    def amount_column(self, correction: DisputeCorrection) -> str:
        """Chips given to the player; negative when taken back."""
        return money(correction.amount)


@admin.register(DisputeReader)
class DisputeReaderAdmin(ReadOnlyAdmin[DisputeReader]):
    """A player who must be shown a decision, and when they read it."""

    section = "disputes"
    singular = Words("décision due à un joueur", "decision owed to a player")
    plural = Words("décisions dues aux joueurs", "decisions owed to players")
    list_display = ("id", "dispute_link", PLAYER, "read_at_column")
    list_select_related = ("dispute", "player")
    exact = ("dispute__pk", "player__username")
    ordering = ("-id",)
    fields = ("dispute_link", PLAYER, "read_at_column")
    read_at_column = column("read_at", "Lue le", "Read on")

    @admin.display(description=both_lazy("Contestation", "Dispute"))
    def dispute_link(self, reader: DisputeReader) -> str:
        """The dispute that was decided."""
        return link(Dispute, reader.dispute_id, str(reader.dispute_id))
