"""The rows of a list, each cell with its column's name for where there is no room for columns."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

register = template.Library()


@register.simple_tag
def labelled_cells(cells: Sequence[str], headers: Iterable[Mapping[str, Any]]) -> SafeString:
    """Return a row's cells with their columns' names in `data-label`, which the style sheet shows.

    A cell is `<td …>` or `<th …>`, as Django's `result_list` makes it. The box that chooses a row
    has no name.
    """
    found = []
    for cell, header in zip(cells, headers, strict=True):
        name = capfirst(strip_tags(str(header["text"])))
        label = format_html(' data-label="{}"', name) if name else ""
        found.append(f"{cell[:3]}{label}{cell[3:]}")
    return mark_safe("".join(found))  # noqa: S308
