"""Punto banco's commands and events. Kinds are for ever; fields are only added, with defaults."""

from dataclasses import dataclass
from typing import Literal

from tables.games.baccara.seats import NO_SEAT, NOBODY, SeatTaken
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.core.protocol import Voided
from tables.games.punto_banco.rules import Bet

Side = Literal["punto", "banco"]
Batch = Literal["main", "dragon", "pair"]
"""What is settled together (MC-PB-70)."""


@dataclass(frozen=True, slots=True)
class Wager:
    """The chips of one stake, as a total: what lies there, not what is added."""

    id: str
    """Chosen by the player, his own in this coup; 1 to 32 characters."""
    on: Bet
    amount: Amount


@dataclass(frozen=True, slots=True)
class Stake:
    """Set all my stakes at once, as totals; what is not named is taken back (MC-PB-29)."""

    wagers: tuple[Wager, ...] = ()
    kind: Literal["punto_banco.stake"] = "punto_banco.stake"


@dataclass(frozen=True, slots=True)
class Ready:
    """I have staked what I want; betting closes when everybody who staked has said so."""

    kind: Literal["punto_banco.ready"] = "punto_banco.ready"


@dataclass(frozen=True, slots=True)
class RefuseBank:
    """I do not want to be the banker: the next player is (MC-PB-14)."""

    kind: Literal["punto_banco.refuse_bank"] = "punto_banco.refuse_bank"


@dataclass(frozen=True, slots=True)
class TurnCards:
    """I turn the cards that were passed to me (MC-PB-34, MC-PB-36)."""

    hand: Side
    kind: Literal["punto_banco.turn"] = "punto_banco.turn"


@dataclass(frozen=True, slots=True)
class RefuseCards:
    """I do not take the cards that are passed to me: the dealer turns them (MC-PB-35)."""

    hand: Side
    kind: Literal["punto_banco.refuse_cards"] = "punto_banco.refuse_cards"


Command = Stake | Ready | RefuseBank | TurnCards | RefuseCards


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a stake; `returned` includes the stake."""

    party: Party
    id: str
    on: Bet
    staked: Amount
    returned: Amount


@dataclass(frozen=True, slots=True)
class CoupOpened:
    """*Faites vos jeux*; all that is left of the coups before rides in it."""

    seats: tuple[SeatTaken, ...] = ()
    seat: BoxNo = NO_SEAT
    """The banker's; 0 while the dealer has banco's cards."""
    banker: Party = NOBODY
    offered: BoxNo = NO_SEAT
    """After which seat the bank is offered next, where nobody has it."""
    held: int = 0
    """Coups that this banker has held the bank."""
    refused: tuple[Party, ...] = ()
    """Who has said that he will let the bank pass, when it comes to him."""
    silent: tuple[Party, ...] = ()
    """Who let the clock turn his cards; the dealer turns them until he says something."""
    burns: bool = False
    """A card is turned up first, and as many are burnt as it counts (MC-PB-18)."""
    turned_up: Card | None = None
    """The card that was turned up for this shoe."""
    burned: int = 0
    """Cards burnt of this shoe, the turned one not counted (A3)."""
    results: tuple[str, ...] = ()
    """The coups of this shoe, first to last, as `state.written` has them."""
    coup: int = 0
    """Coups dealt at this table before."""
    shoe_over: bool = False
    """The stop card is out: no other coup of this shoe follows (MC-PB-19)."""
    rounds_left: int | None = None
    """How many coups are left with this one, once the end of the session is announced."""
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.opened"] = "punto_banco.opened"


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """Somebody sat down or left, and with him the bank may have moved."""

    seats: tuple[SeatTaken, ...]
    seat: BoxNo
    banker: Party
    offered: BoxNo
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.seats_changed"] = "punto_banco.seats_changed"


@dataclass(frozen=True, slots=True)
class CardTurnedUp:
    """The first card of a shoe says how many are burnt."""

    card: Card
    burns: int
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.card_turned_up"] = "punto_banco.card_turned_up"


@dataclass(frozen=True, slots=True)
class CardsBurnt:
    """They have left the shoe, and nobody has seen them."""

    count: int
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.cards_burnt"] = "punto_banco.cards_burnt"


@dataclass(frozen=True, slots=True)
class Staked:
    """A party's stakes are now these."""

    party: Party
    laid: tuple[Wager, ...]
    total: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.staked"] = "punto_banco.staked"


