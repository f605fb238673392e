"""Numbers are written in the figures 0 to 9: in every form, on the wire, in a request."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.utils import translation

from casino.backoffice import form_fields
from tables.games.core.options import Amounts, PerBet, Whole
from tables.rules.admin import option_fields
from tables.wire import codec
from tests.doors.test_messages import json_schema, well_formed

ROOT = Path(__file__).parents[1]
OTHERS = ("٣", "１００", "1_000", "1e3", "²", "+5", "0x5", "NaN", "5 5", "Ⅴ", "-")


def refused(field: forms.Field, typed: Any) -> bool:
    try:
        field.clean(typed)
    except forms.ValidationError:
        return True
    return False


def test_fields_of_forms_read_the_figures_of_one_script() -> None:
    whole, amount = (
        form_fields.IntegerField(),
        form_fields.DecimalField(max_digits=9, decimal_places=2),
    )
    localized = form_fields.DecimalField(max_digits=9, decimal_places=2, localize=True)
    for field in (whole, amount, localized):
        assert [each for each in OTHERS if not refused(field, each)] == []
        assert field.clean(" 5 ") == 5
        assert refused(field, "")
    assert refused(whole, "5.0")
    assert str(amount.clean("12.50")) == "12.50"
    with translation.override("fr"):
        assert str(localized.clean("1234,5")) == "1234.5"
        assert refused(localized, "١٢٣٤,5")


@pytest.mark.parametrize("form", [Amounts(Whole(1, 99), 3), PerBet({}, Whole(1, 99))])
def test_options_that_are_amounts_read_them_too(form: Any) -> None:
    common = {"label": "x", "error_messages": {"invalid": "no"}}
    field = option_fields._field(form, None, common, required=True)
    typed = field.widget.value_from_datadict
    assert field.clean(typed({"x": "5"}, {}, "x")) in (5, [5])
    for each in OTHERS:
        assert refused(field, typed({"x": each}, {}, "x")), each


def test_no_form_has_a_field_of_numbers_of_django_s_own() -> None:
    sources = [each for top in ("casino", "tables") for each in (ROOT / top).rglob("*.py")]
    assert len(sources) > 300
    assert [
        each.name
        for each in sources
        if any(
            f"forms.{kind}Field(" in each.read_text() for kind in ("Integer", "Decimal", "Float")
        )
        and each.name != "fields.py"
    ] == []


def whole_numbers(schema: Any, node: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Give the way to every whole number of what `well_formed` makes of a schema."""
    if "$ref" in node:
        yield from whole_numbers(schema, schema["$defs"][node["$ref"].rpartition("/")[2]], place)
    elif "anyOf" in node and "enum" not in node:
        yield from whole_numbers(schema, node["anyOf"][0], place)
    elif node.get("type") == "object":
        for name, each in node["properties"].items():
            yield from whole_numbers(schema, each, (*place, name))
    elif node.get("type") == "array":
        yield from whole_numbers(schema, node["items"], (*place, 0))
    elif node.get("type") == "integer" and "const" not in node:
        yield place


def test_the_wire_takes_no_text_or_fraction_for_a_number() -> None:
    schema = json_schema()
    tried = 0
    for each in schema["$defs"]["Sent"]["properties"]["command"]["oneOf"]:
        sent = {"id": "00000000-0000-4000-8000-000000000000", "command": well_formed(schema, each)}
        for place in whole_numbers(schema, each, ("command",)):
            for other in ("1", "١", 1.0, True):
                copy = json.loads(json.dumps(sent))
                inner = copy
                for name in place[:-1]:
                    inner = inner[name]
                inner[place[-1]] = other
                with pytest.raises(codec.Malformed, match="malformed"):
                    codec.decode(json.dumps(copy))
                tried += 1
    assert tried > 100
