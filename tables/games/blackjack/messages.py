"""Blackjack's commands and events. Kinds are for ever; fields are only added, with defaults."""

from dataclasses import dataclass
from typing import Literal

from tables.games.core.cards import Card
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


@fast_init
@dataclass(frozen=True, slots=True)
class Stake:
    """Set the stakes of some of my boxes at once; 0 takes them back. All are accepted or none."""

    bets: tuple[BoxStake, ...]
    kind: Literal["blackjack.stake"] = "blackjack.stake"


@fast_init
@dataclass(frozen=True, slots=True)
class Ready:
    """I have staked what I want; betting closes when everybody who staked has said so."""

    kind: Literal["blackjack.ready"] = "blackjack.ready"


@fast_init
@dataclass(frozen=True, slots=True)
class Hit:
    box: BoxNo
    hand: str = "h"
    kind: Literal["blackjack.hit"] = "blackjack.hit"


@fast_init
@dataclass(frozen=True, slots=True)
class Stand:
    box: BoxNo
    hand: str = "h"
    kind: Literal["blackjack.stand"] = "blackjack.stand"


@fast_init
@dataclass(frozen=True, slots=True)
class Double:
    box: BoxNo
    hand: str = "h"
    kind: Literal["blackjack.double"] = "blackjack.double"


@fast_init
@dataclass(frozen=True, slots=True)
class Split:
    box: BoxNo
    hand: str = "h"
    kind: Literal["blackjack.split"] = "blackjack.split"


@fast_init
@dataclass(frozen=True, slots=True)
class Surrender:
    box: BoxNo
    hand: str = "h"
    kind: Literal["blackjack.surrender"] = "blackjack.surrender"


@fast_init
@dataclass(frozen=True, slots=True)
class Insure:
    """Insure a box's initial stake against the dealer's black-jack (FR-2024-050)."""

    box: BoxNo
    amount: Amount | None = None
    """What to lay on the line; `None` for the most that the rules allow."""
    kind: Literal["blackjack.insure"] = "blackjack.insure"


@fast_init
@dataclass(frozen=True, slots=True)
class Decline:
    """Answer the offer with no; where the text lets him, the player may still change his mind."""

    box: BoxNo
    kind: Literal["blackjack.decline"] = "blackjack.decline"


@fast_init
@dataclass(frozen=True, slots=True)
class EvenMoney:
    """Be paid 1 to 1 on a black-jack at once (MC-078, ON-59); the French texts know no such."""

    box: BoxNo
    kind: Literal["blackjack.even_money"] = "blackjack.even_money"


@fast_init
@dataclass(frozen=True, slots=True)
class Match:
    """Standing behind the hand on turn: match its double or split with an equal stake (AMB-33)."""

    box: BoxNo
    hand: str = "h"
    matches: bool = True
    """False takes the wish back."""
    kind: Literal["blackjack.match"] = "blackjack.match"


@fast_init
@dataclass(frozen=True, slots=True)
class RefuseExposed:
    """Refuse the card that was exposed by mistake: all my hands are closed (ON-81, AMB-71)."""

    box: BoxNo
    kind: Literal["blackjack.refuse_exposed"] = "blackjack.refuse_exposed"


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


@fast_init
@dataclass(frozen=True, slots=True)
class Opened:
    """« Faites vos jeux. »"""

    moves: tuple[Move, ...] = ()
    rounds_left: int | None = None
    """How many rounds are left with this one, once they are announced (MC-041)."""
    kind: Literal["blackjack.opened"] = "blackjack.opened"


@fast_init
@dataclass(frozen=True, slots=True)
class Staked:
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
    kind: Literal["blackjack.staked"] = "blackjack.staked"


@fast_init
@dataclass(frozen=True, slots=True)
class Readied:
    party: Party
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.readied"] = "blackjack.readied"


@fast_init
@dataclass(frozen=True, slots=True)
class BetsClosed:
    """« Rien ne va plus. »"""

    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.bets_closed"] = "blackjack.bets_closed"


@fast_init
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


