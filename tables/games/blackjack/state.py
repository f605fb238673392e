"""A blackjack round as a value: what lies on the layout, and nothing that is yet to come."""

from dataclasses import dataclass
from typing import Literal

from tables.games.blackjack.messages import HandResult, Pot, SideBet
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.values import fast_init

Stage = Literal["betting", "dealing", "insurance", "play", "closed"]
"""`dealing` lasts until the side bets that the deal decides are settled; `play`, to the end."""
SideState = Literal["open", "held", "fed", "claimed", "won", "lost", "void"]
"""`held` waits for the dealer's second card; `fed` has left for a pot; `claimed` has won of it."""


@fast_init
@dataclass(frozen=True, slots=True)
class Wager:
    """One bettor's stake on one hand."""

    party: Party
    stake: Amount
    result: HandResult | None = None
    returned: Amount = Amount(0)
    """Given back at settlement, stake included."""


@fast_init
@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of a box."""

    label: str
    """`h`, or after splits `ha`, `hb`, `haa`... (ENG-05)."""
    wagers: tuple[Wager, ...]
    """The holder's first, then those of standing bettors."""
    cards: tuple[Card, ...] = ()
    calling: bool = False
    """A card was asked for and is not dealt yet."""
    doubled: bool = False
    stood: bool = False
    matching: tuple[Party, ...] = ()
    """The standing bettors who will match the next double or split."""

    @property
    def original(self) -> bool:
        """Whether this is the hand as it was dealt, not one half of a split pair."""
        return self.label == "h"

    @property
    def stake(self) -> Amount:
        """The holder's stake."""
        return self.wagers[0].stake

    @property
    def result(self) -> HandResult | None:
        """What became of the holder's stake."""
        return self.wagers[0].result

    @property
    def returned(self) -> Amount:
        """What the holder got back, in minor units."""
        return self.wagers[0].returned


@fast_init
@dataclass(frozen=True, slots=True)
class SideStake:
    """One side bet of a bettor."""

    bet: SideBet
    stake: Amount
    state: SideState = "open"
    line: int = 0
    returned: Amount = Amount(0)


@fast_init
@dataclass(frozen=True, slots=True)
class Bettor:
    """A player who stakes on a box: its holder, or a standing bettor."""

    party: Party
    main: Amount
    """The initial stake; insurance and splits are measured by it."""
    sides: tuple[SideStake, ...] = ()
    insurance: Amount = Amount(0)
    insurance_settled: bool = False
    insurance_returned: Amount = Amount(0)


@fast_init
@dataclass(frozen=True, slots=True)
class Box:
    """A box that carries a stake."""

    no: BoxNo
    bettors: tuple[Bettor, ...]
    """The holder first, then standing bettors in the order in which they came."""
    hands: tuple[Hand, ...]
    """In playing order, which is the order of their labels."""
    dealt: tuple[Card, ...] = ()
    """Every card that the box got, in order (FR-2024-130)."""
    void: bool = False
    """The box was passed over in the deal (ON-85)."""
    short: bool = False
    """The box missed its second card, which follows after the deal (ON-86)."""

    @property
    def holder(self) -> Bettor:
        """The seated player who decides."""
        return self.bettors[0]

    @property
    def party(self) -> Party:
        """The holder's party."""
        return self.bettors[0].party

    @property
    def main(self) -> Amount:
        """The holder's initial stake."""
        return self.bettors[0].main

    def hand(self, label: str) -> Hand | None:
        """Return the hand of this label, if there is one."""
        for hand in self.hands:
            if hand.label == label:
                return hand
        return None

    def bettor(self, party: str) -> Bettor | None:
        """Return who stakes on the box under this name, if anybody does."""
        for bettor in self.bettors:
            if bettor.party == party:
                return bettor
        return None

    def staked(self, bettor: Bettor) -> Amount:
        """Return everything that the bettor has put on this box in this round."""
        wagers = sum(each.stake for each in self._wagers(bettor))
        return Amount(wagers + sum(side.stake for side in bettor.sides) + bettor.insurance)

    def returned(self, bettor: Bettor) -> Amount:
        """Return everything that the bettor has got back so far, stakes included."""
        wagers = sum(each.returned for each in self._wagers(bettor))
        sides = sum(side.returned for side in bettor.sides)
        return Amount(wagers + sides + bettor.insurance_returned)

    def _wagers(self, bettor: Bettor) -> list[Wager]:
        return [
            wager for hand in self.hands for wager in hand.wagers if wager.party == bettor.party
        ]

    def at_stake(self, bettor: Bettor) -> Amount:
        """Return the bettor's chips on this box that are not settled yet."""
        wagers = sum(each.stake for each in self._wagers(bettor) if each.result is None)
        sides = sum(side.stake for side in bettor.sides if side.state in ("open", "held"))
        return Amount(wagers + sides + (0 if bettor.insurance_settled else bettor.insurance))

    @property
    def on_layout(self) -> Amount:
        """The chips on the box that are not settled yet."""
        return Amount(sum(map(self.at_stake, self.bettors)))


@fast_init
@dataclass(frozen=True, slots=True)
class Claim:
    """A share of a pot that was won and is not paid yet."""

    party: Party
    box: BoxNo
    bet: SideBet
    line: int
    pot: Pot
    percent: int
    supervised: bool


@fast_init
@dataclass(frozen=True, slots=True)
class Consolation:
    """A consolation prize that is due and not paid yet."""

    party: Party
    box: BoxNo
    amount: Amount


@fast_init
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
    """The boxes whose holders have not answered the insurance offer."""
    unanswered_behind: tuple[tuple[BoxNo, Party], ...] = ()
    """The standing bettors who have not answered it."""
    exposed: Card | None = None
    """The next card, which lies exposed by mistake (ON-80)."""
    incident: str | None = None
    """What the games management has to decide before the round goes on (MC-116)."""
    stop_card: bool = False
    stop_box: BoxNo | None = None
    """The box that got the card behind the stop card, 0 for the dealer."""
    bonuses: int | None = None
    """How many bonuses of the queens the dealer has announced (FR-2024-081)."""
    claims: tuple[Claim, ...] = ()
    """In dealing order; they outlast the round until they are approved and paid."""
    consolations: tuple[Consolation, ...] = ()
    voided: bool = False
    rounds_left: int | None = None
    """How many rounds are left with this one, once they are announced (MC-041)."""

    def box(self, no: int) -> Box | None:
        """Return the box with a stake of this number, if there is one."""
        for box in self.boxes:
            if box.no == no:
                return box
        return None
