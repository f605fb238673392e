"""What everybody may know of a coup, and what one party alone is shown beside it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import EVERYBODY, Audience, redact_stakes
from tables.games.core.values import copy_as
from tables.games.trente_et_quarante.messages import (
    Annulled,
    CardTurned,
    Coup,
    Event,
    Opened,
    SeatTaken,
)
from tables.games.trente_et_quarante.points import total
from tables.games.trente_et_quarante.rules import PREMIUM, Rules
from tables.games.trente_et_quarante.state import State
from tables.games.wheel import view as layout


@dataclass(frozen=True, slots=True)
class RowView:
    cards: tuple[Card, ...]
    total: int


@dataclass(frozen=True, slots=True)
class DealtView:
    """The coup that was dealt last."""

    black: RowView
    red: RowView
    chances: tuple[str, ...] | None
    """The chances that won; none of equal points, `None` where the coup was annulled."""
    annulled: Annulled


@dataclass(frozen=True, slots=True, kw_only=True)
class View(layout.LayoutView):
    """All that everybody may know."""

    phase: Literal["betting", "dealing", "closed"]
    black: RowView
    red: RowView
    chances: tuple[str, ...] | None
    """The chances that win; none of equal points, `None` while both rows are not down."""
    coups: tuple[str, ...]
    """The last results, newest first, this coup's among them: `31:40 inverse`."""
    annulled: Annulled
    before: DealtView | None
    """What was dealt before this coup, while no card of its own lies there (MC-TQ-35)."""
    shoe_over: bool
    """The stop card is out: the game goes on with the next shoe."""
    talon: int | None
    """How many cards were counted behind the stop card, face down."""
    insured_from: Amount
    """The least stake that may be insured."""
    premium: tuple[int, int]
    """What it costs to insure a stake: so many of so many."""
    mini_table: bool
    game: Literal["trente_et_quarante"] = "trente_et_quarante"


@dataclass(frozen=True, slots=True)
class Own(layout.Own):
    """What a party has on the layout, and what became of its stakes in this coup."""

    premium: Amount = Amount(0)
    """What it has paid to insure the stakes that lie there."""
    game: Literal["trente_et_quarante"] = "trente_et_quarante"


def view(rules: Rules, state: State) -> View:
    """Return all that everybody may know."""
    black, red = state.points
    coups = (state.outcome, *state.coups) if state.outcome else state.coups
    return View(
        **layout.layout_fields(rules, state),
        phase="dealing" if state.stage == "spinning" else state.stage,
        black=RowView(state.black, black),
        red=RowView(state.red, red),
        chances=state.announced_chances,
        coups=coups[:20],
        annulled=state.annulled,
        before=_dealt(state.before) if state.before and not state.black else None,
        shoe_over=state.shoe_over,
        talon=state.talon,
        insured_from=Amount(rules.insurance_min_stake_cents),
        premium=PREMIUM,
        mini_table=rules.mini_table,
    )


def _dealt(coup: Coup) -> DealtView:
    black, red = (RowView(cards, total(cards)) for cards in (coup.black, coup.red))
    return DealtView(black, red, coup.chances, coup.annulled)


def private_view(rules: Rules, state: State, party: Party) -> Own | None:
    """Return a party's own stakes, choices and results, or `None` where it has none."""
    shared = layout.private_view(rules, state, party)
    if shared is None:
        return None
    laid = state.stakes.get(party, ())
    premium = Amount(sum(rules.premium(each) for each in laid if each.keep == "free"))
    return copy_as(Own, shared, premium=premium)


def redact(event: Event, audience: Audience = EVERYBODY) -> Event:
    """Return an event with only what an audience may know (`Game.redact`)."""
    match event:
        case Opened():
            return replace(redact_stakes(event, audience), coups=(), seats=(), before=None)
        case SeatTaken() if not audience.may_see(event.party):
            return replace(event, party=Party(""), seat=BoxNo(0))
        case _:
            return redact_stakes(event, audience)


def card_destinations(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the row of each card of a coup, in the order in which they left the shoe."""
    return tuple([event.row for event in events if isinstance(event, CardTurned)])
