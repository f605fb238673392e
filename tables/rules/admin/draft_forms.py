"""The forms of a draft in the office: what it begins with, its options, its publication."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django import forms
from django.conf import settings
from django.core.validators import RegexValidator
from django.http import HttpRequest

from casino.backoffice import form_fields
from casino.i18n import both, both_lazy
from tables.games import GAMES
from tables.games.core.options import Choice
from tables.games.core.protocol import Refused
from tables.models import RuleSet, RuleSetDraft
from tables.office.actions import ReasonForm, refusal_text
from tables.rules import services as rules
from tables.rules.admin.comparison import not_allowed_text, option_notes
from tables.rules.admin.option_fields import option_field
from tables.rules.admin.rule_set_field import RuleSetField


def _texts() -> list[tuple[str, str]]:
    """Return the texts that the licence allows a draft to begin with, and their titles."""
    return [
        (f"{game}/{key}", both(f"{key} : {book.title_fr}", f"{key}: {book.title_en}"))
        for game in sorted(GAMES)
        for key, book in GAMES[game].books.items()
        if settings.PROFILE.allows(game, key)
    ]


class DraftForm(forms.Form):
    """What a draft begins with: a series, a text, and the options of a set that it amends."""

    draft = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    """Made with the form: makes sending it idempotent."""
    series = forms.CharField(
        max_length=56,
        label=both_lazy("Série", "Series"),
        validators=[RegexValidator(rules.SERIES)],
        widget=forms.TextInput({"class": "vTextField"}),
        help_text=both_lazy(
            "Par exemple « FR-2024/maison ». Une série qui existe reçoit sa version suivante.",
            "For instance “FR-2024/maison”. A series that exists gets its next version.",
        ),
    )
    text = forms.ChoiceField(choices=_texts, label=both_lazy("Texte", "Text"))
    amends = RuleSetField(
        required=False,
        label=both_lazy("D’après", "After"),
        empty_label=both_lazy("les valeurs du texte", "the text’s defaults"),
    )
    reason = forms.CharField(
        max_length=200,
        required=False,
        label=both_lazy("Motif", "Reason"),
        widget=forms.TextInput({"class": "vTextField"}),
    )


class PublishForm(ReasonForm):
    """From when on, and why."""

    revision = form_fields.IntegerField(widget=forms.HiddenInput)
    effective_at = forms.SplitDateTimeField(
        required=False,
        label=both_lazy("En vigueur le (vide : maintenant)", "In force on (empty: now)"),
        widget=forms.SplitDateTimeWidget(
            date_attrs={"type": "date", "aria-label": both_lazy("Jour", "Day")},
            time_attrs={"type": "time", "aria-label": both_lazy("Heure", "Time")},
            date_format="%Y-%m-%d",
        ),
    )
    field_order = ("effective_at", "reason")


class AgreeForm(forms.Form):
    """What is agreed to: the draft as it was read."""

    revision = form_fields.IntegerField(widget=forms.HiddenInput)


class OptionsForm(forms.Form):
    """Every option of a text, with the values that it allows; the text itself has the last word."""

    revision = form_fields.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        max_length=200,
        required=False,
        label=both_lazy("Motif", "Reason"),
        widget=forms.TextInput({"class": "vTextField"}),
    )

    def __init__(self, draft: RuleSetDraft, given: Any = None) -> None:
        self.draft = draft
        self.choices: Mapping[str, Choice] = rules.book_of(draft).choices
        self.clauses = {clause.id: clause for clause in rules.book_of(draft).clauses}
        super().__init__(given, initial={"revision": draft.revision})
        for name, choice in self.choices.items():
            value = draft.options.get(name, choice.default)
            text = self.clauses.get(choice.clause)
            refused = not_allowed_text(choice.clause, text)
            self.fields[name] = option_field(choice, value, option_notes(choice, text), refused)
        self.order_fields(["revision", *self.choices, "reason"])

    def clean(self) -> dict[str, Any]:
        """Refuse what the text does not allow, naming the clause."""
        given = super().clean() or self.cleaned_data
        if self.errors:
            return given
        try:
            rules.check_options(self.draft.game, self.draft.book, self.options())
        except Refused as refused:
            name = str(refused.detail.get("option", ""))
            clause = str(refused.detail.get("clause", ""))
            message = not_allowed_text(clause, self.clauses.get(clause)) if clause else None
            self.add_error(name if name in self.fields else None, message or refusal_text(refused))
        return given

    def options(self) -> dict[str, Any]:
        """Return the options as they were given."""
        return {name: self.cleaned_data[name] for name in self.choices}


def initial_form(request: HttpRequest) -> DraftForm:
    """Return an empty form, or one for the next version of the series of a set."""
    base = RuleSet.objects.filter(pk=request.GET.get("amends", "")).first()
    if base is None:
        return DraftForm()
    last = RuleSet.objects.filter(series=base.series).order_by("-version").first()
    return DraftForm(
        initial={
            "draft": uuid4(),
            "series": base.series,
            "text": f"{base.game}/{base.book}",
            "amends": last,
        }
    )
