"""How long a part of the bench measures."""

from enum import Enum
from typing import TypeVar

T = TypeVar("T")


class Effort(Enum):
    """The forms of the bench: figures to publish, a first look, or only whether it still runs."""

    FULL = "full"
    QUICK = "quick"
    SHORTEST = "shortest"

    def pick(self, full: T, quick: T, shortest: T) -> T:
        """Return the one that this form uses."""
        return {Effort.FULL: full, Effort.QUICK: quick, Effort.SHORTEST: shortest}[self]
