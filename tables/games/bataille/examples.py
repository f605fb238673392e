"""Worked examples in the format `bataille-examples/1`: a recorded round written, and played anew.

An example says what lay on the `boxes` when betting closed, the cards of each deal with the bank's
last (`cards`; the burnt are any), and what was decided on equal cards, in order (`decisions`).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tables.games.bataille import messages, play
from tables.games.bataille.rules import BURNT, Rules
from tables.games.bataille.state import State, evolve
from tables.games.core.cards import PACK
from tables.games.core.examples import Json, carries_nothing, parse_card
from tables.games.core.money import Amount, BoxNo, Party, Place
from tables.games.core.protocol import ClockExpired, Drawn, PlayerCommand, Voided
from tables.games.core.round_conversion import RoundConversion

_ACTIONS: Final[Mapping[str, Any]] = {"fight": messages.Fight, "give_up": messages.GiveUp}


def example_of(
    book: str, options: Json, events: Sequence[messages.Event], pots: Mapping[str, int]
) -> dict[str, Any] | None:
    """Return a finished round as an example without `id` and `expected`; `None` for a void one."""
    state, cards, decisions = State(), [], []
    for event in events:
        state = evolve(state, event)
        match event:
            case messages.Dealt():
                cards.append([*event.cards, event.dealer])
            case messages.Fought(no):
                decisions.append({"box": no, "action": "fight"})
            case messages.StakesSettled(settled):
                gave_up = [each.box for each in settled if each.result == "gave_up"]
                decisions += [{"box": no, "action": "give_up"} for no in gave_up]
            case Voided():
                return None
    boxes = [
        {"box": each.box, "player": each.party, "stake": each.amount, "tie": each.tie}
        for each in state.boxes
    ]
    return {"options": options, "boxes": boxes, "cards": cards, "decisions": decisions}


def played(
    amend: Callable[[str, Json], Rules], example: Json, defaults: Json
) -> dict[str, Mapping[str, Any]]:
    """Return what each player staked and was returned, minor units; `amend` is the game's.

    Raises `Refused` for what the engine refuses, and `ValueError` for a round that is not over.
    """
    rules, state = amend("BAT", {**defaults, **example.get("options", {})}), State()
    staked, returned, players = Counter[str](), Counter[str](), dict[int, Party]()

    def give(given: Any) -> None:
        nonlocal state
        for event in play.decide(rules, state, given).events:
            state = evolve(state, event)
            for move in event.moves:
                staked[move.party] += move.amount * (move.source is Place.WALLET)
                returned[move.party] += move.amount * (move.target is Place.WALLET)

    def ask(no: int, command: messages.Command) -> None:
        give(PlayerCommand(players[no], frozenset({BoxNo(no)}), command))

    for each in example["boxes"]:
        no, amount, tie = each["box"], Amount(each["stake"]), Amount(each.get("tie", 0))
        players[no] = Party(each["player"])
        ask(no, messages.Stake((messages.BoxStake(no, amount, tie),)))
    give(ClockExpired())
    decisions = [*example.get("decisions", ())]
    for cards in example["cards"]:
        burnt = PACK[:BURNT] if state.stage == "battle" else ()
        give(Drawn((*burnt, *map(parse_card, cards))))
        while state.stage == "choosing" and decisions:
            decision = decisions.pop(0)
            ask(decision["box"], _ACTIONS[decision["action"]](BoxNo(decision["box"])))
    if state.stage != "closed" or decisions:
        raise ValueError("The round is not over, or decisions are left over.")
    totals = {party: {"staked": staked[party], "returned": returned[party]} for party in staked}
    return {"totals": totals}


CONVERSION: Final = RoundConversion(
    "bataille-examples/1", example_of, lambda _, result: result["totals"], carries_nothing
)
