"""Worked examples of punto banco (`mc-rules-examples/1`): played, and written of coups.

Every amount and refusal is read off the engine's events and state; the cards of an outcome are
dealt as the shoe would deal them. Of a recorded coup an example copies who sat, what lay there
when bets were closed, and which cards were dealt, and nothing that the engine made of it. Who
turned which cards changes nothing, and is left out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, ClassVar, Final, get_args

from tables.games.baccara.examples import StakesRecord, StakesTable
from tables.games.baccara.stakes import stakes_back
from tables.games.core import examples as steps
from tables.games.core import protocol
from tables.games.core.cards import PACK, Card
from tables.games.core.examples import Json, parse_card
from tables.games.core.money import BoxNo, Party
from tables.games.punto_banco import messages, play
from tables.games.punto_banco.rules import Bet, Rules
from tables.games.punto_banco.state import State


@dataclass(slots=True, kw_only=True)
class PuntoBancoTable(StakesTable[Rules]):
    """A table that plays what an example says, from its first step to its last."""

    wager: ClassVar[Any] = messages.Wager
    stake: ClassVar[Any] = messages.Stake
    settlement: ClassVar[Any] = messages.StakesSettled
    kinds: ClassVar[Any] = get_args(Bet)

    state: State | None = None
    cards_to: str | None = None
    points: tuple[int, int] | None = None
    """Punto's and banco's, of the last coup."""

    def tell(self, event: protocol.Fact) -> None:
        # By name: a class with slots is another one than its body knows.
        StakesTable.tell(self, event)
        if isinstance(event, messages.CardsDealt):
            self.cards_to = event.to_punto or None

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
        context = protocol.OpeningContext(self.context.seats, fresh, last, resumes=burns)
        opened = play.opening_event(self.rules, self.state, context)
        if fresh and not burns:
            # An example that does not say what was burnt has nothing burnt.
            opened = replace(opened, burns=False)
        self.tell(opened)

    def decide(self, decision: Json) -> None:
        if decision["action"] == "refuse_bank":
            self.ask(decision["player"], messages.RefuseBank())
        else:
            self.change_stake(decision)

    def close(self) -> None:
        """Let the clock run out; the step of a burnt card has no bets, and its window stays."""
        state = self.state
        if state and state.stage == "betting" and state.to_burn == 0 and not state.shoe_over:
            self.give(protocol.ClockExpired())

    def produce(
        self, outcome: Json, during: Sequence[Json], decide: Callable[[Json], None]
    ) -> None:
        """Burn, or deal the coup; refuse where there is none to deal."""
        for decision in during:
            decide(decision)
        if outcome.get("broken_off"):
            self.give(protocol.SessionEnded("operator"))
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
                    self.give(protocol.Drawn(tuple(cards[:4]), stop_card=True))
                self.tell(protocol.Voided("annulled", stakes_back(self.state)))
            return
        if not self.open or self.state is None or self.state.shoe_over:
            raise protocol.Refused("session_ended")
        # Whoever has the cards turns them in time; it changes nothing.
        self.deal(cards, lambda: False, stop_card=stop)
        self.points = self.state.punto.point, self.state.banco.point

    def _burn(self, card: Card) -> None:
        if self.state is None or self.state.to_burn is not None:
            raise protocol.Refused("not_awaited")
        self.give(protocol.Drawn((card,)))
        # Nobody sees what is burnt, and the engine is not told: any cards will do.
        self.give(protocol.Drawn(PACK[: self.state.to_burn]))

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


def play_example(game: Any, example: Json, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the engine makes of an example, in the form of its `expected`.

    Raises `ValueError` where the example breaks its format.
    """
    options = {**defaults, **example.get("options", {})}
    standing = options.pop("standing_players", ())
    rules = game.amend("MC", options)
    seated = [player for player in example["players"] if player not in standing]
    seats = tuple((BoxNo(no), Party(player)) for no, player in enumerate(seated, start=1))
    table = PuntoBancoTable(game=game, rules=rules, context=protocol.OpeningContext(seats))
    return steps.play(example, table)


def example_of(
    game: Any,
    book: str,
    options: Mapping[str, Any],
    events: Sequence[messages.Event],
    pots: Mapping[str, int],
) -> dict[str, Any] | None:
    """Return a finished coup as an example without `id` and `expected`.

    `None` when there is nothing to play: the coup was annulled, or nobody had staked.
    """
    record, seated = StakesRecord(game=game), list[Party]()
    for event in events:
        record.note_end(event)
        match event:
            case messages.CoupOpened() | messages.SeatsChanged():
                seated = [each.party for each in event.seats]
            case messages.Staked():
                record.note_stakes(event.party, event.laid)
            case messages.CardsDealt():
                pairs = zip(event.punto, event.banco, strict=True)
                record.note_cards(chain.from_iterable(pairs), stop_card=event.stop_card)
            case messages.ThirdCard():
                record.note_cards([event.card], stop_card=event.stop_card)
            case _:
                pass
    if not record.bets or "void" in record.outcome:
        return None
    laid = [party for party, wagers in record.stakes.items() if wagers]
    standing = [party for party in laid if party not in seated]
    return {
        "options": {**options, **({"standing_players": standing} if standing else {})},
        "players": [*seated, *standing],
        "bets": record.bets,
        "decisions": [],
        "outcomes": [record.outcome],
    }


carried: Final = steps.carries_nothing
