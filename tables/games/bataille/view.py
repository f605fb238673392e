"""What everybody sees of a round: every card lies open but those that are burnt."""

from tables.games.bataille.messages import Settled
from tables.games.bataille.rules import Rules
from tables.games.bataille.state import Box, Stage, State
from tables.games.core.cards import Card
from tables.games.core.messages import GameView
from tables.games.core.money import Amount
from tables.games.core.protocol import Option


class View(GameView, kind="bataille"):
    """All that everybody may know."""

    phase: Stage
    options: tuple[Option, ...]
    boxes: tuple[Box, ...]
    dealer: tuple[Card, ...]
    settled: tuple[Settled, ...]
    stop_card: bool
    rules: Rules


def view(rules: Rules, state: State) -> View:
    """Return all that everybody may know."""
    boxes = state.boxes if state.stage == "betting" else ()
    waited = [each for each in boxes if each.party not in state.ready]
    options = [Option("bataille.ready", each.box, "", Amount(0), "BAT-05") for each in waited]
    for each in state.left(at_battle=False):
        options.append(Option("bataille.fight", each.box, "", each.amount, "BAT-12"))
        options.append(Option("bataille.give_up", each.box, "", Amount(0), "BAT-11"))
    shown = state.boxes, state.dealer, state.settled, state.stop_card
    return View(state.stage, tuple(options), *shown, rules)
