"""Chemin de fer's commands and events. Kinds are for ever; fields are only added, with defaults."""

from dataclasses import dataclass
from typing import Literal

from tables.games.baccara.seats import NO_SEAT, SeatTaken
from tables.games.core.cards import Card
from tables.games.core.messages import GameCommand, GameEvent
from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.core.protocol import Voided

Bet = Literal["banco", "with_table", "complement"]
"""How a ponte plays: for the whole bank, for half of it or more, or for what is missing."""
Side = Literal["ponte", "banker"]
Winner = Literal["ponte", "banker", "tie"]
Passing = Literal["passed", "lost", "left", "away", "no_stakes", "too_few", "session"]
"""Why the hand went on to the next player."""


class StakeBank(GameCommand, kind="chemin_de_fer.bank"):
    """I have taken the hand and stake the bank (MC-CDF-16)."""

    amount: Amount


class KeepHand(GameCommand, kind="chemin_de_fer.keep"):
    """I keep the hand for another coup; the bank is what it must be (MC-CDF-41)."""


class PassHand(GameCommand, kind="chemin_de_fer.pass_hand"):
    """I pass the hand on and take the bank and the garage back (MC-CDF-14)."""


class CapBank(GameCommand, kind="chemin_de_fer.garage"):
    """I play no more than the games management's amount; the surplus is put in the garage."""


class Banco(GameCommand, kind="chemin_de_fer.banco"):
    """I hold the banco: exactly the bank, alone (MC-CDF-17)."""

    amount: Amount


class WithTable(GameCommand, kind="chemin_de_fer.with_table"):
    """I hold a part of the banco, at least its half (MC-CDF-20)."""

    amount: Amount


class Complement(GameCommand, kind="chemin_de_fer.complement"):
    """I stake on what is missing; what is too much comes back at once (MC-CDF-24)."""

    amount: Amount


class WithdrawClaim(GameCommand, kind="chemin_de_fer.withdraw"):
    """I take a claim back, before it is compared; a complement until *rien ne va plus*."""

    claim: int


class NoMore(GameCommand, kind="chemin_de_fer.no_more"):
    """I have claimed what I want; when every seated ponte says so the window closes."""


class Consent(GameCommand, kind="chemin_de_fer.consent"):
    """I, the banker, agree to a stake offered after *rien ne va plus* (MC-CDF-26)."""

    claim: int


class DealCards(GameCommand, kind="chemin_de_fer.deal"):
    """I, the banker, draw the cards from the shoe (MC-CDF-27)."""


class TakeCard(GameCommand, kind="chemin_de_fer.draw"):
    """« Carte »."""

    hand: Side


class NoCard(GameCommand, kind="chemin_de_fer.stand"):
    """« Non »."""

    hand: Side


Claiming = Banco | WithTable | Complement
Command = (
    StakeBank
    | KeepHand
    | PassHand
    | CapBank
    | Banco
    | WithTable
    | Complement
    | WithdrawClaim
    | NoMore
    | Consent
    | DealCards
    | TakeCard
    | NoCard
)


@dataclass(frozen=True, slots=True)
class Right:
    """A stake of a coup that was a tie: its ponte may leave it in (MC-CDF-39)."""

    party: Party
    bet: Bet
    amount: Amount


@dataclass(frozen=True, slots=True)
class Ticket:
    """The record of one levy, torn from the table's book (MC-CDF-35)."""

    book: int
    serial: int
    """Runs on without a gap through all the books of the table."""
    coup: int
    amount: Amount


@dataclass(frozen=True, slots=True)
class Taken:
    """A claim that was accepted, and with how much of its chips."""

    claim: int
    amount: Amount
    left_in: bool = False
    """It lay there in the tied coup already, and comes before every new claim."""


@dataclass(frozen=True, slots=True)
class TurnedDown:
    """A claim that was not accepted, and the refusal code that says why."""

    claim: int
    code: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a ponte's stake; `returned` includes the stake."""

    claim: int
    party: Party
    staked: Amount
    returned: Amount


@dataclass(frozen=True, slots=True)
class Carried:
    """What a coup finds, and what is left of it for the next."""

    stage: str = "idle"
    seats: tuple[SeatTaken, ...] = ()
    started: bool = False
    """Enough players sat when the game began; it goes on with two (A15)."""
    seat: BoxNo = NO_SEAT
    """The banker's, 0 while there is none."""
    banker: Party = Party("")
    bank: Amount = Amount(0)
    garage: Amount = Amount(0)
    coups: int = 0
    """Coups of this tenure that were played to their end."""
    silent: int = 0
    """The last so many of them without a word of the banker."""
    windows: int = 0
    """Windows since the last coup in which nobody staked."""
    follower: Party = Party("")
    """Who has *banco suivi*."""
    rights: tuple[Right, ...] = ()
    cards_were: Party = Party("")
    """Who held the banco or its part in the tied coup."""
    tied: bool = False
    """The last coup was a tie."""
    shoe_over: bool = False
    """The stop card is out and no fresh shoe has come."""
    last: bool = False
    """The last coup of the session: after it the banker gets everything back."""
    ending: bool = False
    """The session is over: no coup is dealt any more."""
    coup: int = 0
    """Coups dealt at this table before."""
    tickets: int = 0
    """Levies taken at this table before."""
    ticket: Ticket | None = None
    """The last coup's levy, in view until the next coup is dealt (MC-CDF-37)."""


