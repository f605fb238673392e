"""The state of a coup and its fold: what each event changes. Total, and knows no rules."""

from dataclasses import dataclass
from typing import Literal, assert_never

from tables.games.baccara.seats import NO_SEAT, SeatedCoup
from tables.games.chemin_de_fer import messages
from tables.games.chemin_de_fer.messages import Bet, Carried, Event, Outcome, Right, Winner
from tables.games.core.cards import Card
from tables.games.core.money import Amount, Party, Place
from tables.games.core.protocol import Voided
from tables.games.core.values import changed, copy_as

Stage = Literal[
    "idle", "bank", "keep", "banco", "complete", "deal", "cards", "ponte", "banker", "closed"
]
"""Where the coup is.

`idle`: too few players, or no coup may follow. `bank`: the new banker stakes. `keep`: the banker
may pass. `banco`: claims. `complete`: complements. `deal`: nothing more goes. `cards`: a card is
drawn. `ponte`, `banker`: one of them looks at his cards and speaks.
"""


@dataclass(frozen=True, slots=True)
class Claim:
    """A ponte's chips on the layout, with their number in this coup."""

    no: int
    party: Party
    bet: Bet
    amount: Amount
    state: Literal["asked", "accepted", "late"] = "asked"
    left_in: bool = False


@dataclass(frozen=True, slots=True)
class State(SeatedCoup, Carried):
    """One coup, and what it carries of those before."""

    stage: Stage = "idle"
    opened: messages.CoupOpened = messages.CoupOpened()  # noqa: RUF009 - it is frozen
    spoke: bool = False
    """The banker has said a word in this coup."""
    claims: tuple[Claim, ...] = ()
    claimed: int = 0
    """How many claims were made in this coup; the last one's number."""
    no_more: frozenset[Party] = frozenset()
    holder: Party = Party("")
    ponte: Party = Party("")
    """Who received the ponte's cards."""
    ponte_cards: tuple[Card, ...] = ()
    banker_cards: tuple[Card, ...] = ()
    ponte_draws: bool | None = None
    banker_draws: bool | None = None
    shown: bool = False
    winner: Winner | None = None
    outcomes: tuple[Outcome, ...] = ()
    voided: bool = False

    @property
    def covered(self) -> Amount:
        """Return what the accepted claims come to, minor units."""
        return Amount(sum(claim.amount for claim in self.claims if claim.state == "accepted"))

    @property
    def missing(self) -> Amount:
        """Return how much of the bank nobody has covered yet, minor units."""
        return Amount(self.bank - self.covered)

    @property
    def on_layout(self) -> Amount:
        """Return all chips of players at the table: claims, bank and garage."""
        return Amount(sum(claim.amount for claim in self.claims) + self.bank + self.garage)

    def place(self, party: Party, arrival: int) -> tuple[int, int]:
        """Return the rank of a party: the seats after the banker, then standing (MC-CDF-17)."""
        seat = self.seat_of(party)
        return (int(seat < self.seat), seat) if seat else (2, arrival)


def evolve(state: State | None, event: Event) -> State:
    """Return the coup after the event; a `CoupOpened` begins it."""
    if isinstance(event, messages.CoupOpened):
        return begun(event)
    state = state or State()
    match event:
        case messages.SeatsChanged():
            return _seated(state, event)
        case messages.BankStaked():
            return changed(
                state, stage="banco", bank=event.amount, spoke=state.spoke or not event.timed_out
            )
        case messages.HandKept():
            return changed(state, stage="banco", spoke=state.spoke or not event.timed_out)
        case messages.HandPassed():
            return _passed(state, event)
        case messages.GarageFilled():
            return _filled(state, event)
        case messages.ClaimMade():
            return _claimed(state, event)
        case messages.ClaimWithdrawn():
            rest = tuple([each for each in state.claims if each.no != event.claim])
            return changed(state, claims=rest)
        case messages.NoMoreSaid():
            return changed(state, no_more=state.no_more | {event.party})
        case messages.ClaimsCompared():
            return _compared(state, event)
        case messages.NothingMoreGoes():
            return changed(state, stage="deal", no_more=frozenset())
        case messages.NobodyStaked():
            return changed(state, stage=event.again, windows=state.windows + 1, no_more=frozenset())
        case messages.DealBegan():
            return _dealing(state, event)
        case messages.CardPassed():
            return _card(state, event)
        case messages.HandSpoke():
            return _spoke(state, event)
        case messages.HandsShown():
            return changed(state, shown=True)
        case messages.CoupDecided():
            return _decided(state, event)
        case messages.LevyTaken():
            return _levied(state, event)
        case messages.SessionBroken():
            return changed(
                _passed(
                    state, messages.HandPassed("session", NO_SEAT, Party(""), True, event.moves)
                ),
                stage="closed",
                claims=(),
                ending=True,
            )
        case messages.CoupClosed():
            return changed(state, stage="closed")
        case Voided():
            return _voided(state, event)
        case _:
            assert_never(event)


def _filled(state: State, event: messages.GarageFilled) -> State:
    return changed(
        state,
        bank=Amount(state.bank - event.amount),
        garage=Amount(state.garage + event.amount),
        spoke=state.spoke or event.wanted,
    )


