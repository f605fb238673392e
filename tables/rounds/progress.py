"""What one input makes of a round: decided here, and recorded elsewhere.

Cards, rows and pots are read through `StepInputs`. A `Progress` holds every decision, so recording
it never calls the engine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tables.funds.jackpots import JackpotWin
from tables.games.core.money import Move, Party, Place
from tables.games.core.protocol import (
    Awaiting,
    Cards,
    Drawn,
    EngineInput,
    Fact,
    PlayerCommand,
    Voided,
)
from tables.games.core.values import changed
from tables.projections.live_round import LiveRound


class StepInputs(Protocol):
    """What deciding a step reads from outside the engine."""

    def take_cards(self, count: int) -> Drawn | None:
        """Return the next cards of the shoe; `None`, with none taken, when they do not suffice."""

    def can_refill(self, round_: LiveRound, count: int) -> bool:
        """Tell whether a refill with what was dealt before the round would suffice."""

    def annulment(self, round_: LiveRound, events: Sequence[Fact]) -> Voided:
        """Return the event that annuls a round whose cards do not suffice."""

    def jackpot_wins(self, round_: LiveRound, moves: Sequence[Move]) -> tuple[JackpotWin, ...]:
        """Return what a finished round claims of its jackpot."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A step of a round: what it was before, what happened, and what it is after."""

    before: LiveRound
    """The round in play, or the last one, which is over."""
    after: LiveRound
    events: tuple[Fact, ...]
    awaited: Awaiting
    """What the round awaited before."""
    awaiting: Awaiting
    """What it awaits after, or the table once it is over."""
    given: EngineInput[Any] | None = None
    carried_in: int = 0
    """Minor units that lay at the table when these events opened the round."""
    staked: int = 0
    """How many moves, the first ones, are the player's own stakes; the others follow from cards."""
    refill: bool = False
    """The shoe has run out, and is to be refilled for the cards that are awaited."""
    won: tuple[JackpotWin, ...] = ()

    @property
    def moves(self) -> list[Move]:
        """What the events move, in order."""
        return [move for event in self.events for move in event.moves]

    @property
    def opened(self) -> bool:
        """Whether these events opened the round."""
        return not self.before.running

    @property
    def over(self) -> bool:
        """Whether these events ended the round."""
        return not self.after.running

    @property
    def voided(self) -> bool:
        """Whether they annulled it."""
        return self.over and isinstance(self.events[-1], Voided)

    @property
    def giver(self) -> Party | None:
        """The only party whose own may have changed; `None` when every party's may have.

        A command that changes nothing of what is awaited changes nobody else's own.
        """
        if isinstance(self.given, PlayerCommand) and self.awaited == self.awaiting:
            return self.given.party
        return None


class _Course:
    """A course: the events decided so far, and the state folded over them."""

    def __init__(self, round_: LiveRound) -> None:
        self.round = round_
        self.events: list[Fact] = []

    def decide(self, given: EngineInput[Any]) -> None:
        """Add what the engine makes of an input."""
        events, state = self.round.game.step(self.round.rules, self.round.state, given)
        self.events.extend(events)
        self.round = changed(self.round, state=state)

    def add(self, events: Sequence[Fact]) -> None:
        """Add events, and fold the state over them."""
        state = self.round.state
        for event in events:
            state = self.round.game.evolve(state, event)
        self.events.extend(events)
        self.round = changed(self.round, state=state)


def decide_step(
    found: LiveRound,
    opening: tuple[LiveRound, Fact] | None,
    given: EngineInput[Any] | None,
    inputs: StepInputs,
) -> Progress:
    """Give the engine one input, and all the cards that it then asks for.

    `opening` is the round, with its first event, that opens because none is in play; without an
    input that is all. Where cards lack that a refill does not give, the round is annulled. Raises
    what the engine refuses.
    """
    round_, first = opening or (found, None)
    awaited = found.awaiting
    course = _Course(round_)
    if first is not None:
        course.events.append(first)
    if given is not None:
        course.decide(given)
    staked = _stakes(course.events) if isinstance(given, PlayerCommand) else 0
    refill_ordered = isinstance(awaited, Cards) and not isinstance(given, Drawn)
    refill = False
    while isinstance(awaiting := course.round.awaiting, Cards):
        drawn = inputs.take_cards(awaiting.count)
        if drawn is None:
            refill = not refill_ordered and inputs.can_refill(course.round, awaiting.count)
            if not refill_ordered and not refill:
                course.add([inputs.annulment(course.round, course.events)])
                awaiting = course.round.awaiting
            break
        course.decide(drawn)
    over = course.round.game.is_over(course.round.state)
    won: tuple[JackpotWin, ...] = ()
    if over:
        moves = [move for event in course.events for move in event.moves]
        won = inputs.jackpot_wins(course.round, moves)
        for each in won:
            if not each.supervised:
                course.add(each.payment)
    return Progress(
        before=found,
        after=changed(course.round, running=not over),
        events=tuple(course.events),
        awaited=awaited,
        awaiting=awaiting,
        given=given,
        carried_in=round_.game.on_layout(round_.state) if opening else 0,
        staked=staked,
        refill=refill,
        won=won,
    )


def _stakes(events: Sequence[Fact]) -> int:
    """Return how many moves come first that only a player's purse covers.

    What a command has the float give, as credits for a note, the house may fill it for.
    """
    moves = [move for event in events for move in event.moves]
    given = (number for number, move in enumerate(moves) if move.source is Place.FLOAT)
    return next(given, len(moves))


def annulment_step(found: LiveRound, voided: Voided) -> Progress:
    """Return the step by which a round in play is annulled."""
    state = found.game.evolve(found.state, voided)
    after = changed(found, state=state, running=False)
    awaiting = found.game.awaiting(found.rules, state)
    return Progress(found, after, (voided,), found.awaiting, awaiting)
