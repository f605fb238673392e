"""What fields of a worked example are in a recorded round: tables that are read both ways."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from tables.games.core.protocol import Refused

Json = Mapping[str, Any]
Form = tuple[Callable[[Any], Any], Callable[[Any], Any]]
"""What writes a value as JSON, and what reads it."""


class Fields:
    """Fields that an example copies from a recorded value, under their own names."""

    def __init__(self, *plain: str, **formed: Form) -> None:
        """Take the names of fields that are JSON as they are, and of the others their forms."""
        self._plain, self._formed = plain, formed

    def write(self, value: Any) -> dict[str, Any]:
        """Return what an example says of a recorded value."""
        formed = {name: write(getattr(value, name)) for name, (write, _) in self._formed.items()}
        return {name: getattr(value, name) for name in self._plain} | formed

    def read(self, written: Json) -> dict[str, Any]:
        """Return the arguments that make the value again; what is not written has its default."""
        formed = {name: read for name, (_, read) in self._formed.items() if name in written}
        plain = {name: written[name] for name in self._plain if name in written}
        return plain | {name: read(written[name]) for name, read in formed.items()}


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of an example, the command that gives it, and the event that records it.

    The fields of the command are those of the decision and of the event, under the same names.
    """

    action: str
    command: type[Any]
    event: type[Any] | tuple[type[Any], ...] = ()
    """None where no event records this command alone."""
    when: Callable[[Any], bool] = lambda event: True
    """Which of those events do."""


class Decisions:
    """All decisions of a game's examples."""

    def __init__(self, *rows: Decision) -> None:
        self._rows = rows
        self._by_action = {row.action: row for row in rows}
        self._by_command = {row.command: row for row in rows}

    def __contains__(self, action: object) -> bool:
        return action in self._by_action

    def read(self, action: str, said: Json) -> Any:
        """Return the command of a decision; refuses `not_awaited` for one that the game has not."""
        row = self._by_action.get(action)
        if row is None:
            raise Refused("not_awaited", action=str(action))
        return row.command(*[said[name] for name in _names(row.command)])

    def write(self, command: Any) -> tuple[str, dict[str, Any]]:
        """Return the action that gives a command, and the fields of the decision."""
        row = self._by_command[type(command)]
        return row.action, {name: getattr(command, name) for name in _names(row.command)}

    def command_of(self, event: Any) -> Any:
        """Return the command that an event records, `None` where it records none."""
        for row in self._rows:
            if isinstance(event, row.event) and row.when(event):
                return row.command(*[getattr(event, name) for name in _names(row.command)])
        return None


def _names(command: type[Any]) -> list[str]:
    return [each.name for each in fields(command) if each.name != "kind"]
