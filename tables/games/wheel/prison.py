"""What becomes of an even chance at zero: half is taken back, or it goes to prison (art. 8.2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tables.games.core.money import Amount
from tables.games.core.rules import enacted_by
from tables.games.core.words import Words
from tables.games.wheel.rules import WheelRules

REFUSALS: Final[Mapping[str, Words]] = {
    "last_of_session": Words(
        "Au dernier coup de la séance, le partage est obligé.",
        "At the last round of the session the half must be taken.",
    ),
    "locked": Words(
        "Cette mise est en prison ou attend votre choix : on n’y touche pas.",
        "This stake is in prison or waits for your choice: it stays as it is.",
    ),
    "zero_choice_not_open": Words(
        "Il n’y a pas de choix à faire pour cette mise.",
        "There is no choice to make for this stake.",
    ),
}
"""Why a choice is refused, by code."""
REASONS: Final[Mapping[str, Words]] = {
    "half": Words("Moitié d’une mise rendue", "Half of a stake returned"),
    "prison": Words("Mise sortie de prison", "Stake out of prison"),
}
"""What the moves of such a stake are for, by code."""


class Release(StrEnum):
    """What is freed when a prisoner wins after several zeros (MC-EROU-29, A1)."""

    HALVED = "halved"
    FULL = "full"


class ZeroChoice(StrEnum):
    """What a silent player chooses after a zero (A2)."""

    HALF = "half"
    PRISON = "prison"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrisonRules(WheelRules):
    """The rules of a table where a stake that is caught waits for its owner's choice."""

    decision_seconds: int = enacted_by("MC-EROU-24", default=15)
    """A window in which choices are pending is at least this long."""
    prison_release_value: Release = enacted_by("MC-EROU-29", default=Release.HALVED)
    zero_default_choice: ZeroChoice = enacted_by("MC-EROU-24", default=ZeroChoice.HALF)

    def seconds(self, *, pending: bool) -> int:
        """Return how long a betting window is; `pending` while a stake waits for a choice."""
        most = max(self.betting_window_seconds, self.decision_seconds)
        return most if pending else self.betting_window_seconds

    @property
    def silence_halves(self) -> bool:
        """Whether the half is given back of a stake for which no choice was made (A2)."""
        return self.zero_default_choice is ZeroChoice.HALF

    def half_of(self, stake: int, zeros: int) -> Amount:
        """Return what is taken back after so many zeros, rounded down (MC-EROU-29)."""
        return Amount(stake // 2**zeros)

    def freed(self, stake: int, zeros: int) -> Amount:
        """Return what is given back of a stake that wins in prison after `zeros` zeros, from 1 on.

        All of it, or halved by each zero after the first (MC-EROU-29, A1).
        """
        if self.prison_release_value is Release.FULL:
            return Amount(stake)
        return Amount(stake // 2 ** (zeros - 1))
