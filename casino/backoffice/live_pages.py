"""Live pages of the office: a part of a page that a socket sends again when it has changed.

Page and socket render one template from one context, made for one person: what somebody may not
read on the page does not come over the socket either (`tables.sockets.office_consumer`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from casino.i18n import Words, both
from casino.players.models import Player

WORDS: Final[Mapping[str, Words]] = {
    "live": Words("En direct", "Live"),
    "off": Words("Pas en direct : nouvel essai", "Not live: trying again"),
    "crowded": Words("Pas en direct : trop de pages ouvertes", "Not live: too many pages are open"),
    "signed_out": Words(
        "Pas en direct : votre session est terminée.", "Not live: your session has ended."
    ),
    "forbidden": Words(
        "Pas en direct : cette page ne vous est plus ouverte.",
        "Not live: this page is no longer open to you.",
    ),
    "sign_in": Words("Se connecter", "Sign in"),
    "home": Words("Bureau", "Office"),
}
"""What a page says of its line."""


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page of the office with a part that is live."""

    name: str
    """In the address of its socket."""
    template: str
    """Of the part that is live; is given what `read` returns, and nothing of the request."""
    may_read: Callable[[Player], bool]
    read: Callable[[Player], Mapping[str, Any]]
    """Return the context of the template for a person, with `count`: how much waits for them."""

    def context(self, person: Player) -> dict[str, Any]:
        """Return what the page is given, that part included."""
        words = {name: text.text() for name, text in WORDS.items()}
        live = {"name": self.name, "template": self.template, "words": words}
        return {**self.read(person), "live": live}


@dataclass(frozen=True, slots=True)
class LivePart:
    """The live part of a page as a person reads it."""

    html: str
    count: int
    """How much waits for the person; shown in the page's title."""
    announcement: str
    """The same as a sentence, for who listens to the page."""


_pages: Final[dict[str, LivePage]] = {}


def register(page: LivePage) -> LivePage:
    """Register a page, whose socket finds it by its name."""
    _pages[page.name] = page
    return page


def find_page(name: str) -> LivePage | None:
    """Return the page of this name; None where there is none."""
    # The pages register themselves with the office's addresses, which the first request loads.
    import_module(settings.ROOT_URLCONF)
    return _pages.get(name)


def render_part(page: LivePage, person: Player, language: str) -> LivePart:
    """Render the live part of a page for a person who may read it, in a language."""
    with translation.override(language):
        context = page.read(person)
        count = int(context["count"])
        html = render_to_string(page.template, dict(context))
        return LivePart(html, count, _announcement(count))


def _announcement(count: int) -> str:
    if count == 0:
        return both("Rien ne vous attend.", "Nothing waits for you.")
    if count == 1:
        return both("Une chose vous attend.", "One thing waits for you.")
    return both(f"{count} choses vous attendent.", f"{count} things wait for you.")
