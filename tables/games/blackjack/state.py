"""A blackjack round as a value: what lies on the layout, and nothing that is yet to come."""

from dataclasses import dataclass
from typing import Literal

from tables.games.blackjack.messages import HandResult, SideBet
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party

Stage = Literal["betting", "dealing", "insurance", "play", "closed"]
"""`dealing` lasts until the side bets that the deal decides are settled; `play`, to the end."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of a box."""

    label: str
    """`h`, or after splits `ha`, `hb`, `haa`... (ENG-05)."""
    stake: Amount
    cards: tuple[Card, ...] = ()
    calling: bool = False
    """A card was asked for and is not dealt yet."""
    doubled: bool = False
    stood: bool = False
    result: HandResult | None = None
    returned: Amount = Amount(0)
    """Given back at settlement, stake included."""

    @property
    def original(self) -> bool:
        """Whether this is the hand as it was dealt, not one half of a split pair."""
        return self.label == "h"


@dataclass(frozen=True, slots=True)
class SideStake:
    """One side bet of a box."""

    bet: SideBet
    stake: Amount
    state: Literal["open", "held", "won", "lost"] = "open"
    line: int = 0
    returned: Amount = Amount(0)


@dataclass(frozen=True, slots=True)
class Box:
    """A box that carries a stake, and the party that holds it."""

    no: BoxNo
    party: Party
    main: Amount
    """The initial stake; insurance and splits are measured by it."""
    hands: tuple[Hand, ...]
    """In playing order, which is the order of their labels."""
    sides: tuple[SideStake, ...] = ()
    insurance: Amount = Amount(0)
    insurance_settled: bool = False
    insurance_returned: Amount = Amount(0)

    @property
    def staked(self) -> Amount:
        """Everything the box has put on the layout in this round."""
        hands = sum(hand.stake for hand in self.hands)
        return Amount(hands + sum(side.stake for side in self.sides) + self.insurance)

    @property
    def returned(self) -> Amount:
        """Everything the box has got back so far, stakes included."""
        hands = sum(hand.returned for hand in self.hands)
        sides = sum(side.returned for side in self.sides)
        return Amount(hands + sides + self.insurance_returned)

    @property
    def on_layout(self) -> Amount:
        """The box's chips that are not settled yet."""
        hands = sum(hand.stake for hand in self.hands if hand.result is None)
        sides = sum(side.stake for side in self.sides if side.state in ("open", "held"))
        return Amount(hands + sides + (0 if self.insurance_settled else self.insurance))


@dataclass(frozen=True, slots=True)
class State:
    """A round: the fold of its events."""

    stage: Stage = "betting"
    boxes: tuple[Box, ...] = ()
    """The boxes with a stake, from the dealer's left (ENG-01)."""
    ready: frozenset[Party] = frozenset()
    """The parties that want no further bets."""
    alone: bool = False
    """Nobody else was seated when the last stake was laid (AMB-54)."""
    dealer: tuple[Card, ...] = ()
    dealer_result: str | None = None
    unanswered: tuple[BoxNo, ...] = ()
    """The boxes that have not answered the insurance offer."""
    stop_card: bool = False
    voided: bool = False

    def box(self, no: int) -> Box | None:
        """Return the box with a stake of this number, if there is one."""
        for box in self.boxes:
            if box.no == no:
                return box
        return None
