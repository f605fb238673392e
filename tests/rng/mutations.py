"""Every change of one thing in a bundle: none of them may a verifier accept.

`python -m tests.rng.mutations FILE` writes bundles, right and wrong, for a verifier in another
language: a JSON object a line, `{"bundle": {…}, "name": text, "right": bool}`.
"""

import copy
import itertools
import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from tests.rng import bundles
from tests.rng.bundles import Bundle

Steps = tuple[str | int, ...]

FREE = (
    r"(contributions|locked|opened|order|void)\.at is ",
    r"contributions\.(beacon_round|cutter) is ",
    r"contributions\.hashes( is |\.\d+\.(hash|seat) is )",
    r"locked\.locked( is |\.\d+\.(locked|seat) is )",
    r"(contributions|locked|opened) left out",
    r"void\.(reason|code|by) is ",
    r"reveal\.withdrawn(\.(code|by) is | removed)",
    r"reveal\.request is ",
)
"""What only the log's signature holds: the house could say otherwise, but not after it signed.

Times between their neighbours'; the hash of a secret that was withheld; the lists where nobody
opened anything, as in what was given up; the round of a beacon that was not used; words; why a
promise was withdrawn and by whom.
"""


def leaves(value: object, at: Steps = ()) -> Iterator[Steps]:
    """The path of every value in a JSON value, but of the whole."""
    if at:
        yield at
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, (*at, name))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from leaves(inner, (*at, place))


def others(value: object) -> Iterator[object]:
    """Values of the same and of other types, each another JSON value than this one.

    A number is never written with a fraction of zero: JavaScript reads `1.0` as 1.
    """
    yield from (None, [], {}, "", 1.5, True)
    if isinstance(value, bool):
        yield from (not value, int(value))
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value - 1, value + 256, value + 2**53, str(value))
    elif isinstance(value, str):
        yield from texts(value)
    elif isinstance(value, list):
        yield from (value[:-1], value[1:], [*value, 0], value[::-1], [*value, *value[-1:]])
        yield [*value[1:2], *value[:1], *value[2:]]
    elif isinstance(value, dict):
        yield {**value, "unknown": 0}


