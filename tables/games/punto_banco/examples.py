"""Worked examples of the catalogue, played on the engine: the steps in, what came of it out.

Knows the format `mc-rules-examples/1`. Every amount and refusal is read off the engine's events
and state; the cards of an outcome are dealt as the shoe would deal them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, get_args

from tables.games.baccara.examples import StakesTable
from tables.games.baccara.stakes import stakes_back
from tables.games.core import examples as steps
from tables.games.core.cards import PACK, Card
from tables.games.core.examples import (
    Json,
    parse_card,
)
from tables.games.core.money import BoxNo, Party
from tables.games.core.protocol import (
    Cards,
    ClockExpired,
    Drawn,
    OpeningContext,
    Refused,
    SessionEnded,
    Voided,
)
from tables.games.punto_banco import play as engine
from tables.games.punto_banco.messages import (
    CardsDealt,
    Event,
    RefuseBank,
    SessionBroken,
    Stake,
    StakesSettled,
    Wager,
)
from tables.games.punto_banco.rules import Bet, Rules
from tables.games.punto_banco.state import State, evolve


@dataclass(slots=True, kw_only=True)
class PuntoBancoTable(StakesTable[Rules]):
    """A table that plays what an example says, from its first step to its last."""

    play_module: ClassVar[Any] = engine
    wager: ClassVar[Any] = Wager
    stake: ClassVar[Any] = Stake
    kinds: ClassVar[Any] = get_args(Bet)

    state: State | None = None
    cards_to: str | None = None
    points: tuple[int, int] | None = None
    """Punto's and banco's, of the last coup."""

    def tell(self, event: Event) -> None:
        """Fold an event into the state, the wallets and the slips."""
        self.state = evolve(self.state, event)
        self.wallets.follow(event.moves)
        match event:
            case CardsDealt():
                self.cards_to = event.to_punto or None
            case StakesSettled():
                self.close_settled(event.settled)
            case Voided() | SessionBroken():
                self.cancel_stakes()
            case _:
                pass

    # what the steps of an example ask for

    def begin(self, step: int, outcomes: Sequence[Json]) -> None:
        """Open the next coup, as the floor does; a card to be turned up comes of a fresh shoe."""
        self.step = step
        outcome = outcomes[0] if outcomes else {}
        burns = "burn" in outcome
        fresh = burns or bool(outcome.get("new_shoe"))
        if self.open and not fresh:
            return
        last = 1 if outcome.get("last_of_session") else None
        context = OpeningContext(self.context.seats, fresh, last, resumes=burns)
        opened = engine.opening_event(self.rules, self.state, context)
        if fresh and not burns:
            # An example that does not say what was burnt has nothing burnt.
            opened = replace(opened, burns=False)
        self.tell(opened)

    def compare_claims(self) -> None:
        """Take note of nothing: no bet depends on another."""

    def decide(self, decision: Json) -> None:
        if decision["action"] == "refuse_bank":
            self.ask(decision["player"], RefuseBank())
        else:
            self.change_stake(decision)

    def close(self) -> None:
        """Let the clock run out; the step of a burnt card has no bets, and its window stays."""
        state = self.state
        if state and state.stage == "betting" and state.to_burn == 0 and not state.shoe_over:
            self.give(ClockExpired())

    def produce(
        self, outcome: Json, during: Sequence[Json], decide: Callable[[Json], None]
    ) -> None:
        """Burn, or deal the coup; refuse where there is none to deal."""
        for decision in during:
            decide(decision)
        if outcome.get("broken_off"):
            self.give(SessionEnded("operator"))
            return
        if "burn" in outcome:
            self._burn(parse_card(outcome["burn"]))
            return
        cards = [parse_card(card) for card in outcome.get("cards", ())]
        stop = bool(outcome.get("stop_card"))
        if outcome.get("void") or outcome.get("false_draw"):
            assert self.state is not None
            if self.open:
                if stop:
                    self.give(Drawn(tuple(cards[:4]), stop_card=True))
                self.tell(Voided("annulled", stakes_back(self.state)))
            return
        if not self.open or self.state is None or self.state.shoe_over:
            raise Refused("session_ended")
        self.deal(cards, stop=stop)

    def _burn(self, card: Card) -> None:
        if self.state is None or self.state.to_burn is not None:
            raise Refused("not_awaited")
        self.give(Drawn((card,)))
        # Nobody sees what is burnt, and the engine is not told: any cards will do.
        self.give(Drawn(PACK[: self.state.to_burn]))

    def deal(self, cards: Sequence[Card], *, stop: bool) -> None:
        """Deal a coup to its end; raises `ValueError` for too few cards, or too many."""
        used = 0
        while self.open:
            assert self.state is not None
            wanted = engine.awaiting(self.rules, self.state)
            if not isinstance(wanted, Cards):
                # Whoever has the cards turns them in time; it changes nothing.
                self.give(ClockExpired())
                continue
            drawn = self.take_cards(cards, used, wanted.count)
            used += wanted.count
            self.give(Drawn(drawn, stop_card=stop))
        if used < len(cards):
            raise ValueError(f"Step {self.step} leaves cards over.")
        assert self.state is not None
        self.points = self.state.punto.point, self.state.banco.point

    def table_facts(self) -> dict[str, Any]:
        punto, banco = self.points or (None, None)
        return {
            "burned": self.state.burned if self.state else 0,
            "banker_seat": self.state.seat if self.state else 0,
            "cards_to_punto": self.cards_to,
            "point_punto": punto,
            "point_banco": banco,
            "shoe_over": self.state.shoe_over if self.state else False,
        }


def play(
    amend: Callable[[str, Json], Rules], example: Json, defaults: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what the engine makes of an example, in the form of its `expected`.

    `amend` is the game's. Raises `ValueError` where the example breaks its format.
    """
    options = {**defaults, **example.get("options", {})}
    standing = options.pop("standing_players", ())
    rules = amend("MC", options)
    seated = [player for player in example["players"] if player not in standing]
    seats = tuple((BoxNo(no), Party(player)) for no, player in enumerate(seated, start=1))
    return steps.play(example, PuntoBancoTable(rules=rules, context=OpeningContext(seats)))
