"""What an engine answers: facts, what is shown, and refusals."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from tables.games.core.messages import GameEvent
from tables.games.core.money import Amount, BoxNo, Move
from tables.games.core.values import fast_init


class Fact(Protocol):
    """What every event has. Kinds are never renamed; new fields have defaults."""

    @property
    def kind(self) -> str:
        """The kind of the event, `<game>.<what happened>`."""
        ...

    @property
    def moves(self) -> tuple[Move, ...]:
        """The chips that it moves, in order."""
        ...


@fast_init
@dataclass(frozen=True, slots=True)
class Option:
    """Something a box may do now, drawn as a button. The browser knows no rules but these."""

    command: str
    """The kind of the command, `<game>.<verb>`."""
    box: BoxNo
    hand: str
    """The hand's label (ENG-05), or empty where the command names none."""
    amount: Amount
    """Chips that it costs now, in minor units; 0 when it costs nothing."""
    clause: str
    """The clause that grants it."""
    stake: str = ""
    """What the command names besides: a wager's id, a claim's number, a medium; or empty."""


class PublicView(Protocol):
    """What every view has."""

    @property
    def phase(self) -> str:
        """The stage of the round, by a name of the game's own, such as `betting`."""
        ...

    @property
    def options(self) -> tuple[Option, ...]:
        """What boxes may do now."""
        ...


class Refused(Exception):
    """A command that the rules do not allow; nothing has changed.

    `code` is snake_case and stable; `detail` holds plain JSON values for the translated sentence.
    """

    def __init__(self, code: str, **detail: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.detail: Mapping[str, int | str] = detail


class Voided(GameEvent, kind="table.voided"):
    """An operator annulled the round, of whatever game: every stake goes back (COMMON-7)."""

    reason: str
    moves: tuple[Move, ...] = ()
