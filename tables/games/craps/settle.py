"""One throw, in order: what loses is collected, what wins is paid, come bets and the puck move."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tables.games.core.course import Course
from tables.games.core.money import Amount
from tables.games.core.values import changed
from tables.games.craps import messages, rail, staking
from tables.games.craps.bets import LAYOUT, POINTS, Dice
from tables.games.craps.resolution import Resolution, resolve_stake
from tables.games.craps.rules import Rules
from tables.games.craps.stakes import Held, Laid, Settled, StakeOutcome, moves_of
from tables.games.craps.state import State

ORDER: Final[Mapping[str, int]] = {
    "one_roll": 1,
    "hard": 2,
    "number": 3,
    "box": 4,
    "odds": 5,
    "line": 6,
}
"""In which order stakes are settled, by how they run (section 3 of the catalogue)."""

_Course = Course[Rules, State, messages.Event]


def settle(course: _Course, dice: Dice) -> None:
    """Announce what fell, collect, pay, move; then the puck and the dice."""
    rules, state = course.rules, course.state
    total = sum(dice)
    hard = dice[0] == dice[1] and total in (4, 6, 8, 10)
    course.add(messages.DiceFell(dice, total, hard, pair=state.pair))
    resolved = [*_resolved(rules, state, dice)]
    lost = [*_lost(resolved)]
    if lost:
        course.add(
            messages.Collected(tuple(lost), _sum(each.staked for each in lost), moves_of(lost))
        )
    won = [
        _paid(held, resolution, of)
        for held, resolution, of in resolved
        if resolution.result in ("won", "push")
    ]
    if won:
        course.add(messages.Paid(tuple(won), _sum(each.returned for each in won), moves_of(won)))
    moved = [
        Held(held.party, resolution.after)
        for held, resolution, _ in resolved
        if resolution.after is not None
    ]
    if moved:
        course.add(messages.Moved(tuple(moved), len(moved)))
    _turn(course, total)
    if rules.auto_rebet and not course.state.rounds_left:
        _stake_again(
            course, [held for held, resolution, _ in resolved if resolution.result == "won"]
        )
    end(course)


def end(course: _Course) -> None:
    """End the round; with the last announced throw what nobody throws for goes back."""
    state = course.state
    if state.rounds_left == 1 and not state.point and (down := _taken_down(state)):
        course.add(down)
    course.add(messages.RoundClosed())


def is_next_throw_needed(state: State) -> bool:
    """Tell whether the announced throws are over and what lies there is thrown for."""
    return bool(state.stakes) and not state.voided


def flat_of(laid: Laid, mine: Iterable[Laid]) -> Laid | None:
    """Return the flat bet behind which odds lie, among the same party's stakes."""
    return next((each for each in mine if each.id == laid.to), None) if laid.to else None


_Resolved = tuple[Held, Resolution, int]
"""A stake, what the throw does to it, and the number that it lay on."""


def _resolved(rules: Rules, state: State, dice: Dice) -> Iterator[_Resolved]:
    found = []
    for held in state.every():
        laid = held.laid
        flat = flat_of(laid, state.stakes[held.party])
        resolution = resolve_stake(rules, laid, dice, state.point, flat)
        found.append((held, resolution, (flat or laid).number))
    yield from sorted(found, key=lambda each: ORDER[LAYOUT[each[0].laid.on].kind.sort])


def _lost(resolved: Iterable[_Resolved]) -> Iterator[Settled]:
    for held, resolution, number in resolved:
        laid = held.laid
        if resolution.result == "lost":
            yield Settled(held.party, laid.id, laid.on, laid.amount, Amount(0), "lost", number)
        elif resolution.result == "cut":
            assert resolution.after is not None
            gone = Amount(laid.amount - resolution.after.amount)
            yield Settled(held.party, laid.id, laid.on, gone, Amount(0), "cut")


def _paid(held: Held, resolution: Resolution, number: int) -> Settled:
    laid = held.laid
    back = Amount(laid.amount + resolution.win(laid.amount))
    outcome: StakeOutcome = "won" if resolution.result == "won" else "push"
    return Settled(held.party, laid.id, laid.on, laid.amount, back, outcome, number)


def _sum(amounts: Iterable[int]) -> Amount:
    return Amount(sum(amounts))


def _turn(course: _Course, total: int) -> None:
    """Move the puck, and see to whom the dice go (MC-CRAPS-20, MC-CRAPS-22)."""
    before = course.state
    if not before.point:
        if total in POINTS:
            course.add(messages.PointChanged(total, "set"))
    elif total == before.point:
        course.add(messages.PointChanged(0, "made"))
    elif total == 7:
        course.add(messages.PointChanged(0, "seven_out"))
    rail.after_throw(course, before)


def _stake_again(course: _Course, winners: Iterable[Held]) -> None:
    """Lay again what won and may be staked now; odds are not (COMMON-5)."""
    rules = course.rules
    again = []
    for held in winners:
        position = LAYOUT[held.laid.on]
        if position.kind.sort == "odds" or not staking.in_phase(course.state, position):
            continue
        fee = rules.fee(position, held.laid.amount)
        laid = changed(held.laid, number=0, fixed=Amount(0), no_action=False, fee=fee, fresh=False)
        again.append(Held(held.party, laid))
    if again:
        moves = tuple(
            move for held in again for move in staking.moves_of_new(held.party, (held.laid,))
        )
        total = _sum(held.laid.amount for held in again)
        course.add(messages.Restaked(tuple(again), total, moves))


def given_back(held: Iterable[Held], outcome: StakeOutcome) -> tuple[Settled, ...]:
    """Return stakes given back with their commission."""
    return tuple(
        Settled(
            each.party,
            each.laid.id,
            each.laid.on,
            each.laid.amount,
            each.laid.amount,
            outcome,
            each.laid.number,
            each.laid.fee,
        )
        for each in held
    )


def broken_off(state: State, by: str) -> messages.SessionBroken:
    """Return the event that gives everything back because the session ends by an incident."""
    settled = given_back(state.every(), "cancelled")
    return messages.SessionBroken(
        by, settled, _sum(each.returned for each in settled), moves_of(settled)
    )


def _taken_down(state: State) -> messages.TakenDown | None:
    """Return the event that gives back, when the session is over, what nobody throws for.

    Contract bets and come bets on their numbers, with their odds, are thrown for until they are
    decided; the others their owners might take back at any time.
    """
    free = [held for held in state.every() if not _rides(held.laid, state.stakes[held.party])]
    if not free:
        return None
    settled = given_back(free, "cancelled")
    return messages.TakenDown(settled, _sum(each.returned for each in settled), moves_of(settled))


def _rides(laid: Laid, mine: Iterable[Laid]) -> bool:
    each = flat_of(laid, mine) or laid
    return bool(each.fixed or each.number) and not each.no_action
