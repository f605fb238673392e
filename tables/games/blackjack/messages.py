"""Blackjack's commands and events. Kinds are for ever; fields are only added, with defaults."""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.cards import Card
from tables.games.core.messages import GameCommand, GameEvent
from tables.games.core.money import Amount, BoxNo, Move, Party
from tables.games.core.protocol import Voided
from tables.games.core.values import fast_init

SideBet = Literal[
    "queen_of_hearts",
    "lucky_ladies",
    "two_plus_one",
    "hyper:17",
    "hyper:18",
    "hyper:19",
    "hyper:20",
    "hyper:21",
    "hyper:BJ",
    "hyper:BUST",
    "jp1",
    "perfect_pairs",
    "twenty_one_plus_three",
    "split_aces",
]
"""A side bet; each field of hyper black jack is one (FR-2024-095)."""
HandResult = Literal["blackjack", "win", "push", "lose", "bust", "surrender", "even_money", "void"]
Pot = Literal["jp1_main", "jp1_secondary", "split_aces"]
"""A progressive jackpot."""


@fast_init
@dataclass(frozen=True, slots=True)
class SideAmount:
    """The chips wanted on one side bet, as a total."""

    bet: SideBet
    amount: Amount


@fast_init
@dataclass(frozen=True, slots=True)
class BoxStake:
    """The chips wanted on one box, as totals: what lies there afterwards, not what is added."""

    box: BoxNo
    main: Amount
    queen_of_hearts: Amount = Amount(0)
    sides: tuple[SideAmount, ...] = ()
    """The side bets other than dames de cœur; one that is not named is taken back."""
    standing: bool = False
    """Behind the seated player who holds the box, and with his agreement (FR-2024-017)."""


class Stake(GameCommand, kind="blackjack.stake"):
    """Set the stakes of some of my boxes at once; 0 takes them back. All are accepted or none."""

    bets: tuple[BoxStake, ...]


class Ready(GameCommand, kind="blackjack.ready"):
    """I have staked what I want; betting closes when everybody who staked has said so."""


class Hit(GameCommand, kind="blackjack.hit"):
    box: BoxNo
    hand: str = "h"


class Stand(GameCommand, kind="blackjack.stand"):
    box: BoxNo
    hand: str = "h"


class Double(GameCommand, kind="blackjack.double"):
    box: BoxNo
    hand: str = "h"


class Split(GameCommand, kind="blackjack.split"):
    box: BoxNo
    hand: str = "h"


class Surrender(GameCommand, kind="blackjack.surrender"):
    box: BoxNo
    hand: str = "h"


class Insure(GameCommand, kind="blackjack.insure"):
    """Insure a box's initial stake against the dealer's black-jack (FR-2024-050)."""

    box: BoxNo
    amount: Amount | None = None
    """What to lay on the line; `None` for the most that the rules allow."""


class Decline(GameCommand, kind="blackjack.decline"):
    """Answer the offer with no; where the text lets him, the player may still change his mind."""

    box: BoxNo


class EvenMoney(GameCommand, kind="blackjack.even_money"):
    """Be paid 1 to 1 on a black-jack at once (MC-078, ON-59); the French texts know no such."""

    box: BoxNo


class Match(GameCommand, kind="blackjack.match"):
    """Standing behind the hand on turn: match its double or split with an equal stake (AMB-33)."""

    box: BoxNo
    hand: str = "h"
    matches: bool = True
    """False takes the wish back."""


class RefuseExposed(GameCommand, kind="blackjack.refuse_exposed"):
    """Refuse the card that was exposed by mistake: all my hands are closed (ON-81, AMB-71)."""

    box: BoxNo


Command = (
    Stake
    | Ready
    | Hit
    | Stand
    | Double
    | Split
    | Surrender
    | Insure
    | Decline
    | EvenMoney
    | Match
    | RefuseExposed
)


class Opened(GameEvent, kind="blackjack.opened"):
    """« Faites vos jeux. »"""

    moves: tuple[Move, ...] = ()
    rounds_left: int | None = None
    """How many rounds are left with this one, once they are announced (MC-041)."""


class Staked(GameEvent, kind="blackjack.staked"):
    """The box's stakes are now these totals."""

    party: Party
    box: BoxNo
    main: Amount
    queen_of_hearts: Amount
    alone: bool = False
    """No other party was seated at the table (FR-2024-026, AMB-54)."""
    sides: tuple[SideAmount, ...] = ()
    standing: bool = False
    moves: tuple[Move, ...] = ()


