"""What an audience may know of a blackjack round. Everything lies face up (FR-2024-011)."""

from dataclasses import dataclass
from typing import Literal

from tables.games.blackjack.legal import all_options, is_closed, is_natural, on_turn
from tables.games.blackjack.messages import HandResult
from tables.games.blackjack.points import count
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import Box, Hand, State
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Option

Phase = Literal["betting", "dealing", "side_bets", "insurance", "play", "dealer", "closed"]


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


@dataclass(frozen=True, slots=True)
class SideBetView:
    bet: str
    stake: Amount
    state: Literal["open", "held", "won", "lost"]
    line: int
    returned: Amount


@dataclass(frozen=True, slots=True)
class BoxView:
    """A box that carries a stake."""

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


@dataclass(frozen=True, slots=True)
class DealerView:
    cards: tuple[Card, ...]
    total: int
    soft: bool
    result: str | None
    """`17`..`21`, `BJ`, `BUST`, `NOT_DRAWN` once announced."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be staked, in minor units; `None` where the house sets no bound."""

    main_min: Amount
    main_max: Amount | None
    main_step: Amount
    queen_of_hearts_min: Amount | None
    """`None`: the bet is not offered."""
    queen_of_hearts_max: Amount | None


@dataclass(frozen=True, slots=True)
class Turn:
    box: BoxNo
    hand: str


@dataclass(frozen=True, slots=True)
class View:
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
    kind: Literal["blackjack"] = "blackjack"


def view(rules: Rules, state: State) -> View:
    """Return the round as everybody at the table sees it."""
    turn = on_turn(rules, state)
    total, soft = count(state.dealer)
    return View(
        phase=phase(rules, state),
        boxes=tuple([_box(rules, state, box) for box in state.boxes]),
        dealer=DealerView(state.dealer, total, soft, state.dealer_result),
        turn=None if turn is None else Turn(turn[0].no, turn[1].label),
        options=all_options(rules, state),
        limits=limits(rules),
        stop_card=state.stop_card,
    )


def phase(rules: Rules, state: State) -> Phase:
    """Return what the table is doing, as the audience would say it."""
    match state.stage:
        case "dealing":
            dealt = state.boxes and len(state.boxes[-1].hands[0].cards) == 2
            return "side_bets" if dealt else "dealing"
        case "play":
            return "dealer" if on_turn(rules, state) is None else "play"
        case stage:
            return stage


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
    )


def _box(rules: Rules, state: State, box: Box) -> BoxView:
    return BoxView(
        box=box.no,
        party=box.party,
        main=box.main,
        ready=box.party in state.ready,
        insurance=box.insurance,
        insurance_returned=box.insurance_returned,
        side_bets=tuple(
            [
                SideBetView(side.bet, side.stake, side.state, side.line, side.returned)
                for side in box.sides
            ]
        ),
        hands=tuple([_hand(rules, state, box, hand) for hand in box.hands if hand.cards]),
        staked=box.staked,
        returned=box.returned,
    )


def _hand(rules: Rules, state: State, box: Box, hand: Hand) -> HandView:
    total, soft = count(hand.cards)
    return HandView(
        hand=hand.label,
        cards=hand.cards,
        total=total,
        soft=soft,
        natural=is_natural(hand),
        stake=hand.stake,
        doubled=hand.doubled,
        open=state.stage != "closed" and not is_closed(rules, box, hand),
        result=hand.result,
        returned=hand.returned,
    )
