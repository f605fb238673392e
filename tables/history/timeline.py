"""The passage of a round, step by step, as its record gives it: what fell, when, after what wait.

A step is what one transaction wrote. Its state, its clock and its card count are computed again
by the engine, so a round is shown later as it was shown then.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from itertools import groupby
from typing import Any, get_args, get_origin, get_type_hints
from uuid import UUID

from tables.games.core.cards import Card
from tables.games.core.money import Party
from tables.games.core.protocol import AnyGame, Fact, Players
from tables.models import RoundEvent
from tables.wire import codec


@dataclass(frozen=True, slots=True)
class Step:
    """What one transaction wrote of a round."""

    seq: int
    """The number of its last event."""
    at: datetime
    cause: UUID | None
    """The command behind it."""
    events: tuple[Fact, ...]
    state: Any
    """The engine's state after it."""
    cards: int
    """Cards that its events name: no fewer than left the shoe in it."""
    due_at: datetime | None
    """When the players' clock runs out that runs after it."""
    window: timedelta | None
    waited: timedelta | None
    """How long the players' clock had run before it; None where none ran."""
    of: timedelta | None
    """The whole length of that clock."""


def recorded_events(round_id: int) -> list[RoundEvent]:
    """Return the events of a round in order."""
    return list(RoundEvent.objects.filter(round=round_id).order_by("seq"))


def steps(
    game: AnyGame,
    rules: Any,
    rows: Sequence[RoundEvent],
    names: Mapping[Party, Party],
    *,
    clocked: bool = True,
) -> Iterator[Step]:
    """Yield the steps of a round; each party has the name that `names` gives it, or its own.

    Unless `clocked` the steps have no clocks: those of a practice table are not recorded.
    """
    state: Any = None
    turn: object = None
    due_at: datetime | None = None
    window: timedelta | None = None
    for (at, cause), of_step in groupby(rows, key=lambda row: (row.at, row.cause)):
        seq, events = 0, []
        for row in of_step:
            seq = row.seq
            event: Fact = codec.decode_event(json.dumps(row.body))
            events.append(rename_parties(event, names) if names else event)
            state = game.evolve(state, events[-1])
        began = due_at - window if due_at and window else None
        ran, waited = window, at - began if began else None
        awaiting = None if game.is_over(state) else game.awaiting(rules, state)
        if not clocked or not isinstance(awaiting, Players):
            turn = due_at = window = None
        elif turn != awaiting.turn or due_at is None:
            turn, window = awaiting.turn, timedelta(seconds=awaiting.seconds)
            due_at = at + window
        cards = sum(_cards(each) for each in events)
        yield Step(seq, at, cause, tuple(events), state, cards, due_at, window, waited, ran)


def parties_of(rows: Sequence[RoundEvent]) -> list[Party]:
    """Return everybody whom these events name, in the order in which they are first named."""
    found: dict[Party, None] = {}
    for row in rows:
        event = codec.decode_event(json.dumps(row.body))
        found |= dict.fromkeys(_parties(type(event), event))
    return [each for each in found if each]


def rename_parties(event: Any, names: Mapping[Party, Party]) -> Any:
    """Return an event with the parties in it by other names."""
    return _renamed(type(event), event, names)


def _renamed(hint: Any, value: Any, names: Mapping[Party, Party]) -> Any:
    if hint is Party:
        return names.get(value, value)
    if isinstance(value, tuple):
        inner = _inner(hint, len(value))
        return tuple(_renamed(each, item, names) for each, item in zip(inner, value, strict=True))
    if is_dataclass(value) and not isinstance(value, type):
        changes = {}
        for name, kind in _hints(type(value)).items():
            was = getattr(value, name)
            now = _renamed(kind, was, names)
            if now is not was:
                changes[name] = now
        return replace(value, **changes) if changes else value
    if value is not None and Party in get_args(hint):
        return names.get(value, value)
    return value


def _parties(hint: Any, value: Any) -> Iterator[Party]:
    if isinstance(value, str):
        if hint is Party or Party in get_args(hint):
            yield Party(value)
    elif isinstance(value, tuple):
        for kind, item in zip(_inner(hint, len(value)), value, strict=True):
            yield from _parties(kind, item)
    elif is_dataclass(value) and not isinstance(value, type):
        for name, kind in _hints(type(value)).items():
            yield from _parties(kind, getattr(value, name))


def _inner(hint: Any, length: int) -> Sequence[Any]:
    """Return the types of a tuple's items; `hint` may also allow null."""
    if get_origin(hint) is not tuple:
        found = [each for each in get_args(hint) if get_origin(each) is tuple]
        hint = found[0] if found else tuple[Any, ...]
    kinds = get_args(hint)
    return kinds[:1] * length if kinds[-1] is Ellipsis else kinds


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}


def _cards(event: Any) -> int:
    return sum(
        isinstance(getattr(event, name), str) and (kind is Card or Card in get_args(kind))
        for name, kind in _hints(event.__class__).items()
    )
