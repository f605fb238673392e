"""What the office, the API and the page tell of a house option, all made of its form.

Whoever adds a form (`tables.games.core.options`) adds it here: the type checker asks for it.
"""

import json
from collections.abc import Mapping
from typing import Any, assert_never

from tables.games import GAMES
from tables.games.core.options import (
    Amounts,
    Arranged,
    Choice,
    Composed,
    Flag,
    Form,
    Maybe,
    OneOf,
    PerBet,
    Several,
    Unit,
    Whole,
    Words,
)

YES = ("oui", "yes")
NO = ("non", "no")
_FEW = ("aucune", "none")


def value_in_words(form: Form, value: Any, *, typed: bool = False) -> Words:
    """Return a value in words; `typed` has an amount as the office types it, in hundredths."""
    match form:
        case Whole():
            return _number(form, value, typed=typed)
        case OneOf():
            return form.values[value]
        case Flag():
            return YES if value else NO
        case Several() | Arranged():
            return _list([form.words[each] for each in value])
        case Amounts():
            return _list([_number(form.amount, each, typed=typed) for each in value])
        case PerBet() if isinstance(value, Mapping):
            amounts = {
                each: _number(form.amount, most, typed=typed) for each, most in value.items()
            }
            return _list([_beside(form.bets[bet], most) for bet, most in amounts.items()])
        case PerBet():
            return _number(form.amount, value, typed=typed)
        case Composed():
            return form.label
        case Maybe():
            return form.nothing if value is None else value_in_words(form.form, value, typed=typed)
        case _:
            assert_never(form)


def _list(each: list[Words]) -> Words:
    if not each:
        return _FEW
    return ", ".join(fr for fr, _ in each), ", ".join(en for _, en in each)


def _beside(one: Words, other: Words) -> Words:
    return f"{one[0]} {other[0]}", f"{one[1]} {other[1]}"


def _number(form: Whole, value: int, *, typed: bool) -> Words:
    match form.unit:
        case "amount" if not typed:
            return _chips(value)
        case "share" if not typed:
            percent = f"{value / 100:g}"
            return f"{percent.replace('.', ',')}\N{NO-BREAK SPACE}%", f"{percent}%"
        case "seconds":
            return f"{value}\N{NO-BREAK SPACE}s", f"{value} s"
        case "minutes":
            return f"{value}\N{NO-BREAK SPACE}min", f"{value} min"
        case "amount" | "share" | "count" | "player":
            return str(value), str(value)
        case _:
            assert_never(form.unit)


def _chips(minor: int) -> Words:
    """Return an amount as the page writes chips: without hundredths where there are none."""
    text = f"{minor // 100:,}" + (f".{minor % 100:02}" if minor % 100 else "")
    return text.replace(",", "\N{NARROW NO-BREAK SPACE}").replace(".", ","), text


def allowed_in_words(choice: Choice) -> Words:
    """Return in words what may be chosen."""
    if choice.kind == "fixed":
        return value_in_words(choice.form, choice.default, typed=True)
    return bounds_in_words(choice.form)


def bounds_in_words(form: Form) -> Words:
    """Return in words what a form allows."""
    match form:
        case Whole():
            least, most, unit = (
                _number(form, form.minimum, typed=False),
                _number(form, form.maximum, typed=False),
                _TYPED_IN[form.unit],
            )
            return f"de {least[0]} à {most[0]}{unit[0]}", f"{least[1]} to {most[1]}{unit[1]}"
        case OneOf():
            return _list(list(form.values.values()))
        case Flag():
            return _list([YES, NO])
        case Several():
            fr, en = _list(list(form.words.values()))
            return f"plusieurs de {fr}", f"any of {en}"
        case Arranged():
            fr, en = _list(
                [
                    (f"{times} × {word} ({fr})", f"{times} × {word} ({en})")
                    for (word, times), (fr, en) in zip(
                        form.times.items(), form.words.values(), strict=True
                    )
                ]
            )
            return f"dans un ordre quelconque : {fr}", f"in any order: {en}"
        case Amounts():
            fr, en = bounds_in_words(form.amount)
            return f"{form.most} au plus, {fr}", f"at most {form.most}, {en}"
        case PerBet():
            fr, en = bounds_in_words(form.amount)
            return (
                f"{fr}, pour toutes les mises ou par sorte de mise",
                f"{en}, for all bets or by kind of bet",
            )
        case Composed():
            return form.label
        case Maybe():
            (fr, en), (no_fr, no_en) = bounds_in_words(form.form), form.nothing
            return f"{fr} ; vide : {no_fr}", f"{en}; empty: {no_en}"
        case _:
            assert_never(form)


