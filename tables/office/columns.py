"""Columns that lists of the office share: a field under a name in both languages."""

from typing import Any, Final

from django.contrib import admin

from casino.backoffice.model_admin import value_text
from casino.i18n import Words, both, both_lazy
from tables.games.core.protocol import Duty


def _column(name: str, fr: str, en: str) -> Any:
    """Return a column that shows a field under a name in both languages."""

    @admin.display(description=both_lazy(fr, en))
    def column(row: Any) -> Any:
        return value_text(getattr(row, name))

    column.__name__ = name
    return column


AT: Final = _column("at", "Heure", "Time")
TABLE: Final = _column("table", "Table", "Table")
PERSON: Final = _column("person", "Personne", "Person")
PLAYER: Final = _column("player", "Joueur", "Player")
BY: Final = _column("by", "Par", "By")
REASON: Final = _column("reason", "Motif", "Reason")
TICKETS: Final = _column("tickets", "Tickets", "Tickets")
COUNT: Final = _column("count", "Compte", "Count")
CONTROL: Final = _column("control", "Contrôle des jeux", "State control")
SINCE: Final = _column("since", "Depuis", "Since")
UNTIL: Final = _column("until", "Jusqu’à", "Until")
TEXT: Final = _column("text", "Texte", "Text")
CLAUSE: Final = _column("clause", "Article", "Clause")
MAILED: Final = _column("mailed_at", "Envoyé", "Mailed")
ENDORSED: Final = _column("endorsed", "Visée", "Endorsed")
ANNOUNCEMENT: Final = _column("announcement", "Annonce", "Announcement")
MINUTE: Final = _column("minute", "Minute", "Minute")
REFUSALS: Final = _column("refusals", "Refus", "Refusals")


HIDDEN: Final = Words("masquée jusqu’à la comptée", "hidden until counted")
"""Shown to people who may count a float, in place of its amount."""


def duty_name(duty: str) -> str:
    """Return what a duty is called."""
    match Duty(duty):
        case Duty.TABLE_CHIEF:
            return both("chef de table", "table chief")
        case Duty.INSPECTOR:
            return both("inspecteur", "inspector")
        case Duty.CHANGER:
            return both("changeur", "changer")
        case Duty.MACHINE_CHANGER:
            return both("changeur des appareils", "changer of the machines")