@dataclass(frozen=True, slots=True)
class Readied:
    party: Party
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.readied"] = "punto_banco.readied"


@dataclass(frozen=True, slots=True)
class BankRefused:
    """The banker lets the bank pass; in older rounds anybody did, before it came to him."""

    party: Party
    seat: BoxNo
    """The banker's after it; 0 where everybody has refused (A10)."""
    banker: Party
    offered: BoxNo
    passed: tuple[Party, ...] = ()
    """Over whom the bank went on."""
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.bank_refused"] = "punto_banco.bank_refused"


@dataclass(frozen=True, slots=True)
class BetsClosed:
    """*Rien ne va plus* (MC-PB-31)."""

    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.bets_closed"] = "punto_banco.bets_closed"


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Two cards each, face down, punto's first (MC-PB-32)."""

    punto: tuple[Card, ...]
    banco: tuple[Card, ...]
    """Both empty in what everybody sees."""
    to_punto: Party
    """To whom punto's cards are passed; empty for the dealer (MC-PB-33)."""
    to_banco: Party
    stop_card: bool
    """The stop card came out: this is the last coup of the shoe (MC-PB-19)."""
    coup: int
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.cards_dealt"] = "punto_banco.cards_dealt"


@dataclass(frozen=True, slots=True)
class CardsRefused:
    """Somebody does not take the cards that were passed to him: the dealer has them (MC-PB-35)."""

    party: Party
    hand: Side
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.cards_refused"] = "punto_banco.cards_refused"


@dataclass(frozen=True, slots=True)
class HandTurned:
    """The two cards of a side lie open, and its point is announced (MC-PB-37)."""

    hand: Side
    cards: tuple[Card, ...]
    point: int
    by: Literal["holder", "dealer", "clock"]
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.hand_turned"] = "punto_banco.hand_turned"


@dataclass(frozen=True, slots=True)
class PairsAnnounced:
    """Which sides have a pair, before any third card (MC-PB-75)."""

    punto: bool
    banco: bool
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.pairs_announced"] = "punto_banco.pairs_announced"


@dataclass(frozen=True, slots=True)
class HandSpoke:
    """« Carte » or « non », as the table says (MC-PB-40)."""

    hand: Side
    draws: bool
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.hand_spoke"] = "punto_banco.hand_spoke"


@dataclass(frozen=True, slots=True)
class ThirdCard:
    """A third card, face up."""

    hand: Side
    card: Card
    point: int
    """Of the three."""
    stop_card: bool
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.third_card"] = "punto_banco.third_card"


@dataclass(frozen=True, slots=True)
class CoupAnnounced:
    """Banco's point, then punto's, then what wins (MC-PB-49)."""

    banco: int
    punto: int
    wins: tuple[Bet, ...]
    result: str
    """As it stands in the shoe's list."""
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.coup_announced"] = "punto_banco.coup_announced"


@dataclass(frozen=True, slots=True)
class StakesSettled:
    """The losing stakes of a batch are collected, then the others are given back and paid."""

    batch: Batch
    settled: tuple[Settled, ...]
    """In the order of the seats (MC-PB-50)."""
    total: Amount
    """What went to the players, stakes included."""
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.stakes_settled"] = "punto_banco.stakes_settled"


@dataclass(frozen=True, slots=True)
class BankPassed:
    """Banco has lost, or nobody held the bank: the next player has it (MC-PB-14, A10)."""

    seat: BoxNo
    banker: Party
    offered: BoxNo
    passed: tuple[Party, ...] = ()
    """Who let it pass."""
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.bank_passed"] = "punto_banco.bank_passed"


@dataclass(frozen=True, slots=True)
class SessionBroken:
    """The session ends by an incident: every stake goes back."""

    by: str
    moves: tuple[Move, ...]
    kind: Literal["punto_banco.session_broken"] = "punto_banco.session_broken"


@dataclass(frozen=True, slots=True)
class CoupClosed:
    moves: tuple[Move, ...] = ()
    kind: Literal["punto_banco.coup_closed"] = "punto_banco.coup_closed"


Event = (
    CoupOpened
    | SeatsChanged
    | CardTurnedUp
    | CardsBurnt
    | Staked
    | Readied
    | BankRefused
    | BetsClosed
    | CardsDealt
    | CardsRefused
    | HandTurned
    | PairsAnnounced
    | HandSpoke
    | ThirdCard
    | CoupAnnounced
    | StakesSettled
    | BankPassed
    | SessionBroken
    | CoupClosed
    | Voided
)
