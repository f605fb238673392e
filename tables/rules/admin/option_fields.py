"""The office's form field of a house option, made of its form; it reads back what it was given.

An option of several values is one field with a labelled input for each. Whoever adds a form
(`tables.games.core.options`) adds it here: the type checker asks for it.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Final, assert_never

from django import forms
from django.core.exceptions import ValidationError

from casino.backoffice import form_fields
from casino.i18n import both
from tables.games.core.options import (
    Amounts,
    Arranged,
    Choice,
    Composed,
    Flag,
    Form,
    Lines,
    Maybe,
    OneOf,
    Part,
    PerBet,
    Several,
    Text,
    Whole,
    Words,
    is_allowed,
)
from tables.rules.options import NO, YES, bounds_in_words

ALL_BETS: Final[Words] = ("toutes les mises", "all bets")
MORE_LINES: Final = 3
"""Empty lines below those that are filled in."""


def option_field(choice: Choice, value: Any, beside: str, refused: str) -> forms.Field:
    """Return the field of an option that has a value, as JSON has it.

    `beside` stands beside it; `refused` is the error of a value that is not allowed.
    """
    common: dict[str, Any] = {
        "label": both(*choice.topic.label),
        "disabled": choice.kind == "fixed",
        "help_text": beside,
        "error_messages": _refusing(refused),
    }
    return _field(choice.form, value, common, required=True)


def _refusing(refused: str) -> dict[str, str]:
    codes = ("invalid", "invalid_choice", "invalid_list", "required", "min_value", "max_value")
    return dict.fromkeys((*codes, "max_length", "null_characters_not_allowed"), refused)


def _field(form: Form, value: Any, common: dict[str, Any], *, required: bool) -> forms.Field:
    match form:
        case Whole():
            return _whole(form, common, required=required, initial=value)
        case OneOf():
            return _one_of(form.values, value, common)
        case Flag():
            return _one_of({True: YES, False: NO}, value, common)
        case Several():
            return forms.MultipleChoiceField(
                choices=[(word, both(*label)) for word, label in form.words.items()],
                widget=forms.CheckboxSelectMultiple,
                required=False,
                initial=value,
                **common,
            )
        case Arranged():
            return _Order(form, initial=value, **common)
        case Amounts():
            return _Several(form, initial=value, **common)
        case PerBet():
            return _Amounts(form, initial=value, **common)
        case Composed():
            return _Object(form, needed=required, initial=value, **common)
        case Maybe():
            return _field(form.form, value, common, required=False)
        case _:
            assert_never(form)


def _whole(form: Whole, common: dict[str, Any], **more: Any) -> form_fields.IntegerField:
    return form_fields.IntegerField(
        min_value=form.minimum, max_value=form.maximum, **common, **more
    )


def _one_of(
    values: Mapping[Any, Words], value: Any, common: dict[str, Any]
) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        choices=[(json.dumps(each), both(*label)) for each, label in values.items()],
        coerce=json.loads,
        initial=json.dumps(value),
        **common,
    )


class _Order(forms.Field):
    """Words in an order, typed one after another with blanks between them."""

    def __init__(self, form: Arranged, **more: Any) -> None:
        super().__init__(widget=forms.Textarea(attrs={"rows": 4}), **more)
        self.form = form

    def prepare_value(self, value: Any) -> Any:
        """Return what is shown in the field."""
        return value if isinstance(value, str) else " ".join(value)

    def clean(self, value: Any) -> Any:
        """Return the words that were typed; a value that is no text stays as it is."""
        order = value.split() if isinstance(value, str) else value
        if not is_allowed(self.form, order):
            raise ValidationError(self.error_messages["invalid"])
        return order


class _Several(forms.Field):
    """Amounts, typed one after another with blanks between them, in minor units."""

    def __init__(self, form: Amounts, **more: Any) -> None:
        super().__init__(widget=forms.TextInput(attrs={"size": 60}), **more)
        self.form = form

    def prepare_value(self, value: Any) -> Any:
        """Return what is shown in the field."""
        return value if isinstance(value, str) else " ".join(str(each) for each in value)

    def clean(self, value: Any) -> Any:
        """Return the amounts that were typed; a value that is no text stays as it is."""
        if isinstance(value, str):
            typed = value.split()
            amounts = [int(each) for each in typed if form_fields.WHOLE.fullmatch(each)]
            value = amounts if len(amounts) == len(typed) else []
        if not is_allowed(self.form, value):
            raise ValidationError(self.error_messages["invalid"])
        return value


class _Typed(dict[str, Any]):
    """What was typed into the inputs of one field, by their keys."""


class _Inputs(forms.Widget):
    """Labelled inputs that are one field."""

    template_name = "admin/tables/ruleset/inputs.html"

    def __init__(self, inputs: Mapping[str, tuple[str, forms.Widget]], label: str) -> None:
        super().__init__()
        self.inputs = inputs
        """Each with its label, by key; the key may be empty."""
        self.label = label

    def id_for_label(self, id_: str) -> str:
        """Return nothing: each input has a label of its own."""
        return ""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return what the template shows."""
        context = super().get_context(name, None, attrs)
        given, disabled = value or {}, {"disabled": True} if (attrs or {}).get("disabled") else {}
        context["group"] = self.label
        context["inputs"] = [
            {
                "id": f"id_{_below(name, key)}",
                "label": label,
                "rows": isinstance(widget, _Rows),
                "input": widget.render(
                    _below(name, key), given.get(key), {"id": f"id_{_below(name, key)}"} | disabled
                ),
            }
            for key, (label, widget) in self.inputs.items()
        ]
        return context

    def value_from_datadict(self, data: Any, files: Any, name: str) -> _Typed:
        """Return what was typed."""
        return _Typed(
            {
                key: widget.value_from_datadict(data, files, _below(name, key))
                for key, (_, widget) in self.inputs.items()
            }
        )


