"""Base classes of the admin pages: read-only rows, bounded lists, two languages.

What the admin pages of every app share. Knows no player, table or game.
"""

import json
import re
from collections.abc import Callable, Iterable
from datetime import date, datetime
from functools import cache
from types import SimpleNamespace
from typing import Any, ClassVar, Final, TypeVar

from django.contrib import admin
from django.contrib.admin.filters import ChoicesFieldListFilter
from django.contrib.admin.utils import quote
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.core.paginator import Paginator
from django.db.models import BooleanField, Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.backoffice.date_filters import SINCE, UNTIL
from casino.backoffice.labels import CHOICES, CODES, FIELDS
from casino.backoffice.search.sources import find_matches
from casino.i18n import Words, both, both_lazy, day, moment

M = TypeVar("M", bound=Model)
P = TypeVar("P", bound=Model)

COUNTED: Final = 1000
"""Rows that a list counts, and pages through; older ones are found by searching."""
_IDS: Final = re.compile(r"([0-9a-f]{8}-[0-9a-f-]{27}|\d+)( \d+)?")
"""A row's name that says nothing to a reader."""
_COMPARED: Final = ("exact", "id__exact", "isnull", "isempty", SINCE, UNTIL)
"""How the filters of lists compare a field in an address."""


def yes_or_no(value: bool | None) -> str:
    """Return Django's sign for a yes, a no or neither, called so in the reader's language."""
    sign, fr, en = {
        True: ("yes", "oui", "yes"),
        False: ("no", "non", "no"),
        None: ("unknown", "inconnu", "unknown"),
    }[value]
    url = static(f"admin/img/icon-{sign}.svg")
    return format_html('<img src="{}" alt="{}">', url, both(fr, en))


def value_text(value: Any) -> Any:
    """Return a field's value as lists and pages show it; what has words of its own stays itself."""
    if value in (None, "", [], {}):
        return "-"
    if isinstance(value, bool):
        return yes_or_no(value)
    if isinstance(value, datetime):
        return moment(value)
    return day(value) if isinstance(value, date) else value


def row_id(text: str) -> int | None:
    """Return a row's id from a URL; None where no row can have it."""
    written = text.isascii() and text.isdigit() and len(text) < 19
    return int(text) if written else None


def link(row: Model | type[Model], pk: Any, text: str) -> str:
    """Return a link to a row's admin page; a dash without a row."""
    if pk is None:
        return "-"
    url = reverse(
        f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[quote(str(pk))]
    )
    return format_html('<a href="{}">{}</a>', url, text)


def pretty_json(value: Any) -> str:
    """Return a value as indented JSON in `<pre>`; of nothing a dash."""
    if not value:
        return "-"
    text = json.dumps(value, ensure_ascii=False, indent=2, default=str)
    return format_html("<pre>{}</pre>", text)


def column(field: str, fr: str, en: str, *, code: bool = False) -> Callable[[Any, Model], str]:
    """Return an admin column that shows a field under a title in both languages.

    For the body of an admin class; `code` tells a key from words.
    """

    @admin.display(description=both_lazy(fr, en))
    def shown(self: Any, row: Model) -> str:
        text = str(value_text(getattr(row, field)))
        return format_html("<code>{}</code>", text) if code else text

    return shown


def is_filter_lookup(filters: Iterable[Any], lookup: str) -> bool:
    """Tell whether a lookup of a list's URL is one that the list's own filters write.

    Django lets an address compare any field in any way: by `__in` with a number that no column
    holds, which is an error of the database, and by what a page does not show.
    """
    allowed: set[str] = set()
    for each in filters:
        if isinstance(each, type):
            allowed.add(getattr(each, "parameter_name", ""))
        else:
            name = each if isinstance(each, str) else each[0]
            allowed |= {name, *(f"{name}__{compared}" for compared in _COMPARED)}
    return lookup in allowed


