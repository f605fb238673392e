"""Frozen values: made quickly, their changed copies, and what is worked out of them once."""

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, Final, TypeVar

A = TypeVar("A")
B = TypeVar("B")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


def fast_init(kind: type[T]) -> type[T]:
    """Let a frozen, slotted dataclass be made in half the time; it stays as frozen.

    Its own `__init__` writes every field past the `__setattr__` that freezes it. Here the value is
    one of an unfrozen twin of the class while its fields are written. For values of which a step
    makes many; their fields have plain defaults or none, no factories.
    """
    declared: list[Any] = list(fields(kind))  # type: ignore[arg-type]
    assert all(each.init and each.default_factory is MISSING for each in declared), kind
    known = {f"default_{each.name}": each.default for each in declared}
    known |= {"_become": _BECOME, "_twin": _twin(kind), "_kind": kind}
    given = ", ".join(
        each.name if each.default is MISSING else f"{each.name}=default_{each.name}"
        for each in declared
    )
    lines = [
        f"def __init__(_value, {given}):",
        "    _become(_value, _twin)",
        *[f"    _value.{each.name} = {each.name}" for each in declared],
        *["    _value.__post_init__()"] * hasattr(kind, "__post_init__"),
        "    _value.__class__ = _kind",
    ]
    kind.__init__ = _written(lines, known)  # type: ignore[method-assign]
    return kind


_BECOME: Final = object.__dict__["__class__"].__set__


def _twin(kind: type[Any]) -> type[Any]:
    """Return a subclass whose fields may be written; a value of it can be made one of `kind`."""
    unfrozen = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(f"Unfrozen{kind.__name__}", (kind,), {"__slots__": (), **unfrozen})


if TYPE_CHECKING:
    # A type checker knows the fields of `replace`.
    from dataclasses import replace as changed
else:

    def changed(value: T, /, **fields: Any) -> T:
        """Return a copy of a frozen, slotted dataclass with some fields changed.

        Does what `dataclasses.replace` does in less of the time, which a fold over events mostly
        spends here; runs no `__post_init__`, so it is for values that refuse nothing.
        """
        return fast_replace(type(value))(value, **fields)


@cache
def fast_replace(kind: type[Any], *always: str) -> Callable[..., Any]:
    """Return `changed` for the values of one class: half as dear again where a fold lives by it.

    With names, what it returns takes a value and those fields, in that order, and takes two thirds
    of the time: no field has to be looked at to see whether it changes.
    """
    names = [each.name for each in fields(kind)]
    given = always or [f"{name}=_kept" for name in names]
    kept = {name: f"_value.{name}" for name in names}
    if always:
        kept |= {name: name for name in always}
    else:
        kept = {name: f"{was} if {name} is _kept else {name}" for name, was in kept.items()}
    lines = [
        f"def changing(_value, {', '.join(given)}):",
        "    _copy = _new(_twin)",
        *[f"    _copy.{name} = {value}" for name, value in kept.items()],
        "    _copy.__class__ = _kind",
        "    return _copy",
    ]
    known = {"_new": object.__new__, "_twin": _twin(kind), "_kind": kind, "_kept": object()}
    return _written(lines, known)


def _written(lines: list[str], known: dict[str, Any]) -> Callable[..., Any]:
    """Return the function of these lines, written out field by field as dataclasses do.

    A loop over names takes four times as long.
    """
    exec("\n".join(lines), known)  # noqa: S102 - it names the fields of our own classes only
    function: Callable[..., Any] = known[lines[0][4 : lines[0].index("(")]]
    return function


def copy_as(kind: Callable[..., T], value: Any, /, **own: Any) -> T:
    """Return a value of another class: with the fields that both have, and those that are given.

    `kind` and `game`, by which the wire tells messages apart, stay those of the class.
    """
    names = _shared_fields(kind, value.__class__)
    return kind(**{name: getattr(value, name) for name in names if name not in own}, **own)


@cache
def _shared_fields(kind: Any, other: Any) -> tuple[str, ...]:
    names = {each.name for each in fields(kind)} - {"kind", "game"}
    return tuple([name for name in names if hasattr(other, name)])


def cache_last(function: Callable[[A, B], T]) -> Callable[[A, B], T]:
    """Keep the last answer of a pure function of two values that never change.

    A step asks the same of one state several times. The values are compared by identity: to compare
    or hash whole states would cost more than to work it out again.
    """
    last: tuple[A, B, T] | None = None

    @wraps(function)
    def ask(one: A, other: B) -> T:
        nonlocal last
        # Read and replaced as a whole, so that another thread sees one answer, never half of two.
        known = last
        if known is not None and known[1] is other and known[0] is one:
            return known[2]
        answer = function(one, other)
        last = one, other, answer
        return answer

    return ask


def cache_results(most: int) -> Callable[[F], F]:
    """Keep the answers of a pure function of values that never change, up to so many.

    The values are compared by identity, as in `cache_last`: what is asked again is asked of
    the very same ones. They are kept with the answer, so that no others can have their identity.
    """

    def keeping(function: Any) -> Any:
        answers: dict[tuple[int, ...], tuple[tuple[Any, ...], Any]] = {}

        @wraps(function)
        def ask(*values: Any) -> Any:
            key = tuple(map(id, values))
            known = answers.get(key)
            if known is not None:
                return known[1]
            if len(answers) >= most:
                answers.clear()
            answer = function(*values)
            answers[key] = values, answer
            return answer

        return ask

    return keeping


__all__: Final = [
    "cache_last",
    "cache_results",
    "changed",
    "copy_as",
    "fast_init",
    "fast_replace",
]
