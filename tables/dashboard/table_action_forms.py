"""What an act on a table asks for, beside its reason."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final
from uuid import uuid4, uuid5

from django import forms

from casino.backoffice import form_fields
from casino.i18n import both, both_lazy
from casino.players.models import Player
from casino.rng.withdrawal import Code
from casino.staff import rights
from tables.disputes.services import MOST_WORDS
from tables.games import GAMES
from tables.models import IdentityCheck
from tables.office.actions import TableActionForm
from tables.rows import disputes
from tables.rules.admin.rule_set_field import RuleSetField
from tables.staff import services as staff
from tables.wire.chat_signals import LEVELS


class SupplyForm(TableActionForm):
    """How many chips move between the house and a table's float."""

    amount = form_fields.DecimalField(
        max_digits=12,
        decimal_places=2,
        min_value=Decimal("0.01"),
        localize=True,
        label=both_lazy("Montant", "Amount"),
    )
    order = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    """Made with the form: makes sending it idempotent."""
    field_order: tuple[str, ...] = ("amount", "reason")

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return the amount in minor units, and an id of each table's own, the same when resent."""
        order = uuid5(self.cleaned_data["order"], str(table_id))
        return {"amount": int(self.cleaned_data["amount"] * 100), "order": order}


class SignLevyForm(SupplyForm):
    """The inspector's own count, and who attended for the state's control."""

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

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return the count, and who attended."""
        return {**super().table_arguments(table_id), "control": self.cleaned_data["control"]}


STOPPED: Final[Mapping[Code, tuple[str, str]]] = {
    "device": ("Panne d’un appareil", "Failure of a device"),
    "mistake": ("Erreur de la maison", "Mistake of the house"),
    "dispute": ("Litige sur les mises", "Dispute over the stakes"),
    "disorder": ("Trouble à la table", "Disorder at the table"),
    "control": ("Le contrôle des jeux l’ordonne", "The state’s control orders it"),
    "other": ("Autre", "Another reason"),
}
"""Why what was about to fall is stopped, as the public log tells it by its code."""


class StopForm(TableActionForm):
    """Why what is about to fall is stopped: a code for the public log, words for the players."""

    code = forms.ChoiceField(
        choices=lambda: [("", ""), *((code, both(*words)) for code, words in STOPPED.items())],
        label=both_lazy("Cause", "Cause"),
        help_text=both_lazy(
            "Le journal public la dit pour toujours, avec votre numéro, si quelque chose allait"
            " sortir ; chacun peut calculer ce qui serait sorti.",
            "The public log tells it for ever, with your number, where something was about to fall;"
            " anybody can compute what would have fallen.",
        ),
    )
    field_order = ("code", "reason")

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return the code."""
        return {"code": self.cleaned_data["code"]}


class AnnulForm(StopForm):
    """The same with an optional cause: often nothing was about to fall."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].required = False

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return the code; without one the log says that it was another reason."""
        return {"code": self.cleaned_data["code"] or "other"}


class RulesForm(TableActionForm):
    """The published set that a table deals by from its next round on."""

    rules = RuleSetField(label=both_lazy("Règles", "Rules"))
    field_order = ("rules", "reason")

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return the key of the set."""
        return {"rules_key": self.cleaned_data["rules"].key}


def _orders_of_games() -> list[tuple[str, str]]:
    """Return what may be ordered at the tables of all games, with its words.

    But for what has a page of its own: what opens a device (`tables.machines.interventions`), what
    shows who somebody is, what decides a complaint.
    """
    return [
        (key, both(*words))
        for game in GAMES.values()
        for key, words in game.staff_orders.items()
        if (device := game.device_orders) is None
        or key not in (device.open, device.identify, device.decide)
    ]


class IdentityForm(TableActionForm):
    """How a player proves their identity: a document, or what the house has verified."""

    kind = forms.ChoiceField(
        choices=lambda: IdentityCheck.Kind.choices,
        label=both_lazy("Pièce présentée", "Document presented"),
    )
    document_number = forms.CharField(
        max_length=30,
        required=False,
        label=both_lazy("Numéro de la pièce", "Number of the document"),
        help_text=both_lazy(
            "Gardé avec ce constat seul. Vide si la maison a vérifié l’identité elle-même.",
            "Kept with this check alone. Empty where the house has verified the identity itself.",
        ),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )
    field_order: tuple[str, ...] = ("kind", "document_number", "reason")

    def clean(self) -> dict[str, Any]:
        """Refuse a document without a number, and a number without a document."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        kind = given.get("kind", "")
        document = kind not in ("", IdentityCheck.Kind.RECORD)
        if document != bool(given.get("document_number")):
            message = both(
                "Une pièce a un numéro ; sans pièce, il n’y en a pas.",
                "A document has a number; without a document there is none.",
            )
            self.add_error(
                "document_number", forms.ValidationError(message, code="document_number")
            )
        return given

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return the kind of the document and its number."""
        given = self.cleaned_data
        return {"kind": given["kind"], "number": given["document_number"]}


class ComplaintForm(IdentityForm):
    """What a contested game ought to have paid, and who its player is where that is much."""

    due = form_fields.DecimalField(
        max_digits=12,
        decimal_places=2,
        min_value=Decimal("0.01"),
        required=False,
        localize=True,
        label=both_lazy("La combinaison vaut", "The combination is worth"),
        help_text=both_lazy(
            "Ce que la partie aurait dû payer en tout ; la différence est le complément. Vide : ce"
            " que dit le tableau des gains.",
            "What the game ought to have paid in all; the difference is the complement. Empty: what"
            " the pay table says.",
        ),
    )
    kind = forms.ChoiceField(
        choices=lambda: [("", "-"), *IdentityCheck.Kind.choices],
        required=False,
        label=both_lazy("Pièce présentée", "Document presented"),
        help_text=both_lazy(
            "Au-dessus du seuil d’identité de l’appareil.",
            "Above the machine’s identity threshold.",
        ),
    )
    field_order = ("due", "kind", "document_number", "reason")

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return what the game ought to have paid, in minor units, and the document."""
        due = self.cleaned_data["due"]
        return {**super().table_arguments(table_id), "due": None if due is None else int(due * 100)}


