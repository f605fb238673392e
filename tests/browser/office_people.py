"""People before browsers of their own: they read their pages, and click what is offered there.

Their clicks (links, buttons, sent forms) are counted for each task.
"""

import re
from base64 import b32decode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from django_otp.oath import totp
from playwright.sync_api import BrowserContext, Locator, Page, expect

PASSWORD: Final = "seven boxes on the green felt"
Answers = Mapping[str, str]
"""What is written or chosen in a form, by the beginning of a field's label."""
NOT_CHOSEN: Final = re.compile("Écarter|Refuser|Retirer|Decline|Refuse|Fermer|Close")
"""What a page offers beside the step that comes next."""


@dataclass
class Clicks:
    """How many clicks each task took, and of whom."""

    counts: dict[str, int] = field(default_factory=dict)
    people: dict[str, set[str]] = field(default_factory=dict)
    task: str = ""
    """The one that is being done."""

    @contextmanager
    def of(self, task: str) -> Iterator[None]:
        """Count what is clicked meanwhile for a task."""
        before, self.task = self.task, task
        try:
            yield
        finally:
            self.task = before

    def count(self, person: str) -> None:
        """Count a click of somebody."""
        self.counts[self.task] = self.counts.get(self.task, 0) + 1
        self.people.setdefault(self.task, set()).add(person)

    def table(self) -> str:
        """Return tasks, persons and clicks as a table in Markdown, in the order of the day.

        What stands in brackets is nobody's task of the house, and left out.
        """
        rows = [
            f"| {task} | {len(self.people[task])} | {clicks} |"
            for task, clicks in self.counts.items()
            if not task.startswith("(")
        ]
        return "\n".join(["| task | persons | clicks |", "|---|---|---|", *rows])


class Visitor:
    """Somebody before a browser of their own."""

    def __init__(
        self, name: str, visitor: BrowserContext, clicks: Clicks, *, english: bool = False
    ) -> None:
        self.name = name
        self.visitor = visitor
        self.page: Page = visitor.new_page()
        self.clicks = clicks
        self.english = english

    def words(self, fr: str, en: str) -> str:
        """Return what a page says in the language of this person."""
        return en if self.english else fr

    def press(self, what: Locator) -> None:
        """Click a link or a button."""
        self.clicks.count(self.name)
        what.click()

    def follow(self, fr: str, en: str = "") -> None:
        """Follow a link by its words."""
        words = self.words(fr, en or fr)
        self.press(self.page.get_by_role("link", name=words, exact=True).first)

    def send(self, fr: str, en: str = "") -> None:
        """Press a button by its words."""
        words = self.words(fr, en or fr)
        self.press(self.page.get_by_role("button", name=words, exact=True).first)

    def fill(self, answers: Answers) -> None:
        """Write, choose and tick in a form, each field by the beginning of its label."""
        for label, value in answers.items():
            legend = self.page.locator("legend", has_text=re.compile(f"^{label}"))
            boxes = self.page.locator("fieldset.choices", has=legend)
            if boxes.count():
                boxes.get_by_label(value, exact=True).check()
                continue
            asked = self.page.get_by_label(re.compile(f"^{label}")).first
            if asked.evaluate("each => each.tagName") == "SELECT":
                asked.select_option(label=value)
            else:
                asked.fill(value)

    def signs_up(self) -> None:
        """Open an account from the first page."""
        self.page.goto("/")
        self.follow("Ouvrir un compte", "Open an account")
        name = self.words("Nom d’utilisateur", "Username")
        self.page.get_by_label(name, exact=True).fill(self.name)
        self.page.locator("[type=password]").fill(PASSWORD)
        self.page.get_by_role("checkbox").check()
        main = self.page.get_by_role("main")
        self.press(
            main.get_by_role("button", name=self.words("Ouvrir un compte", "Open an account"))
        )
        expect(main.get_by_role("heading", name=self.words("Caisse", "Cage"))).to_be_visible()