class Readied(GameEvent, kind="blackjack.readied"):
    party: Party


class BetsClosed(GameEvent, kind="blackjack.bets_closed"):
    """« Rien ne va plus. »"""


class CardDealt(GameEvent, kind="blackjack.card_dealt"):
    """A card lies face up before a hand."""

    box: BoxNo
    """0 is the dealer."""
    hand: str
    """The hand's label (ENG-05); `d` for the dealer."""
    card: Card
    moves: tuple[Move, ...] = ()


class StopCardOut(GameEvent, kind="blackjack.stop_card_out"):
    """The red stop card appeared: this round is the last of the shoe (FR-2024-012)."""

    box: BoxNo | None = None
    """The box that got the card behind it, 0 for the dealer; who cuts next (ON-28, ON-29)."""


class SideBetSettled(GameEvent, kind="blackjack.side_bet_settled"):
    """A side bet was paid or collected. `line` is the pay table's line, 0 when it lost."""

    party: Party
    box: BoxNo
    bet: SideBet
    line: int
    staked: Amount
    returned: Amount
    clauses: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()


class BonusesAnnounced(GameEvent, kind="blackjack.bonuses_announced"):
    """The dealer says how many stakes on the queens play for a bonus (FR-2024-081)."""

    count: int


class SideBetHeld(GameEvent, kind="blackjack.side_bet_held"):
    """A pair of queens of hearts waits for the dealer's second card (FR-2024-087)."""

    box: BoxNo
    bet: SideBet
    party: Party = Party("")
    """Whose it is; empty for the holder of the box."""


@fast_init
@dataclass(frozen=True, slots=True)
class Bettors:
    """The standing bettors of one box."""

    box: BoxNo
    parties: tuple[Party, ...]


class InsuranceOffered(GameEvent, kind="blackjack.insurance_offered"):
    """The dealer's first card is an ace (FR-2024-051)."""

    boxes: tuple[BoxNo, ...]
    behind: tuple[Bettors, ...] = ()
    """The standing bettors to whom it is offered too."""


class EvenMoneyOffered(GameEvent, kind="blackjack.even_money_offered"):
    """Black-jacks face a ten or a court card: their bettors may be paid 1 to 1 (MC-078)."""

    boxes: tuple[BoxNo, ...]
    behind: tuple[Bettors, ...] = ()


class Insured(GameEvent, kind="blackjack.insured"):
    party: Party
    box: BoxNo
    amount: Amount
    moves: tuple[Move, ...] = ()


class Declined(GameEvent, kind="blackjack.declined"):
    box: BoxNo
    party: Party = Party("")
    """Who declined; empty for the holder of the box."""


class PlayBegan(GameEvent, kind="blackjack.play_began"):
    """The offer is over; hands are played box by box."""


class CardCalled(GameEvent, kind="blackjack.card_called"):
    """« Carte. » The hand takes the next card of the shoe (FR-2024-033)."""

    box: BoxNo
    hand: str


class Stood(GameEvent, kind="blackjack.stood"):
    box: BoxNo
    hand: str
    timed_out: bool = False
    """The clock ran out and the default was applied."""


@fast_init
@dataclass(frozen=True, slots=True)
class Joined:
    """A standing bettor matched a double or split."""

    party: Party
    added: Amount


class Matched(GameEvent, kind="blackjack.matched"):
    """A standing bettor will match the next double or split of the hand, or no longer."""

    party: Party
    box: BoxNo
    hand: str
    matches: bool


class Doubled(GameEvent, kind="blackjack.doubled"):
    box: BoxNo
    hand: str
    added: Amount
    joined: tuple[Joined, ...] = ()
    moves: tuple[Move, ...] = ()


class HandSplit(GameEvent, kind="blackjack.hand_split"):
    """The hand became `<hand>a` and `<hand>b`, one card each (ENG-05, ENG-06)."""

    box: BoxNo
    hand: str
    added: Amount
    joined: tuple[Joined, ...] = ()
    moves: tuple[Move, ...] = ()


class DealerDone(GameEvent, kind="blackjack.dealer_done"):
    """The dealer announces his point (FR-2024-039): `17`..`21`, `BJ`, `BUST`, `NOT_DRAWN`."""

    result: str


