"""How the house's office reads: rows that nobody edits, lists that stay cheap, two languages.

What the admin pages of every app share. Knows no player, table or game.
"""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, TypeVar

from django.contrib import admin
from django.contrib.admin.utils import quote
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.timezone import localtime

from casino.words import both_lazy, in_french

M = TypeVar("M", bound=Model)
P = TypeVar("P", bound=Model)

COUNTED: Final = 1000
"""Rows that a list counts, and pages through; older ones are found by searching."""

admin.site.site_header = "Sabot - la maison"
admin.site.site_title = "Sabot - la maison"


def money(minor: int) -> str:
    """Return minor units as they are written: `-1 234,50`, or `-1,234.50` in English."""
    text = f"{abs(minor) // 100:,}.{abs(minor) % 100:02}"
    if in_french():
        text = text.replace(",", "\N{NO-BREAK SPACE}").replace(".", ",")
    return f"-{text}" if minor < 0 else text


def moment(at: datetime) -> str:
    """Return a time in the house's time zone, to the millisecond: a dispute turns on order."""
    return localtime(at).isoformat(" ", "milliseconds")


def row_id(text: str) -> int | None:
    """Return the id that a text of the address writes; None where no row can have it."""
    written = text.isascii() and text.isdigit() and len(text) < 19
    return int(text) if written else None


def link(row: Model | type[Model], pk: Any, text: str) -> str:
    """Return a link to a row's page, or a dash when there is no row."""
    if pk is None:
        return "-"
    url = reverse(
        f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[quote(str(pk))]
    )
    return format_html('<a href="{}">{}</a>', url, text)


def pretty(value: Any) -> str:
    """Return JSON to read."""
    text = json.dumps(value, ensure_ascii=False, indent=2, default=str)
    return format_html("<pre>{}</pre>", text)


def column(field: str, fr: str, en: str) -> Callable[[Any, Model], str]:
    """Return a column of a list, or a line of a page, that shows a field under a head of ours.

    For the body of an admin class; a time is shown to the millisecond.
    """

    @admin.display(description=both_lazy(fr, en))
    def shown(self: Any, row: Model) -> str:
        value = getattr(row, field)
        if value is None or value == "":
            return "-"
        return moment(value) if isinstance(value, datetime) else str(value)

    return shown


class Bounded(Paginator[Any]):
    """Counts at most COUNTED rows: counting a table of millions would cost more than its page."""

    @property
    def count(self) -> int:
        """Return the number of rows, or COUNTED when there are more."""
        rows: Any = self.object_list
        return len(rows.values_list("pk")[:COUNTED])


class Reading(admin.ModelAdmin[M]):
    """Pages of rows that the office reads: nobody adds, changes or deletes one, superusers neither.

    Lists show newest first, count boundedly and search by exact value, so that each costs the same
    however many rows there are.
    """

    paginator = Bounded
    show_full_result_count = False
    list_per_page = 50
    sortable_by = ()
    actions: Any = None
    exact: tuple[str, ...] = ()
    """The lookups that a search compares with; each must be indexed."""

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """Return `exact`, so that the list has its search box."""
        return self.exact

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[M], search_term: str
    ) -> tuple[QuerySet[M], bool]:
        """Return the rows of which one of `exact` is the term, leaving out what it cannot be."""
        term = search_term.strip()
        if not term:
            return queryset, False
        found = Q(pk__in=[])
        for lookup in self.exact:
            try:
                rows = queryset.model._base_manager.filter(**{lookup: term})
            except (ValidationError, ValueError):
                continue
            found |= Q(pk__in=rows.values("pk"))
        return queryset.filter(found), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse always."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Refuse always."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Refuse always."""
        return False


class ReadInline(admin.TabularInline[M, P]):
    """Rows read on another row's page."""

    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: P | None = None) -> bool:
        """Refuse always."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: P | None = None) -> bool:
        """Refuse always."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: P | None = None) -> bool:
        """Refuse always."""
        return False
