"""The lists and rows of the office that somebody opened last, for their opening page.

The session keeps the model and the key of each, no name and no search. A name is read anew each
time, by the rights that the person has then.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from django.apps import apps
from django.contrib.admin import AdminSite
from django.contrib.admin.exceptions import NotRegistered
from django.contrib.admin.utils import quote, unquote
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.text import capfirst

from casino.backoffice.model_admin import OfficeAdmin
from casino.i18n import Words

KEPT: Final = 10
"""Pages of one person that are remembered, until they sign out."""
TITLE: Final = Words("Ouvert récemment", "Opened lately")
LIST: Final = Words("Liste", "List")
"""The kind of a list."""
_KEY: Final = "office_recent"
"""In a session: the label of a model and the key of a row, empty for a list, of each page."""
_LIST: Final = ""


@dataclass(frozen=True, slots=True)
class RecentPage:
    """A list or a row that was opened lately."""

    kind: str
    """What the row is one of; of a list that it is one."""
    name: str
    url: str


def note_page(request: HttpRequest, answer: HttpResponseBase) -> None:
    """Remember a list or a row that was shown."""
    match = request.resolver_match
    page = getattr(match and match.func, "model_admin", None)
    if match is None or not isinstance(page, OfficeAdmin):
        return
    if answer.status_code != 200 or "_popup" in request.GET:
        return
    match (match.url_name or "").rpartition("_")[2]:
        case "changelist":
            opened = [page.model._meta.label, _LIST]
        case "change":
            opened = [page.model._meta.label, unquote(match.kwargs["object_id"])]
        case _:
            return
    known = _noted(request)
    if [opened] != known[:1]:
        others = [each for each in known if each != opened]
        request.session[_KEY] = [opened, *others][:KEPT]


def _noted(request: HttpRequest) -> list[list[str]]:
    """Return the labels and keys in this session, newest first."""
    found: list[list[str]] = request.session.get(_KEY, [])
    return found


def recent_pages(site: AdminSite, request: HttpRequest) -> list[RecentPage]:
    """Return the pages that this person opened last and may still read, newest first.

    One query for each kind of row.
    """
    noted = _noted(request)
    pages = {
        label: page
        for label in {label for label, _ in noted}
        if (page := _readable_page(site, request, label)) is not None
    }
    rows: dict[str, dict[str, Model]] = {}
    for label in {label for label, key in noted if key != _LIST and label in pages}:
        keys = [key for each, key in noted if each == label and key != _LIST]
        rows[label] = {str(row.pk): row for row in _readable(pages[label], request, keys)}
    return list(_shown(noted, pages, rows))


def _readable_page(site: AdminSite, request: HttpRequest, label: str) -> OfficeAdmin[Any] | None:
    """Return the pages of a model that this person may read; an upgrade may have dropped it."""
    try:
        page = site.get_model_admin(apps.get_model(label))
    except (LookupError, NotRegistered):
        return None
    if isinstance(page, OfficeAdmin) and page.has_view_or_change_permission(request):
        return page
    return None


def _readable(page: OfficeAdmin[Any], request: HttpRequest, keys: Sequence[str]) -> Iterator[Model]:
    found = page.get_queryset(request)
    if isinstance(related := page.get_list_select_related(request), list | tuple):
        found = found.select_related(*related)
    for row in found.filter(pk__in=list(_fitting(page.model, keys))):
        if page.has_view_or_change_permission(request, row):
            yield row


def _fitting(model: type[Model], keys: Iterable[str]) -> Iterator[Any]:
    """Yield the keys that rows of a model may have; an upgrade may have changed what these are."""
    for key in keys:
        with suppress(ValidationError):
            yield model._meta.pk.to_python(key)


def _shown(
    noted: Sequence[Sequence[str]],
    pages: dict[str, OfficeAdmin[Any]],
    rows: dict[str, dict[str, Model]],
) -> Iterator[RecentPage]:
    for label, key in noted:
        if (page := pages.get(label)) is None:
            continue
        meta = page.model._meta
        address = f"admin:{meta.app_label}_{meta.model_name}"
        if key == _LIST:
            name = capfirst(str(page.opts.verbose_name_plural))
            yield RecentPage(LIST.text(), name, reverse(f"{address}_changelist"))
        elif (row := rows[label].get(key)) is not None:
            url = reverse(f"{address}_change", args=[quote(key)])
            yield RecentPage(capfirst(str(page.opts.verbose_name)), page.row_name(row), url)
