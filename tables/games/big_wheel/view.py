"""What is shown of the game: what every wheel shows, and how this one is made and turned."""

from dataclasses import dataclass
from typing import Literal

from tables.games.wheel import view


@dataclass(frozen=True, slots=True)
class PaysView:
    """A chance, and what it pays, the stake not included."""

    bet: str
    times: int


@dataclass(frozen=True, slots=True)
class View(view.View):
    """All that everybody may know."""

    game: Literal["big_wheel"] = "big_wheel"
    rim: tuple[int, ...] = ()
    """The numbers of the segments as they follow each other on the rim."""
    turns: int = 3
    """Turns that the wheel makes at least before it stops."""
    pays: tuple[PaysView, ...] = ()


@dataclass(frozen=True, slots=True)
class Own(view.Own):
    """What a party has on the layout, and what became of its stakes in this round."""

    game: Literal["big_wheel"] = "big_wheel"
