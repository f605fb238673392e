"""Worked examples of trente et quarante (`mc-rules-examples/1`): played, and written of coups."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from tables.games.core import examples as steps
from tables.games.core import protocol
from tables.games.core.cards import Card
from tables.games.core.examples import Json, parse_card
from tables.games.core.money import Party
from tables.games.trente_et_quarante import play
from tables.games.trente_et_quarante.messages import (
    CardTurned,
    CoupAnnulled,
    Event,
    GivenBack,
    Opened,
    TalonCounted,
)
from tables.games.trente_et_quarante.points import complete, total
from tables.games.trente_et_quarante.rules import CHANCES, DEVICE, SAFE, Rules, insured
from tables.games.trente_et_quarante.state import State, evolve
from tables.games.wheel import messages
from tables.games.wheel.examples import RoundReader, WheelTable, finish_example
from tables.games.wheel.examples import carried as carried
from tables.games.wheel.messages import RoundClosed
from tables.games.wheel.stakes import Laid


class CardTable(WheelTable):
    """A table whose cards are written down beforehand.

    The players of an example sit in its order, from seat 1.
    """

    def __init__(
        self, rules: Rules, players: Sequence[str], carried: Sequence[Json] | None = None
    ) -> None:
        self._coups = rules
        self._income = 0
        self._seats = tuple(
            (seat, Party(player)) for seat, player in enumerate(dict.fromkeys(players), 1)
        )
        self._fresh = False
        super().__init__(rules, carried)

    @property
    def _coup(self) -> State | None:
        return cast("State | None", self._state)

    def _carried(self, stakes: Mapping[Party, tuple[Laid, ...]]) -> State:
        return State(stage="closed", stakes=stakes)

    def begin(self, step: int, outcomes: Sequence[Json]) -> None:
        self.step = step
        now: Json = outcomes[0] if outcomes else {}
        self._broken_off = bool(now.get("broken_off"))
        self._fresh = bool(now.get("new_shoe"))
        # A coup that is annulled uses up its step: the last of the session is the one that says so.
        self._context = protocol.OpeningContext(
            seats=self._seated,
            fresh_shoe=self._fresh,
            rounds_left=1 if now.get("last_of_session") else None,
        )
        if (
            self._state
            and self._over
            and play.opens_by_itself(self._coups, self._coup, protocol.OpeningContext())
        ):
            self._open()

    @property
    def _seated(self) -> Any:
        return self._seats

    def produce(
        self, outcome: Json, during: Sequence[Json], decide: Callable[[Json], None]
    ) -> None:
        if outcome.get("broken_off"):
            self._give(protocol.SessionEnded("operator"))
            return
        cards = [parse_card(each) for each in outcome.get("cards", ())]
        for each in during:
            decide(each)
        if self._coup and self._coup.shoe_over and not self._fresh:
            raise protocol.Refused("session_ended", clause="MC-TQ-14")
        # Without a stake nobody deals, but the shoe is used up all the same.
        if self._state is None or self._over:
            self._open()
            self._say_no_more()
        behind = self._coups.stop_card_before_last if outcome.get("stop_card") else None
        for nth, card in enumerate(cards, 1):
            if self._over:
                raise ValueError("The rows are complete before the last card.")
            self._give(protocol.Drawn((card,), behind=behind if nth == len(cards) else None))
        if not cards and behind is not None:
            self._give(protocol.Drawn((), behind=behind))
        if outcome.get("void") and not self._over:
            self._give(protocol.DrawStopped("operator"))
        if not self._over:
            raise ValueError("The rows are not complete with these cards.")

    def _say_no_more(self) -> None:
        """Close a window in which nobody has staked, so that the coup is dealt all the same."""
        assert self._coup is not None
        self._fold([messages.BetsClosed()])

    def table_facts(self) -> dict[str, Any]:
        coup = self._coup
        if coup is None:
            return {"insurance_income": 0, "game_over": False}
        told: dict[str, Any] = {
            "insurance_income": self._income,
            "game_over": coup.shoe_over,
        }
        if dealt := coup.dealt:
            told["row_black"] = total(dealt.black)
            if complete(dealt.red):
                told["row_red"] = total(dealt.red)
        return told

    def _position(self, bet: Json) -> str:
        kind = str(bet["bet"])
        if kind not in CHANCES:
            raise protocol.Refused("not_a_combination", on=kind[:40], clause="MC-TQ-22")
        return SAFE[CHANCES.index(kind)] if bet.get("insured") else kind

    def _open(self) -> None:
        self._fold([play.opening_event(self._coups, self._coup, self._context)])

    def _give(self, given: protocol.EngineInput[Any]) -> None:
        if self._state is None:
            raise protocol.Refused("zero_choice_not_open")
        self._fold(play.decide(self._coups, self._coup or State(), given).events)

    def _fold(self, events: Iterable[Any]) -> None:
        for event in events:
            self._state = evolve(self._coup, event)
            for move in event.moves:
                if move.why.startswith("premium"):
                    self._income += move.amount if move.why == "premium" else -move.amount
            self._follow(event)

    def _note(self, event: Any) -> None:
        match event:
            case CoupAnnulled():
                for settled in event.settled:
                    self._close(settled, self._premium(settled.on, settled.staked))
            case GivenBack():
                for settled in event.settled:
                    self._close(settled)
            case _:
                super()._note(event)


@dataclass(slots=True, kw_only=True)
class Told(RoundReader):
    """What the events have said so far, and the cards that were turned."""

    cards: list[Card] = field(default_factory=list)
    flags: dict[str, bool] = field(default_factory=dict)

    def tell(self, event: messages.Event) -> None:
        before = self.state
        # By name: a class with slots is another one than its body knows.
        RoundReader.tell(self, event)
        match cast("Event", event):
            case Opened() as opened:
                for each in opened.held:
                    self._carry(each.party, each.laid)
            case CardTurned() as turned:
                self.cards.append(turned.card)
            case TalonCounted():
                self.flags["stop_card"] = True
            case CoupAnnulled(by=by) if by:
                self.flags["void"] = True
            # Prisoners are held over the end of a shoe, and no card is turned.
            case RoundClosed() if self.cards or self.flags:
                assert before is not None
                last = {"last_of_session": True} if before.last else {}
                self.outcomes.append({"cards": list(self.cards), **self.flags, **last})
            case _:
                pass

    def fold(self, event: messages.Event) -> State:
        return evolve(cast("State | None", self.state), event)

    def named(self, on: str) -> dict[str, Any]:
        bet, _, _ = on.partition(":")
        return {"bet": bet, "insured": True} if insured(on) else {"bet": bet}


def play_example(game: Any, example: Json, options: Json) -> dict[str, Any]:
    """Return what the engine makes of an example, in the form of its `expected`."""
    rules = game.amend("MC", {**options, **example.get("options", {})})
    table = CardTable(rules, example.get("players", ()), example.get("carried"))
    return steps.play(example, table)


def example_of(
    game: Any, book: str, options: Json, events: Sequence[Any], pots: Mapping[str, int]
) -> dict[str, Any] | None:
    """Return a finished coup as an example without `id` and `expected`.

    `None` when there is nothing to play: the coup was annulled, or nothing lay on the layout.
    """
    return finish_example(Told(device=DEVICE), options, events)
