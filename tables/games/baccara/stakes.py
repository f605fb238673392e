"""Stakes on the bets of a coup, which each party sets as totals: their limits, and their end.

`Wager` and `Settled` are each game's own classes, since a wire message names the bets of its game.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from tables.games.baccara.options import NO_MAXIMUM
from tables.games.baccara.seats import SeatedCoup, in_seat_order
from tables.games.core.course import check_stake
from tables.games.core.money import Amount, Move, Party, Place
from tables.games.core.protocol import Refused

LONGEST_ID: Final = 32


class Wager(Protocol):
    """A game's stake on a bet."""

    @property
    def id(self) -> str: ...
    @property
    def on(self) -> Any: ...
    @property
    def amount(self) -> Amount: ...


class Settled(Protocol):
    """What became of one; `returned` includes the stake."""

    @property
    def party(self) -> Party: ...
    @property
    def id(self) -> str: ...
    @property
    def staked(self) -> Amount: ...
    @property
    def returned(self) -> Amount: ...


W = TypeVar("W", bound=Wager)
T = TypeVar("T", bound=Settled)
Refusal = Callable[..., Refused]
"""Makes a game's refusal of a code and its details."""


class StakeLimits(ABC):
    """The limits of each bet, of rules that have these fields. Amounts are minor units."""

    __slots__ = ()
    table_min_cents: int
    table_max_cents: int | Mapping[str, int]
    stake_increment_cents: int

    @property
    @abstractmethod
    def bets(self) -> Sequence[str]:
        """Return the bets that are offered."""

    def most(self, bet: str) -> Amount:
        """Return the most that one player may have on a bet."""
        maximum = self.table_max_cents
        each = maximum.get(bet, NO_MAXIMUM) if isinstance(maximum, Mapping) else maximum
        return Amount(each)

    def step(self, bet: str) -> Amount:
        """Return what a stake is a multiple of."""
        return Amount(self.stake_increment_cents)

    def least(self, bet: str) -> Amount:
        """Return the least stake on a bet: the table's minimum, on the bet's step."""
        step = self.step(bet)
        return Amount(-(-self.table_min_cents // step) * step)

    def bounds(self, bet: str) -> tuple[Amount, Amount, Amount]:
        """Return the least stake on a bet, what it is a multiple of, and the most."""
        return self.least(bet), self.step(bet), self.most(bet)


class StakedCoup(SeatedCoup):
    """The stakes of a coup's state."""

    __slots__ = ()
    stage: str
    stakes: Mapping[Party, tuple[Any, ...]]
    """Parties in the order in which they first staked."""

    @property
    def staked(self) -> Amount:
        """Return all stakes of the coup."""
        return Amount(sum(map(self.staked_by, self.stakes)))

    def staked_by(self, party: Party) -> Amount:
        """Return what a party has staked."""
        return total(self.stakes.get(party, ()))

    def on(self, bet: str) -> int:
        """Return what all players have on a bet, in minor units."""
        return sum(each.amount for laid in self.stakes.values() for each in laid if each.on == bet)


def total(laid: Iterable[Wager]) -> Amount:
    """Return what wagers come to."""
    return Amount(sum(each.amount for each in laid))


def accept_wagers(refusal: Refusal, rules: StakeLimits, wagers: Sequence[W]) -> tuple[W, ...]:
    """Return the wagers of a command that lay chips, each within the limits of its bet (COMMON-8).

    Refuses `wager_id` where two have one id, or one is too long, `variant_disabled` on a bet that
    is not offered, and what `check_stake` does.
    """
    ids = [each.id for each in wagers]
    if len(set(ids)) < len(ids) or not all(1 <= len(each) <= LONGEST_ID for each in ids):
        raise refusal("wager_id", longest=LONGEST_ID)
    laid = tuple([each for each in wagers if each.amount != 0])
    on = Counter[str]()
    for each in laid:
        if each.on not in rules.bets:
            raise refusal("variant_disabled")
        least, step, most = rules.bounds(each.on)
        already = on[each.on]
        check_stake(refusal, each.amount, least=least, step=step, most=most, already_staked=already)
        on[each.on] += each.amount
    return laid


def stake_moves(
    refusal: Refusal, state: StakedCoup, party: Party, laid: Iterable[Wager]
) -> tuple[Move, ...]:
    """Return the move that a party's new stakes make; refuses `nothing_staked` of none for none."""
    before, after = state.staked_by(party), total(laid)
    if not before and not after:
        raise refusal("nothing_staked")
    seat = state.seat_of(party)
    if after > before:
        more = Amount(after - before)
        return (Move(more, Place.WALLET, Place.LAYOUT, party, seat, "stake"),)
    if before > after:
        back = Amount(before - after)
        return (Move(back, Place.LAYOUT, Place.WALLET, party, seat, "take_back"),)
    return ()


def check_ready(refusal: Refusal, state: StakedCoup, party: Party) -> None:
    """Refuse `betting_closed` after rien ne va plus, `nothing_staked` without a stake."""
    if state.stage != "betting":
        raise refusal("betting_closed")
    if party not in state.stakes:
        raise refusal("nothing_staked")


def stakes_with(
    stakes: Mapping[Party, tuple[W, ...]], party: Party, laid: tuple[W, ...]
) -> Mapping[Party, tuple[W, ...]]:
    """Return stakes with a party's as they are now."""
    if laid:
        return {**stakes, party: laid}
    return {each: lying for each, lying in stakes.items() if each != party}


def settled_by_party(
    settled: Iterable[T], before: Mapping[Party, tuple[T, ...]]
) -> Mapping[Party, tuple[T, ...]]:
    """Return what was settled before with what is now, by party."""
    told = dict(before)
    for each in settled:
        told[each.party] = (*told.get(each.party, ()), each)
    return told


def settle_stakes(
    state: StakedCoup,
    made: Callable[[Party, str, Any, Amount, Amount], T],
    returned: Callable[[Any, Amount], Amount],
    bets: Sequence[str],
) -> tuple[T, ...]:
    """Return the stakes on these bets settled, in the order of the seats.

    `made` is the game's `Settled`; `returned` says of a bet and a stake what comes back.
    """
    laid = [(party, each) for party, stakes in state.stakes.items() for each in stakes]
    return tuple(
        [
            made(party, each.id, each.on, each.amount, returned(each.on, each.amount))
            for party, each in in_seat_order(state.seats, laid, lambda each: each[0])
            if each.on in bets
        ]
    )


def settlement_moves(
    state: StakedCoup, settled: Sequence[Settled], house: Place = Place.FLOAT
) -> Iterator[Move]:
    """Yield the moves of a settlement: what is lost is collected first, then each is paid."""
    for each in settled:
        if each.returned < each.staked:
            lost = Amount(each.staked - each.returned)
            yield _move(state, lost, Place.LAYOUT, house, each.party, "collect")
    for each in settled:
        if back := min(each.staked, each.returned):
            yield _move(state, back, Place.LAYOUT, Place.WALLET, each.party, "return")
        if each.returned > each.staked:
            won = Amount(each.returned - each.staked)
            yield _move(state, won, house, Place.WALLET, each.party, "pay")


def stakes_shown(rules: Any, state: Any, spot: Callable[..., Any]) -> dict[str, Any]:
    """Return what a view shows of the stakes: a `spot` for each bet, and how many have staked.

    How many coups are left is shown once it is announced.
    """
    left = state.rounds_left
    return {
        "spots": tuple([spot(bet, state.on(bet), *rules.bounds(bet)) for bet in rules.bets]),
        "players": len(state.stakes),
        "ready": len(state.ready & state.stakes.keys()),
        "rounds_left": left if left and left <= rules.last_rounds_notice else None,
    }


def own_stakes(state: Any, party: Party) -> dict[str, Any]:
    """Return what a party alone is shown of its stakes, and of what became of them."""
    laid, settled = state.stakes.get(party, ()), state.settled.get(party, ())
    return {
        "wagers": laid,
        "staked": total(laid),
        "ready": party in state.ready,
        "settled": settled,
        "returned": Amount(sum(each.returned for each in settled)),
    }


def stakes_back(state: StakedCoup) -> tuple[Move, ...]:
    """Return the moves that give every stake back, without winning or losing."""
    return tuple(
        [
            _move(state, amount, Place.LAYOUT, Place.WALLET, party, "void")
            for party in state.stakes
            if (amount := state.staked_by(party))
        ]
    )


def _move(
    state: StakedCoup, amount: Amount, source: Place, target: Place, party: Party, why: str
) -> Move:
    return Move(amount, source, target, party, state.seat_of(party), why)