class BoundedPaginator(Paginator[Any]):
    """Counts at most COUNTED rows: counting a table of millions would cost more than its page."""

    @property
    def count(self) -> int:
        """Return the number of rows, or COUNTED when there are more."""
        rows: Any = self.object_list
        return len(rows.values_list("pk")[:COUNTED])


@cache
def field_column(model: type[Model], name: Any, *, linked: bool = False) -> Any:
    """Return a model field as a column titled by `FIELDS`; any other name as it is.

    A value of a choice is shown in words; `linked` makes another row a link to its page, as Django
    does of what is read only.
    """
    if not isinstance(name, str) or name not in FIELDS:
        return name
    try:
        field = model._meta.get_field(name)
    except FieldDoesNotExist:
        field = None

    @admin.display(description=both_lazy(*FIELDS[name]))
    def shown(row: Model) -> Any:
        value = getattr(row, name)
        if value in (None, "", [], {}) or isinstance(value, bool | date):
            return yes_or_no(value) if isinstance(field, BooleanField) else value_text(value)
        if isinstance(value, Model):
            return link(value, value.pk, str(value)) if linked else str(value)
        label = choice_label(field, value)
        return format_html("<code>{}</code>", label) if name in CODES else label

    shown.__name__ = name
    return shown


def choice_label(field: Any, value: Any) -> str:
    """Return the label of a field's value, in the language of the request."""
    if not isinstance(value, str):
        return str(value)
    choices = dict(getattr(field, "flatchoices", ()))
    label = choices.get(value, value)
    # A label in one language is the model's own, which stands in its migrations.
    one_sided = value in choices and not isinstance(label, Promise)
    return CHOICES[value].text() if one_sided and value in CHOICES else str(label)


class NamedOptions:
    """A model's `_meta` with our names of the model, in the language of the request.

    Stands in for the model's own options in an admin class.
    """

    def __init__(self, options: Any, name: Words, names: Words) -> None:
        self._options = options
        self.verbose_name = both_lazy(*name)
        self.verbose_name_plural = both_lazy(*names)

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self._options, attribute)


class NamedChangeList(ChangeList):
    """A change list titled by our name of the model, with translated filters."""

    def __init__(self, request: HttpRequest, *given: Any) -> None:
        super().__init__(request, *given)
        self.opts = self.model_admin.opts
        self.title = capfirst(str(self.opts.verbose_name_plural))
        for spec in self.filter_specs:
            if (name := getattr(spec, "field_path", "")) in FIELDS:
                spec.title = FIELDS[name].text()
            if isinstance(spec, ChoicesFieldListFilter):
                words = [
                    (value, choice_label(spec.field, value)) for value, _ in spec.field.flatchoices
                ]
                spec.field = SimpleNamespace(flatchoices=words)

    def get_results(self, request: HttpRequest) -> None:
        """Read the page's rows, then call the admin class's `prepare` with them."""
        super().get_results(request)
        self.result_list = list(self.result_list)
        assert isinstance(self.model_admin, OfficeAdmin)
        self.model_admin.prepare(self.result_list)


