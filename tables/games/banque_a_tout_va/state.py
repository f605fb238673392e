"""The state of a coup and its fold: what each event changes. Total, and knows no rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from tables.games.baccara.hands import NO_CARDS, Hand
from tables.games.baccara.seats import NO_SEAT, NOBODY, Seats
from tables.games.baccara.stakes import StakedCoup, settled_by_party, stakes_with
from tables.games.banque_a_tout_va import messages
from tables.games.banque_a_tout_va.rules import TABLEAUX, Tableau
from tables.games.chemin_de_fer import messages as at_chemin
from tables.games.chemin_de_fer.state import State as LastCoupState
from tables.games.chemin_de_fer.state import begun as last_coup_begun
from tables.games.chemin_de_fer.state import evolve as last_coup_after
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.protocol import Voided
from tables.games.core.values import changed, copy_as

Stage = Literal[
    "betting",
    "deal",
    "dealing",
    "right",
    "left",
    "turn",
    "third",
    "banker",
    "drawn",
    "offer",
    "chemin_de_fer",
    "closed",
]
"""Where the coup is.

`deal`: the banker may deal. `dealing`: six cards are drawn. `right`, `left`: this hand speaks.
`turn`: the banker turns his cards. `third`: a third card is drawn for the next hand that asked.
`banker`: he takes a card or none. `drawn`: all cards lie. `offer`: the banker may play the last
coup, `chemin_de_fer`.
"""


@dataclass(frozen=True, slots=True)
class State(StakedCoup):
    """One coup, and what it carries of those before."""

    opened: messages.CoupOpened
    stage: Stage
    seats: Seats
    right_seat: BoxNo
    left_seat: BoxNo
    passes: frozenset[Tableau]
    banker: Party
    bank: Amount
    silent: int
    shoe: int
    rest: int | None
    last: messages.LastCoup
    results: tuple[str, ...]
    coup: int
    rounds_left: int | None
    stakes: Mapping[Party, tuple[messages.Wager, ...]] = field(default_factory=dict)
    """Parties in the order in which they first staked."""
    ready: frozenset[Party] = frozenset()
    leaving: bool = False
    """The banker leaves when the coup is over."""
    spoke: bool = False
    """A banker who is a player has said a word in this coup."""
    right: Hand = NO_CARDS
    left: Hand = NO_CARDS
    bankers: Hand = NO_CARDS
    on_right: messages.Outcome | None = None
    """What the right tableau does, once it is announced."""
    on_left: messages.Outcome | None = None
    settled: Mapping[Party, tuple[messages.Settled, ...]] = field(default_factory=dict)
    net: int = 0
    """What the bank has won in this coup; negative where it has lost."""
    dealt: int = 0
    """Cards that have left the shoe in this coup."""
    tickets: int = 0
    """Levies taken at this table so far."""
    chemin: LastCoupState | None = None
    """The last coup, « du chemin de fer », once the banker plays it."""
    voided: bool = False

    @property
    def idle(self) -> bool:
        """Tell whether nothing lies there and no coup is owed."""
        return not self.stakes and not self.rounds_left

    @property
    def on_layout(self) -> Amount:
        """Return the players' chips at the table: stakes, and a player's bank."""
        if self.chemin is not None:
            return self.chemin.on_layout
        return Amount(self.staked + self.bank)

    def hand(self, side: messages.Side) -> Hand:
        """Return the cards of a hand."""
        return {"right": self.right, "left": self.left, "banker": self.bankers}[side]


SIGNS: Mapping[messages.Outcome, str] = {"wins": "+", "equal": "=", "loses": "-"}
"""What a tableau does, in one character."""


def written(
    right: int, left: int, banker: int, on_right: messages.Outcome, on_left: messages.Outcome
) -> str:
    """Return a coup in a few characters: `+7=6/6`, right, left, banker."""
    return f"{SIGNS[on_right]}{right}{SIGNS[on_left]}{left}/{banker}"


def begun(opened: messages.CoupOpened) -> State:
    """Return the state in which a coup begins."""
    return copy_as(
        State,
        opened,
        opened=opened,
        stage="offer" if opened.chemin_de_fer else "betting",
        right_seat=opened.right,
        left_seat=opened.left,
        passes=frozenset(opened.passes),
        # In the opening these two are seats.
        right=NO_CARDS,
        left=NO_CARDS,
    )


def evolve(state: State | None, event: messages.Event) -> State:
    """Return the coup after the event; a `CoupOpened` begins it."""
    if isinstance(event, messages.CoupOpened):
        return begun(event)
    if state is None:
        state = begun(messages.CoupOpened())
    match event:
        case messages.SeatsChanged():
            state = changed(state, seats=event.seats)
            return _at_chemin(state, at_chemin.SeatsChanged(event.seats))
        case messages.BankPutUp():
            return changed(
                state, banker=event.banker, bank=event.bank, silent=0, spoke=True, leaving=False
            )
        case messages.BankLeaves():
            return changed(state, leaving=True, spoke=True)
        case messages.BankLeft():
            return _left(state)
        case messages.Staked():
            return changed(
                state,
                stakes=stakes_with(state.stakes, event.party, event.laid),
                ready=state.ready - {event.party},
            )
        case messages.Readied():
            return changed(state, ready=state.ready | {event.party})
        case messages.BetsClosed():
            return _closed(state, event)
        case messages.DealBegan():
            return changed(state, stage="dealing", spoke=state.spoke or event.by == "holder")
        case messages.CardsDealt():
            return _dealt(state, event)
        case messages.HandShown():
            return _shown(state, event)
        case messages.HandSpoke():
            return _spoke(state, event)
        case messages.ThirdCard():
            hand = state.hand(event.hand)
            state = _with(state, event.hand, changed(hand, cards=(*hand.cards, event.card)))
            state = changed(state, rest=event.rest, dealt=state.dealt + 1)
            return changed(state, stage="drawn" if event.hand == "banker" else _next(state))
        case messages.CoupAnnounced():
            return _announced(state, event)
        case messages.StakesSettled():
            return _settled(state, event)
        case messages.ShoeEnds():
            return changed(state, last=event.last)
        case messages.CheminDeFerBegan():
            return changed(
                state, stage="chemin_de_fer", spoke=True, chemin=_chemin_begun(state, event.bank)
            )
        case messages.SessionBroken():
            state = _at_chemin(state, at_chemin.SessionBroken(event.by, event.moves))
            return changed(_left(state), stage="closed", stakes={}, rounds_left=0)
        case messages.CoupClosed():
            return changed(_at_chemin(state, at_chemin.CoupClosed()), stage="closed")
        case Voided():
            return _voided(_at_chemin(state, event), event.moves)
        case _:
            return _at_chemin(_counted(state, event), event)


def _chemin_begun(state: State, bank: Amount) -> LastCoupState:
    """Return the one hand against the bank, at the moment at which claims are asked for."""
    return last_coup_begun(
        at_chemin.CoupOpened(
            stage="banco",
            seats=state.seats,
            started=True,
            seat=state.seat_of(state.banker),
            banker=state.banker,
            bank=bank,
            shoe_over=True,
            # No other coup follows, so the banker has his chips back after it.
            last=True,
            coup=state.coup,
            tickets=state.tickets,
        )
    )


def _at_chemin(state: State, event: at_chemin.Event) -> State:
    """Return the state with the last coup after an event; as it is where there is none."""
    if state.chemin is None:
        return state
    after = last_coup_after(state.chemin, event)
    # How the bank ends this fold says itself.
    bank = state.bank if isinstance(event, Voided | at_chemin.SessionBroken) else after.bank
    return changed(state, chemin=after, bank=bank, coup=after.coup, tickets=after.tickets)


def _counted(state: State, event: messages.LastCoupEvent) -> State:
    """Return the state with one card less in the shoe, where one has left it."""
    if not isinstance(event, at_chemin.CardPassed) or state.rest is None:
        return state
    return changed(state, rest=state.rest - 1, dealt=state.dealt + 1)


def _left(state: State) -> State:
    """Return the state without a banker: he has his chips back."""
    gone = at_chemin.HandPassed("session", NO_SEAT, NOBODY, rests=True, moves=())
    state = _at_chemin(state, gone) if state.chemin and state.chemin.stage != "closed" else state
    return changed(state, banker=NOBODY, bank=Amount(0), silent=0, leaving=False)


def _closed(state: State, event: messages.BetsClosed) -> State:
    passes = state.passes
    if event.right_seat:
        passes -= {"right"}
    if event.left_seat:
        passes -= {"left"}
    return changed(
        state,
        stage="deal" if state.banker else "dealing",
        right=Hand(holder=event.right),
        left=Hand(holder=event.left),
        bankers=Hand(holder=state.banker),
        right_seat=event.right_seat or state.right_seat,
        left_seat=event.left_seat or state.left_seat,
        passes=passes,
    )


def _dealt(state: State, event: messages.CardsDealt) -> State:
    return changed(
        state,
        stage="right",
        right=changed(state.right, cards=event.right),
        left=changed(state.left, cards=event.left),
        bankers=changed(state.bankers, cards=event.banker),
        coup=event.coup,
        rest=event.rest,
        dealt=state.dealt + 6,
    )


def _with(state: State, side: messages.Side, hand: Hand) -> State:
    if side == "right":
        return changed(state, right=hand)
    return changed(state, left=hand) if side == "left" else changed(state, bankers=hand)


def _next(state: State) -> Stage:
    """Return what comes once the banker's cards lie open: third cards, then his own word."""
    return "third" if state.right.asks or state.left.asks else "banker"


