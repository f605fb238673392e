"""The pages where a player disputes a round and downloads its dossier."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.timezone import localtime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from casino.http import downloads
from casino.i18n import Words, both, both_lazy, is_french
from casino.players.models import Player
from casino.site.views import page, with_strict_csp
from tables.disputes import dossier
from tables.disputes import queries as dispute_queries
from tables.disputes import services as disputes
from tables.games.core.protocol import Refused
from tables.games.core.words import REFUSALS as CORE
from tables.history import round_report
from tables.history.round_report import RoundForReader
from tables.models import Round
from tables.player_pages import rounds
from tables.rows import disputes as rows
from tables.templatetags.frontend import chips
from tables.wire.refusals import TABLE

WORDS: Final[Mapping[str, Words]] = {
    **rounds.DISPUTE_WORDS,
    "title": Words("Contester ce coup", "Dispute this round"),
    "what": Words(
        "La direction des jeux examine le coup, ses cartes, ses mises et ses écritures, et décide, "
        "sans appel dans la maison. Le contrôle des jeux est avisé aussitôt. Vos droits devant la "
        "justice restent entiers.",
        "The games management looks at the round, its cards, stakes and ledger lines, and decides, "
        "without appeal inside the house. The state’s control is told at once. Your rights before "
        "a court of law remain.",
    ),
    "send": Words("Contester", "Dispute"),
    "back": Words("Retour au coup", "Back to the round"),
    "read_by": Words("Établi pour", "Made for"),
    "receipts": Words("Mes ordres et leurs réponses", "My commands and their answers"),
    "answer": Words("Réponse", "Answer"),
    "done": Words("fait", "done"),
    "check": Words(
        "Le fichier JSON porte la signature de la maison (Ed25519). Il se vérifie sans elle : "
        "manage.py verify_dossier FICHIER.",
        "The JSON file bears the house’s signature (Ed25519). It is verified without the house: "
        "manage.py verify_dossier FILE.",
    ),
    "file": Words("Dossier signé (JSON)", "Signed dossier (JSON)"),
}
"""What the pages say, by the names that their templates use."""


class DisputeForm(forms.Form):
    """What is wrong, in the player's words, and the id that makes the same form one dispute."""

    kind = forms.ChoiceField(
        label=both_lazy("De quoi s’agit-il ?", "What is it about?"),
        choices=lambda: [(each, _in_language(rows.KINDS[each])) for each in rows.OF_PLAYERS],
    )
    words = forms.CharField(
        label=both_lazy("Ce qui ne va pas", "What is wrong"),
        help_text=both_lazy(
            "Ce qui s’est passé, et ce que vous demandez. La direction lit vos mots tels quels.",
            "What happened, and what you ask for. The management reads your words as they are.",
        ),
        max_length=disputes.MOST_WORDS,
        widget=forms.Textarea(attrs={"rows": 7}),
    )
    order = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["order"] = uuid4()

    def file(self, round_id: int, player: Player) -> bool:
        """File what a valid form says; False when refused, with the reason."""
        try:
            disputes.file_dispute(round_id, player=player, **self.cleaned_data)
        except Refused as refused:
            message = rounds.refusal_message(refused)
            self.add_error(None, ValidationError(message, refused.code))
            return False
        return True


def _in_language(words: tuple[str, str]) -> str:
    return words[0 if is_french() else 1]


def _words() -> dict[str, str]:
    return {name: words.text() for name, words in WORDS.items()}


@require_http_methods(["GET", "POST"])
@rounds.counted_rounds
@never_cache
@login_required
@with_strict_csp
def dispute_page(request: HttpRequest, round_id: int) -> HttpResponseBase:
    """Ask what is wrong with a round, and file it; then its page tells how it stands."""
    reading, player = rounds.own_round_or_404(request, round_id), request.user
    assert isinstance(player, Player)
    form = DisputeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and form.file(round_id, player):
        return redirect(f"{reverse('round', args=[round_id])}#disputes")
    return _form_page(request, reading, form)


def _form_page(request: HttpRequest, reading: RoundForReader, form: DisputeForm) -> HttpResponse:
    refused = ""
    if not form.is_bound:
        refused = rounds.dispute_refusal(reading)
    return page(
        request,
        "dispute.html",
        422 if form.is_bound else 200,
        d=_words(),
        form=form,
        refused=refused,
        told=round_report.round_report(reading, french=is_french()),
        to=reverse("round", args=[reading.round.pk]),
    )


def _finished_round_or_404(request: HttpRequest, round_id: int) -> RoundForReader:
    reading = rounds.own_round_or_404(request, round_id)
    if reading.round.status == Round.Status.RUNNING:
        raise Http404
    return reading


def _receipt_text(receipt: Mapping[str, Any], reading: RoundForReader) -> tuple[datetime, str]:
    """Return when a command of the reader was answered, and the answer in words."""
    at, code = datetime.fromisoformat(receipt["at"]), receipt["code"]
    if not code:
        return at, f"{WORDS['done'].text()}, nº {receipt['seq']}"
    words = {**CORE, **TABLE, **reading.game.wording.refusals}.get(code)
    text = words and words.fill(
        receipt["detail"], french=is_french(), chips=chips, moment=_house_moment
    )
    return at, text or code


def _house_moment(milliseconds: int) -> str:
    """Return a time in the house's time zone as its reader writes it."""
    local = localtime(datetime.fromtimestamp(milliseconds / 1000, UTC))
    return f"{local:{both('%d/%m/%Y %H:%M', '%d %b %Y %H:%M')}}"


@require_GET
@rounds.counted_rounds
@never_cache
@login_required
@with_strict_csp
def dossier_page(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show the dossier of a round to its participants, on one page to print."""
    reading = _finished_round_or_404(request, round_id)
    held = dossier.dossier_for_player(reading)
    return page(
        request,
        "dossier.html",
        d=_words(),
        r=rounds.words(),
        told=round_report.round_report(reading, french=is_french()),
        disputes=rounds.disputes_of(reading),
        receipts=[_receipt_text(each, reading) for each in held["receipts"]],
        house=held["house"].partition("/")[0],
        to=reverse("round", args=[round_id]),
        replay=reverse("replay", args=[round_id]),
        file=reverse("dossier_file", args=[round_id]),
    )


@require_GET
@rounds.counted_rounds
@never_cache
@login_required
def dossier_file(request: HttpRequest, round_id: int) -> HttpResponse:
    """Send the signed dossier of a round to its participants."""
    reading = _finished_round_or_404(request, round_id)
    held = dossier.dossier_for_player(reading)
    player = request.user.pk
    assert player is not None
    held["disputes"] = [
        dispute_queries.dispute_as_json(each, player, french=is_french())
        for each in rows.readable_by(round_id, player)
    ]
    return downloads.json_response(f"sabot-dossier-{round_id}", dossier.sign_dossier(held))


@require_GET
@rounds.counted_rounds
@never_cache
@login_required
@with_strict_csp
def decision_page(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """Show a decision to a player whom it concerns: on its round's page where it is about one."""
    player = request.user.pk
    assert player is not None
    found = rows.decided_for(dispute_id, player) if dispute_id < 2**63 else None
    if found is None:
        raise Http404
    if found.round_id is not None:
        return redirect(f"{reverse('round', args=[found.round_id])}#dispute-{found.pk}")
    disputes.mark_read(player, dispute_id=found.pk)
    dispute = dispute_queries.dispute_for_player(found, player, french=is_french())
    return page(request, "decision.html", d=_words(), dispute=dispute, table=found.table)