class OfficeAdmin(admin.ModelAdmin[M]):
    """Admin pages named in both languages, in a section of the office's home page."""

    section: ClassVar[str]
    """One of `office_home.SECTIONS`."""
    singular: ClassVar[Words]
    plural: ClassVar[Words]
    """Of several."""

    def __init__(self, model: type[M], admin_site: admin.AdminSite) -> None:
        super().__init__(model, admin_site)
        self.opts = NamedOptions(model._meta, self.singular, self.plural)  # type: ignore[assignment]
        self.list_display = [self._headed(each) for each in self.list_display]

    def _headed(self, name: Any, *, linked: bool = False) -> Any:
        """Return a field's column, unless a method of this class has its name."""
        if isinstance(name, str) and hasattr(type(self), name):
            return name
        return field_column(self.model, name, linked=linked)

    def row_name(self, row: M) -> str:
        """Return what a row is called beside its kind, in the language of the request."""
        name = str(row)
        if name.isdigit():
            return f"{both('n°', 'no.')} {name}"
        at = getattr(row, "at", None)
        if not (_IDS.fullmatch(name) and isinstance(at, datetime)):
            return name
        about = getattr(row, "table", None)
        return f"{about}, {moment(at)}" if about else moment(at)

    def render_change_form(
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: M | None = None,
    ) -> HttpResponse:
        """Return a row's page under its kind and its name.

        Django's titles would be "Affichage de inscription au journal".
        """
        kind = str(self.opts.verbose_name)
        if obj is None:
            context["title"] = both(f"Ajouter : {kind}", f"Add: {kind}")
        else:
            context["title"] = capfirst(kind)
            context["subtitle"] = self.row_name(obj)
        return super().render_change_form(request, context, add, change, form_url, obj)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Return what was noted of a row, under the row's name."""
        answer = super().history_view(request, object_id, extra_context)
        shown = getattr(answer, "context_data", None)
        if shown is not None:
            name = self.row_name(shown["object"])
            shown["title"] = gettext("Change history: %s") % name
            shown["name"] = name
            for each in shown["action_list"]:
                each.at = moment(each.action_time)
        return answer

    def prepare(self, rows: list[M]) -> None:
        """Hook: look up in one query what the columns of a page's rows need."""

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> M | None:
        """Return the row of a URL; None for an id that no column can hold."""
        try:
            # Django looks for the field whose name is empty where `?_to_field=` names none.
            return super().get_object(request, object_id, from_field or None)
        except OverflowError:
            # Of a column that refers to another row Django asks the database whatever the number.
            return None

    def get_changelist(self, request: HttpRequest, **more: Any) -> type[ChangeList]:
        """Return the change list that shows our names."""
        return NamedChangeList


class ReadOnlyAdmin(OfficeAdmin[M]):
    """Read-only admin pages: nobody adds, changes or deletes rows, superusers neither.

    Lists show newest first, count boundedly and search by exact value, so that each costs the same
    however many rows there are.
    """

    paginator = BoundedPaginator
    show_full_result_count = False
    list_per_page = 50
    sortable_by = ()
    actions: Any = None
    exact: tuple[str, ...] = ()
    """The lookups that a search compares with; each must be indexed."""

    def get_fields(self, request: HttpRequest, obj: M | None = None) -> Any:
        """Return the fields of a row's page as titled columns; of a form, the fields."""
        fields = super().get_fields(request, obj)
        if obj is None or self.has_change_permission(request, obj):
            return fields
        return [self._headed(each, linked=True) for each in fields]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Refuse, as `malformed`, a URL with lookups that no filter writes."""
        return is_filter_lookup(self.list_filter, lookup)

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """Return `exact`, so that the list has a search box."""
        return self.exact

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[M], search_term: str
    ) -> tuple[QuerySet[M], bool]:
        """Return the rows of which a field in `exact` equals the term, or that the search finds."""
        term = search_term.strip()
        if not term:
            return queryset, False
        found = Q(pk__in=[])
        matches = find_matches(self.model, term)
        exact = [Q((lookup, term)) for lookup in self.exact]
        for condition in (*exact, *matches.exact, *matches.similar):
            try:
                rows = queryset.model._base_manager.filter(condition)
            except (ValidationError, ValueError):
                continue
            found |= Q(pk__in=rows.values("pk"))
        return queryset.filter(found), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Return False."""
        return False


class ReadOnlyInline(admin.TabularInline[M, P]):
    """Read-only rows on another row's page."""

    template = "admin/read_only_inline.html"
    extra = 0
    can_delete = False

    def get_fields(self, request: HttpRequest, obj: P | None = None) -> Any:
        """Return the fields as titled columns."""
        fields: Any = super().get_fields(request, obj)
        return [
            each if hasattr(type(self), str(each)) else field_column(self.model, each)
            for each in fields
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: P | None = None) -> Any:
        """Return all fields."""
        return self.get_fields(request, obj)

    def has_add_permission(self, request: HttpRequest, obj: P | None = None) -> bool:
        """Return False."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: P | None = None) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: P | None = None) -> bool:
        """Return False."""
        return False
