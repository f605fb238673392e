"""The admin site of the office: the opening page, the search, and lists in sections."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, update_wrapper
from typing import Any, Final, TypeVar, cast

from django.contrib.admin import AdminSite, ModelAdmin
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.text import capfirst

from casino.backoffice import live_pages
from casino.backoffice.dashboard import (
    ALARMS,
    BLOCKS,
    PENDING,
    SECTIONS,
    TASKS,
    WORDS,
    Item,
    PagePart,
)
from casino.backoffice.search.page import search_page
from casino.backoffice.search.sources import LONGEST
from casino.backoffice.shortcuts import pins, recent
from casino.i18n import both, both_lazy
from casino.players.models import Player

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


class OfficeSite(AdminSite):
    """Django's admin site with our home page, and lists in sections."""

    site_header = both_lazy("Sabot – la maison", "Sabot – the house")
    site_title = both_lazy("Sabot – la maison", "Sabot – the house")
    index_title = both_lazy("Bureau", "Office")

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Return the URLs of search and pinned lists before those of Django's site."""

        def search(request: HttpRequest) -> TemplateResponse:
            return search_page(self, request)

        return [
            path("search/", self.admin_view(search), name="search"),
            path("pins/", self.admin_view(pins.pin_list), name="pin_list"),
            path("pins/<int:pin_id>/delete/", self.admin_view(pins.unpin_list), name="unpin_list"),
            *super().get_urls(),
        ]

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Return the view as Django guards it, which notes the lists and rows that it shows."""
        guarded = super().admin_view(view, cacheable)

        def noted(request: HttpRequest, *args: Any, **given: Any) -> HttpResponseBase:
            answer: HttpResponseBase = guarded(request, *args, **given)
            recent.note_page(request, answer)
            return answer

        return cast("View", update_wrapper(noted, guarded))

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """Return what every page of the office is given: also the words that they share."""
        return {
            **super().each_context(request),
            "search_box": {"label": WORDS["search"].text(), "longest": LONGEST},
            "pin_words": {name: pins.WORDS[name].text() for name in ("pin", "name")},
        }

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        """Show the parts that this person may read."""
        person = request.user
        assert isinstance(person, Player)
        shown = [
            (part.name, both(*part.title), found)
            for part in BLOCKS
            if part.title
            and part.is_readable_by(person)
            and (found := part.read(person)) is not None
        ]
        context = {
            **(extra_context or {}),
            **HOME.context(person),
            "blocks": shown,
            "pins": list(pins.pins(request)),
            "pins_title": pins.WORDS["title"].text(),
            "pins_hint": pins.WORDS["hint"].text(),
            "recent": recent.recent_pages(self, request),
            "recent_title": recent.TITLE.text(),
            "read": [
                part.name for part in (*PENDING, *ALARMS, *BLOCKS) if part.is_readable_by(person)
            ],
        }
        page = super().index(request, context)
        assert page.context_data is not None
        page.context_data["tasks"] = list(_by_task(page.context_data["app_list"]))
        return page

    def get_app_list(self, request: HttpRequest, app_label: Any = None) -> list[Any]:
        """Return the lists that this person may read, by section; of one app, as Django does."""
        if app_label is not None:
            apps = self._build_app_dict(request, app_label).values()
            return sorted(apps, key=lambda app: str(app["name"]).lower())
        home = _address("index")
        found: dict[str, list[Any]] = {name: [] for name in SECTIONS}
        for row in self._rows(request):
            found[getattr(self._registry[row["model"]], "section", "house")].append(row)
        return [
            {
                "name": SECTIONS[name].text(),
                "app_label": name,
                "app_url": f"{home}#{name}",
                "has_module_perms": True,
                "models": sorted(rows, key=lambda row: row["name"]),
            }
            for name, rows in found.items()
            if rows
        ]

    def _build_app_dict(self, request: HttpRequest, label: Any = None) -> dict[str, Any]:
        """Return Django's list of apps, each model under our name of it."""
        apps: dict[str, Any] = super()._build_app_dict(request, label)
        for app in apps.values():
            for row in app["models"]:
                row["name"] = _list_name(self._registry[row["model"]])
        return apps

    def _rows(self, request: HttpRequest) -> Iterator[dict[str, Any]]:
        """Yield a line for each list that this person may read, as Django's list of apps has it.

        Every page of the office has a hundred of them at its side: Django finds each address anew.
        """
        for model, pages in self._registry.items():
            if pages.has_view_permission(request):
                name = f"{model._meta.app_label}_{model._meta.model_name}"
                adds = pages.has_add_permission(request)
                yield {
                    "model": model,
                    "name": _list_name(pages),
                    "object_name": model._meta.object_name,
                    "admin_url": _address(f"{name}_changelist"),
                    "add_url": _address(f"{name}_add") if adds else None,
                }


@cache
def _address(name: str) -> str:
    """Return the address of a page of the office without arguments."""
    return reverse(f"admin:{name}")


def _list_name(pages: ModelAdmin[Any]) -> str:
    """Return our name of the lists of an admin, which is in the reader's language."""
    return capfirst(str(pages.opts.verbose_name_plural))


def _items(parts: Iterable[PagePart], person: Player) -> tuple[bool, list[Item]]:
    """Return whether a person may read any of these parts, and the items of those."""
    mine = [part for part in parts if part.is_readable_by(person)]
    return bool(mine), [item for part in mine for item in part.read(person)]


def _read_lists(person: Player) -> Mapping[str, Any]:
    serves, waiting = _items(PENDING, person)
    watches, wrong = _items(ALARMS, person)
    return {
        "words": {name: words.text() for name, words in WORDS.items()},
        "serves": serves,
        "waiting": waiting,
        "watches": watches,
        "wrong": wrong,
        "count": len(waiting),
    }


HOME: Final = live_pages.register(
    live_pages.LivePage("home", "admin/pending.html", lambda person: True, _read_lists)
)
"""The opening page, of which pending work and alarms are live."""


def _by_task(sections: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield each task with the sections of it that somebody may read, if any."""
    by_name = {section["app_label"]: section for section in sections}
    for task in TASKS:
        if found := [by_name[name] for name in task.sections if name in by_name]:
            yield {"name": task.name.text(), "about": task.about.text(), "sections": found}
