"""The page of the search in the office: what was found, by kind."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.admin.utils import display_for_field, display_for_value, label_for_field
from django.contrib.admin.utils import lookup_field as lookup
from django.db.models import Model
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.text import capfirst

from casino.backoffice.dashboard import BlockContent, Column
from casino.backoffice.model_admin import OfficeAdmin, link
from casino.backoffice.search.sources import (
    LONGEST,
    SOURCES,
    Matches,
    SearchSource,
    SearchTerm,
    matching_rows,
)
from casino.i18n import Words

SHOWN: Final = 10
"""Rows of a kind that the page shows."""
WORDS: Final = {
    "title": Words("Recherche", "Search"),
    "asked": Words("Recherche : {text}", "Search: {text}"),
    "none": Words("Rien n’a été trouvé.", "Nothing was found."),
    "long": Words(
        "Cherchez avec {longest} caractères au plus.", "Search with at most {longest} characters."
    ),
    "hints": Words("Ce qui se cherche", "What can be searched"),
    "nothing": Words(
        "Vous ne pouvez lire aucune des listes que la recherche interroge.",
        "You may read none of the lists that the search asks.",
    ),
    "more": Words("Tout voir dans la liste", "See all in the list"),
}


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one kind that were found."""

    name: str
    title: str
    content: BlockContent
    is_exact: bool
    """Whether the first of them match exactly."""


def search_page(site: AdminSite, request: HttpRequest) -> TemplateResponse:
    """Show what `?q=` finds in the lists that this person may read; nothing of another list."""
    text = request.GET.get("q", "").replace("\0", "").strip()
    readable = [
        (page, source)
        for model, source in SOURCES.items()
        if isinstance(page := site.get_model_admin(model), OfficeAdmin)
        and page.has_view_or_change_permission(request)
    ]
    groups: list[Group] = []
    if 0 < len(text) <= LONGEST:
        term = SearchTerm(text)
        found = (_group(request, page, source, term) for page, source in readable)
        groups = sorted(filter(None, found), key=lambda group: not group.is_exact)
    context = {
        **site.each_context(request),
        "title": WORDS["asked"].text(text=text[:LONGEST]) if text else WORDS["title"].text(),
        "search_text": text[:LONGEST],
        "groups": groups,
        "message": _message(text, groups),
        "hints_title": WORDS["hints"].text(),
        "hints": [] if groups else list(_hints(readable)),
        "no_hints": WORDS["nothing"].text(),
    }
    return TemplateResponse(request, "admin/search.html", context)


def _message(text: str, groups: list[Group]) -> str:
    if len(text) > LONGEST:
        return WORDS["long"].text(longest=LONGEST)
    return WORDS["none"].text() if text and not groups else ""


def _hints(readable: Iterable[tuple[OfficeAdmin[Any], SearchSource]]) -> Iterable[dict[str, str]]:
    for page, source in readable:
        yield {
            "name": capfirst(str(page.opts.verbose_name_plural)),
            "url": _list_url(page, {}),
            "hint": source.hint.text(),
        }


def _list_url(page: ModelAdmin[Any], query: dict[str, str]) -> str:
    meta = page.model._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist", query=query)


def _group(
    request: HttpRequest, page: OfficeAdmin[Any], source: SearchSource, term: SearchTerm
) -> Group | None:
    """Return the rows of one list that a term finds, exact matches first; None without any."""
    matches = source.find(term)
    rows, exact = _rows(request, page, matches)
    if not rows:
        return None
    shown = rows[:SHOWN]
    page.prepare(shown)
    columns = page.get_list_display(request)
    query = {"q": term.text, **source.filters}
    content = BlockContent(
        columns=[
            Column(capfirst(str(label_for_field(each, page.model, page)))) for each in columns
        ],
        rows=[_cells(page, columns, row) for row in shown],
        more=(WORDS["more"].text(), _list_url(page, query)) if len(rows) > SHOWN else None,
    )
    name = str(page.model._meta.model_name)
    return Group(name, capfirst(str(page.opts.verbose_name_plural)), content, exact > 0)


def _rows(
    request: HttpRequest, page: OfficeAdmin[Any], matches: Matches
) -> tuple[list[Model], int]:
    """Return up to one row more than is shown, and how many of them match exactly."""
    rows = page.get_queryset(request)
    if isinstance(related := page.get_list_select_related(request), list | tuple):
        rows = rows.select_related(*related)
    order = page.get_ordering(request)
    found = list(matching_rows(rows, matches.exact, *order)[: SHOWN + 1])
    exact = len(found)
    if exact <= SHOWN:
        others = rows.exclude(pk__in=[row.pk for row in found])
        found += matching_rows(others, matches.similar, *order)[: SHOWN + 1 - exact]
    return found, exact


def _cells(page: OfficeAdmin[Any], columns: Iterable[Any], row: Model) -> list[str]:
    """Return a row's cells as its list shows them; the first is a link to its page."""
    cells = []
    for name in columns:
        field, attribute, value = lookup(name, row, page)
        if field is None or isinstance(value, Model):
            cells.append(display_for_value(value, "-", getattr(attribute, "boolean", False)))
        else:
            cells.append(display_for_field(value, field, "-"))
    return [link(row, row.pk, cells[0]), *cells[1:]]
