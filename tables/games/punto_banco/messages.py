"""Punto banco's commands and events. Kinds are for ever; fields are only added, with defaults."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from tables.games.baccara.seats import NO_SEAT, NOBODY, SeatTaken
from tables.games.core.cards import Card
from tables.games.core.messages import GameCommand, GameEvent
from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.core.protocol import Voided
from tables.games.punto_banco.rules import Bet

Side = Literal["punto", "banco"]
Batch = Literal["main", "dragon", "pair"]
"""What is settled together (MC-PB-70)."""
By = Literal["holder", "dealer", "clock"]
"""Who turned the cards of a hand."""


@dataclass(frozen=True, slots=True)
class Wager:
    """The chips of one stake, as a total: what lies there, not what is added."""

    id: str
    """Chosen by the player, his own in this coup; 1 to 32 characters."""
    on: Bet
    amount: Amount


class Stake(GameCommand, kind="punto_banco.stake"):
    """Set all my stakes at once, as totals; what is not named is taken back (MC-PB-29)."""

    wagers: tuple[Wager, ...] = ()


class Ready(GameCommand, kind="punto_banco.ready"):
    """I have staked what I want; betting closes when everybody who staked has said so."""


class RefuseBank(GameCommand, kind="punto_banco.refuse_bank"):
    """I do not want to be the banker: the next player is (MC-PB-14)."""


class TurnCards(GameCommand, kind="punto_banco.turn"):
    """I turn the cards that were passed to me (MC-PB-34, MC-PB-36)."""

    hand: Side


class RefuseCards(GameCommand, kind="punto_banco.refuse_cards"):
    """I do not take the cards that are passed to me: the dealer turns them (MC-PB-35)."""

    hand: Side


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
class Carried:
    """What a coup finds, and what is left of it for the next."""

    seats: tuple[SeatTaken, ...] = ()
    seat: BoxNo = NO_SEAT
    """The banker's; 0 while the dealer has banco's cards."""
    banker: Party = NOBODY
    offered: BoxNo = NO_SEAT
    """After which seat the bank is offered next, where nobody has it."""
    held: int = 0
    """Coups that this banker has held the bank."""
    refused: Collection[Party] = ()
    """Who has said that he will let the bank pass, when it comes to him."""
    silent: Collection[Party] = ()
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


class CoupOpened(GameEvent, Carried, kind="punto_banco.opened"):
    """*Faites vos jeux*; all that is left of the coups before rides in it."""

    refused: tuple[Party, ...] = ()
    silent: tuple[Party, ...] = ()


class SeatsChanged(GameEvent, kind="punto_banco.seats_changed"):
    """Somebody sat down or left, and with him the bank may have moved."""

    seats: tuple[SeatTaken, ...]
    seat: BoxNo
    banker: Party
    offered: BoxNo


class CardTurnedUp(GameEvent, kind="punto_banco.card_turned_up"):
    """The first card of a shoe says how many are burnt."""

    card: Card
    burns: int


class CardsBurnt(GameEvent, kind="punto_banco.cards_burnt"):
    """They have left the shoe, and nobody has seen them."""

    count: int


class Staked(GameEvent, kind="punto_banco.staked"):
    """A party's stakes are now these."""

    party: Party
    laid: tuple[Wager, ...]
    total: Amount
    moves: tuple[Move, ...] = ()


class Readied(GameEvent, kind="punto_banco.readied"):
    party: Party


class BankRefused(GameEvent, kind="punto_banco.bank_refused"):
    """The banker lets the bank pass; in older rounds anybody did, before it came to him."""

    party: Party
    seat: BoxNo
    """The banker's after it; 0 where everybody has refused (A10)."""
    banker: Party
    offered: BoxNo
    passed: tuple[Party, ...] = ()
    """Over whom the bank went on."""


class BetsClosed(GameEvent, kind="punto_banco.bets_closed"):
    """*Rien ne va plus* (MC-PB-31)."""


class CardsDealt(GameEvent, kind="punto_banco.cards_dealt"):
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


class CardsRefused(GameEvent, kind="punto_banco.cards_refused"):
    """Somebody does not take the cards that were passed to him: the dealer has them (MC-PB-35)."""

    party: Party
    hand: Side


class HandTurned(GameEvent, kind="punto_banco.hand_turned"):
    """The two cards of a side lie open, and its point is announced (MC-PB-37)."""

    hand: Side
    cards: tuple[Card, ...]
    point: int
    by: By


class PairsAnnounced(GameEvent, kind="punto_banco.pairs_announced"):
    """Which sides have a pair, before any third card (MC-PB-75)."""

    punto: bool
    banco: bool


class HandSpoke(GameEvent, kind="punto_banco.hand_spoke"):
    """« Carte » or « non », as the table says (MC-PB-40)."""

    hand: Side
    draws: bool


class ThirdCard(GameEvent, kind="punto_banco.third_card"):
    """A third card, face up."""

    hand: Side
    card: Card
    point: int
    """Of the three."""
    stop_card: bool


class CoupAnnounced(GameEvent, kind="punto_banco.coup_announced"):
    """Banco's point, then punto's, then what wins (MC-PB-49)."""

    banco: int
    punto: int
    wins: tuple[Bet, ...]
    result: str
    """As it stands in the shoe's list."""


class StakesSettled(GameEvent, kind="punto_banco.stakes_settled"):
    """The losing stakes of a batch are collected, then the others are given back and paid."""

    batch: Batch
    settled: tuple[Settled, ...]
    """In the order of the seats (MC-PB-50)."""
    total: Amount
    """What went to the players, stakes included."""
    moves: tuple[Move, ...] = ()


class BankPassed(GameEvent, kind="punto_banco.bank_passed"):
    """Banco has lost, or nobody held the bank: the next player has it (MC-PB-14, A10)."""

    seat: BoxNo
    banker: Party
    offered: BoxNo
    passed: tuple[Party, ...] = ()
    """Who let it pass."""


class SessionBroken(GameEvent, kind="punto_banco.session_broken"):
    """The session ends by an incident: every stake goes back."""

    by: str
    moves: tuple[Move, ...]


class CoupClosed(GameEvent, kind="punto_banco.coup_closed"):
    pass


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
