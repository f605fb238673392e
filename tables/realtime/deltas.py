"""Deltas: what a frame changes of the frame before it (ADR 0062).

A process that publishes a frame adds its delta where it knows the frame before it, because it
published that too or its hub has received it. The hub sends the delta to the sockets whose last
frame that is, and the whole frame to the others.
"""

import threading
from collections.abc import Sequence
from typing import Any, Final

from pydantic_core import from_json, to_json

_HEAD: Final = '{"type":"frame",'


class _Unlike(Exception):
    """A value cannot be given as a patch of another."""


def difference(old: Any, new: Any) -> Any:
    """Return the patch that turns `old` into `new`, two JSON values that differ.

    An object stands for the changed fields of an object, or, by their indexes, for the changed
    items of a list of such as long as before; anything else is the new value. Assumes that a field
    is not a number at one time and a truth value at another. Raises `_Unlike` when an object took
    the place of another value than null or of an object with other fields.
    """
    if isinstance(new, dict) and isinstance(old, dict | list):
        if not isinstance(old, dict) or old.keys() != new.keys():
            raise _Unlike
        return {
            name: difference(old[name], value) for name, value in new.items() if old[name] != value
        }
    if isinstance(new, list) and isinstance(old, list) and len(old) == len(new):
        changed = [nth for nth, value in enumerate(new) if old[nth] != value]
        if len(changed) < len(new) and all(isinstance(new[nth], dict | list) for nth in changed):
            try:
                return {str(nth): difference(old[nth], new[nth]) for nth in changed}
            except _Unlike:
                return new
    return new


class _Known:
    """A published frame: its number, its text, and what it shows once that was read."""

    __slots__ = ("_rest", "_shown", "seq")

    def __init__(self, seq: int, rest: str) -> None:
        """`rest` is its text behind the list of its events."""
        self.seq = seq
        self._rest = rest
        self._shown: dict[str, Any] | None = None

    @property
    def shown(self) -> dict[str, Any]:
        """Its view and its floor."""
        if self._shown is None:
            self._shown = from_json("{" + self._rest.removeprefix("],"))
            self._rest = ""
        return self._shown


class Deltas:
    """The last frame of each table that this process knows, and what came after it.

    A cache that needs no invalidation: a number belongs to one published frame for ever. Never a
    snapshot, which may be newer than its number says.
    """

    KEPT: Final = 1024
    """At this many tables the cache is emptied."""

    def __init__(self) -> None:
        self._known: dict[int, _Known] = {}
        self._lock = threading.Lock()

    def note(self, table_id: int, seq: int, text: str, events: Sequence[int]) -> None:
        """Remember a frame that another process published, unless a later one is known."""
        known = self._known.get(table_id)
        if known is None or known.seq < seq:
            self._remember(table_id, _Known(seq, text[events[1] :]))

    def delta_and_remember(
        self, table_id: int, seq: int, follows: int, text: str, events: Sequence[int]
    ) -> str:
        """Return the JSON text of a frame's delta to the frame `follows`, and remember the frame.

        An empty text where frame `follows` is not the last that is known here, or the two are too
        unlike. `text` is the whole frame; `events` is where the list of its events begins and ends.
        """
        frame = _Known(seq, text[events[1] :])
        last = self._remember(table_id, frame)
        if last is None or last.seq != follows:
            return ""
        try:
            changed = difference(last.shown, frame.shown)
        except _Unlike:
            return ""
        view, floor = (to_json(changed.get(name, {})).decode() for name in ("view", "floor"))
        head = text[len(_HEAD) : events[1]]
        return f'{{"type":"delta","since":{follows},{head}],"view":{view},"floor":{floor}}}'

    def _remember(self, table_id: int, frame: _Known) -> _Known | None:
        """Keep a table's frame where it is the newest; return the one that was kept before."""
        with self._lock:
            last = self._known.get(table_id)
            if last is None or last.seq < frame.seq:
                if last is None and len(self._known) >= self.KEPT:
                    self._known.clear()
                self._known[table_id] = frame
            return last

    def forget(self) -> None:
        """Forget every frame, of all tables."""
        self._known.clear()


known: Final = Deltas()
"""Those of this process."""
