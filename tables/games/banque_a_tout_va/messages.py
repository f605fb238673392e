"""Banque à tout va's commands and events. Kinds are for ever; fields are only added."""

from dataclasses import dataclass
from typing import Literal

from tables.games.baccara.seats import NO_SEAT, NOBODY, SeatTaken
from tables.games.banque_a_tout_va.rules import Bet
from tables.games.chemin_de_fer import messages as chemin
from tables.games.core.cards import Card
from tables.games.core.messages import GameCommand, GameEvent
from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.core.protocol import Voided

Side = Literal["right", "left", "banker"]
"""Whose hand: in the order in which they are dealt to (MC-BTV-23)."""
Outcome = Literal["wins", "equal", "loses"]
"""What a tableau does against the banker."""
By = Literal["holder", "dealer", "clock"]
"""Who spoke for a hand."""
LastCoup = Literal["", "announced", "played", "chemin_de_fer_offered", "none"]
"""What the stop card has led to; empty before it comes out."""
Leaving = Literal["asked", "silent", "shoe", "session", "spent"]
"""Why a banker has his chips back."""


@dataclass(frozen=True, slots=True)
class Wager:
    """The chips of one stake, as a total: what lies there, not what is added."""

    id: str
    """Chosen by the player, his own in this coup; 1 to 32 characters."""
    on: Bet
    amount: Amount


class Stake(GameCommand, kind="banque_a_tout_va.stake"):
    """Set all my stakes at once, as totals; what is not named is taken back (MC-BTV-20)."""

    wagers: tuple[Wager, ...] = ()


class Ready(GameCommand, kind="banque_a_tout_va.ready"):
    """I have staked what I want; betting closes when everybody who staked has said so."""


class PutUp(GameCommand, kind="banque_a_tout_va.put_up"):
    """I, whom the games management has approved, put these chips into the bank (MC-BTV-08)."""

    amount: Amount


class LeaveBank(GameCommand, kind="banque_a_tout_va.leave_bank"):
    """I, the banker, take my chips back: at once without stakes, otherwise after the coup."""


class DealCards(GameCommand, kind="banque_a_tout_va.deal"):
    """I, the banker, deal (MC-BTV-15)."""


class TakeCard(GameCommand, kind="banque_a_tout_va.draw"):
    """« Carte »."""

    hand: Side


class NoCard(GameCommand, kind="banque_a_tout_va.stand"):
    """« Non »."""

    hand: Side


class PlayCheminDeFer(GameCommand, kind="banque_a_tout_va.chemin_de_fer"):
    """I, the banker, play the last coup, « du chemin de fer », with all my bank (MC-BTV-38)."""


LastCoupCommand = (
    chemin.Banco
    | chemin.WithTable
    | chemin.Complement
    | chemin.WithdrawClaim
    | chemin.NoMore
    | chemin.DealCards
    | chemin.TakeCard
    | chemin.NoCard
)
"""What is said in the last coup, « du chemin de fer »: as at that game."""
Command = (
    Stake
    | Ready
    | PutUp
    | LeaveBank
    | DealCards
    | TakeCard
    | NoCard
    | PlayCheminDeFer
    | LastCoupCommand
)


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a stake; `returned` includes the stake."""

    party: Party
    id: str
    on: Bet
    staked: Amount
    returned: Amount


class CoupOpened(GameEvent, kind="banque_a_tout_va.opened"):
    """*Faites vos jeux*; all that is left of the coups before rides in it."""

    seats: tuple[SeatTaken, ...] = ()
    right: BoxNo = NO_SEAT
    """The seat that had the right tableau's hand last; 0 where none has had it."""
    left: BoxNo = NO_SEAT
    passes: tuple[Literal["right", "left"], ...] = ()
    """The tableaux whose hand has lost: it goes to the next seat (A7)."""
    banker: Party = NOBODY
    """Empty while the house has the bank."""
    bank: Amount = Amount(0)
    """The chips of a banker who is a player."""
    silent: int = 0
    """Coups in a row in which that banker has not said a word."""
    shoe: int = 1
    """Which shoe of the session this is (MC-BTV-02)."""
    rest: int | None = None
    """Cards left in the shoe, once the stop card is out."""
    last: LastCoup = ""
    results: tuple[str, ...] = ()
    """The coups of this shoe, first to last, as `state.written` has them."""
    coup: int = 0
    """Coups dealt at this table before."""
    rounds_left: int | None = None
    """How many coups are left with this one, once the end of the session is announced."""
    chemin_de_fer: bool = False
    """The banker is asked for the last coup, « du chemin de fer » (MC-BTV-38)."""
    tickets: int = 0
    """Levies taken at this table before."""


class SeatsChanged(GameEvent, kind="banque_a_tout_va.seats_changed"):
    """Somebody sat down or left."""

    seats: tuple[SeatTaken, ...]


