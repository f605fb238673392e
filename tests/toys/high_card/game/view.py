"""What everybody sees of a round: every card lies open."""

from typing import Literal

from tables.games.high_card.rules import Rules
from tables.games.high_card.state import Box, State

from tables.games.core.cards import Card
from tables.games.core.messages import GameView
from tables.games.core.money import Amount
from tables.games.core.protocol import Option


class View(GameView, kind="high_card"):
    """All that everybody may know."""

    phase: Literal["betting", "dealing", "settling", "closed"]
    options: tuple[Option, ...]
    boxes: tuple[Box, ...]
    house: Card | None
    least: Amount
    most: Amount


def view(rules: Rules, state: State) -> View:
    """Return all that everybody may know."""
    options = tuple(
        Option("high_card.ready", each.box, "", Amount(0), "HIGH-04")
        for each in state.boxes
        if state.stage == "betting" and each.party not in state.ready
    )
    least, most = Amount(rules.table_min_cents), Amount(rules.table_max_cents)
    return View(state.stage, options, state.boxes, state.house, least, most)
