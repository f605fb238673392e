"""Form fields of numbers in ASCII digits, and a validator of names.

Django's own read what Python reads: figures of every script, `1_000`, `1e3`.
"""

import re
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import sanitize_separators

from casino.http.downloads import is_formula
from casino.i18n import both

WHOLE: Final = re.compile(r"-?[0-9]{1,19}")
_DECIMAL: Final = re.compile(r"-?[0-9]{1,19}([.][0-9]{1,19})?")


class IntegerField(forms.IntegerField):
    """A whole number."""

    def to_python(self, value: Any) -> int | None:
        """Return the number; None for an empty field."""
        _check(self, WHOLE, value)
        return super().to_python(value)


class DecimalField(forms.DecimalField):
    """A decimal number, with the decimal separator of the reader's language where localized."""

    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]
        """Return the number; None for an empty field."""
        _check(self, _DECIMAL, sanitize_separators(value) if self.localize else value)
        return super().to_python(value)


def refuse_formula(name: str) -> None:
    """Validator: refuse a name that a spreadsheet would run as a formula."""
    if is_formula(name):
        message = both(
            "Un nom ne commence pas par « = », « + », « - » ou « @ ».",
            "A name does not begin with “=”, “+”, “-” or “@”.",
        )
        raise ValidationError(message, code="formula")


def _check(field: forms.Field, form: re.Pattern[str], value: Any) -> None:
    written = value.strip() if isinstance(value, str) else ""
    if written and not form.fullmatch(written):
        raise ValidationError(field.error_messages["invalid"], code="invalid")