class _Rows(forms.Widget):
    """Lines of inputs under one row of headings."""

    template_name = "admin/tables/ruleset/rows.html"

    def __init__(self, inputs: Mapping[str, tuple[str, forms.Widget]], most: int) -> None:
        super().__init__()
        self.inputs = inputs
        self.most = most

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return what the template shows: the lines that are filled in, and some empty ones."""
        context = super().get_context(name, None, attrs)
        disabled = {"disabled": True} if (attrs or {}).get("disabled") else {}
        given = list(value or ())
        lines = min(len(given) + MORE_LINES, self.most)
        context["heads"] = [label for label, _ in self.inputs.values()]
        context["lines"] = [
            [
                widget.render(
                    _below(name, f"{nth}-{key}"),
                    line.get(key),
                    {"aria-label": f"{label} {nth + 1}"} | disabled,
                )
                for key, (label, widget) in self.inputs.items()
            ]
            for nth, line in enumerate([*given, *({} for _ in range(lines - len(given)))])
        ]
        return context

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[dict[str, Any]]:
        """Return the lines that were typed, empty ones left out."""
        lines = [
            {
                key: widget.value_from_datadict(data, files, _below(name, f"{nth}-{key}"))
                for key, (_, widget) in self.inputs.items()
            }
            for nth in range(self.most)
        ]
        return [line for line in lines if any(line.values())]


def _below(name: str, key: str) -> str:
    return f"{name}-{key}" if key else name


class _Together(forms.Field, ABC):
    """Several values as one field, each typed into an input of its own."""

    def __init__(self, widget: _Inputs, **more: Any) -> None:
        # That something is wanted `read` says.
        super().__init__(required=False, widget=widget, **more)
        self.refused = self.error_messages["invalid"]

    def prepare_value(self, value: Any) -> Any:
        """Return what the inputs show: what was typed, or a value taken apart."""
        return value if isinstance(value, _Typed) else self.apart(value)

    def clean(self, value: Any) -> Any:
        """Return the value that was typed; what is not typed stays as it is."""
        if not isinstance(value, _Typed):
            return value
        try:
            return self.read(value)
        except _Wrong as wrong:
            raise ValidationError([f"{each} {self.refused}" for each in wrong.messages]) from None

    @abstractmethod
    def apart(self, value: Any) -> Mapping[str, Any]:
        """Return a value as the inputs show it, by their keys."""

    @abstractmethod
    def read(self, typed: _Typed) -> Any:
        """Return the value that the inputs state; raises `_Wrong`."""


class _Wrong(Exception):
    """Inputs that make no allowed value; says of each which one it is and why."""

    def __init__(self, *messages: str) -> None:
        super().__init__(*messages)
        self.messages = messages


class _Amounts(_Together):
    """One amount for all bets, or one for each kind of bet that is named."""

    def __init__(self, form: PerBet, *, initial: Any, **common: Any) -> None:
        self.form, self.before = form, initial
        self.amount = _whole(form.amount, {}, required=False)
        inputs = {
            bet: (both(*label), self.amount.widget)
            for bet, label in {"": ALL_BETS, **form.bets}.items()
        }
        super().__init__(_Inputs(inputs, common["label"]), initial=initial, **common)

    def apart(self, value: Any) -> Mapping[str, Any]:
        return value if isinstance(value, Mapping) else {"": value}

    def read(self, typed: _Typed) -> Any:
        labels = {"": ALL_BETS, **self.form.bets}
        amounts = _each(
            typed, lambda bet, given: _cleaned(self.amount, given, labels[bet], self.form.amount)
        )
        named = {bet: amount for bet, amount in amounts.items() if amount is not None}
        if not named and self.before != {}:
            raise _Wrong(both("Il faut un montant.", "An amount is wanted."))
        if "" not in named:
            return named
        if len(named) > 1:
            raise _Wrong(
                both(
                    "Un montant pour toutes les mises, ou un par sorte de mise, mais pas les deux.",
                    "One amount for all bets, or one for each kind of bet, but not both.",
                )
            )
        return named[""]


class _Object(_Together):
    """An object of a game's own."""

    def __init__(self, form: Composed, *, needed: bool, initial: Any, **common: Any) -> None:
        self.form, self.needed, self.before = form, needed, initial
        inputs = {key: (both(*part.label), _input(part)) for key, part in form.parts.items()}
        super().__init__(_Inputs(inputs, common["label"]), initial=initial, **common)

    def apart(self, value: Any) -> Mapping[str, Any]:
        return _input_values(self.form.parts, value) if value else {}

    def read(self, typed: _Typed) -> Any:
        if not self.needed and not any(typed.values()):
            return None
        stated = _stated(self.form.parts, typed)
        read = self.form.read(stated)
        if self.before and read == self.form.read(self.before):
            # Nothing has changed: keep what was stored, with its defaults left out.
            return self.before
        return stated


