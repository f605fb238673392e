"""The form that sets up a table."""

from django import forms
from django.core.exceptions import ValidationError

from casino.backoffice.form_fields import refuse_formula
from casino.i18n import both, both_lazy
from tables.models import Jackpot, Table
from tables.rules.admin.rule_set_field import RuleSetField


class NewTableForm(forms.Form):
    """A table's name and rule set; the floor makes its boxes, accounts and opening float."""

    name = forms.CharField(
        max_length=64,
        validators=[refuse_formula],
        label=both_lazy("Nom", "Name"),
        widget=forms.TextInput({"class": "vTextField"}),
    )
    rules = RuleSetField(label=both_lazy("Règles", "Rules"))
    follows_series = forms.BooleanField(
        required=False,
        label=both_lazy("Suit la série", "Follows the series"),
        help_text=both_lazy(
            "Prend chaque nouvelle version, entre deux coups, dès sa date.",
            "Takes each new version, between two rounds, from its date on.",
        ),
    )
    practice = forms.BooleanField(
        required=False,
        label=both_lazy("Table d’entraînement", "Practice table"),
        help_text=both_lazy(
            "Conseille la stratégie de base et chiffre les erreurs ; jetons d’entraînement"
            " seulement, et pour toujours.",
            "Gives basic strategy’s advice and prices errors; practice chips only, and for ever.",
        ),
    )
    jackpot = forms.ModelChoiceField(
        Jackpot.objects.order_by("name"),
        required=False,
        label=both_lazy("Pot commun", "Shared jackpot"),
        help_text=both_lazy(
            "Vide : la table a ses propres cagnottes, si son règlement en demande.",
            "Empty: the table has pots of its own, where its rules want any.",
        ),
    )

    def clean_name(self) -> str:
        """Refuse a name that another table has."""
        name: str = self.cleaned_data["name"]
        if Table.objects.filter(name=name).exists():
            raise name_taken_error()
        return name


def name_taken_error() -> ValidationError:
    """Return the refusal of a name that another table has."""
    return ValidationError(
        both("Une table porte déjà ce nom.", "A table has this name already."), code="unique"
    )
