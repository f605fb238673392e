"""What the state's control of Monaco is notified of at any of its tables (MC-INC-02)."""

from typing import Final

from tables.games.core.protocol import Incident, Voided

NOTIFIED: Final = "MC-INC-02"
BROKEN_OFF: Final = Incident(NOTIFIED, "broken_off")


def round_incident(event: object, broken: type) -> Incident | None:
    """Return what an event is: a void round, a session `broken` off, or nothing of the kind."""
    if isinstance(event, broken):
        return BROKEN_OFF
    return Incident(NOTIFIED, "voided") if isinstance(event, Voided) else None
