"""What everybody sees of a toss: the stakes lie open."""

from typing import Literal

from tables.games.coin_toss.messages import Side
from tables.games.coin_toss.rules import Rules
from tables.games.coin_toss.state import Laid, State

from tables.games.core.messages import GameView
from tables.games.core.money import Amount
from tables.games.core.protocol import Option


class View(GameView, kind="coin_toss"):
    """All that everybody may know."""

    phase: Literal["betting", "tossing", "closed"]
    options: tuple[Option, ...]
    stakes: tuple[Laid, ...]
    side: Side | None
    """The side that fell."""
    least: Amount
    most: Amount


def view(rules: Rules, state: State) -> View:
    """Return all that everybody may know."""
    least, most = Amount(rules.table_min_cents), Amount(rules.table_max_cents)
    return View(state.stage, (), state.stakes, state.side, least, most)
