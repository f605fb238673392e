"""Fields of forms for numbers, which are written in the figures 0 to 9 and in nothing else.

Django's own read what Python reads: figures of every script, `1_000`, `1e3`.
"""

import re
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import sanitize_separators

WHOLE: Final = re.compile(r"-?[0-9]{1,19}")
_DECIMAL: Final = re.compile(r"-?[0-9]{1,19}([.][0-9]{1,19})?")


class IntegerField(forms.IntegerField):
    """A whole number."""

    def to_python(self, value: Any) -> int | None:
        """Return what is written; None where nothing is."""
        _check(self, WHOLE, value)
        return super().to_python(value)


class DecimalField(forms.DecimalField):
    """A number with a decimal point, or what the reader's language has for one where localized."""

    def to_python(self, value: Any) -> Decimal | None:
        """Return what is written; None where nothing is."""
        _check(self, _DECIMAL, sanitize_separators(value) if self.localize else value)
        return super().to_python(value)


def _check(field: forms.Field, form: re.Pattern[str], value: Any) -> None:
    written = value.strip() if isinstance(value, str) else ""
    if written and not form.fullmatch(written):
        raise ValidationError(field.error_messages["invalid"], code="invalid")
