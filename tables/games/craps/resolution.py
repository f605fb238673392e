"""What a throw does to one stake, by the state before it: no money moves here."""

from dataclasses import dataclass
from typing import Literal, assert_never

from tables.games.core.money import Amount
from tables.games.core.values import changed
from tables.games.craps.bets import CRAPS, LAYOUT, NATURALS, POINTS, Dice, Odds, Position
from tables.games.craps.rules import Rules, SevenOfWorld
from tables.games.craps.stakes import Laid

Result = Literal["won", "lost", "push", "waits", "null", "moved", "cut"]
"""`push`: given back; `waits`: not decided; `null`: a null coup, the stake stays; `moved`: it lies
on its number now; `cut`: a part is lost, the rest stays."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a throw does to a stake."""

    result: Result
    odds: Odds = (0, 1)
    """What a winner is paid."""
    after: Laid | None = None
    """The stake as it lies then, where it is moved or cut."""

    def win(self, stake: int) -> int:
        """Return what is paid beside the stake, rounded down to the minor unit (COMMON-R1)."""
        return stake * self.odds[0] // self.odds[1]


_WAITS = Resolution("waits")
_LOST = Resolution("lost")


def is_working(rules: Rules, laid: Laid, point: int, flat: Laid | None = None) -> bool:
    """Tell whether the next throw concerns a stake; `flat` is what odds lie behind."""
    match LAYOUT[laid.on].kind.bet:
        case "place":
            # MC-CRAPS-87
            asked = rules.place_working_on_come_out if laid.working is None else laid.working
            return bool(point) or asked
        case "buy" | "lay":
            return bool(point) or rules.buy_lay_working_on_come_out
        case "come_odds":
            # MC-CRAPS-82
            return bool(point) or laid.working is True
        case "dont_come_odds":
            return flat is None or not flat.no_action
        case "dont_come":
            return not laid.no_action
        case _:
            return True


def resolve_stake(
    rules: Rules, laid: Laid, dice: Dice, point: int, flat: Laid | None = None
) -> Resolution:
    """Return what a throw does to a stake; `point` is that before the throw, 0 for none.

    Odds are resolved with their flat bet, which is given with them (MC-CRAPS-73).
    """
    position = LAYOUT[laid.on]
    total = sum(dice)
    if position.kind.sort == "odds":
        return _of_odds(rules, position, laid, dice, point, flat)
    if not is_working(rules, laid, point):
        return _WAITS
    match position.kind.sort:
        case "one_roll":
            return _of_one_roll(rules, position, laid, dice)
        case "hard":
            if total == position.number and dice[0] == dice[1]:
                return Resolution("won", rules.odds(position, position.number, total))
            return _LOST if total in (7, position.number) else _WAITS
        case "number":
            return _on(rules, position, position.number, total)
        case "line":
            if point:
                return _on(rules, position, point, total)
            return _at_first(position, total)
        case "box":
            if laid.number:
                return _on(rules, position, laid.number, total)
            if total in POINTS:
                return Resolution("moved", after=changed(laid, number=total))
            return _at_first(position, total)
        case _:
            assert_never(position.kind.sort)


def _on(rules: Rules, position: Position, number: int, total: int) -> Resolution:
    """Resolve a stake on a number: it or the 7 decides."""
    if total not in (7, number):
        return _WAITS
    won = (total == 7) is position.kind.against
    return Resolution("won", rules.odds(position, number, total)) if won else _LOST


def _at_first(position: Position, total: int) -> Resolution:
    """Resolve a line bet at the come-out, or a come bet in its box."""
    if total in POINTS:
        return _WAITS
    if position.kind.against and total == 12:
        # The barred number: a null coup (MC-CRAPS-26, MC-CRAPS-36, A13).
        return Resolution("null")
    won = total in (CRAPS if position.kind.against else NATURALS)
    return Resolution("won", (1, 1)) if won else _LOST


def _of_one_roll(rules: Rules, position: Position, laid: Laid, dice: Dice) -> Resolution:
    kind, total = position.kind, sum(dice)
    if total in kind.stays:
        # MC-CRAPS-71, A5
        if rules.world_bet_seven is SevenOfWorld.WHOLE or laid.amount < 5:
            return Resolution("null")
        return Resolution("cut", after=changed(laid, amount=Amount(laid.amount // 5)))
    wins = tuple(sorted(dice)) == position.pair if kind.bet == "hop" else total in kind.pays
    return Resolution("won", rules.odds(position, 0, total)) if wins else _LOST


def _of_odds(
    rules: Rules, position: Position, laid: Laid, dice: Dice, point: int, flat: Laid | None
) -> Resolution:
    assert flat is not None, "odds lie behind a flat bet"
    of_flat = resolve_stake(rules, flat, dice, point)
    if of_flat.result not in ("won", "lost"):
        return _WAITS
    if not is_working(rules, laid, point, flat):
        return Resolution("push")
    if of_flat.result == "lost":
        return _LOST
    return Resolution("won", rules.odds(position, flat.number or point, sum(dice)))