@fast_init
@dataclass(frozen=True, slots=True)
class StopCardOut:
    """The red stop card appeared: this round is the last of the shoe (FR-2024-012)."""

    box: BoxNo | None = None
    """The box that got the card behind it, 0 for the dealer; who cuts next (ON-28, ON-29)."""
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.stop_card_out"] = "blackjack.stop_card_out"


@fast_init
@dataclass(frozen=True, slots=True)
class SideBetSettled:
    """A side bet was paid or collected. `line` is the pay table's line, 0 when it lost."""

    party: Party
    box: BoxNo
    bet: SideBet
    line: int
    staked: Amount
    returned: Amount
    clauses: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.side_bet_settled"] = "blackjack.side_bet_settled"


@fast_init
@dataclass(frozen=True, slots=True)
class BonusesAnnounced:
    """The dealer says how many stakes on the queens play for a bonus (FR-2024-081)."""

    count: int
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.bonuses_announced"] = "blackjack.bonuses_announced"


@fast_init
@dataclass(frozen=True, slots=True)
class SideBetHeld:
    """A pair of queens of hearts waits for the dealer's second card (FR-2024-087)."""

    box: BoxNo
    bet: SideBet
    party: Party = Party("")
    """Whose it is; empty for the holder of the box."""
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.side_bet_held"] = "blackjack.side_bet_held"


@fast_init
@dataclass(frozen=True, slots=True)
class Bettors:
    """The standing bettors of one box."""

    box: BoxNo
    parties: tuple[Party, ...]


@fast_init
@dataclass(frozen=True, slots=True)
class InsuranceOffered:
    """The dealer's first card is an ace (FR-2024-051)."""

    boxes: tuple[BoxNo, ...]
    behind: tuple[Bettors, ...] = ()
    """The standing bettors to whom it is offered too."""
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.insurance_offered"] = "blackjack.insurance_offered"


@fast_init
@dataclass(frozen=True, slots=True)
class EvenMoneyOffered:
    """Black-jacks face a ten or a court card: their bettors may be paid 1 to 1 (MC-078)."""

    boxes: tuple[BoxNo, ...]
    behind: tuple[Bettors, ...] = ()
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.even_money_offered"] = "blackjack.even_money_offered"


@fast_init
@dataclass(frozen=True, slots=True)
class Insured:
    party: Party
    box: BoxNo
    amount: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.insured"] = "blackjack.insured"


@fast_init
@dataclass(frozen=True, slots=True)
class Declined:
    box: BoxNo
    party: Party = Party("")
    """Who declined; empty for the holder of the box."""
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.declined"] = "blackjack.declined"


@fast_init
@dataclass(frozen=True, slots=True)
class PlayBegan:
    """The offer is over; hands are played box by box."""

    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.play_began"] = "blackjack.play_began"


@fast_init
@dataclass(frozen=True, slots=True)
class CardCalled:
    """« Carte. » The hand takes the next card of the shoe (FR-2024-033)."""

    box: BoxNo
    hand: str
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.card_called"] = "blackjack.card_called"


@fast_init
@dataclass(frozen=True, slots=True)
class Stood:
    box: BoxNo
    hand: str
    timed_out: bool = False
    """The clock ran out and the default was applied."""
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.stood"] = "blackjack.stood"


@fast_init
@dataclass(frozen=True, slots=True)
class Joined:
    """A standing bettor matched a double or split."""

    party: Party
    added: Amount


@fast_init
@dataclass(frozen=True, slots=True)
class Matched:
    """A standing bettor will match the next double or split of the hand, or no longer."""

    party: Party
    box: BoxNo
    hand: str
    matches: bool
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.matched"] = "blackjack.matched"


@fast_init
@dataclass(frozen=True, slots=True)
class Doubled:
    box: BoxNo
    hand: str
    added: Amount
    joined: tuple[Joined, ...] = ()
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.doubled"] = "blackjack.doubled"


@fast_init
@dataclass(frozen=True, slots=True)
class HandSplit:
    """The hand became `<hand>a` and `<hand>b`, one card each (ENG-05, ENG-06)."""

    box: BoxNo
    hand: str
    added: Amount
    joined: tuple[Joined, ...] = ()
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.hand_split"] = "blackjack.hand_split"


