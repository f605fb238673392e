"""What an audience may know of a blackjack round. Everything lies face up (FR-2024-011)."""

from dataclasses import dataclass
from typing import Literal

from tables.games.blackjack.legal import (
    all_options,
    is_closed,
    is_natural,
    on_turn,
    standing_options,
)
from tables.games.blackjack.messages import HandResult
from tables.games.blackjack.play import cutter
from tables.games.blackjack.points import count, side_odds
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.sides import due_after_deal
from tables.games.blackjack.state import Bettor, Box, Hand, SideState, State
from tables.games.blackjack.terms import Combination, SideTerms, Standing
from tables.games.core.cards import Card
from tables.games.core.messages import GameView
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Option
from tables.games.core.values import cache_results, fast_init

Phase = Literal["betting", "dealing", "side_bets", "insurance", "play", "dealer", "closed"]


@fast_init
@dataclass(frozen=True, slots=True)
class HandView:
    hand: str
    cards: tuple[Card, ...]
    total: int
    """The best total (ENG-02)."""
    soft: bool
    natural: bool
    stake: Amount
    doubled: bool
    open: bool
    """Whether the hand may still act, now or later."""
    result: HandResult | None
    returned: Amount
    """Given back at settlement, stake included; 0 before."""


@fast_init
@dataclass(frozen=True, slots=True)
class SideBetView:
    bet: str
    stake: Amount
    state: SideState
    line: int
    returned: Amount


@dataclass(frozen=True, slots=True)
class WagerView:
    """A standing bettor's stake on one hand."""

    hand: str
    stake: Amount
    result: HandResult | None
    returned: Amount


@dataclass(frozen=True, slots=True)
class StandingView:
    """Somebody who stakes behind the holder of a box."""

    party: Party
    main: Amount
    ready: bool
    insurance: Amount
    insurance_returned: Amount
    side_bets: tuple[SideBetView, ...]
    wagers: tuple[WagerView, ...]
    staked: Amount
    returned: Amount
    at_stake: Amount = Amount(0)
    """Of what was staked, what is not settled yet."""


@fast_init
@dataclass(frozen=True, slots=True)
class BoxView:
    """A box that carries a stake, and its holder's chips on it."""

    box: BoxNo
    party: Party
    main: Amount
    """The initial stake."""
    ready: bool
    insurance: Amount
    insurance_returned: Amount
    side_bets: tuple[SideBetView, ...]
    hands: tuple[HandView, ...]
    staked: Amount
    """Everything this box put on the layout in this round."""
    returned: Amount
    """Everything it got back so far, stakes included."""
    standing: tuple[StandingView, ...] = ()
    """Those who stake behind the holder; `staked` and `returned` do not count them."""
    void: bool = False
    """The box was passed over in the deal: all its stakes go back."""
    at_stake: Amount = Amount(0)
    """Of what the holder staked here, what is not settled yet."""


@fast_init
@dataclass(frozen=True, slots=True)
class DealerView:
    cards: tuple[Card, ...]
    total: int
    soft: bool
    result: str | None
    """`17`..`21`, `BJ`, `BUST`, `NOT_DRAWN` once announced."""


@dataclass(frozen=True, slots=True)
class SideLimit:
    """A side bet that this table offers."""

    bet: str
    least: Amount
    most: Amount | None
    """`None` where the house sets no bound."""
    seated_only: bool
    clause: str
    """The clause that creates the bet."""
    odds: tuple[int | None, ...] = ()
    """Profit per unit staked of each pay line, from line 1; `None` where a line pays a pot."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What is won for what was staked: 3 for 2."""

    won: int
    staked: int


@dataclass(frozen=True, slots=True)
class Felt:
    """What is printed on the cloth, as the rules of the table have it."""

    blackjack: Odds
    insurance: Odds
    dealer_hits_soft_17: bool


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be staked, in minor units; `None` where the house sets no bound."""

    main_min: Amount
    main_max: Amount | None
    main_step: Amount
    queen_of_hearts_min: Amount | None
    """`None`: the bet is not offered."""
    queen_of_hearts_max: Amount | None
    felt: Felt
    sides: tuple[SideLimit, ...] = ()
    """Every side bet on offer, dames de cœur too."""
    standing: bool = True
    """Whether anybody may stake behind a holder who consents (FR-2024-017)."""
    surrender: bool = False
    """Whether a hand may be abandoned at this table for half its stake (ENG-16)."""


@fast_init
@dataclass(frozen=True, slots=True)
class Turn:
    box: BoxNo
    hand: str


@dataclass(frozen=True, slots=True)
class StandingOption:
    """An option of a standing bettor, for his own stake."""

    party: Party
    option: Option


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A share of a progressive jackpot, won and not paid yet."""

    party: Party
    box: BoxNo
    bet: str
    pot: str
    supervised: bool
    """A supervisor must approve it first (FR-2024-138)."""


class View(GameView, kind="blackjack"):
    """A whole round, enough to draw the table from nothing."""

    phase: Phase
    boxes: tuple[BoxView, ...]
    dealer: DealerView
    turn: Turn | None
    options: tuple[Option, ...]
    """What the boxes that may act now can do; stakes are not listed, see `limits`."""
    limits: Limits
    stop_card: bool
    """The stop card is out: this is the shoe's last round."""
    standing_options: tuple[StandingOption, ...] = ()
    exposed: Card | None = None
    """The next card, exposed by mistake."""
    claims: tuple[ClaimView, ...] = ()
    incident: str | None = None
    """What the games management has to decide before the round goes on."""
    cutter: BoxNo | None = None
    """The box whose player cuts the next shoe, where the stop card decides it (ON-28, ON-29)."""
    bonuses: int | None = None
    """How many bonuses of the queens are at stake, once it was announced (FR-2024-081)."""
    rounds_left: int | None = None
    """How many rounds are left with this one, once they are announced (MC-041)."""


