"""The office's home page: pending work, alarms, and blocks with figures.

The apps register its parts (`pending_work`, `alarm`, `block`), each with the permissions that
reading it needs; the page knows no table or game. Below it the models, by task and by what they
are about, folded.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from casino.drawing.charts import Chart
from casino.i18n import Words
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


@dataclass(frozen=True, slots=True)
class Task:
    """A group of sections on the opening page, folded until it is wanted."""

    name: Words
    about: Words
    sections: tuple[str, ...]


TASKS: Final = (
    Task(
        Words("Jeu", "Play"),
        Words("tables, personnel, coups, règlements", "tables, staff, rounds, rules"),
        ("floor", "rounds", "rules"),
    ),
    Task(
        Words("Argent", "Money"),
        Words("caisse, recettes, registre, jackpots", "cage, takings, ledger, jackpots"),
        ("cage", "takings", "books", "jackpots"),
    ),
    Task(
        Words("Joueurs", "Players"),
        Words("comptes, limites, contestations", "accounts, limits, disputes"),
        ("players", "disputes"),
    ),
    Task(
        Words("Appareils et matériel", "Machines and equipment"),
        Words("dossiers, clés, cartes, dés", "files, keys, cards, dice"),
        ("machines", "stock"),
    ),
    Task(
        Words("Contrôle", "Control"),
        Words(
            "surveillance, hasard, accès au bureau", "surveillance, chance, access to the office"
        ),
        ("watch", "chance", "house"),
    ),
)
"""Every section is of one of them."""
WORDS: Final[Mapping[str, Words]] = {
    "search": Words("Chercher dans le bureau", "Search the office"),
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
    """Content of a block: figures, charts, a table, or some of them."""

    figures: Sequence[Figure] = ()
    columns: Sequence[Column] = ()
    rows: Sequence[Sequence[str]] = ()
    charts: Sequence[Chart] = ()
    note: str = ""
    more: tuple[str, str] | None = None
    """The words and the address of a page that tells more."""

    @property
    def lines(self) -> list[SafeString]:
        """The cells of each row as HTML: over a thousand rows a template takes five times as long.

        What is written in them is escaped.
        """
        shape = format_html_join(
            "",
            '<td{} data-label="{}">{{}}</td>',
            (
                (mark_safe(' class="number"') if column.number else "", column.name)
                for column in self.columns
            ),
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