def _claimed(state: State, event: messages.ClaimMade) -> State:
    claim = Claim(
        event.claim, event.party, event.bet, event.amount, "late" if event.late else "asked"
    )
    return changed(
        state,
        claims=(*state.claims, claim),
        claimed=event.claim,
        no_more=state.no_more - {event.party},
    )


def _dealing(state: State, event: messages.DealBegan) -> State:
    return changed(
        state,
        stage="cards",
        coup=event.coup,
        ticket=None,
        windows=0,
        ponte=event.ponte,
        bank=Amount(state.bank - event.uncovered),
        spoke=state.spoke or not event.timed_out,
    )


def _spoke(state: State, event: messages.HandSpoke) -> State:
    if event.hand == "ponte":
        return changed(state, stage="cards" if event.draws else "banker", ponte_draws=event.draws)
    return changed(
        state,
        stage="cards",
        banker_draws=event.draws,
        spoke=state.spoke or not event.timed_out,
    )


def _levied(state: State, event: messages.LevyTaken) -> State:
    return changed(
        state,
        bank=Amount(state.bank - event.ticket.amount),
        tickets=event.ticket.serial,
        ticket=event.ticket,
    )


def begun(opened: messages.CoupOpened) -> State:
    """Return the state in which a coup begins."""
    return copy_as(State, opened, opened=opened)


def _seated(state: State, event: messages.SeatsChanged) -> State:
    state = changed(state, seats=event.seats)
    if event.begins:
        banker = state.party_at(event.begins)
        return changed(state, stage="bank", started=True, seat=event.begins, banker=banker)
    # The hand follows a banker who moves; where he left, his old seat still fixes the order.
    return changed(state, seat=state.seat_of(state.banker) or state.seat)


def _passed(state: State, event: messages.HandPassed) -> State:
    return changed(
        state,
        stage="idle" if event.rests else "bank",
        started=state.started and bool(event.seat),
        seat=event.seat,
        banker=event.banker,
        bank=Amount(0),
        garage=Amount(0),
        coups=0,
        silent=0,
        windows=0,
        follower=Party(""),
        rights=(),
        cards_were=Party(""),
        tied=False,
        spoke=False,
        no_more=frozenset(),
    )


def _compared(state: State, event: messages.ClaimsCompared) -> State:
    taken = {each.claim for each in event.taken}
    gone = {each.claim for each in event.turned_down}
    by_no = {claim.no: claim for claim in state.claims}
    accepted = [
        changed(by_no[each.claim], amount=each.amount, state="accepted", left_in=each.left_in)
        for each in event.taken
    ]
    before = [claim for claim in state.claims if claim.state == "accepted"]
    others = [
        claim
        for claim in state.claims
        if claim.state != "accepted" and claim.no not in {*taken, *gone}
    ]
    return changed(
        state,
        stage="complete" if event.opens else state.stage,
        # In the order in which they were accepted, which counts after a tie (A24).
        claims=(*before, *accepted, *others),
        holder=event.holder,
        no_more=frozenset() if event.opens and state.stage != "complete" else state.no_more,
    )


def _card(state: State, event: messages.CardPassed) -> State:
    assert event.card is not None
    if event.hand == "ponte":
        state = changed(state, ponte_cards=(*state.ponte_cards, event.card))
    else:
        state = changed(state, banker_cards=(*state.banker_cards, event.card))
    ponte, banker = len(state.ponte_cards), len(state.banker_cards)
    stage = state.stage
    if (ponte, banker) == (2, 2):
        stage = "ponte"
    elif (ponte, banker) == (3, 2) and state.banker_draws is None:
        stage = "banker"
    return changed(state, stage=stage, shoe_over=state.shoe_over or event.stop_card)


def _decided(state: State, event: messages.CoupDecided) -> State:
    rights = tuple(
        [Right(each.party, each.bet, each.amount) for each in state.claims]
        if event.winner == "tie"
        else []
    )
    bank = {"banker": state.bank + state.covered, "tie": state.bank, "ponte": 0}[event.winner]
    return changed(
        state,
        bank=Amount(bank),
        claims=(),
        outcomes=event.outcomes,
        winner=event.winner,
        coups=state.coups + 1,
        silent=0 if state.spoke else state.silent + 1,
        follower=state.holder if event.winner == "banker" else Party(""),
        rights=rights,
        cards_were=state.holder if event.winner == "tie" else Party(""),
        tied=event.winner == "tie",
    )


def _voided(state: State, event: Voided) -> State:
    """Return the coup annulled.

    When the stakes alone go back, bank, banker and rights stay as they are (A21). When the bank
    moves too, as in a reversal of the whole round, all is again as it was when the round opened.
    """
    bank, garage = state.bank, state.garage
    for move in event.moves:
        bank = Amount(bank + _change(move.amount, Place.BANK, move.source, move.target))
        garage = Amount(garage + _change(move.amount, Place.GARAGE, move.source, move.target))
    before = state if (bank, garage) == (state.bank, state.garage) else begun(state.opened)
    return changed(
        before,
        stage="closed",
        seats=state.seats,
        bank=bank,
        garage=garage,
        claims=(),
        shoe_over=state.shoe_over,
        coup=state.coup,
        ponte=state.ponte,
        voided=True,
    )


def _change(amount: Amount, place: Place, source: Place, target: Place) -> int:
    return amount * ((target is place) - (source is place))
