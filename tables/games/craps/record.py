"""A recorded throw as a worked example: events in, `mc-rules-examples/1` with a `sequence` out.

Copies what lay there, who stood at the rail, what was staked and said, which clocks ran out and
what fell, and nothing that the engine made of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tables.games.core.examples import RecordedSteps
from tables.games.core.money import Party
from tables.games.core.protocol import Voided
from tables.games.craps.messages import (
    BetsClosed,
    DiceFell,
    Event,
    NoDice,
    Opened,
    SessionBroken,
    ShooterChanged,
    Staked,
    Switched,
)
from tables.games.craps.stakes import Held, Laid


def ref(party: Party, laid: Laid) -> str:
    """Return the ref of a stake: ids are each party's own."""
    return f"{party}/{laid.id}"


@dataclass(slots=True, kw_only=True)
class _Told(RecordedSteps):
    """What the events have said so far, in the order in which it came."""

    sequence: list[str] = field(default_factory=list)
    outcome: dict[str, Any] = field(default_factory=dict)
    players: set[str] = field(default_factory=set)

    def tell(self, event: Event) -> None:
        """Take one event in."""
        match event:
            case Staked():
                wagers = [
                    {"id": each.id, "on": each.on, "amount": each.amount, "to": each.to,
                     "working": each.working}
                    for each in event.laid
                ]  # fmt: skip
                self._say(event.party, "stake", wagers=wagers)
            case Switched():
                action = "set_working" if event.what == "working" else "no_action"
                for each in event.laid:
                    self._say(event.party, action, bet=ref(event.party, each), value=event.value)
            case ShooterChanged() if "dice" not in self.outcome:
                place = [event.shooter.seat, event.shooter.party] if event.shooter else None
                self._say("", "shooter", place=place)
            case BetsClosed():
                self._say("", "close")
            case NoDice():
                self._say("", "void")
            case DiceFell():
                self.outcome["dice"] = [*event.dice]
            case SessionBroken():
                self.outcome["broken_off"] = True
            case _:
                pass

    def _say(self, player: str, action: str, **more: Any) -> None:
        if player:
            self.players.add(player)
        self.sequence.append(self.decide(player, action, **more))


def example_of(
    book: str, options: Mapping[str, Any], events: Sequence[Event], pots: Mapping[str, int]
) -> dict[str, Any] | None:
    """Return a finished round as an example without `id` and `expected`.

    `None` when there is nothing to play: the round was annulled, or nothing lay on the layout.
    """
    opened = events[0]
    if not isinstance(opened, Opened):
        raise ValueError("A round does not begin with its opening.")
    if any(isinstance(event, Voided) for event in events):
        return None
    told = _Told()
    for event in events:
        told.tell(event)
    if not opened.held and not told.players:
        return None
    return {
        "options": dict(options),
        "players": sorted(told.players | {each.party for each in opened.held}),
        "carried": {"bets": [_bet(each) for each in opened.held], "found": _found(opened)},
        "bets": told.bets,
        "decisions": told.decisions,
        "sequence": told.sequence,
        "outcomes": [told.outcome],
    }


def _bet(held: Held) -> dict[str, Any]:
    laid = held.laid
    lying = {
        "position": laid.on,
        "number": laid.number,
        "to": laid.to,
        "working": laid.working,
        "no_action": laid.no_action,
        "fee": laid.fee,
        "fixed": laid.fixed,
        "fresh": laid.fresh,
    }
    return {
        "ref": ref(held.party, laid),
        "id": laid.id,
        "player": held.party,
        "stake": laid.amount,
        "lying": lying,
    }


def _found(opened: Opened) -> dict[str, Any]:
    """Return how the round found the table, as the fields of its opening."""
    shooter = opened.shooter
    return {
        "seats": [[each.seat, each.party] for each in opened.seats],
        "shooter": [shooter.seat, shooter.party] if shooter else None,
        "point": opened.point,
        "throws": opened.throws,
        "timeouts": opened.timeouts,
        "barred": opened.barred,
        "pair": [*opened.pair],
        "rounds_left": opened.rounds_left,
        "overtime": opened.overtime,
    }