class HandSettled(GameEvent, kind="blackjack.hand_settled"):
    """A hand's stakes were paid, returned or collected."""

    party: Party
    box: BoxNo
    hand: str
    result: HandResult
    staked: Amount
    returned: Amount
    clauses: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()


class InsuranceSettled(GameEvent, kind="blackjack.insurance_settled"):
    party: Party
    box: BoxNo
    staked: Amount
    returned: Amount
    clauses: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()


class Misdealing(GameEvent, kind="blackjack.misdealing"):
    """Boxes were passed over in the deal: void, or completed after it (ON-85, ON-86)."""

    no_card: tuple[BoxNo, ...]
    one_card: tuple[BoxNo, ...]


class CardDiscarded(GameEvent, kind="blackjack.card_discarded"):
    """A card left the shoe and is not played (ON-78, ON-82, ON-84)."""

    card: Card | None
    """`None` for a card that was burnt unseen."""
    why: Literal["face_up_in_shoe", "dealer_overdraw", "burn_after_refill"]


class ShoeRefilled(GameEvent, kind="blackjack.shoe_refilled"):
    """The shoe ran out; the discards were shuffled and cut to finish the round (ON-83)."""


class CardExposed(GameEvent, kind="blackjack.card_exposed"):
    """A card was drawn face up by mistake: it is the next card for whoever takes it (ON-80)."""

    card: Card


class CardRefused(GameEvent, kind="blackjack.card_refused"):
    """A player refused the exposed card; all his hands are closed as they are (ON-81)."""

    party: Party


class IncidentSubmitted(GameEvent, kind="blackjack.incident_submitted"):
    """The incident belongs to the games management; the procedure is its proposal (MC-116)."""

    what: str


class IncidentRuled(GameEvent, kind="blackjack.incident_ruled"):
    """The management let the procedure stand; `by` is empty where its time ran out."""

    by: str


class JackpotFed(GameEvent, kind="blackjack.jackpot_fed"):
    """A progressive stake left the layout for the pots before the deal (FR-2024-127)."""

    party: Party
    box: BoxNo
    bet: SideBet
    staked: Amount
    moves: tuple[Move, ...] = ()


class JackpotClaimed(GameEvent, kind="blackjack.jackpot_claimed"):
    """A hand won a share of a pot; it is paid once that is approved (FR-2024-138, 139)."""

    party: Party
    box: BoxNo
    bet: SideBet
    line: int
    pot: Pot
    percent: int
    staked: Amount
    supervised: bool
    """Whether a supervisor must approve it first."""
    clauses: tuple[str, ...] = ()


class ConsolationDue(GameEvent, kind="blackjack.consolation_due"):
    """Somebody else's jackpot earns this JP1 stake a consolation prize (FR-2024-141)."""

    party: Party
    box: BoxNo
    amount: Amount
    clauses: tuple[str, ...] = ()


class JackpotPaid(GameEvent, kind="blackjack.jackpot_paid"):
    """A hand was paid its equal share of a pot (FR-2024-140)."""

    party: Party
    box: BoxNo
    bet: SideBet
    pot: Pot
    returned: Amount
    moves: tuple[Move, ...] = ()


class ConsolationPaid(GameEvent, kind="blackjack.consolation_paid"):
    party: Party
    box: BoxNo
    returned: Amount
    moves: tuple[Move, ...] = ()


class PotRestarted(GameEvent, kind="blackjack.pot_restarted"):
    """The pot goes on from this amount; the house adds what it lacks (FR-2024-122)."""

    pot: Pot
    amount: Amount
    moves: tuple[Move, ...] = ()


class RoundClosed(GameEvent, kind="blackjack.round_closed"):
    """The round is over and the layout is empty."""


Event = (
    Opened
    | Staked
    | Readied
    | BetsClosed
    | CardDealt
    | StopCardOut
    | SideBetSettled
    | BonusesAnnounced
    | SideBetHeld
    | InsuranceOffered
    | EvenMoneyOffered
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
    | Matched
    | Misdealing
    | CardDiscarded
    | ShoeRefilled
    | CardExposed
    | CardRefused
    | IncidentSubmitted
    | IncidentRuled
    | JackpotFed
    | JackpotClaimed
    | ConsolationDue
    | JackpotPaid
    | ConsolationPaid
    | PotRestarted
    | RoundClosed
    | Voided
)