class StaffMember(Visitor):
    """One of the staff, with the key of his phone and his recovery codes."""

    def __init__(
        self, name: str, visitor: BrowserContext, clicks: Clicks, *, english: bool = False
    ) -> None:
        super().__init__(name, visitor, clicks, english=english)
        self.key = b""
        self.codes: tuple[str, ...] = ()
        self.away = False
        """Whether another page than the opening page is before him."""

    def comes_to_the_office(self) -> None:
        """Give name and password at the office's door."""
        self.page.goto("/admin/")
        self.page.locator("[name=username]").fill(self.name)
        self.page.locator("[name=password]").fill(PASSWORD)
        self.press(self.page.locator("[type=submit]"))

    def enrols(self) -> None:
        """Enrol a phone, as the page asks, and keep the recovery codes."""
        shown = self.page.locator(".key code").inner_text()
        self.key = b32decode(shown.replace(" ", ""))
        self.page.get_by_label("Code").fill(f"{totp(self.key):06}")
        self.send("Inscrire", "Enrol")
        expect(self.page.locator(".codes li")).to_have_count(10)
        self.codes = tuple(self.page.locator(".codes code").all_inner_texts())
        self.follow("Continuer", "Go on")
        expect(self.page.locator("#user-tools")).to_be_visible()

    def gives_code(self, code: str) -> None:
        """Give a code of the phone, or a recovery code."""
        self.page.get_by_label("Code").fill(code)
        self.send("Entrer", "Enter")
        expect(self.page.locator("#user-tools")).to_be_visible()

    def goes_home(self) -> None:
        """Come back to the opening page, by the link in its header."""
        self.press(self.page.locator("#site-name a"))
        self.page.wait_for_url("**/admin/")
        self.away = False

    def looks(self) -> list[str]:
        """Return what waits for this person, on an opening page that is fresh."""
        self.page.goto("/admin/")
        waits = self.page.locator("#waits li")
        return [each.replace("\n", " ") for each in waits.all_inner_texts()]

    def does(self, line: str, answers: Answers | None = None, *, chooses: str = "") -> None:
        """Follow a line of the opening page, and do what it leads to; nothing refuses it.

        Where the page offers several links, it is the one of these words, or the first.
        """
        if self.away:
            # Whoever looks again has come back by the header.
            self.clicks.count(self.name)
        waits = self.page.get_by_role("region", name=self.words("Ce qui vous attend", "What waits"))
        self.press(waits.get_by_role("link", name=line).first)
        self.page.locator("#content .submit-row").first.wait_for()
        if not self.page.locator("#content [name=reason], #content [name=order]").count():
            offers = self.page.locator("#content .submit-row").get_by_role("link")
            offers = offers.filter(has_text=chooses) if chooses else offers
            self.press(offers.filter(has_not_text=NOT_CHOSEN).first)
            self.page.locator("#content form [type=submit]").first.wait_for()
        self.confirms(answers)

    def confirms(self, answers: Answers | None = None) -> None:
        """Fill in the form that an act asks for, and send it; nothing refuses it."""
        self.fill(answers or {})
        reason = self.page.locator("#content [name=reason]")
        if reason.count() and not reason.input_value():
            reason.fill(self.words("journée", "the day"))
        self.press(self.page.locator("#content .submit-row [type=submit]").first)
        told = self.page.locator(".messagelist li, .errorlist li, .errornote")
        told.first.wait_for()
        assert {each.get_attribute("class") for each in told.all()} == {"success"}, (
            self.name,
            told.all_inner_texts(),
            self.page.url,
        )
        self.away = True


Given = Callable[[str], Answers]
"""What somebody writes, by the line of the opening page that he follows."""


def do_what_waits(
    staff: Mapping[str, StaffMember],
    given: Given,
    task: Callable[[str], str],
    *,
    only: str = "",
    leave: str = "^$",
) -> None:
    """Have everybody do what his opening page offers, until it offers nothing but what is left.

    `only` is a pattern of the lines that are done, `leave` of those that are for later.
    """
    for _ in range(12):
        done = 0
        for each in staff.values():
            while lines := [
                line
                for line in each.looks()
                if re.search(only, line) and not re.search(leave, line)
            ]:
                with each.clicks.of(task(lines[0])):
                    each.does(lines[0], given(lines[0]))
                done += 1
        if not done:
            return
    raise AssertionError({name: each.looks() for name, each in staff.items()})