class CoupOpened(GameEvent, Carried, kind="chemin_de_fer.opened"):
    """A coup begins; all that is left of the coups before rides in it."""

    stage: Literal["idle", "bank", "keep", "banco"] = "idle"


class SeatsChanged(GameEvent, kind="chemin_de_fer.seats_changed"):
    """Somebody sat down or left."""

    seats: tuple[SeatTaken, ...]
    begins: BoxNo = NO_SEAT
    """The seat that takes the hand, where the game starts with this."""


class BankStaked(GameEvent, kind="chemin_de_fer.bank_staked"):
    """The bank of a new banker is announced."""

    amount: Amount
    timed_out: bool
    moves: tuple[Move, ...]


class HandKept(GameEvent, kind="chemin_de_fer.hand_kept"):
    """The banker plays on; the bank is announced."""

    timed_out: bool


class HandPassed(GameEvent, kind="chemin_de_fer.hand_passed"):
    """The hand goes on; bank and garage are given back as far as they are not lost."""

    why: Passing
    seat: BoxNo
    """The new banker's; 0 when the game ends for want of players."""
    banker: Party
    rests: bool
    """No coup can follow at once."""
    moves: tuple[Move, ...]


class GarageFilled(GameEvent, kind="chemin_de_fer.garage_filled"):
    """A part of what the banker won lies beside the bank, not at risk (MC-CDF-42)."""

    amount: Amount
    wanted: bool
    """By the banker himself, below the maximum (MC-CDF-44)."""
    moves: tuple[Move, ...]


class ClaimMade(GameEvent, kind="chemin_de_fer.claim_made"):
    """Somebody claims; his chips lie on the layout until the claim is accepted or turned down."""

    claim: int
    party: Party
    bet: Bet
    amount: Amount
    late: bool
    """After *rien ne va plus*: it waits for the banker's consent (MC-CDF-26)."""
    moves: tuple[Move, ...]


class ClaimWithdrawn(GameEvent, kind="chemin_de_fer.claim_withdrawn"):
    claim: int
    moves: tuple[Move, ...]


class NoMoreSaid(GameEvent, kind="chemin_de_fer.no_more_said"):
    party: Party


class ClaimsCompared(GameEvent, kind="chemin_de_fer.claims_compared"):
    """Claims were decided on; chips that are not accepted are given back."""

    taken: tuple[Taken, ...]
    turned_down: tuple[TurnedDown, ...]
    holder: Party
    """Who holds the banco or a part of it; empty when nobody does."""
    opens: bool
    """Others are now invited to complete."""
    moves: tuple[Move, ...]


class NothingMoreGoes(GameEvent, kind="chemin_de_fer.nothing_more_goes"):
    """« Rien ne va plus, partie pour les jeux marqués » (MC-CDF-26)."""

    covered: Amount


class NobodyStaked(GameEvent, kind="chemin_de_fer.nobody_staked"):
    """The window closed without a stake: there is no coup (A8)."""

    again: Literal["keep", "banco"]
    """What comes next: the banker may pass, or claims are asked for at once."""


class DealBegan(GameEvent, kind="chemin_de_fer.deal_began"):
    """The banker draws; the part of the bank that nobody covered goes back to him (MC-CDF-25)."""

    coup: int
    ponte: Party
    """Who receives the ponte's cards (MC-CDF-29)."""
    uncovered: Amount
    timed_out: bool
    moves: tuple[Move, ...]


class CardPassed(GameEvent, kind="chemin_de_fer.card_passed"):
    """A card left the shoe."""

    hand: Side
    card: Card | None
    """`None` in what everybody sees of a card that lies face down."""
    face_up: bool
    stop_card: bool
    """The stop card came out: this is the last coup of the shoe (MC-CDF-07)."""


class HandSpoke(GameEvent, kind="chemin_de_fer.hand_spoke"):
    """« Carte » or « non »."""

    hand: Side
    draws: bool
    timed_out: bool


class HandsShown(GameEvent, kind="chemin_de_fer.hands_shown"):
    """Both hands lie open: somebody has a natural, or nobody draws any more."""

    ponte: tuple[Card, ...]
    banker: tuple[Card, ...]
    ponte_point: int
    banker_point: int


class CoupDecided(GameEvent, kind="chemin_de_fer.coup_decided"):
    """Stakes are collected into the bank, given back, or paid out of it in seat order."""

    winner: Winner
    outcomes: tuple[Outcome, ...]
    moves: tuple[Move, ...]


class LevyTaken(GameEvent, kind="chemin_de_fer.levy_taken"):
    """The house's part of what the banker has won; one record for each coup he wins."""

    ticket: Ticket
    moves: tuple[Move, ...]


class SessionBroken(GameEvent, kind="chemin_de_fer.session_broken"):
    """The session ends by an incident: stakes, bank and garage go back to whose they are."""

    by: str
    moves: tuple[Move, ...]


class CoupClosed(GameEvent, kind="chemin_de_fer.coup_closed"):
    pass


Event = (
    CoupOpened
    | SeatsChanged
    | BankStaked
    | HandKept
    | HandPassed
    | GarageFilled
    | ClaimMade
    | ClaimWithdrawn
    | NoMoreSaid
    | ClaimsCompared
    | NothingMoreGoes
    | NobodyStaked
    | DealBegan
    | CardPassed
    | HandSpoke
    | HandsShown
    | CoupDecided
    | LevyTaken
    | SessionBroken
    | CoupClosed
    | Voided
)
