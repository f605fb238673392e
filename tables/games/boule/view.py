"""What is shown of the game: what every wheel shows, and its bowl."""

from dataclasses import dataclass
from typing import Literal

from tables.games.wheel import view


@dataclass(frozen=True, slots=True)
class View(view.View):
    """All that everybody may know."""

    game: Literal["boule"] = "boule"
    hole_rows: int = 2
    """Series of nine holes in the bowl."""


@dataclass(frozen=True, slots=True)
class Own(view.Own):
    """What a party has on the layout, and what became of its stakes in this round."""

    game: Literal["boule"] = "boule"
