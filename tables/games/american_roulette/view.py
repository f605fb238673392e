"""What is shown of the game: what every wheel shows, and the chips that the table sells."""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.money import Amount
from tables.games.wheel import view


@dataclass(frozen=True, slots=True)
class View(view.View):
    """All that everybody may know."""

    game: Literal["american_roulette"] = "american_roulette"
    chips: tuple[Amount, ...] = ()
    """The face values of the chips that are shown, least first."""
    colours: tuple[str, ...] = ()
    """The colours in which the table sells chips without face value."""
    most: Amount = Amount(0)
    """The most that such a chip may be worth; the least is that of a stake."""


@dataclass(frozen=True, slots=True)
class Own(view.Own):
    """What a party has on the layout, and what became of its stakes in this round."""

    game: Literal["american_roulette"] = "american_roulette"
