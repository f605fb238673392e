"""People of the staff before browsers of their own: they read their pages, and click what is there.

Their clicks (links, buttons, sent forms) are counted for each task.
"""

from base64 import b32decode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from django_otp.oath import totp
from playwright.sync_api import BrowserContext, Locator, Page, expect

PASSWORD: Final = "seven boxes on the green felt"
Answers = Mapping[str, str] | Callable[[str], Mapping[str, str]]


@dataclass
class Clicks:
    """How many clicks each task took, and of whom."""

    task: str = ""
    """The one that is being done."""
    counts: dict[str, int] = field(default_factory=dict)
    people: dict[str, set[str]] = field(default_factory=dict)

    @contextmanager
    def of(self, task: str) -> Iterator[None]:
        """Count what is clicked meanwhile for a task."""
        before, self.task = self.task, task
        yield
        self.task = before

    def count(self, person: str) -> None:
        """Count a click of somebody."""
        self.counts[self.task] = self.counts.get(self.task, 0) + 1
        self.people.setdefault(self.task, set()).add(person)

    def told(self) -> str:
        """Return the table, in Markdown."""
        rows = [
            f"| {task} | {len(self.people[task])} | {clicks} |"
            for task, clicks in self.counts.items()
        ]
        return "\n".join(["| task | persons | clicks |", "|---|---|---|", *rows])


class Visitor:
    """Somebody before a browser of their own."""

    def __init__(self, name: str, visitor: BrowserContext, clicks: Clicks, base_url: str) -> None:
        self.name = name
        self.visitor = visitor
        self.page: Page = visitor.new_page()
        self.clicks = clicks
        self.base_url = base_url

    def press(self, what: Locator) -> None:
        """Click a link or a button."""
        self.clicks.count(self.name)
        what.click()

    def follow(self, name: str) -> None:
        """Follow a link by its words."""
        self.press(self.page.get_by_role("link", name=name, exact=True).first)

    def send(self, name: str) -> None:
        """Press a button by its words."""
        self.press(self.page.get_by_role("button", name=name, exact=True).first)

    def signs_up(self) -> None:
        """Open an account from the first page, as a player does."""
        self.page.goto(f"{self.base_url}/")
        self.follow("Ouvrir un compte")
        self.page.locator("[name=username]").fill(self.name)
        for each in self.page.locator("[type=password]").all():
            each.fill(PASSWORD)
        self.page.locator("[name=adult]").check()
        self.press(self.page.locator("main").get_by_role("button", name="Ouvrir un compte"))
        expect(self.page.get_by_role("heading", name="Votre identité")).to_be_visible()


class StaffMember(Visitor):
    """One of the staff, with the key of his phone and his recovery codes."""

    key = b""
    codes: tuple[str, ...] = ()

    def comes_to_the_office(self) -> None:
        """Give name and password at the office's door."""
        self.page.goto(f"{self.base_url}/admin/")
        self.page.locator("[name=username]").fill(self.name)
        self.page.locator("[name=password]").fill(PASSWORD)
        self.press(self.page.locator("[type=submit]"))

    def enrols(self) -> None:
        """Enrol a phone, as the page asks, and keep the recovery codes."""
        shown = self.page.locator(".key code").inner_text()
        self.key = b32decode(shown.replace(" ", ""))
        self.page.get_by_label("Code").fill(f"{totp(self.key):06}")
        self.send("Inscrire")
        expect(self.page.locator(".codes li")).to_have_count(10)
        self.codes = tuple(self.page.locator(".codes code").all_inner_texts())
        self.follow("Continuer")

    def gives_code(self, code: str) -> None:
        """Give a code of the phone, or a recovery code."""
        self.page.get_by_label("Code").fill(code)
        self.send("Entrer")