def texts(value: str) -> Iterator[str]:
    """Other texts: shorter, longer, and for each class of a hexadecimal digit another one."""
    yield from (value[1:], value[:-1], f"{value}0", f"{value} ", f" {value}", value.swapcase())
    for place in {0, len(value) // 2, len(value) - 1} if value else ():
        was = value[place]
        # A digit for a digit, a letter for a letter, one for the other; upper case; no hex at all.
        for other in ("0", "9", "a", "f", was.upper(), "g", "é"):
            yield value[:place] + other + value[place + 1 :]
    for old, new in (("[0-9]", "b"), ("[a-f]", "7")):
        yield re.sub(old, new, value, count=1)


def put(whole: Any, path: Steps, value: object) -> Any:
    """The value with another one at this path; shares the rest with it."""
    if not path:
        return value
    changed = copy.copy(whole)
    changed[path[0]] = put(whole[path[0]], path[1:], value)
    return changed


def without(whole: Any, path: Steps) -> Any:
    """The value without what is at this path; shares the rest with it."""
    *above, last = path
    inner = whole
    for step in above:
        inner = inner[step]
    return put(whole, tuple(above), {name: inner[name] for name in inner if name != last})


def changes(whole: Bundle) -> Iterator[tuple[Steps, str, Bundle]]:
    """Every single change of a JSON value: where, what, and the changed whole."""
    for path in leaves(whole):
        last = path[-1]
        right: Any = whole
        for step in path:
            right = right[step]
        wrong = [("is", value) for value in others(right) if not same(value, right)]
        if isinstance(last, str):
            wrong.append(("removed", None))
        for how, value in wrong:
            changed = put(whole, path, value) if how == "is" else without(whole, path)
            yield path, how if how == "removed" else f"is {value!r:.60}", changed
    yield (), "unknown", {**whole, "unknown": 0}


def same(one: object, other: object) -> bool:
    """Whether two JSON values are the same text; to Python True equals 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def mutations(whole: Bundle) -> Iterator[tuple[str, Bundle]]:
    """Every bundle with one change, also inside the text of an entry; all are wrong."""
    for path, how, changed in changes(whole):
        yield f"{'.'.join(map(str, path))} {how}", changed
    for at, each in enumerate(whole["log"]["entries"]):
        for path, how, other in changes(json.loads(each["entry"])):
            changed = put(whole, ("log", "entries", at, "entry"), bundles.canonical(other))
            yield f"entry {at}: {'.'.join(map(str, path))} {how}", changed


def forgeries(whole: Bundle) -> Iterator[tuple[str, Bundle]]:
    """Every bundle with one change inside an entry, in a log that the house signed for it.

    All are wrong but those of FREE, some of which are right.
    """
    texts = [each["entry"] for each in whole["log"]["entries"]]
    for at, text in enumerate(texts):
        kind = json.loads(text)["kind"]
        for path, how, other in changes(json.loads(text)):
            entries = [*texts[:at], bundles.canonical(other), *texts[at + 1 :]]
            name = ".".join(map(str, path)).replace("facts", kind, 1)
            yield f"{name} {how}", bundles.signed_anew(whole, entries)
        yield f"{kind} left out", bundles.signed_anew(whole, texts[:at] + texts[at + 1 :])
        yield f"{kind} twice", bundles.signed_anew(whole, texts[: at + 1] + texts[at:])
        if at:
            swapped = [*texts[: at - 1], text, texts[at - 1], *texts[at + 1 :]]
            yield f"{kind} sooner", bundles.signed_anew(whole, swapped)


def clocks(whole: Bundle) -> Iterator[tuple[str, Bundle]]:
    """Bundles signed anew with another time or another checkpoint: some right, most wrong."""
    texts = [each["entry"] for each in whole["log"]["entries"]]
    leaves_ = [json.loads(text) for text in texts]
    moments = [each["facts"].get("at") for each in leaves_]
    last = max((each for each in moments if each is not None), default=0)
    for time in (0, last - 1, last, last + 1):
        if time >= 0:
            yield f"checkpoint at {time - last}", bundles.signed_anew(whole, texts, time=time)
    for place, at in enumerate(moments):
        if at is None:
            continue
        now = int(whole["log"]["checkpoint"].split("\ntime ")[1].split("\n")[0])
        near = {0, at - 1, at + 1, now, now + 1, *(each for each in moments if each is not None)}
        for other in sorted(near):
            changed = put(leaves_[place], ("facts", "at"), other)
            entries = [*texts[:place], bundles.canonical(changed), *texts[place + 1 :]]
            kind = leaves_[place]["kind"]
            yield f"{kind}.at moved by {other - at}", bundles.signed_anew(whole, entries)
    later = bundles.entry("other:1", "monitoring", {})
    signed = bundles.signed_anew(whole, [*texts, later])
    signed["log"]["entries"] = signed["log"]["entries"][:-1]
    yield "checkpoint later", signed


def checkpoints(whole: Bundle) -> Iterator[tuple[str, Bundle]]:
    """Bundles whose signed checkpoint is not in the one form that the protocol has; all wrong."""
    text = whole["log"]["checkpoint"].partition("\n\n")[0] + "\n"
    origin, size, root, previous, time = text.splitlines()
    wrong = {
        "no time": (origin, size, root, previous),
        "no previous": (origin, size, root, time),
        "time first": (origin, size, root, time, previous),
        "previous twice": (origin, size, root, previous, previous, time),
        "another line": (origin, size, root, previous, "more", time),
        "a line after": (origin, size, root, previous, time, "more"),
        "size with a zero": (origin, f"0{size}", root, previous, time),
        "size with a sign": (origin, f"+{size}", root, previous, time),
        "time with a zero": (origin, size, root, previous, time.replace(" ", " 0")),
        "time with a fraction": (origin, size, root, previous, f"{time}.0"),
        "time without end": (origin, size, root, previous, f"time {2**53}"),
        "short previous": (origin, size, root, "previous AAAA", time),
        "previous in hex": (origin, size, root, f"previous {'00' * 32}", time),
        "another origin": (f"{origin}2", size, root, previous, time),
        "root unpadded": (origin, size, root.rstrip("="), previous, time),
    }
    for name, lines in wrong.items():
        changed = bundles.noted("".join(f"{line}\n" for line in lines))
        yield name, put(whole, ("log", "checkpoint"), changed)
    note = whole["log"]["checkpoint"]
    yield "two signatures", put(whole, ("log", "checkpoint"), note + note.rpartition("\n\n")[2])


def deals(whole: Bundle) -> Iterator[tuple[str, bool, Bundle]]:
    """Bundles of a shoe whose deal the house bound otherwise, and whether that may be."""
    deal = whole["reveal"]["deal"]
    first, second = deal[0], deal[1]
    later = [{**each, "round": each["round"] + 7} for each in deal]
    tried: dict[str, tuple[bool, Any]] = {
        "as it was": (True, deal),
        "later rounds": (True, later),
        "other hands": (True, [{**first, "hands": ["x"] * len(first["hands"])}, *deal[1:]]),
        "a long name": (True, [{**first, "hands": ["x" * 32, *first["hands"][1:]]}, *deal[1:]]),
        "one round": (True, [{"hands": [h for d in deal for h in d["hands"]], "round": 2**53 - 1}]),
        "a card less": (False, [{**first, "hands": first["hands"][1:]}, *deal[1:]]),
        "a card more": (False, [*deal[:-1], {**deal[-1], "hands": [*deal[-1]["hands"], "x"]}]),
        "no round": (False, []),
        "null": (False, None),
        "a round without cards": (False, [*deal, {"hands": [], "round": deal[-1]["round"] + 1}]),
        "a round twice": (False, [first, {**second, "round": first["round"]}, *deal[2:]]),
        "rounds that fall": (False, [{**first, "round": second["round"] + 1}, *deal[1:]]),
        "rounds swapped": (False, [second, first, *deal[2:]]),
        "round 0": (False, [{**first, "round": 0}, *deal[1:]]),
        "round true": (False, [{**first, "round": True}, *deal[1:]]),
        "a round as text": (False, [{**first, "round": str(first["round"])}, *deal[1:]]),
        "no hands": (False, [{"round": first["round"]}, *deal[1:]]),
        "more names": (False, [{**first, "box": 1}, *deal[1:]]),
        "a list": (False, [[first["round"], first["hands"]], *deal[1:]]),
    }
    for name in ("", "x" * 33, "tab\t", "line\n", "caf\u00e9", "\x7f", None, 1, ["x"]):
        hands = [name, *first["hands"][1:]]
        tried[f"a hand is {name!r}"] = (False, [{**first, "hands": hands}, *deal[1:]])
    for what, (right, other) in tried.items():
        yield what, right, bundles.dealt_as(whole, other)
    told = bundles.untold(whole)
    yield "version 3, and nothing told", True, told
    yield "version 4, and nothing told", False, {**told, "version": 4}
    yield "version 3, and it is told", False, {**whole, "version": 3}
    yield "told in the bundle alone", False, {**told, "version": 4, "reveal": whole["reveal"]}
    yield "told in the log alone", False, {**whole, "version": 3, "reveal": told["reveal"]}
    yield "version 5", False, {**whole, "version": 5}


def is_free(name: str) -> bool:
    """Tell whether a forgery touches what only the log's signature holds."""
    return any(re.match(pattern, name) for pattern in FREE)


def needs_pairings(name: str) -> bool:
    """Tell whether a forgery changes what was locked to something else of its form."""
    return name.startswith("locked.locked.") and ".locked is " in name


def headers() -> Iterator[tuple[str, Callable[[], Bundle]]]:
    """Makers of bundles that are right but for a field of the header, which the house promised."""
    for number, shape in enumerate(SHOES):
        for name, value in fields(bundles.shoe(shape, number)["header"]):
            make = partial(bundles.shoe, shape, number, **{name: value})
            yield f"shoe {number}: {name} is {value!r:.60}", make
    for number, draw_shape in enumerate(DRAWS):
        for name, value in fields(bundles.draw(draw_shape, number)["header"]):
            make = partial(bundles.draw, draw_shape, number, **{name: value})
            yield f"draw {number}: {name} is {value!r:.60}", make


def fields(header: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every field of a header with every other value, and one field more."""
    yield "unknown", 0
    for name, right in header.items():
        for value in others(right):
            if not same(value, right):
                yield name, value


SHOES = (
    bundles.Shape(cutter=4, withheld=(7,)),
    bundles.Shape(beacon="recorded", seats=(3,), withheld=(3,), cutter=3, rounds=None),
    bundles.Shape(contributions="cut_only", seats=(2, 5), cutter=2, beacon="missing"),
    bundles.Shape(contributions="none", seats=(), refill=40, cut_from=0, cut_to=0, behind=5),
    bundles.Shape(void="opened"),
    bundles.Shape(void="listed", why=None),
    bundles.Shape(beacon="recorded", locks=True, seats=(1, 4), withheld=(1,), cutter=4),
)
DRAWS = (
    bundles.DrawShape(sides=(6, 6), withheld=(2,), beacon="recorded"),
    bundles.DrawShape(contributions="none", seats=(), beacon="missing"),
    bundles.DrawShape(withdrawn="listed"),
    bundles.DrawShape(withdrawn="opened", why=None),
    bundles.DrawShape(beacon="recorded", locks=True, seats=(1,), withdrawn="locked"),
)
"""Shapes that have together everything a bundle can have."""


RIGHT: Final[dict[str, Callable[[], Bundle]]] = {
    **{f"shoe {nth}": partial(bundles.shoe, shape, nth) for nth, shape in enumerate(SHOES)},
    **{f"draw {nth}": partial(bundles.draw, shape, nth) for nth, shape in enumerate(DRAWS)},
}
"""What makes a bundle of each of these shapes."""


def right() -> Iterator[tuple[str, Bundle]]:
    """A bundle of each of these shapes."""
    for name, make in RIGHT.items():
        yield name, make()


def main() -> None:
    with Path(sys.argv[1]).open("w") as file:
        for name, whole in right():
            file.write(json.dumps({"bundle": whole, "name": name, "right": True}) + "\n")
            forged = (each for each in forgeries(whole) if not is_free(each[0]))
            for what, changed in itertools.chain(mutations(whole), forged):
                line = {"bundle": changed, "name": f"{name}: {what}", "right": False}
                file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
