"""What an act on a table asks for, beside its reason."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final
from uuid import uuid4, uuid5

from django import forms

from casino.players.models import Player
from casino.words import both, both_lazy
from tables.admin.acts import ReasonForm
from tables.floor import duties
from tables.games import GAMES
from tables.live.signals import LEVELS
from tables.models import RuleSet


class OrderForm(ReasonForm):
    """Why an operator does something with tables."""

    def asked(self, table_id: int) -> Mapping[str, Any]:
        """Return what a valid form gives the floor's service for one table, beside the reason."""
        return {}


class SupplyForm(OrderForm):
    """How many chips move between the house and a table's float."""

    amount = forms.DecimalField(
        max_digits=12,
        decimal_places=2,
        min_value=Decimal("0.01"),
        localize=True,
        label=both_lazy("Montant", "Amount"),
    )
    order = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    """Made with the form: makes sending it idempotent."""
    field_order: tuple[str, ...] = ("amount", "reason")

    def asked(self, table_id: int) -> Mapping[str, Any]:
        """Return the amount in minor units, and an id of each table's own, the same when resent."""
        order = uuid5(self.cleaned_data["order"], str(table_id))
        return {"amount": int(self.cleaned_data["amount"] * 100), "order": order}


class SignLevyForm(SupplyForm):
    """What the inspector has counted himself, and who of the state's control was there."""

    control = forms.CharField(
        max_length=64,
        required=False,
        label=both_lazy(
            "Agent du contrôle des jeux présent", "Agent of the state’s control present"
        ),
        help_text=both_lazy("Vide si personne n’y a assisté.", "Empty where nobody attended."),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )
    field_order = ("amount", "control", "reason")

    def asked(self, table_id: int) -> Mapping[str, Any]:
        """Return the count, and who attended."""
        return {**super().asked(table_id), "control": self.cleaned_data["control"]}


class RulesForm(OrderForm):
    """The published set that a table deals by from its next round on."""

    rules = forms.ModelChoiceField(
        RuleSet.objects.order_by("key"), label=both_lazy("Règles", "Rules")
    )
    field_order = ("rules", "reason")

    def asked(self, table_id: int) -> Mapping[str, Any]:
        """Return the key of the set."""
        return {"rules_key": self.cleaned_data["rules"].key}


def _orders_of_games() -> list[tuple[str, str]]:
    """Return what may be ordered at the tables of all games, with its words."""
    return [(key, both(*words)) for game in GAMES.values() for key, words in game.orders.items()]


class PlayForm(OrderForm):
    """What is ordered at the table, of what its game knows."""

    what = forms.ChoiceField(choices=_orders_of_games, label=both_lazy("Ordre", "Order"))
    field_order = ("what", "reason")

    def asked(self, table_id: int) -> Mapping[str, Any]:
        """Return the key of the order."""
        return {"what": self.cleaned_data["what"]}


SPOKEN: Final = {
    "off": ("Rien", "Nothing"),
    "signals": ("Les phrases de la maison", "The house’s phrases"),
    "free": ("Leurs mots aussi", "Their own words too"),
}


class ChatForm(OrderForm):
    """What players may say at the table."""

    level = forms.ChoiceField(
        choices=lambda: [(each, both(*SPOKEN[each])) for each in LEVELS],
        label=both_lazy("Ce que les joueurs peuvent dire", "What players may say"),
    )
    field_order = ("level", "reason")

    def asked(self, table_id: int) -> Mapping[str, Any]:
        """Return the level."""
        return {"level": self.cleaned_data["level"]}


class ChiefForm(OrderForm):
    """The person to whom a table is handed over."""

    person = forms.ModelChoiceField(
        Player.objects.none(), label=both_lazy("Chef de table", "Table chief")
    )
    field_order = ("person", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chiefs = Player.objects.with_perm(
            duties.MAY_SERVE["table_chief"],
            backend="django.contrib.auth.backends.ModelBackend",
        )
        choice = self.fields["person"]
        assert isinstance(choice, forms.ModelChoiceField)
        choice.queryset = chiefs.order_by("username")

    def asked(self, table_id: int) -> Mapping[str, Any]:
        """Return the person."""
        return {"person": self.cleaned_data["person"]}
