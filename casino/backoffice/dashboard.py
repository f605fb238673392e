"""The office's home page: pending work, alarms, and blocks with figures.

The apps register its parts (`pending_work`, `alarm`, `block`), each with the permissions that
reading it needs; the page knows no table or game. Below it the models, by what they are about.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from casino.i18n import Words, both, both_lazy
from casino.players.models import Player

SECTIONS: Final[Mapping[str, Words]] = {
    "floor": Words("Tables et personnel", "Tables and staff"),
    "rounds": Words("Coups", "Rounds"),
    "takings": Words("Recettes et comptées", "Takings and counts"),
    "players": Words("Joueurs", "Players"),
    "cage": Words("Caisse", "Cage"),
    "books": Words("Registre comptable", "Ledger"),
    "jackpots": Words("Jackpots", "Jackpots"),
    "machines": Words("Appareils automatiques", "Machines"),
    "disputes": Words("Contestations", "Disputes"),
    "rules": Words("Règlements", "Rules"),
    "stock": Words("Matériel", "Equipment"),
    "watch": Words("Surveillance et avis", "Surveillance and notices"),
    "chance": Words("Hasard", "Chance"),
    "house": Words("Accès au bureau", "Access to the office"),
}
"""What the lists of the office are about, in the order of the page; each list names one."""
WORDS: Final[Mapping[str, Words]] = {
    "waits": Words("Ce qui vous attend", "What waits for you"),
    "nothing": Words("Rien ne vous attend.", "Nothing waits for you."),
    "alarms": Words("À regarder", "To look at"),
    "quiet": Words("Rien à signaler.", "Nothing to report."),
    "lists": Words("Toutes les listes", "All lists"),
}


@dataclass(frozen=True, slots=True)
class Item:
    """A line of pending work or of an alarm, with the page where to handle it."""

    text: str
    url: str
    number: int | None = None
    """How many there are, where it is one line for several."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A named figure of a block."""

    name: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """The title of a table's column."""

    name: str
    number: bool = False
    """Its cells are numbers, which stand under each other."""


@dataclass(frozen=True, slots=True)
class BlockContent:
    """Content of a block: figures, a table, or both."""

    figures: Sequence[Figure] = ()
    columns: Sequence[Column] = ()
    rows: Sequence[Sequence[str]] = ()
    note: str = ""
    more: tuple[str, str] | None = None
    """The words and the address of a page that tells more."""

    @property
    def lines(self) -> list[SafeString]:
        """The cells of each row as HTML: over a thousand rows a template takes five times as long.

        What is written in them is escaped.
        """
        shape = "".join(
            '<td class="number">{}</td>' if column.number else "<td>{}</td>"
            for column in self.columns
        )
        return [format_html(shape, *row) for row in self.rows]


ItemSource = Callable[[Player], Iterable[Item]]
BlockBuilder = Callable[[Player], BlockContent | None]


@dataclass(frozen=True, slots=True)
class PagePart:
    """A registered part of a page, and the permissions to read it."""

    name: str
    needs: tuple[str, ...]
    read: Callable[[Player], Any]
    title: Words | None = None

    def is_readable_by(self, person: Player) -> bool:
        """Tell whether a person may read it."""
        return person.has_perms(self.needs)


PENDING: Final[list[PagePart]] = []
ALARMS: Final[list[PagePart]] = []
BLOCKS: Final[list[PagePart]] = []


def pending_work(*needs: str) -> Callable[[ItemSource], ItemSource]:
    """Decorator: register a function that returns work pending for these permissions."""
    return _registered(PENDING, needs)


def alarm(*needs: str) -> Callable[[ItemSource], ItemSource]:
    """Decorator: register a function that returns alarms for those with these permissions."""
    return _registered(ALARMS, needs)


def block(title: Words, *needs: str) -> Callable[[BlockBuilder], BlockBuilder]:
    """Decorator: register a function that returns a block of the page; None leaves it out."""

    def register(found: BlockBuilder) -> BlockBuilder:
        BLOCKS.append(PagePart(found.__name__, needs, found, title))
        return found

    return register


def _registered(
    parts: list[PagePart], needs: tuple[str, ...]
) -> Callable[[ItemSource], ItemSource]:
    def register(found: ItemSource) -> ItemSource:
        parts.append(PagePart(found.__name__, needs, found))
        return found

    return register


def _items(parts: Iterable[PagePart], person: Player) -> tuple[bool, list[Item]]:
    """Return whether a person may read any of these parts, and the items of those."""
    mine = [part for part in parts if part.is_readable_by(person)]
    return bool(mine), [item for part in mine for item in part.read(person)]


class OfficeSite(AdminSite):
    """Django's admin site with our home page, and lists in sections."""

    site_header = both_lazy("Sabot – la maison", "Sabot – the house")
    site_title = both_lazy("Sabot – la maison", "Sabot – the house")
    index_title = both_lazy("Bureau", "Office")

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        """Show the parts that this person may read."""
        person = request.user
        assert isinstance(person, Player)
        serves, waiting = _items(PENDING, person)
        watches, wrong = _items(ALARMS, person)
        shown = [
            (part.name, both(*part.title), found)
            for part in BLOCKS
            if part.title
            and part.is_readable_by(person)
            and (found := part.read(person)) is not None
        ]
        context = {
            **(extra_context or {}),
            "words": {name: words.text() for name, words in WORDS.items()},
            "serves": serves,
            "waiting": waiting,
            "watches": watches,
            "wrong": wrong,
            "blocks": shown,
            "read": [
                part.name for part in (*PENDING, *ALARMS, *BLOCKS) if part.is_readable_by(person)
            ],
        }
        return super().index(request, context)

    def get_app_list(self, request: HttpRequest, app_label: Any = None) -> list[Any]:
        """Return the lists that this person may read, by section; of one app, as Django does."""
        apps = self._build_app_dict(request, app_label)
        if app_label is not None:
            return sorted(apps.values(), key=lambda app: str(app["name"]).lower())
        home = reverse("admin:index")
        found: dict[str, list[Any]] = {name: [] for name in SECTIONS}
        for app in apps.values():
            for row in app["models"]:
                found[getattr(self._registry[row["model"]], "section", "house")].append(row)
        return [
            {
                "name": SECTIONS[name].text(),
                "app_label": name,
                "app_url": f"{home}#{name}",
                "has_module_perms": True,
                "models": sorted(rows, key=lambda row: str(row["name"])),
            }
            for name, rows in found.items()
            if rows
        ]

    def _build_app_dict(self, request: HttpRequest, label: Any = None) -> dict[str, Any]:
        """Return Django's list of apps, each model under our name of it."""
        apps: dict[str, Any] = super()._build_app_dict(request, label)
        for app in apps.values():
            for row in app["models"]:
                row["name"] = capfirst(str(self._registry[row["model"]].opts.verbose_name_plural))
        return apps