class IncidentReportForm(TableActionForm):
    """What is out of order, in which round or with which ticket, in the words of who reports it."""

    prefilled = ("number", "ticket")
    kind = forms.ChoiceField(
        choices=lambda: [(key, both(*words)) for key, words in disputes.KINDS.items()],
        label=both_lazy("Nature", "Kind"),
    )
    number = form_fields.IntegerField(
        min_value=1,
        max_value=2**53,
        required=False,
        label=both_lazy("Numéro du coup", "Number of the round"),
        help_text=both_lazy("Vide si aucun coup n’est en cause.", "Empty where it is about none."),
    )
    ticket = form_fields.IntegerField(
        min_value=1, max_value=2**53, required=False, label=both_lazy("Ticket nº", "Ticket no.")
    )
    follows = form_fields.IntegerField(
        min_value=1,
        max_value=2**53,
        required=False,
        label=both_lazy("Suite de la contestation nº", "After dispute no."),
        help_text=both_lazy(
            "Ce qui est tranché ne se rouvre pas : un fait nouveau est un nouvel incident.",
            "What is decided is not reopened: a later discovery is a new incident.",
        ),
    )
    reason = forms.CharField(
        max_length=MOST_WORDS,
        label=both_lazy("Ce qui s’est passé", "What happened"),
        widget=forms.Textarea(attrs={"class": "vLargeTextField", "rows": 5}),
    )
    order = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    field_order = ("kind", "number", "ticket", "reason", "follows")

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return what is reported, with an id of each table's own, the same when resent."""
        given = self.cleaned_data
        return {
            "kind": given["kind"],
            "number": given["number"],
            "ticket_id": given["ticket"],
            "follows": given["follows"],
            "order": uuid5(given["order"], str(table_id)),
        }


class PlayForm(TableActionForm):
    """What is ordered at the table, of what its game knows."""

    what = forms.ChoiceField(choices=_orders_of_games, label=both_lazy("Ordre", "Order"))
    field_order = ("what", "reason")

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return `what`, the key of the staff order (`Game.staff_orders`)."""
        return {"what": self.cleaned_data["what"]}


CARDS: Final = {
    "card_missing": ("Une carte a disparu", "A card is missing"),
    "card_extra": ("Une carte est en trop", "There is a card too many"),
    "card_marked": ("Une carte est marquée", "A card is marked"),
    "card_foreign": ("Une carte paraît étrangère", "A card appears to be foreign"),
}
"""What may be found, by its name in `card_incidents.CLAUSES`."""


class CardForm(TableActionForm):
    """What was found of the cards of a table."""

    found = forms.ChoiceField(
        choices=lambda: [(each, both(*words)) for each, words in CARDS.items()],
        label=both_lazy("Constat", "What was found"),
    )
    field_order = ("found", "reason")

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return what was found."""
        return {"what": self.cleaned_data["found"]}


SPOKEN: Final = {
    "off": ("Rien", "Nothing"),
    "signals": ("Les phrases de la maison", "The house’s phrases"),
    "free": ("Leurs mots aussi", "Their own words too"),
}


class ChatForm(TableActionForm):
    """What players may say at the table."""

    level = forms.ChoiceField(
        choices=lambda: [(each, both(*SPOKEN[each])) for each in LEVELS],
        label=both_lazy("Ce que les joueurs peuvent dire", "What players may say"),
    )
    field_order = ("level", "reason")

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return the level."""
        return {"level": self.cleaned_data["level"]}


class ChiefForm(TableActionForm):
    """The person to whom a table is handed over."""

    person = forms.ModelChoiceField(
        Player.objects.none(), label=both_lazy("Chef de table", "Table chief")
    )
    field_order = ("person", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice = self.fields["person"]
        assert isinstance(choice, forms.ModelChoiceField)
        chiefs = rights.staff_with(staff.MAY_SERVE["table_chief"])
        choice.queryset = chiefs.order_by("username")

    def table_arguments(self, table_id: int) -> Mapping[str, Any]:
        """Return the person."""
        return {"person": self.cleaned_data["person"]}
