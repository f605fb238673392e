"""Rule sets in the office."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.validators import RegexValidator
from django.http import HttpRequest

from casino.office import (
    Reading,
    both,
)
from tables.admin.acts import refusal_told
from tables.games import GAMES
from tables.games.core.protocol import Refused
from tables.models import RuleSet


class RuleSetForm(forms.ModelForm[RuleSet]):
    """An amendment: a book with house options under a new key."""

    key = forms.CharField(
        max_length=64, validators=[RegexValidator(r"\A[A-Za-z0-9][A-Za-z0-9._/-]*\Z")]
    )
    game = forms.ChoiceField(choices=[(key, key) for key in sorted(GAMES)])
    book = forms.ChoiceField(
        choices=sorted({(book, book) for game in GAMES.values() for book in game.books})
    )

    class Meta:
        model = RuleSet
        fields = ("key", "game", "book", "options", "amends")

    def clean(self) -> dict[str, Any]:
        """Refuse what the book does not allow, naming the clause."""
        given = super().clean() or self.cleaned_data
        if self.errors:
            return given
        amends: RuleSet | None = given["amends"]
        if given["book"] not in GAMES[given["game"]].books:
            self.add_error("book", both("Ce jeu n’a pas ce texte.", "This game has no such text."))
        elif not isinstance(given["options"], dict):
            self.add_error(
                "options", both("Un objet JSON est attendu.", "A JSON object is wanted.")
            )
        elif amends and (amends.game, amends.book) != (given["game"], given["book"]):
            self.add_error("amends", both("C’est un autre texte.", "That is another text."))
        else:
            self._try_options(given)
        return given

    def _try_options(self, given: dict[str, Any]) -> None:
        try:
            GAMES[given["game"]].amend(given["book"], given["options"])
        except Refused as refused:
            self.add_error("options", refusal_told(refused))


@admin.register(RuleSet)
class RuleSetAdmin(Reading[RuleSet]):
    """A rule set: added as an amendment, never edited."""

    form = RuleSetForm
    list_display = ("key", "game", "book", "amends", "created_at")
    list_select_related = ("amends",)
    exact = ("pk",)
    ordering = ("key",)
    fields = ("key", "game", "book", "options", "amends")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tell whether this operator may amend rules."""
        return request.user.has_perm("tables.add_ruleset")

    def save_model(
        self, request: HttpRequest, obj: RuleSet, form: forms.Form, change: bool
    ) -> None:
        """Insert, and never fall back on overwriting a key that exists."""
        obj.save(force_insert=True)