def _after(state: State, side: messages.Side) -> Stage:
    """Return what comes when a tableau's hand has been shown or has spoken."""
    if side != state.stage:
        return state.stage
    return "left" if side == "right" and not state.left.shown else "turn"


def _shown(state: State, event: messages.HandShown) -> State:
    state = _with(state, event.hand, changed(state.hand(event.hand), shown=True))
    if event.hand != "banker":
        return changed(state, stage=_after(state, event.hand))
    waits = state.stage in ("right", "left", "turn")
    return changed(state, stage=_next(state) if waits else state.stage)


def _spoke(state: State, event: messages.HandSpoke) -> State:
    state = _with(state, event.hand, changed(state.hand(event.hand), draws=event.draws))
    if event.hand != "banker":
        return changed(state, stage=_after(state, event.hand))
    # A banker who draws asks for his card like the others, after them.
    return changed(
        state,
        stage="third" if event.draws else "drawn",
        spoke=state.spoke or event.by == "holder",
    )


def _announced(state: State, event: messages.CoupAnnounced) -> State:
    lost: list[Tableau] = []
    for tableau in TABLEAUX:
        outcome = event.on_right if tableau == "right" else event.on_left
        if outcome == "loses" and state.hand(tableau).holder:
            lost.append(tableau)
    silent = 0 if state.spoke or not state.banker else state.silent + 1
    return changed(
        state,
        on_right=event.on_right,
        on_left=event.on_left,
        results=(*state.results, event.result),
        passes=state.passes | frozenset(lost),
        silent=silent,
    )


def _settled(state: State, event: messages.StakesSettled) -> State:
    told = settled_by_party(event.settled, {})
    net = event.staked - event.returned
    bank = Amount(state.bank + net) if state.banker else state.bank
    return changed(state, stakes={}, settled=told, net=net, bank=bank)


def _voided(state: State, moves: Iterable[Move]) -> State:
    """Return the coup annulled.

    When the stakes alone go back, the bank stays as it is. When it moves too, as in a reversal of
    the whole round, bank and banker are again as they were when the round opened.
    """
    change = sum(
        move.amount * ((move.target is Place.BANK) - (move.source is Place.BANK)) for move in moves
    )
    bank = Amount(state.bank + change)
    banker = state.banker if not change else state.opened.banker
    return changed(
        state,
        stage="closed",
        banker=banker if bank else NOBODY,
        bank=bank,
        right_seat=state.opened.right,
        left_seat=state.opened.left,
        passes=frozenset(state.opened.passes),
        results=state.opened.results,
        stakes={},
        settled={},
        net=0,
        voided=True,
    )