def view(rules: Rules, state: State) -> View:
    """Return the round as everybody at the table sees it."""
    turn = on_turn(rules, state)
    total, soft = count(state.dealer)
    over = state.stage == "closed"
    return View(
        phase=phase(rules, state),
        boxes=tuple([_box(rules, box, state.ready, over) for box in state.boxes]),
        dealer=DealerView(state.dealer, total, soft, state.dealer_result),
        turn=None if turn is None else Turn(turn[0].no, turn[1].label),
        options=all_options(rules, state),
        limits=limits(rules),
        stop_card=state.stop_card,
        standing_options=tuple(
            [StandingOption(party, option) for party, option in standing_options(rules, state)]
        ),
        exposed=state.exposed,
        incident=state.incident,
        cutter=cutter(rules, state),
        bonuses=state.bonuses,
        rounds_left=state.rounds_left,
        claims=tuple(
            [
                ClaimView(each.party, each.box, each.bet, each.pot, each.supervised)
                for each in state.claims
            ]
        ),
    )


def phase(rules: Rules, state: State) -> Phase:
    """Return what the table is doing, as the audience would say it."""
    match state.stage:
        case "dealing":
            dealt = state.dealer and due_after_deal(rules, state)
            complete = all(box.void or len(box.hands[0].cards) == 2 for box in state.boxes)
            return "side_bets" if dealt and complete else "dealing"
        case "play":
            if state.dealer_result is not None:
                return "side_bets"
            return "dealer" if on_turn(rules, state) is None else "play"
        case stage:
            return stage


@cache_results(64)
def limits(rules: Rules) -> Limits:
    """Return what may be staked on one box."""
    queens = "queen_of_hearts" in rules.enabled_side_bets
    most = rules.queen_of_hearts_max_cents
    return Limits(
        main_min=Amount(rules.table_min_cents or 1),
        main_max=rules.main_max,
        main_step=Amount(rules.stake_step_cents or 1),
        queen_of_hearts_min=Amount(rules.queen_of_hearts_min_cents or 1) if queens else None,
        queen_of_hearts_max=Amount(most) if queens and most is not None else None,
        sides=tuple([_side(rules, terms) for terms in rules.side_bets if rules.offers(terms)]),
        standing=rules.standing is not Standing.NEVER,
        surrender=rules.surrender,
        felt=Felt(
            Odds(*rules.blackjack_odds), Odds(*rules.insurance_odds), rules.dealer_hits_soft_17
        ),
    )


def _side(rules: Rules, terms: SideTerms) -> SideLimit:
    fixed, (least, most) = rules.side_fixed(terms), rules.side_limits(terms)
    return SideLimit(
        bet=terms.key,
        least=fixed or Amount(least or 1),
        most=fixed if fixed is not None else None if most is None else Amount(most),
        seated_only=rules.side_seated_only(terms),
        clause=terms.grant,
        odds=_odds(rules, terms),
    )


def _odds(rules: Rules, terms: SideTerms) -> tuple[int | None, ...]:
    if terms.combination is Combination.ACES:
        assert rules.split_aces is not None
        return tuple([line.to_one for line in rules.split_aces.pay_table])
    lines = range(1, len(terms.lines) + 1)
    if terms.combination is Combination.SEVENS:
        return tuple([terms.odds[line - 1] if line <= len(terms.odds) else None for line in lines])
    return tuple([side_odds(rules, terms, line) for line in lines])


@cache_results(2048)
def _box(rules: Rules, box: Box, ready: frozenset[Party], over: bool) -> BoxView:
    """Return a box as everybody sees it; most steps change one of seven."""
    return BoxView(
        box=box.no,
        party=box.party,
        main=box.main,
        ready=box.party in ready,
        insurance=box.holder.insurance,
        insurance_returned=box.holder.insurance_returned,
        side_bets=_side_bets(box.holder),
        hands=tuple([_hand(rules, box, hand, over) for hand in box.hands if hand.cards]),
        staked=box.staked(box.holder),
        returned=box.returned(box.holder),
        standing=tuple([_standing(box, bettor, ready) for bettor in box.bettors[1:]]),
        void=box.void,
        at_stake=box.at_stake(box.holder),
    )


def _standing(box: Box, bettor: Bettor, ready: frozenset[Party]) -> StandingView:
    return StandingView(
        party=bettor.party,
        main=bettor.main,
        ready=bettor.party in ready,
        insurance=bettor.insurance,
        insurance_returned=bettor.insurance_returned,
        side_bets=_side_bets(bettor),
        wagers=tuple(
            [
                WagerView(hand.label, wager.stake, wager.result, wager.returned)
                for hand in box.hands
                for wager in hand.wagers
                if wager.party == bettor.party
            ]
        ),
        staked=box.staked(bettor),
        returned=box.returned(bettor),
        at_stake=box.at_stake(bettor),
    )


def _side_bets(bettor: Bettor) -> tuple[SideBetView, ...]:
    return tuple(
        [
            SideBetView(side.bet, side.stake, side.state, side.line, side.returned)
            for side in bettor.sides
        ]
    )


def _hand(rules: Rules, box: Box, hand: Hand, over: bool) -> HandView:
    total, soft = count(hand.cards)
    return HandView(
        hand=hand.label,
        cards=hand.cards,
        total=total,
        soft=soft,
        natural=is_natural(hand),
        stake=hand.stake,
        doubled=hand.doubled,
        open=not over and not is_closed(rules, box, hand),
        result=hand.result,
        returned=hand.returned,
    )
