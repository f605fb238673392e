"""Identities of players in the office."""

from django.contrib import admin

from casino.backoffice.model_admin import (
    ReadOnlyAdmin,
    column,
)
from casino.i18n import Words, both_lazy
from casino.identity import words as identity_words
from casino.players.models import (
    Identity,
)


@admin.register(Identity)
class IdentityAdmin(ReadOnlyAdmin[Identity]):
    """Declared identities and decisions about them; made on the players' pages."""

    section = "players"
    singular = Words("identité", "identity")
    plural = Words("identités", "identities")
    list_display = (
        "player",
        "state_column",
        "valid_until_column",
        "by_column",
        "reason_column",
        "at_column",
    )
    list_select_related = ("player", "by")
    exact = ("player__username", "by__username")
    search_help_text = both_lazy("Nom exact du joueur", "The player’s exact name")
    ordering = ("-id",)
    fields = (
        "player",
        "state_column",
        "born_on_column",
        "valid_until_column",
        "by_column",
        "reason_column",
        "at_column",
    )
    born_on_column = column("born_on", "Né le", "Born on")
    valid_until_column = column("valid_until", "Valable jusqu’au", "Valid until")
    by_column = column("by", "Par", "By")
    reason_column = column("reason", "Motif", "Reason")
    at_column = column("at", "Le", "At")

    @admin.display(description=both_lazy("État", "State"))
    def state_column(self, said: Identity) -> str:
        """What was declared or decided."""
        return identity_words.STATES[said.state].text()
