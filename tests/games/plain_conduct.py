"""How arbitrary players behave at a game of which only the types of its messages are known."""

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.options import OneOf
from tables.games.core.protocol import AnyGame, Option
from tests.games.tape import Conduct, Tape


class PlainConduct(Conduct):
    """Commands of the game's types: amounts about its least stake, boxes about those it has."""

    face_down = False

    def __init__(self, game: AnyGame, least: int | None = None) -> None:
        """Amounts are about `least`, minor units; by default what the game's first book says."""
        rules = next(iter(game.books.values())).rules
        self._commands = _members(game.wire.commands)
        self._least = least or game.stake_limits(rules)[0] or 1
        self.standing = game.box_count(rules) == 0
        self.parties: Sequence[Party] = (
            (Party("ann"), Party("ben"), Party("cat")) if self.standing else ()
        )
        self.books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
            key: st.fixed_dictionaries(
                {},
                optional={
                    name: st.sampled_from(list(choice.form.values))
                    for name, choice in book.choices.items()
                    if isinstance(choice.form, OneOf)
                },
            )
            for key, book in game.books.items()
        }

    def command(self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party) -> Any:
        """Return any command at all."""
        amounts = (self._least, 2 * self._least, self._least - 1, 0, -5, 10**9)
        boxes = (*(holders or (0,)), 0, 99)
        return self._made(tape, tape.choose(self._commands), {Amount: amounts, BoxNo: boxes})

    def wager(self, tape: Tape, shown: Any, holders: Mapping[BoxNo, Party], party: Party) -> Any:
        """Return a command that might be a stake: with amounts, on a box of the party's."""
        stakes = [each for each in self._commands if _asks_for(each, Amount)]
        mine = [box for box, holder in holders.items() if holder == party] or list(holders) or [0]
        amounts = (self._least, 2 * self._least)
        chosen = tape.choose(stakes or self._commands)
        return self._made(tape, chosen, {Amount: amounts, BoxNo: mine}, least=1)

    def of_option(self, option: Option) -> Any:
        """Return the command of a button's kind, with what the button says."""
        (command,) = [each for each in self._commands if _kind(each) == option.command]
        names = {each.name for each in dataclasses.fields(command)} - {"kind"}
        return command(**{name: getattr(option, name) for name in names})

    def disguised(self, given: Any) -> Any:
        """Return the input itself: nothing in it is its giver's alone."""
        return given

    def _made(
        self, tape: Tape, hint: Any, among: Mapping[Any, Sequence[Any]], least: int = 0
    ) -> Any:
        """Return a value of a type, as the tape chooses; a list has `least` members or more."""
        if hint in among:
            return tape.choose(among[hint])
        if dataclasses.is_dataclass(hint):
            hints = typing.get_type_hints(hint)
            hints.pop("kind", None)
            made = {name: self._made(tape, each, among, least) for name, each in hints.items()}
            return hint(**made)
        match typing.get_origin(hint):
            case typing.Literal:
                return tape.choose(typing.get_args(hint))
            case types.UnionType:
                return self._made(tape, tape.choose(typing.get_args(hint)), among, least)
            case origin if origin is tuple:
                inner = typing.get_args(hint)[0]
                count = least + tape.below(3 - least)
                return tuple(self._made(tape, inner, among, least) for _ in range(count))
        plain: Mapping[Any, Sequence[Any]] = {
            str: ("a", "b", ""),
            bool: (False, True),
            int: (0, 1, 2, -1),
            types.NoneType: (None,),
        }
        return tape.choose(plain[hint])


def _members(union: Any) -> tuple[Any, ...]:
    return typing.get_args(union) or (union,)


def _kind(command: Any) -> str:
    return str(command.__dataclass_fields__["kind"].default)


def _asks_for(hint: Any, wanted: Any) -> bool:
    if hint == wanted:
        return True
    if dataclasses.is_dataclass(hint):
        return any(_asks_for(each, wanted) for each in typing.get_type_hints(hint).values())
    return any(_asks_for(each, wanted) for each in typing.get_args(hint))
