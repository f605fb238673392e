"""What the office, the API and the page show of a house option, all made of its form.

Whoever adds a form (`tables.games.core.options`) adds it here: the type checker asks for it.
"""

import json
from collections.abc import Mapping
from typing import Any, assert_never

from django import forms
from django.core.exceptions import ValidationError

from casino.office import both
from tables.games import GAMES
from tables.games.core.options import (
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

_YES = ("oui", "yes")
_NO = ("non", "no")
_FEW = ("aucune", "none")


def shown(form: Form, value: Any, *, typed: bool = False) -> Words:
    """Return a value in words; `typed` has an amount as the office types it, in hundredths."""
    match form:
        case Whole():
            return _number(form, value, typed=typed)
        case OneOf():
            return form.values[value]
        case Flag():
            return _YES if value else _NO
        case Several():
            return _list([form.words[each] for each in value])
        case PerBet() if isinstance(value, Mapping):
            amounts = {
                each: _number(form.amount, most, typed=typed) for each, most in value.items()
            }
            return _list([_beside(form.bets[bet], most) for bet, most in amounts.items()])
        case PerBet():
            return _number(form.amount, value, typed=typed)
        case Composed():
            return form.says
        case Maybe():
            return form.nothing if value is None else shown(form.of, value, typed=typed)
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
        case "amount" | "share" | "count":
            return str(value), str(value)
        case _:
            assert_never(form.unit)


def _chips(minor: int) -> Words:
    """Return an amount as the page writes chips: without hundredths where there are none."""
    text = f"{minor // 100:,}" + (f".{minor % 100:02}" if minor % 100 else "")
    return text.replace(",", "\N{NARROW NO-BREAK SPACE}").replace(".", ","), text


def allowed(choice: Choice) -> Words:
    """Return in words what may be chosen."""
    if choice.kind == "fixed":
        return shown(choice.form, choice.default, typed=True)
    return _range(choice.form)


def _range(form: Form) -> Words:
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
            return _list([_YES, _NO])
        case Several():
            fr, en = _list(list(form.words.values()))
            return f"plusieurs de {fr}", f"any of {en}"
        case PerBet():
            fr, en = _range(form.amount)
            example = json.dumps(dict.fromkeys(list(form.bets)[:1], 10000))
            kinds = [(f"{bet} ({fr})", f"{bet} ({en})") for bet, (fr, en) in form.bets.items()]
            kinds_fr, kinds_en = _list(kinds)
            return (
                f"{fr}, ou un par sorte de mise, comme {example} ; sortes : {kinds_fr}",
                f"{en}, or one for each kind of bet, like {example}; kinds: {kinds_en}",
            )
        case Composed():
            return "un objet JSON", "a JSON object"
        case Maybe():
            (fr, en), (no_fr, no_en) = _range(form.of), form.nothing
            return f"{fr} ; vide : {no_fr}", f"{en}; empty: {no_en}"
        case _:
            assert_never(form)


_TYPED_IN: Mapping[Unit, Words] = {
    "count": ("", ""),
    "amount": (", en centièmes", ", in hundredths"),
    "share": (", en dix-millièmes", ", in ten-thousandths"),
    "seconds": ("", ""),
    "minutes": ("", ""),
}
"""What the office types a number in."""


def field(choice: Choice, value: Any, beside: str, refused: str) -> forms.Field:
    """Return the office's form field of an option, which reads back what it was given.

    `beside` stands beside it; `refused` is called with whatever may not be chosen.
    """
    common: dict[str, Any] = {
        "label": both(*choice.topic.label),
        "disabled": choice.kind == "fixed",
        "help_text": beside,
        "error_messages": dict.fromkeys(
            ("invalid", "invalid_choice", "invalid_list", "required", "min_value", "max_value"),
            refused,
        ),
    }
    return _field(choice.form, value, common, required=True)


def _field(form: Form, value: Any, common: dict[str, Any], *, required: bool) -> forms.Field:
    match form:
        case Whole():
            return forms.IntegerField(
                required=required,
                min_value=form.minimum,
                max_value=form.maximum,
                initial=value,
                **common,
            )
        case OneOf():
            return _one_of(form.values, value, common)
        case Flag():
            return _one_of({True: _YES, False: _NO}, value, common)
        case Several():
            return forms.MultipleChoiceField(
                choices=[(word, both(*said)) for word, said in form.words.items()],
                widget=forms.CheckboxSelectMultiple,
                required=False,
                initial=value,
                **common,
            )
        case PerBet() | Composed():
            # That something is wanted the text says: an empty object is nothing to a form.
            return _Written(required=False, initial=value, **common)
        case Maybe():
            return _field(form.of, value, common, required=False)
        case _:
            assert_never(form)


def _one_of(
    values: Mapping[Any, Words], value: Any, common: dict[str, Any]
) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        choices=[(json.dumps(each), both(*said)) for each, said in values.items()],
        coerce=json.loads,
        initial=json.dumps(value),
        **common,
    )


class _Written(forms.JSONField):
    """An option that is a number or an object, written as JSON."""

    def to_python(self, value: Any) -> Any:
        """Return what is written; refuses what is no JSON, however long or deep it is."""
        try:
            return super().to_python(value)
        except (ValueError, RecursionError):
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return what a refused form shows again."""
        try:
            return super().bound_data(data, initial)
        except (ValueError, RecursionError):
            return forms.fields.InvalidJSONInput(data)


def schema(choice: Choice) -> dict[str, Any]:
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
            return {"anyOf": [_schema(form.of), {"type": "null"}]}
        case _:
            assert_never(form)


def any_value() -> dict[str, Any]:
    """Return the OpenAPI schema of the value of whatever option of whatever game."""
    kinds = {
        json.dumps(each, sort_keys=True)
        for game in GAMES.values()
        for book in game.books.values()
        for choice in book.choices.values()
        for each in _kinds(choice.form)
    }
    return {"oneOf": [json.loads(each) for each in sorted(kinds)], "nullable": True}


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
        case Several():
            return [{"type": "array", "items": {"type": "string"}}]
        case PerBet():
            return [{"type": "integer"}, _OBJECT]
        case Composed():
            return [_OBJECT]
        case Maybe():
            return _kinds(form.of)
        case _:
            assert_never(form)


_OBJECT = {"type": "object", "additionalProperties": True}
