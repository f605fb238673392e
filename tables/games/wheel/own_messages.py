"""A game's own classes of the family's messages: the same fields, and kinds that bear its key."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field, make_dataclass
from functools import reduce
from operator import or_
from typing import Any, Final, Literal, TypeVar

from tables.games.core.protocol import Voided, Wire
from tables.games.core.values import copy_as
from tables.games.wheel import messages
from tables.games.wheel import view as wheel

T = TypeVar("T")

PRISON: Final = (
    messages.Half,
    messages.Prison,
    messages.HalfTaken,
    messages.Imprisoned,
    messages.ChoiceOffered,
)
"""What only a game has whose text puts stakes in prison."""


def own_class(base: type[T], game: str, name: str, value: str) -> type[T]:
    """Return a class that adds to a class of the family one text that is always the same.

    The codecs tell by it whose message it is.
    """
    made = make_dataclass(
        base.__name__,
        [(name, Literal[value], field(default=value))],
        bases=(base,),
        namespace={"__doc__": base.__doc__},
        frozen=True,
        slots=True,
    )
    made.__module__ = f"{__package__.removesuffix('wheel')}{game}"
    return made


class OwnMessages:
    """A game's commands and events: that of kind `<game>.staked` is `Staked`.

    Kinds are for ever; fields are only added. `stake` is that of a game which adds to it. `without`
    are those of the family's that the game has not, and which stay the family's here; `events` is
    what it has beside them.
    """

    def __init__(
        self,
        game: str,
        *,
        stake: type[messages.Stake] = messages.Stake,
        without: Collection[type[Any]] = (),
        events: Iterable[type[Any]] = (),
    ) -> None:
        own: dict[type[Any], type[Any]] = {}

        def made(base: type[T]) -> type[T]:
            if base in without:
                return base
            verb = re.sub("(?<!^)(?=[A-Z])", "_", base.__name__).lower()
            own[base] = own_class(base, game, "kind", f"{game}.{verb}")
            return own[base]

        self.game: Final = game
        self.Stake: Final = made(stake)
        self.Half: Final = made(messages.Half)
        self.Prison: Final = made(messages.Prison)
        self.Ready: Final = made(messages.Ready)
        self.Opened: Final = made(messages.Opened)
        self.Staked: Final = made(messages.Staked)
        self.Readied: Final = made(messages.Readied)
        self.HalfTaken: Final = made(messages.HalfTaken)
        self.Imprisoned: Final = made(messages.Imprisoned)
        self.BetsClosed: Final = made(messages.BetsClosed)
        self.SpinStopped: Final = made(messages.SpinStopped)
        self.NumberFell: Final = made(messages.NumberFell)
        self.Collected: Final = made(messages.Collected)
        self.Paid: Final = made(messages.Paid)
        self.Restaked: Final = made(messages.Restaked)
        self.ChoiceOffered: Final = made(messages.ChoiceOffered)
        self.SessionBroken: Final = made(messages.SessionBroken)
        self.RoundClosed: Final = made(messages.RoundClosed)

        asked = (stake, messages.Half, messages.Prison, messages.Ready)
        said = {base: each for base, each in own.items() if base not in asked}
        self.commands: Final[Any] = reduce(or_, (own[base] for base in asked if base in own))
        self.events: Final[Any] = reduce(or_, (*said.values(), *events, Voided))
        self._said: Final[Mapping[type[Any], type[Any]]] = said

    def own(self, event: Any) -> Any:
        """Return an event of the family as the game's own; one that is its own already as it is."""
        kind = self._said.get(type(event))
        return event if kind is None else copy_as(kind, event)

    def wire(self, view: type[wheel.View] = wheel.View) -> Wire:
        """Return what the codecs read and write; `view` is that of a game which adds to it."""
        return Wire(
            self.commands,
            self.events,
            own_class(view, self.game, "game", self.game),
            own_class(wheel.Own, self.game, "game", self.game),
            prefix=self.game.title().replace("_", ""),
        )