def _input(part: Part) -> forms.Widget:
    match part.form:
        case Lines(parts, most):
            inner = {key: (both(*each.label), _input(each)) for key, each in parts.items()}
            return _Rows(inner, most)
        case Whole() | OneOf() | Text():
            widget: forms.Widget = _leaf(part).widget
            return widget
        case _:
            assert_never(part.form)


def _leaf(part: Part) -> forms.Field:
    """Return the field of a part that is not made of lines."""
    match part.form:
        case Whole():
            return _whole(part.form, {}, required=not part.optional)
        case OneOf(values):
            choices = [(json.dumps(each), both(*label)) for each, label in values.items()]
            blank = [("", "\N{EN DASH}")] if part.optional else []
            return forms.TypedChoiceField(
                choices=[*blank, *choices],
                coerce=json.loads,
                empty_value=None,
                required=not part.optional,
            )
        case Text(longest):
            return forms.CharField(
                max_length=longest, strip=False, empty_value=None, required=not part.optional
            )
        case Lines():
            raise TypeError("Lines are made of parts that are none.")
        case _:
            assert_never(part.form)


def _input_values(parts: Mapping[str, Part], value: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object as inputs show it."""
    shown: dict[str, Any] = {}
    for key, part in parts.items():
        each = value.get(key)
        match part.form:
            case Lines(inner):
                shown[key] = [_input_values(inner, line) for line in each or ()]
            case OneOf():
                shown[key] = "" if each is None else json.dumps(each)
            case _:
                shown[key] = each
    return shown


def _stated(parts: Mapping[str, Part], typed: Mapping[str, Any], line: str = "") -> dict[str, Any]:
    """Return the object that inputs state, what is left out left out; raises `_Wrong`."""

    def read(key: str, given: Any) -> Any:
        part = parts[key]
        if isinstance(part.form, Lines):
            if not given:
                raise _Wrong(both("Il faut une ligne.", "A line is wanted."))
            inner = part.form.parts
            numbered = {str(nth): each for nth, each in enumerate(given, 1)}
            lines = _each(numbered, lambda nth, each: _stated(inner, each, nth))
            return list(lines.values())
        label = (f"{part.label[0]} {line}".strip(), f"{part.label[1]} {line}".strip())
        return _cleaned(_leaf(part), given, label, part.form)

    found = _each(typed, read)
    return {
        key: value for key, value in found.items() if value is not None or not parts[key].optional
    }


def _each(typed: Mapping[str, Any], read: Callable[[str, Any], Any]) -> dict[str, Any]:
    """Return what each input states; raises `_Wrong` with all that is wrong."""
    found: dict[str, Any] = {}
    wrong: list[str] = []
    for key, given in typed.items():
        try:
            found[key] = read(key, given)
        except _Wrong as each:
            wrong += each.messages
    if wrong:
        raise _Wrong(*wrong)
    return found


def _cleaned(leaf: forms.Field, given: Any, label: Words, form: Whole | OneOf | Text) -> Any:
    """Return what an input states; says its label and its bounds where it states nothing."""
    try:
        return leaf.clean(given)
    except ValidationError:
        fr, en = _bounds_text(form)
        raise _Wrong(both(f"« {label[0]} » : {fr}.", f"“{label[1]}”: {en}.")) from None


def _bounds_text(form: Whole | OneOf | Text) -> Words:
    match form:
        case Text(longest):
            return f"de 1 à {longest} signes", f"1 to {longest} characters"
        case Whole() | OneOf():
            return bounds_in_words(form)
        case _:
            assert_never(form)
