"""What is shown of the game: what every wheel shows, under this game's name."""

from dataclasses import dataclass
from typing import Literal

from tables.games.wheel import view


@dataclass(frozen=True, slots=True)
class View(view.View):
    """All that everybody may know."""

    game: Literal["american_roulette"] = "american_roulette"


@dataclass(frozen=True, slots=True)
class Own(view.Own):
    """What a party has on the layout, and what became of its stakes in this round."""

    game: Literal["american_roulette"] = "american_roulette"
