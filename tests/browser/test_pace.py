"""The pace of a table: a line that is lost, stakes laid again in one press or by themselves."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.test_pages import accessible
from tests.browser.test_rounds import SLOW, Player, books_balance, enter
from tests.house import House
from tests.house_console import open_table, stack_cards

__all__ = ["enter"]

SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
STATES = ("lost-stakes", "lost-decision", "ahead", "again", "form", "running")
"""Where axe looks: in the short form at one size each."""


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    width, height = SIZES["desktop"]
    return {**browser_context_args, "viewport": {"width": width, "height": height}}


@pytest.fixture
def table_id(house: House) -> int:
    return open_table(house, betting_seconds=300, decision_seconds=120)


class Line:
    """What lies between a page and the house: while it is cut nothing passes, untold."""

    def __init__(self) -> None:
        self.cut = False
        self.sent: list[str] = []
        """The commands that reached the house."""

    def between(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def up(message: str | bytes) -> None:
            if self.cut:
                return
            if kind := re.search(r'"kind":"([a-z_.]+)"', str(message)):
                self.sent.append(kind[1])
            server.send(message)

        route.on_message(up)
        server.on_message(lambda message: None if self.cut else route.send(message))


def looked_at(page: Page, name: str) -> None:
    """Look at the page in a state, on a phone and a desktop."""
    with_axe = campaign.sample(2, SIZES, STATES.index(name))
    for size in ("phone", "desktop"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        if size in with_axe:
            accessible(page)
        right = page.locator(".console button:visible").evaluate_all(
            "buttons => Math.max(0, ...buttons.map(each => each.getBoundingClientRect().right))"
        )
        assert right <= width
    picture(page, name)


@pytest.mark.campaign
def test_a_lost_line_is_told_and_nothing_pressed_meanwhile_is_sent(
    house: House, table_id: int, enter: Callable[..., Player]
) -> None:
    line = Line()
    with books_balance(house, table_id):
        ann = enter(line.between)
        page = ann.page
        lost = page.locator(".lost")
        ann.sit(4)
        line.cut = True
        expect(lost).to_contain_text("Connexion perdue", timeout=SLOW)
        looked_at(page, "lost-stakes")
        page.keyboard.press("3")
        ann.seat(4).locator("button.spot.main").click()
        expect(page.locator("[aria-live=assertive]")).to_contain_text("rien n’a été envoyé")
        expect(ann.seat(4).locator(".spot.main .sum")).to_have_count(0)
        line.cut = False
        expect(lost).to_have_count(0, timeout=SLOW)
        expect(page.locator("[aria-live=polite]").first).to_contain_text("Connexion rétablie.")

        stack_cards(house, table_id, "Tc 8h 9d Jd")
        ann.put(4, "3")
        ann.ready()
        stand = page.locator(".console .do.blackjack-stand")
        expect(stand).to_be_enabled(timeout=SLOW)
        line.cut = True
        expect(stand).to_contain_text("Pas de connexion", timeout=SLOW)
        expect(stand).to_have_attribute("aria-disabled", "true")
        looked_at(page, "lost-decision")
        page.keyboard.press("h")
        expect(page.locator("[aria-live=assertive]")).to_contain_text("rien n’a été envoyé")
        # Given up at last and made anew, the line brings the table, and no card was asked for.
        line.cut = False
        expect(stand).to_be_enabled(timeout=SLOW)
        expect(stand).not_to_contain_text("Pas de connexion")
        expect(ann.seat(4).locator(".card")).to_have_count(2)
        ann.do("stand")
        expect(ann.seat(4).locator(".badge")).to_be_visible(timeout=SLOW)
        assert "blackjack.hit" not in line.sent
        assert line.sent.count("blackjack.stake") == 1
        ann.ends_with("1025")


@pytest.mark.campaign
def test_a_decision_pressed_ahead_is_seen_taken_back_and_given_in_its_turn(
    house: House, table_id: int, enter: Callable[..., Player]
) -> None:
    line = Line()
    with books_balance(house, table_id):
        ann, bob = enter(), enter(line.between)
        page = bob.page
        spoken = page.locator("[aria-live=assertive] p").last
        hit, stand = (page.locator(f".console .do.blackjack-{each}") for each in ("hit", "stand"))
        ann.sit(1)
        bob.sit(2)
        stack_cards(house, table_id, "Tc 5c 6d Th 6h 9d Td Kd")
        ann.put(1, "3")
        bob.put(2, "3")
        expect(ann.seat(2).locator(".spot.main .sum")).to_have_text("25", timeout=SLOW)
        ann.ready()
        bob.ready()
        expect(hit).to_have_attribute("aria-pressed", "false", timeout=SLOW)
        expect(page.get_by_role("group", name="Décisions d’avance, case 2")).to_contain_text("11")
        stand.click()
        expect(stand).to_have_attribute("aria-pressed", "true")
        expect(spoken).to_have_text("Rester : prévu pour la case 2. Répétez pour y renoncer.")
        page.keyboard.press("s")
        expect(spoken).to_have_text("Décision d’avance reprise.")
        expect(stand).to_have_attribute("aria-pressed", "false")
        stand.click()
        looked_at(page, "ahead")
        page.keyboard.press("h")
        expect(hit).to_have_attribute("aria-pressed", "true")
        assert not {"blackjack.hit", "blackjack.stand"} & set(line.sent), "it is not sent ahead"
        ann.do("stand")
        expect(bob.seat(2).locator(".card")).to_have_count(3, timeout=SLOW)
        # Another card, another situation: the next decision is his.
        expect(stand).to_be_enabled()
        expect(stand).not_to_have_attribute("aria-pressed", "false")
        assert line.sent.count("blackjack.hit") == 1
        bob.do("stand")
        expect(bob.seat(2).locator(".badge")).to_be_visible(timeout=SLOW)
        bob.ends_with("1025")


NATURAL = "Ah 9c Kd 8d"
"""A round without a decision: a natural against seventeen."""


@pytest.mark.campaign
def test_stakes_are_laid_again_in_one_press_and_by_themselves(
    house: House, table_id: int, enter: Callable[..., Player]
) -> None:
    with books_balance(house, table_id):
        ann = enter()
        page = ann.page
        rounds = page.locator(".recent li")
        go = page.locator(".console .go")
        running = page.get_by_role("region", name="Mises automatiques")
        ann.sit(4)
        stack_cards(house, table_id, NATURAL)
        ann.put(4, "3")
        ann.ready()
        expect(rounds).to_have_count(1, timeout=SLOW)
        expect(go).to_have_text("Rejouer, Servez")
        looked_at(page, "again")

        stack_cards(house, table_id, NATURAL)
        page.keyboard.press("b")
        expect(rounds).to_have_count(2, timeout=SLOW)

        stack_cards(house, table_id, f"{NATURAL} {NATURAL}")
        page.get_by_role("button", name="Auto…").click()
        form = page.get_by_role("dialog")
        form.get_by_label("Nombre de coups").fill("2")
        looked_at(page, "form")
        page.keyboard.press("Enter")
        expect(rounds).to_have_count(4, timeout=SLOW)
        expect(running).to_have_count(0, timeout=SLOW)
        expect(page.locator(".notices .info").last).to_contain_text("tous les coups sont joués")

        # A key ends it at any time: what lies there is mine to play.
        stack_cards(house, table_id, "Tc 8h 9d Jd")
        page.get_by_role("button", name="Auto…").click()
        form.get_by_label("Perte à ne pas dépasser").fill("100")
        form.get_by_role("button", name="Commencer").click()
        expect(running).to_contain_text("encore 9 coups", timeout=SLOW)
        expect(running).to_contain_text("au plus 100 perdus")
        expect(page.locator(".console .do.blackjack-stand")).to_be_enabled(timeout=SLOW)
        looked_at(page, "running")
        page.keyboard.press("Escape")
        expect(running).to_have_count(0)
        ann.do("stand")
        expect(rounds).to_have_count(5, timeout=SLOW)
        # Four naturals at 3 to 2 on 25, and 19 against 18.
        ann.ends_with("1175")
