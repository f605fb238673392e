"""Blackjack's commands and events. Kinds are for ever; fields are only added, with defaults."""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.core.protocol import Voided

SideBet = Literal["queen_of_hearts"]
HandResult = Literal["blackjack", "win", "push", "lose", "bust", "surrender"]


@dataclass(frozen=True, slots=True)
class BoxStake:
    """The chips wanted on one box, as totals: what lies there afterwards, not what is added."""

    box: BoxNo
    main: Amount
    queen_of_hearts: Amount = Amount(0)


@dataclass(frozen=True, slots=True)
class Stake:
    """Set the stakes of some of my boxes at once; 0 takes them back. All are accepted or none."""

    bets: tuple[BoxStake, ...]
    kind: Literal["blackjack.stake"] = "blackjack.stake"


@dataclass(frozen=True, slots=True)
class Ready:
    """I have staked what I want; betting closes when everybody who staked has said so."""

    kind: Literal["blackjack.ready"] = "blackjack.ready"


@dataclass(frozen=True, slots=True)
class Hit:
    box: BoxNo
    hand: str = "h"
    kind: Literal["blackjack.hit"] = "blackjack.hit"


@dataclass(frozen=True, slots=True)
class Stand:
    box: BoxNo
    hand: str = "h"
    kind: Literal["blackjack.stand"] = "blackjack.stand"


@dataclass(frozen=True, slots=True)
class Double:
    box: BoxNo
    hand: str = "h"
    kind: Literal["blackjack.double"] = "blackjack.double"


@dataclass(frozen=True, slots=True)
class Split:
    box: BoxNo
    hand: str = "h"
    kind: Literal["blackjack.split"] = "blackjack.split"


@dataclass(frozen=True, slots=True)
class Surrender:
    box: BoxNo
    hand: str = "h"
    kind: Literal["blackjack.surrender"] = "blackjack.surrender"


@dataclass(frozen=True, slots=True)
class Insure:
    """Insure a box's initial stake against the dealer's black-jack (FR-2024-050)."""

    box: BoxNo
    amount: Amount | None = None
    """What to lay on the line; `None` for the most that the rules allow."""
    kind: Literal["blackjack.insure"] = "blackjack.insure"


@dataclass(frozen=True, slots=True)
class Decline:
    """Answer the insurance offer with no; the hand may still insure until its own next card."""

    box: BoxNo
    kind: Literal["blackjack.decline"] = "blackjack.decline"


@dataclass(frozen=True, slots=True)
class EvenMoney:
    """Be paid 1 to 1 on a black-jack at once; the French text knows no such thing (AMB-34)."""

    box: BoxNo
    kind: Literal["blackjack.even_money"] = "blackjack.even_money"


Command = Stake | Ready | Hit | Stand | Double | Split | Surrender | Insure | Decline | EvenMoney


@dataclass(frozen=True, slots=True)
class Opened:
    """« Faites vos jeux. »"""

    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.opened"] = "blackjack.opened"


@dataclass(frozen=True, slots=True)
class Staked:
    """The box's stakes are now these totals."""

    party: Party
    box: BoxNo
    main: Amount
    queen_of_hearts: Amount
    alone: bool = False
    """No other party was seated at the table (FR-2024-026, AMB-54)."""
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.staked"] = "blackjack.staked"


@dataclass(frozen=True, slots=True)
class Readied:
    party: Party
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.readied"] = "blackjack.readied"


@dataclass(frozen=True, slots=True)
class BetsClosed:
    """« Rien ne va plus. »"""

    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.bets_closed"] = "blackjack.bets_closed"


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card lies face up before a hand."""

    box: BoxNo
    """0 is the dealer."""
    hand: str
    """The hand's label (ENG-05); `d` for the dealer."""
    card: Card
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.card_dealt"] = "blackjack.card_dealt"


@dataclass(frozen=True, slots=True)
class StopCardOut:
    """The red stop card appeared: this round is the last of the shoe (FR-2024-012)."""

    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.stop_card_out"] = "blackjack.stop_card_out"


@dataclass(frozen=True, slots=True)
class SideBetSettled:
    """A side bet was paid or collected. `line` is the pay table's line, 0 when it lost."""

    party: Party
    box: BoxNo
    bet: SideBet
    line: int
    staked: Amount
    returned: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.side_bet_settled"] = "blackjack.side_bet_settled"


@dataclass(frozen=True, slots=True)
class SideBetHeld:
    """A pair of queens of hearts waits for the dealer's second card (FR-2024-087)."""

    box: BoxNo
    bet: SideBet
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.side_bet_held"] = "blackjack.side_bet_held"


@dataclass(frozen=True, slots=True)
class InsuranceOffered:
    """The dealer's first card is an ace (FR-2024-051)."""

    boxes: tuple[BoxNo, ...]
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.insurance_offered"] = "blackjack.insurance_offered"


@dataclass(frozen=True, slots=True)
class Insured:
    party: Party
    box: BoxNo
    amount: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.insured"] = "blackjack.insured"


@dataclass(frozen=True, slots=True)
class Declined:
    box: BoxNo
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.declined"] = "blackjack.declined"


@dataclass(frozen=True, slots=True)
class PlayBegan:
    """The offer is over; hands are played box by box."""

    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.play_began"] = "blackjack.play_began"


@dataclass(frozen=True, slots=True)
class CardCalled:
    """« Carte. » The hand takes the next card of the shoe (FR-2024-033)."""

    box: BoxNo
    hand: str
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.card_called"] = "blackjack.card_called"


@dataclass(frozen=True, slots=True)
class Stood:
    box: BoxNo
    hand: str
    timed_out: bool = False
    """The clock ran out and the default was applied."""
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.stood"] = "blackjack.stood"


@dataclass(frozen=True, slots=True)
class Doubled:
    box: BoxNo
    hand: str
    added: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.doubled"] = "blackjack.doubled"


@dataclass(frozen=True, slots=True)
class HandSplit:
    """The hand became `<hand>a` and `<hand>b`, one card each (ENG-05, ENG-06)."""

    box: BoxNo
    hand: str
    added: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.hand_split"] = "blackjack.hand_split"


@dataclass(frozen=True, slots=True)
class DealerDone:
    """The dealer announces his point (FR-2024-039): `17`..`21`, `BJ`, `BUST`, `NOT_DRAWN`."""

    result: str
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.dealer_done"] = "blackjack.dealer_done"


@dataclass(frozen=True, slots=True)
class HandSettled:
    """A hand's stakes were paid, returned or collected."""

    party: Party
    box: BoxNo
    hand: str
    result: HandResult
    staked: Amount
    returned: Amount
    clauses: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.hand_settled"] = "blackjack.hand_settled"


@dataclass(frozen=True, slots=True)
class InsuranceSettled:
    party: Party
    box: BoxNo
    staked: Amount
    returned: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.insurance_settled"] = "blackjack.insurance_settled"


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """The round is over and the layout is empty."""

    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.round_closed"] = "blackjack.round_closed"


Event = (
    Opened
    | Staked
    | Readied
    | BetsClosed
    | CardDealt
    | StopCardOut
    | SideBetSettled
    | SideBetHeld
    | InsuranceOffered
    | Insured
    | Declined
    | PlayBegan
    | CardCalled
    | Stood
    | Doubled
    | HandSplit
    | DealerDone
    | HandSettled
    | InsuranceSettled
    | RoundClosed
    | Voided
)
