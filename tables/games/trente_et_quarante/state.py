"""The state of a coup: that of the stakes on a layout, and the two rows."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tables.games.core.cards import Card
from tables.games.core.money import BoxNo, Party
from tables.games.core.protocol import Voided
from tables.games.core.values import changed
from tables.games.trente_et_quarante.messages import (
    Annulled,
    CardTurned,
    Coup,
    CoupAnnounced,
    CoupAnnulled,
    Event,
    GivenBack,
    Opened,
    SeatTaken,
    TalonCounted,
)
from tables.games.trente_et_quarante.points import total
from tables.games.wheel import state as layout
from tables.games.wheel.stakes import stakes_by_party


@dataclass(frozen=True, slots=True)
class State(layout.State):
    """A coup: the fold of its events. In stage `spinning` the rows are dealt."""

    black: tuple[Card, ...] = ()
    red: tuple[Card, ...] = ()
    announced_chances: tuple[str, ...] | None = None
    """The chances that win, once both rows are down; none of equal points."""
    coups: tuple[str, ...] = ()
    """The last results before this coup, newest first."""
    seats: Mapping[Party, BoxNo] = field(default_factory=dict)
    """Where who sits has sat when this coup opened or, if he has staked, since then."""
    shoe_over: bool = False
    """The stop card is out."""
    talon: int | None = None
    """How many cards were counted behind the stop card, in this coup."""
    annulled: Annulled = ""
    before: Coup | None = None
    """What was dealt last before this coup."""

    @property
    def dealt(self) -> Coup | None:
        """What was dealt last: in this coup, or before it."""
        if not self.black:
            return self.before
        return Coup(self.black, self.red, self.announced_chances, self.annulled)

    @property
    def points(self) -> tuple[int, int]:
        """What the rows count, black's first."""
        return total(self.black), total(self.red)

    @property
    def outcome(self) -> str:
        """The result as it is listed, e.g. `31:40 inverse`; empty while it is not known."""
        if self.announced_chances is None:
            return ""
        black, red = self.points
        return " ".join((f"{black}:{red}", *self.announced_chances[1:]))


def evolve(state: State | None, event: Event) -> State:
    """Return the state after an event; total, knows no rules."""
    if state is None:
        state = State()
    match event:
        case Opened():
            return State(
                stakes=stakes_by_party(event.held),
                held=event.held,
                coups=event.coups,
                seats={each.party: each.seat for each in event.seats},
                shoe_over=event.shoe_over,
                rounds_left=event.rounds_left,
                before=event.before,
            )
        case SeatTaken():
            return changed(state, seats={**state.seats, event.party: event.seat})
        case CardTurned(row="black"):
            return changed(state, black=(*state.black, event.card))
        case CardTurned():
            return changed(state, red=(*state.red, event.card))
        case TalonCounted():
            return changed(state, shoe_over=True, talon=event.cards)
        case CoupAnnounced():
            return changed(state, announced_chances=event.chances)
        case CoupAnnulled():
            why: Annulled = "incident" if event.by else "stop_card"
            return changed(layout.settled(state, event.settled), annulled=why, announced={})
        case GivenBack():
            return layout.settled(state, event.settled)
        case Voided():
            return changed(layout.told(state, event), black=(), red=(), announced_chances=None)
        case _:
            return layout.told(state, event)
