"""Actions of the staff on a player's page, each recorded with a name and a reason."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms

from casino.i18n import Words, both_lazy
from casino.identity import services as identity
from casino.players.models import Player
from casino.responsible_gaming import exclusions


class ReasonForm(forms.Form):
    """The reason of an action; kept for ever."""

    reason = forms.CharField(
        max_length=200,
        label=both_lazy("Motif", "Reason"),
        widget=forms.TextInput(attrs={"class": "vTextField", "autocomplete": "off"}),
    )


def _day() -> forms.DateInput:
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "class": "vDateField"})


class VerifyForm(ReasonForm):
    """Verified date of birth, and until when it is valid."""

    born_on = forms.DateField(
        label=both_lazy("Né le", "Born on"), input_formats=["%Y-%m-%d"], widget=_day()
    )
    valid_until = forms.DateField(
        label=both_lazy("Valable jusqu’au", "Valid until"),
        input_formats=["%Y-%m-%d"],
        widget=_day(),
    )
    field_order = ("born_on", "valid_until", "reason")


class NoteForm(forms.Form):
    """A note about a player; kept for ever."""

    reason = forms.CharField(
        max_length=1000,
        label=both_lazy("Note", "Note"),
        widget=forms.Textarea(attrs={"rows": 5, "class": "vLargeTextField"}),
    )


@dataclass(frozen=True, slots=True)
class Act:
    """An action on a player, with its form and the service that carries it out."""

    title: Words
    note: Words
    done: Words
    may: Callable[[Player, Player], bool]
    do: Callable[[Player, Player, Mapping[str, Any]], object]
    """Takes the player, who acts, and what the form was given."""
    form: type[forms.Form] = ReasonForm
    known: Callable[[Player], dict[str, Any]] = lambda _: {}
    """What the form begins with."""


ACTS: Final = {
    "ban": Act(
        Words("Bannir", "Ban"),
        Words(
            "Le joueur est déconnecté partout et n’entre plus. Le motif reste inscrit.",
            "The player is signed out everywhere and comes in no more. The reason is on record.",
        ),
        Words("Le joueur est banni.", "The player is banned."),
        lambda person, player: player.is_active and exclusions.may_ban(person, player),
        lambda player, person, given: exclusions.ban(player.pk, operator=person, **given),
    ),
    "let_in": Act(
        Words("Réadmettre", "Let in again"),
        Words(
            "Le joueur peut entrer de nouveau, à moins d’être exclu.",
            "The player may come in again, unless he is excluded.",
        ),
        Words("Le joueur est réadmis.", "The player is let in again."),
        lambda person, player: not player.is_active and exclusions.may_ban(person, player),
        lambda player, person, given: exclusions.lift_ban(player.pk, operator=person, **given),
    ),
    "note": Act(
        Words("Noter", "Write a note"),
        Words(
            "Le personnel lit la note, avec votre nom et l’heure ; personne ne la change. Le joueur"
            " peut demander ce que la maison garde de lui.",
            "The staff reads the note, with your name and the time; nobody changes it. The player"
            " may ask for what the house keeps of him.",
        ),
        Words("La note est inscrite.", "The note is written."),
        lambda person, player: person.has_perm(exclusions.NOTE),
        lambda player, person, given: exclusions.add_note(
            player, operator=person, text=given["reason"]
        ),
        NoteForm,
    ),
    "verify_identity": Act(
        Words("Vérifier l’identité", "Verify the identity"),
        Words(
            "Le motif dit sur quoi vous vous fondez ; aucune copie de document n’est gardée.",
            "The reason says what you have seen; no copy of a document is kept.",
        ),
        Words("L’identité est vérifiée.", "The identity is verified."),
        identity.may_decide_identity,
        lambda player, person, given: identity.verify(player, operator=person, **given),
        VerifyForm,
        lambda player: {"born_on": identity.identity_status(player.pk).born_on},
    ),
    "refuse_identity": Act(
        Words("Refuser l’identité", "Refuse the identity"),
        Words(
            "Le joueur ne mise, ne dépose et ne retire plus rien, jusqu’à ce qu’elle soit "
            "vérifiée. Il lit le motif.",
            "The player stakes, deposits and withdraws nothing until it is verified. He reads the "
            "reason.",
        ),
        Words("L’identité est refusée.", "The identity is refused."),
        identity.may_decide_identity,
        lambda player, person, given: identity.refuse(player, operator=person, **given),
    ),
}
"""By the name in the address of its page."""
