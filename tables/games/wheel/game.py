"""A game of a wheel as the rest of the house sees it: what its own folder adds is data."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Final, TypeVar, cast

from tables.games.core.modules import Modules
from tables.games.core.monaco import MonacoGame
from tables.games.core.money import Party
from tables.games.core.price import Pricing, simple_pricing
from tables.games.core.protocol import BetResult, Duty, Equipment, Needs, SessionCheck
from tables.games.core.round_conversion import WorkedExamples
from tables.games.core.values import copy_as
from tables.games.wheel import messages, play, staking, state, view
from tables.games.wheel.announced import COMPLEX
from tables.games.wheel.device import Device
from tables.games.wheel.messages import Command, Event
from tables.games.wheel.own_messages import OwnMessages
from tables.games.wheel.rules import WheelRules
from tables.games.wheel.state import State
from tables.games.wheel.view import Own, View

R = TypeVar("R", bound=WheelRules)


class WheelGame(MonacoGame[R, State, Command, Event, View]):
    """A game of a wheel; every method is pure.

    Nobody sits: any party may stake. What a party has staked, only it is shown; the others see
    totals. Events, view and own part leave it as the game's own classes, which its `wire` names.
    """

    session_broken_event: Final = messages.SessionBroken
    modules: Final = Modules(play, state, view)

    @property
    @abstractmethod
    def own_messages(self) -> OwnMessages:
        """The game's own commands and events."""

    @property
    @abstractmethod
    def device(self) -> Device:
        """What falls, where stakes lie, what they pay."""

    def extra_view_fields(self, rules: R) -> Mapping[str, Any]:
        """Return what the game's view has beside what every wheel shows."""
        return {}

    @property
    def pricing(self) -> Pricing:
        """What a stake costs that is won or lost with the next number."""
        from tables.games.wheel import prices

        return simple_pricing(prices.report)

    @property
    def bet_result_kinds(self) -> frozenset[str]:
        """None where a zero takes prisoners: what they cost depends on what players choose then."""
        if self.device.clauses.prison:
            return frozenset()
        return frozenset({f"{self.key}.collected", f"{self.key}.paid"})

    def bet_results(self, event: Event) -> tuple[BetResult, ...]:
        """Return what a stake that is lost, or paid, adds to its kind of bet."""
        if event.kind not in self.bet_result_kinds or not isinstance(
            event, messages.Collected | messages.Paid
        ):
            return ()
        return tuple(
            BetResult(self.device.layout[each.on].bet, each.staked, each.staked - each.returned)
            for each in event.settled
        )

    def equipment(self, rules: R) -> Equipment:
        return self.device.draw

    def draw_result_name(self, rules: R, values: tuple[int, ...]) -> str:
        return self.device.name_of(rules.fallen(values[0]))

    def needs(self, rules: R) -> Needs:
        return Needs(
            duties=frozenset({Duty.TABLE_CHIEF}),
            session_check=SessionCheck.DEVICE,
            takes_written_announcements=bool(set(COMPLEX) & set(rules.announcements)),
        )

    def box_count(self, rules: R) -> int:
        return 0

    def view(self, rules: R, state: State) -> View:
        return cast(
            "View",
            copy_as(self.wire.view, view.view(rules, state), **self.extra_view_fields(rules)),
        )

    def parties_with_private_view(self, state: State) -> frozenset[Party]:
        return frozenset((*state.stakes, *state.settled))

    def private_view(self, rules: R, state: State, party: Party) -> Own | None:
        own = view.private_view(rules, state, party)
        return None if own is None else cast("Own", copy_as(self.wire.own, own))

    def expand_written_announcement(self, rules: R, text: str) -> tuple[tuple[str, int], ...]:
        """Return the positions of a complex announcement, and the chips on each."""
        return staking.expand_written_announcement(rules, text)

    def parties_with_announcement(self, state: State) -> frozenset[Party]:
        """Return the parties of whom a complex announcement rides."""
        return staking.parties_with_announcement(state)

    def own(self, event: Event) -> Event:
        own: Event = self.own_messages.own(event)
        return own

    def staked_parties(self, state: State) -> frozenset[Party]:
        return frozenset(state.stakes)

    def result(self, state: State) -> str:
        """Return the number, `void`, or nothing where the ball was not launched."""
        if state.voided:
            return "void"
        return "" if state.number is None else self.device.name_of(state.number)

    @property
    def worked_examples(self) -> WorkedExamples:
        # Only who plays examples needs their reader.
        from tables.games.wheel import examples

        return examples