_TYPED_IN: Mapping[Unit, Words] = {
    "count": ("", ""),
    "amount": (", en centièmes", ", in hundredths"),
    "share": (", en dix-millièmes", ", in ten-thousandths"),
    "seconds": ("", ""),
    "minutes": ("", ""),
    "player": (", numéro d’un joueur", ", the number of a player"),
}
"""What the office types a number in."""


def value_schema(choice: Choice) -> dict[str, Any]:
    """Return the JSON Schema of the values that may be chosen."""
    return {"const": choice.default} if choice.kind == "fixed" else _schema(choice.form)


def _schema(form: Form) -> dict[str, Any]:
    match form:
        case Whole():
            return {"type": "integer", "minimum": form.minimum, "maximum": form.maximum}
        case OneOf():
            return {"enum": list(form.values)}
        case Flag():
            return {"type": "boolean"}
        case Several():
            return {"type": "array", "items": {"enum": list(form.words)}, "uniqueItems": True}
        case Arranged():
            each_as_often = [
                {"contains": {"const": word}, "minContains": times, "maxContains": times}
                for word, times in form.times.items()
            ]
            most = sum(form.times.values())
            return {"type": "array", "maxItems": most, "allOf": each_as_often}
        case Amounts():
            amounts = {"items": _schema(form.amount), "uniqueItems": True}
            return {"type": "array", "minItems": 1, "maxItems": form.most, **amounts}
        case PerBet():
            amount = _schema(form.amount)
            by_bet = {
                "type": "object",
                "properties": dict.fromkeys(form.bets, amount),
                "additionalProperties": False,
            }
            return {"anyOf": [amount, by_bet]}
        case Composed():
            return dict(form.schema)
        case Maybe():
            return {"anyOf": [_schema(form.form), {"type": "null"}]}
        case _:
            assert_never(form)


def any_value_schema() -> dict[str, Any]:
    """Return the OpenAPI schema of the value of whatever option of whatever game."""
    kinds = {
        json.dumps(each, sort_keys=True)
        for game in GAMES.values()
        for book in game.books.values()
        for choice in book.choices.values()
        for each in _kinds(choice.form)
    }
    return {"anyOf": [json.loads(each) for each in sorted(kinds)], "nullable": True}


def _kinds(form: Form) -> list[dict[str, Any]]:
    """Return what JSON knows of a form, without its bounds: a published set may exceed them."""
    match form:
        case Whole():
            return [{"type": "integer"}]
        case OneOf():
            return [
                {"type": "string"} if isinstance(each, str) else {"type": "integer"}
                for each in form.values
            ]
        case Flag():
            return [{"type": "boolean"}]
        case Several() | Arranged():
            return [{"type": "array", "items": {"type": "string"}}]
        case Amounts():
            return [{"type": "array", "items": {"type": "integer"}}]
        case PerBet():
            return [{"type": "integer"}, _OBJECT]
        case Composed():
            return [_OBJECT]
        case Maybe():
            return _kinds(form.form)
        case _:
            assert_never(form)


_OBJECT = {"type": "object", "additionalProperties": True}
