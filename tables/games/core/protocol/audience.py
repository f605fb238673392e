"""For whom an event is projected: everybody, one party, or the office."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Final, Protocol, TypeVar, cast, get_origin

from tables.games.core.money import Party
from tables.games.core.protocol.facts import Voided
from tables.games.core.values import changed


class Owned(Protocol):
    """A stake, its result or a move, which names whose it is."""

    @property
    def party(self) -> Party: ...


O = TypeVar("O", bound=Owned)  # noqa: E741
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Audience:
    """What of a round its reader may know; `Game.redact` projects an event for one.

    What happened and its totals everybody may know.
    """

    party: Party | None = None
    """Whose own stakes, results and moves are shown; `None` for nobody's."""
    all_stakes: bool = False
    """Everybody's stakes, results and moves are shown."""
    face_down: bool = False
    """Cards that lie face down are shown."""

    def may_see(self, party: Party) -> bool:
        """Tell whether this reader may know what is a party's own."""
        return self.all_stakes or party == self.party

    def items_of(self, party: Party, items: tuple[T, ...]) -> tuple[T, ...]:
        """Return a list that is a party's own, or an empty one where it may not be known."""
        return items if self.may_see(party) else ()

    def visible_items(self, items: Iterable[O]) -> tuple[O, ...]:
        """Return the items (stakes, moves …) of the parties whose own this reader may see."""
        if self.party is None and not self.all_stakes:
            return ()
        return tuple(each for each in items if self.may_see(each.party))


EVERYBODY: Final = Audience()
"""The others at the table, and strangers: they are shown nobody's own."""
OFFICE: Final = Audience(all_stakes=True)
"""The office, while a round is played."""
OFFICE_AFTERWARDS: Final = Audience(all_stakes=True, face_down=True)
"""The office, once a round is over: it reads the event as it is recorded."""


_OF_STAKES: Final = {"laid", "announced", "settled", "held"}


def redact_stakes(event: T, audience: Audience) -> T:
    """Return an event with only those stakes, results and moves that an audience may know.

    Lists `laid` and `announced` are those of the event's party; the items of `settled` and `held`,
    and the moves beside any of these, name whose they are. An event with no such list stays as it
    is.
    """
    whole: Any = event
    shown: dict[str, Any] = {}
    for name in _lists_of_stakes(whole.__class__):
        if name in ("laid", "announced"):
            shown[name] = audience.items_of(whole.party, getattr(whole, name))
        else:
            shown[name] = audience.visible_items(getattr(whole, name))
    return cast("T", changed(whole, **shown)) if shown else event


@cache
def _lists_of_stakes(kind: Any) -> tuple[str, ...]:
    lists = {each.name for each in fields(kind) if get_origin(each.type) is tuple} & _OF_STAKES
    return (*lists, "moves") if lists or kind is Voided else ()