class BankPutUp(GameEvent, kind="banque_a_tout_va.bank_put_up"):
    """An approved banker has the bank, or has added to it."""

    banker: Party
    amount: Amount
    bank: Amount
    moves: tuple[Move, ...] = ()


class BankLeaves(GameEvent, kind="banque_a_tout_va.bank_leaves"):
    """The banker leaves when this coup is over."""

    banker: Party


class BankLeft(GameEvent, kind="banque_a_tout_va.bank_left"):
    """The banker has his chips back; the house has the bank."""

    banker: Party
    amount: Amount
    why: Leaving
    moves: tuple[Move, ...] = ()


class Staked(GameEvent, kind="banque_a_tout_va.staked"):
    """A party's stakes are now these."""

    party: Party
    laid: tuple[Wager, ...]
    total: Amount
    moves: tuple[Move, ...] = ()


class Readied(GameEvent, kind="banque_a_tout_va.readied"):
    party: Party


class BetsClosed(GameEvent, kind="banque_a_tout_va.bets_closed"):
    """*Rien ne va plus*, and who has the hands; empty for the croupier (MC-BTV-16, MC-BTV-22)."""

    right: Party = NOBODY
    right_seat: BoxNo = NO_SEAT
    left: Party = NOBODY
    left_seat: BoxNo = NO_SEAT


class DealBegan(GameEvent, kind="banque_a_tout_va.deal_began"):
    """The banker deals, or the server for him (MC-BTV-15)."""

    by: By


class CardsDealt(GameEvent, kind="banque_a_tout_va.cards_dealt"):
    """Two cards each, face down: right, left, banker, and again (MC-BTV-23)."""

    right: tuple[Card, ...]
    left: tuple[Card, ...]
    banker: tuple[Card, ...]
    """All three empty in what everybody sees."""
    coup: int
    rest: int | None = None
    """Cards left in the shoe, once the stop card is out."""


class HandShown(GameEvent, kind="banque_a_tout_va.hand_shown"):
    """All cards of a hand lie open, and its point is announced."""

    hand: Side
    cards: tuple[Card, ...]
    point: int


class HandSpoke(GameEvent, kind="banque_a_tout_va.hand_spoke"):
    """« Carte » or « non »; who takes a card throws the other two face down (MC-BTV-28)."""

    hand: Side
    draws: bool
    by: By


class ThirdCard(GameEvent, kind="banque_a_tout_va.third_card"):
    """A third card, face up; what the hand counts with it is announced at the end."""

    hand: Side
    card: Card
    rest: int | None = None


class CoupAnnounced(GameEvent, kind="banque_a_tout_va.coup_announced"):
    """The points, and what each tableau does against the banker (MC-BTV-31)."""

    right: int
    left: int
    banker: int
    on_right: Outcome
    on_left: Outcome
    result: str
    """As it stands in the shoe's list."""


class StakesSettled(GameEvent, kind="banque_a_tout_va.stakes_settled"):
    """The losing stakes are collected, then the others are given back and paid."""

    settled: tuple[Settled, ...]
    """In the order of the seats; empty in what everybody sees."""
    staked: Amount
    returned: Amount
    """What went to the pontes, stakes included."""
    moves: tuple[Move, ...] = ()


class ShoeEnds(GameEvent, kind="banque_a_tout_va.shoe_ends"):
    """The stop card is out: whether a last coup follows (MC-BTV-37, MC-BTV-38, A5)."""

    last: LastCoup
    rest: int
    session_over: bool
    """This was the session's last shoe (MC-BTV-02)."""


class CheminDeFerBegan(GameEvent, kind="banque_a_tout_va.chemin_de_fer_began"):
    """The banker plays the last coup; his bank is announced, and claims are asked for (A5)."""

    bank: Amount


class SessionBroken(GameEvent, kind="banque_a_tout_va.session_broken"):
    """The session ends by an incident: every stake and the bank go back."""

    by: str
    moves: tuple[Move, ...]


class CoupClosed(GameEvent, kind="banque_a_tout_va.coup_closed"):
    pass


LastCoupEvent = (
    chemin.ClaimMade
    | chemin.ClaimWithdrawn
    | chemin.NoMoreSaid
    | chemin.ClaimsCompared
    | chemin.NothingMoreGoes
    | chemin.NobodyStaked
    | chemin.DealBegan
    | chemin.CardPassed
    | chemin.HandSpoke
    | chemin.HandsShown
    | chemin.CoupDecided
    | chemin.LevyTaken
)
"""What happens in the last coup, « du chemin de fer »: as at that game, but how the bank ends."""
Event = (
    CoupOpened
    | SeatsChanged
    | BankPutUp
    | BankLeaves
    | BankLeft
    | Staked
    | Readied
    | BetsClosed
    | DealBegan
    | CardsDealt
    | HandShown
    | HandSpoke
    | ThirdCard
    | CoupAnnounced
    | StakesSettled
    | ShoeEnds
    | CheminDeFerBegan
    | LastCoupEvent
    | SessionBroken
    | CoupClosed
    | Voided
)
