"""Commands, events and views: frozen, slotted dataclasses that the wire tells apart by `kind`."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, dataclass_transform

from tables.games.core.money import Move
from tables.games.core.values import fast_init


@dataclass_transform(frozen_default=True)
class _MessageType(type):
    """Makes a dataclass of a class body; its last fields are `moves`, of an event, and `kind`.

    What it makes is a plain class below none of those here: to match one among many classes takes
    half the time where their type is `type`.
    """

    def __new__(
        mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], *, kind: str = ""
    ) -> Any:
        if not kind:
            return super().__new__(mcs, name, bases, body)
        made: Any = type(name, tuple(each for each in bases if type(each) is not mcs), body)
        last: dict[str, Any] = {"kind": Literal[kind]}
        if GameEvent in bases and "moves" not in made.__annotations__:
            last, made.moves = {"moves": tuple[Move, ...], **last}, ()
        made.__annotations__, made.kind = {**made.__annotations__, **last}, kind
        return fast_init(dataclass(frozen=True, slots=True, init=False)(made))


class _Message(metaclass=_MessageType):
    if TYPE_CHECKING:

        @property
        def kind(self) -> str: ...


class GameCommand(_Message):
    """What a player asks for: `class Stake(GameCommand, kind="<game>.stake")`."""


class GameEvent(_Message):
    """What has happened. One that moves chips declares `moves`; the others have it, empty."""

    if TYPE_CHECKING:

        @property
        def moves(self) -> tuple[Move, ...]: ...


class GameView(_Message):
    """What is shown of a state; its kind is the key of the game."""
