"""A filter of lists from one day to another, in the house's time zone."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Any, Final

from django import forms
from django.contrib.admin import FieldListFilter
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import BigAutoField, DateTimeField, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from casino.database.ids_by_time import ids_between
from casino.i18n import both_lazy
from casino.players.days import start_of_day

SINCE: Final = "from"
UNTIL: Final = "until"
"""What an address puts behind the field's name, each with a day; both days are of the range."""
FIRST: Final = date(2000, 1, 1)
LAST: Final = date(2200, 1, 1)
"""Days that a list may be asked for."""


def _day(fr: str, en: str) -> forms.DateField:
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    bounds = [MinValueValidator(FIRST), MaxValueValidator(LAST)]
    return forms.DateField(
        required=False,
        label=both_lazy(fr, en),
        widget=widget,
        validators=bounds,
        input_formats=["%Y-%m-%d"],
    )


class DateRangeForm(forms.Form):
    """Two days, either of which may be left out; the second not before the first."""

    since = _day("Du", "From")
    until = _day("Au", "To")

    def __init__(self, data: Mapping[str, str], names: Mapping[str, str]) -> None:
        self._names = names
        super().__init__(data)

    def add_prefix(self, field_name: str) -> str:
        """Return the name of a day in an address."""
        return self._names.get(field_name, field_name)

    def clean(self) -> dict[str, Any]:
        """Refuse a range that ends before it begins."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and until < since:
            self.add_error(
                None,
                both_lazy(
                    "La fin précède le début : changez l’un des deux jours.",
                    "The end is before the beginning: change one of the two days.",
                ),
            )
        return cleaned


class DateRangeFilter(FieldListFilter):
    """Filter by a date, or by the time of a list whose rows are numbered as they come.

    Of the latter the rows are read by their numbers, as `ids_between` finds them: their time needs
    no index. A range that makes no sense finds nothing, and says why.
    """

    template = "admin/date_range_filter.html"
    button = both_lazy("Filtrer", "Filter")
    clear = both_lazy("Toutes les dates", "All dates")

    def __init__(
        self,
        field: Any,
        request: HttpRequest,
        params: dict[str, list[str]],
        model: Any,
        model_admin: Any,
        field_path: str,
    ) -> None:
        self.names = {"since": f"{field_path}__{SINCE}", "until": f"{field_path}__{UNTIL}"}
        given = {name: params.get(name, [""])[-1] for name in self.names.values()}
        super().__init__(field, request, params, model, model_admin, field_path)
        self.form = DateRangeForm(given, self.names)
        self.kept = [
            (name, value)
            for name, values in request.GET.lists()
            if name not in {*self.names.values(), "p", "e"}
            for value in values
        ]
        """What else the list is asked for."""

    def expected_parameters(self) -> list[str | None]:
        """Return the names of both days in an address."""
        return [*self.names.values()]

    def has_output(self) -> bool:
        """Return True: days can always be chosen."""
        return True

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Yield the choice of all dates; the others are the form's."""
        yield {
            "selected": not any(self.form.data.values()),
            "query_string": changelist.get_query_string(remove=self.expected_parameters()),
            "display": self.clear,
        }

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows from the beginning of one day to the end of the other."""
        if not self.form.is_valid():
            return queryset.none()
        since, until = self.form.cleaned_data["since"], self.form.cleaned_data["until"]
        if since is None and until is None:
            return queryset
        if not isinstance(self.field, DateTimeField):
            return queryset.filter(_within(self.field_path, since, until, "lte"))
        begin = start_of_day(since or FIRST)
        end = start_of_day((until or LAST) + timedelta(days=1))
        rows = _within(self.field_path, begin, end, "lt")
        meta = queryset.model._meta
        if isinstance(meta.pk, BigAutoField):
            last = max(begin, min(end, timezone.now()))
            low, high = ids_between(meta.db_table, str(self.field.column), begin, last)
            rows &= Q(pk__gt=low, pk__lte=high)
        return queryset.filter(rows)


def _within(name: str, since: date | datetime | None, until: date | datetime | None, end: str) -> Q:
    first = Q() if since is None else Q((f"{name}__gte", since))
    return first if until is None else first & Q((f"{name}__{end}", until))