@fast_init
@dataclass(frozen=True, slots=True)
class DealerDone:
    """The dealer announces his point (FR-2024-039): `17`..`21`, `BJ`, `BUST`, `NOT_DRAWN`."""

    result: str
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.dealer_done"] = "blackjack.dealer_done"


@fast_init
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


@fast_init
@dataclass(frozen=True, slots=True)
class InsuranceSettled:
    party: Party
    box: BoxNo
    staked: Amount
    returned: Amount
    clauses: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.insurance_settled"] = "blackjack.insurance_settled"


@fast_init
@dataclass(frozen=True, slots=True)
class Misdealing:
    """Boxes were passed over in the deal: void, or completed after it (ON-85, ON-86)."""

    no_card: tuple[BoxNo, ...]
    one_card: tuple[BoxNo, ...]
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.misdealing"] = "blackjack.misdealing"


@fast_init
@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A card left the shoe and is not played (ON-78, ON-82, ON-84)."""

    card: Card | None
    """`None` for a card that was burnt unseen."""
    why: Literal["face_up_in_shoe", "dealer_overdraw", "burn_after_refill"]
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.card_discarded"] = "blackjack.card_discarded"


@fast_init
@dataclass(frozen=True, slots=True)
class ShoeRefilled:
    """The shoe ran out; the discards were shuffled and cut to finish the round (ON-83)."""

    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.shoe_refilled"] = "blackjack.shoe_refilled"


@fast_init
@dataclass(frozen=True, slots=True)
class CardExposed:
    """A card was drawn face up by mistake: it is the next card for whoever takes it (ON-80)."""

    card: Card
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.card_exposed"] = "blackjack.card_exposed"


@fast_init
@dataclass(frozen=True, slots=True)
class CardRefused:
    """A player refused the exposed card; all his hands are closed as they are (ON-81)."""

    party: Party
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.card_refused"] = "blackjack.card_refused"


@fast_init
@dataclass(frozen=True, slots=True)
class IncidentSubmitted:
    """The incident belongs to the games management; the procedure is its proposal (MC-116)."""

    what: str
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.incident_submitted"] = "blackjack.incident_submitted"


@fast_init
@dataclass(frozen=True, slots=True)
class IncidentRuled:
    """The management let the procedure stand; `by` is empty where its time ran out."""

    by: str
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.incident_ruled"] = "blackjack.incident_ruled"


@fast_init
@dataclass(frozen=True, slots=True)
class JackpotFed:
    """A progressive stake left the layout for the pots before the deal (FR-2024-127)."""

    party: Party
    box: BoxNo
    bet: SideBet
    staked: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.jackpot_fed"] = "blackjack.jackpot_fed"


@fast_init
@dataclass(frozen=True, slots=True)
class JackpotClaimed:
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
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.jackpot_claimed"] = "blackjack.jackpot_claimed"


@fast_init
@dataclass(frozen=True, slots=True)
class ConsolationDue:
    """Somebody else's jackpot earns this JP1 stake a consolation prize (FR-2024-141)."""

    party: Party
    box: BoxNo
    amount: Amount
    clauses: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.consolation_due"] = "blackjack.consolation_due"


@fast_init
@dataclass(frozen=True, slots=True)
class JackpotPaid:
    """A hand was paid its equal share of a pot (FR-2024-140)."""

    party: Party
    box: BoxNo
    bet: SideBet
    pot: Pot
    returned: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.jackpot_paid"] = "blackjack.jackpot_paid"


@fast_init
@dataclass(frozen=True, slots=True)
class ConsolationPaid:
    party: Party
    box: BoxNo
    returned: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.consolation_paid"] = "blackjack.consolation_paid"


@fast_init
@dataclass(frozen=True, slots=True)
class PotRestarted:
    """The pot goes on from this amount; the house adds what it lacks (FR-2024-122)."""

    pot: Pot
    amount: Amount
    moves: tuple[Move, ...] = ()
    kind: Literal["blackjack.pot_restarted"] = "blackjack.pot_restarted"


@fast_init
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
