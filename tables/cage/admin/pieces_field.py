"""The office's form field of chips and plaques: how many of each face value."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from casino.i18n import both, money
from tables.cage import pieces


class _PiecesInput(forms.Widget):
    template_name = "admin/tables/pieces.html"

    def id_for_label(self, id_: str) -> str:
        """Return nothing: each input has a label of its own."""
        return ""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return what the template shows."""
        context = super().get_context(name, None, attrs)
        given = value or {}
        context["most"] = pieces.MOST
        context["inputs"] = [
            {
                "name": f"{name}-{each}",
                "id": f"id_{name}-{each}",
                "label": f"{money(each)}\N{NO-BREAK SPACE}×",
                "count": given.get(each, ""),
            }
            for each in pieces.FACE_VALUES
        ]
        return context

    def value_from_datadict(self, data: Any, files: Any, name: str) -> dict[int, str]:
        """Return what was typed, by face value."""
        return {
            each: typed
            for each in pieces.FACE_VALUES
            if (typed := data.get(f"{name}-{each}", "").strip())
        }


class PiecesField(forms.Field):
    """So many pieces of each face value; reads a mapping of minor units to counts."""

    widget = _PiecesInput

    def to_python(self, value: Any) -> dict[int, int]:
        """Return what was typed; refuses what is no count."""
        counts = {}
        for each, typed in (value or {}).items():
            plain = typed.isascii() and typed.isdigit() and len(typed) < 9
            if not plain or int(typed) > pieces.MOST:
                raise ValidationError(
                    both(
                        f"Combien de pièces de {money(each)} ? Un nombre entier.",
                        f"How many pieces of {money(each)}? A whole number.",
                    )
                )
            counts[each] = int(typed)
        return counts


def pieces_text(found: pieces.Pieces) -> str:
    """Return pieces to read: `3 × 5 000,00 + 2 × 100,00`."""
    return " + ".join(f"{count} × {money(value)}" for value, count in found) or "-"
