"""A dispute as its player reads it: its text, state, decision and reason."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from tables.games.core.words import Words
from tables.models import Dispute
from tables.rows import disputes

_OWN: Final = {
    True: Words("Votre contestation est acceptée.", "Your dispute was upheld."),
    False: Words("Votre contestation est rejetée.", "Your dispute was rejected."),
}
_REPORTED: Final = {
    True: Words("Un incident a été reconnu.", "An incident was recognised."),
    False: Words(
        "Un incident signalé a été écarté.", "An incident that was reported was rejected."
    ),
}


@dataclass(frozen=True, slots=True)
class PlayerDispute:
    """A dispute in one language."""

    id: int
    kind: str
    words: str
    """Empty where the staff reported it: what it wrote is for games management."""
    state: str
    filed_at: datetime
    decided_at: datetime | None
    verdict: str
    """Empty until it is decided."""
    reason: str
    moved: int
    """Minor units that the player was given; below zero what he gave back."""
    hash: str
    """SHA-256 of the dossier that was frozen."""

    @property
    def taken(self) -> int:
        """What the player gave back, minor units."""
        return -self.moved


def dispute_for_player(found: Dispute, player_id: int, *, french: bool) -> PlayerDispute:
    """Return a dispute as a player may read it, in one language."""
    which, own = 0 if french else 1, found.player_id == player_id
    ruling = found.ruling
    verdicts = _OWN if own else _REPORTED
    return PlayerDispute(
        id=found.pk,
        kind=disputes.KINDS[found.kind][which],
        words=found.words if own else "",
        state=disputes.STATES[found.state][which],
        filed_at=found.filed_at,
        decided_at=found.decided_at,
        verdict=verdicts[ruling.upheld][which] if ruling else "",
        reason=ruling.reason if ruling else "",
        moved=disputes.amount_moved_to(found, player_id),
        hash=found.dossier_hash,
    )


def dispute_as_json(found: Dispute, player_id: int, *, french: bool) -> Mapping[str, Any]:
    """Return what a player reads of a dispute as plain JSON values."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in asdict(dispute_for_player(found, player_id, french=french)).items()
    }
