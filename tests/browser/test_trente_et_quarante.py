"""Trente et quarante in real browsers: a refait, a stake in prison and one that is halved."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_pages import SIZES, accessible, speak
from tests.browser.test_rounds import SLOW, Player, books_balance
from tests.browser.tray import choose_chip
from tests.house import House
from tests.house_console import open_game, sign_in, stack_cards

REFAIT = "Th 9c 5d 7s Kc Qd Js Ac"
BLACK_WINS = "Ts Td Kh Ac Kc Qd 9s 3c"


class Bettor(Player):
    """A person before the layout."""

    def chance(self, chance: str) -> Locator:
        return self.page.locator(f".chances button.{chance}")

    def lay(self, chip: str, chance: str) -> None:
        """Choose a chip by its key and lay it."""
        choose_chip(self.page, chip)
        self.chance(chance).click()

    def has_staked(self, chips: str) -> None:
        """Wait until the server holds these chips of mine."""
        expect(self.page.locator(".panel dd").nth(1)).to_have_text(chips, timeout=SLOW)
        expect(self.page.locator(".chances .pending")).to_have_count(0, timeout=SLOW)

    def hears(self, words: str) -> None:
        expect(self.page.locator(".announced")).to_have_text(words, timeout=SLOW)

    def total(self, row: str) -> Locator:
        return self.page.locator(f".row.{row} .total strong")


@pytest.fixture
def table_id(house: House) -> int:
    """A table of its own for each test, with clocks that do not hurry it."""
    return open_game(
        house,
        "trente_et_quarante",
        "MC",
        table_min_cents=500,
        stake_increment_cents=100,
        betting_window_seconds=300,
        decision_seconds=120,
    )


@pytest.fixture
def enter(
    browser: Browser, browser_context_args: dict[str, Any], house: House, table_id: int
) -> Iterator[Callable[..., Bettor]]:
    """Enrol somebody new, sign their browser in and take it to the layout."""
    complaints: list[str] = []
    visitors = []

    def entered(language: str = "fr", size: str = "desktop", **options: Any) -> Bettor:
        width, height = SIZES[size]
        viewport = {"width": width, "height": height}
        visitor = browser.new_context(**browser_context_args | {"viewport": viewport} | options)
        visitors.append(visitor)
        page = visitor.new_page()
        page.on(
            "console",
            lambda said: complaints.append(said.text) if said.type == "error" else None,
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        bettor = Bettor(page, house, f"t{uuid4().hex[:10]}")
        sign_in(house, visitor, bettor.name)
        speak(page, language, house)
        page.goto(f"/tables/{table_id}/")
        expect(bettor.chance("red")).to_have_attribute("aria-disabled", "false", timeout=SLOW)
        return bettor

    yield entered
    for visitor in visitors:
        visitor.close()
    assert complaints == []


@pytest.mark.campaign
def test_a_refait_imprisons_one_stake_halves_another_and_spares_the_insured(
    house: House, table_id: int, enter: Callable[..., Bettor]
) -> None:
    stack_cards(house, table_id, f"{REFAIT} {BLACK_WINS}")
    ann, ben = enter(), enter("en", "phone")
    with books_balance(house, table_id):
        ann.lay("2", "black")
        ann.lay("2", "inverse")
        ann.page.locator(".insure").click()
        ann.lay("1", "red")
        # An insured stake begins at its least, with its premium beside it.
        expect(ann.page.locator(".insure")).to_contain_text("Primes payées : 1")
        ann.has_staked("150")
        expect(ann.chance("red")).to_have_accessible_name("Rouge, 100 assurée")
        accessible(ann.page)
        ben.lay("1", "colour")
        ben.has_staked("5")
        ann.ready()
        ben.ready()

        ann.hears("Un, après : refait de trente et un.")
        ben.hears("One, again: refait of thirty-one.")
        for row in ("black", "red"):
            expect(ann.total(row)).to_have_text("31")
        expect(ann.page.locator(".row.black .card")).to_have_count(4)
        assert ann.page.locator("ol li a").first.inner_text() == "Refait"
        expect(ben.page.locator(".ask")).to_contain_text("Colour")
        # The next coup has opened: who comes now sees the rows too, and what they were.
        ben.page.reload()
        for row in ("black", "red"):
            expect(ben.total(row)).to_have_text("31", timeout=SLOW)
            expect(ben.page.locator(f".row.{row} .card")).to_have_count(4)
        ben.hears("One, again: refait of thirty-one.")
        expect(ben.page.locator(".ask")).to_contain_text("Colour")
        expect(ann.page.locator(".ask")).to_contain_text("Noir")
        half, prison = (
            ann.page.locator(f".do.trente_et_quarante-{each}") for each in ("half", "prison")
        )
        expect(half).to_contain_text("Reprendre 12,50")
        expect(half).to_contain_text("MC-TQ-37")
        accessible(ann.page, ".console, .rows")
        picture(ann.page, "trente-et-quarante")
        prison.click()
        expect(ann.chance("black")).to_have_accessible_name("Noir, 25 en prison")
        expect(ann.chance("black").locator(".jeton.prison")).to_be_visible()
        half.click()
        ann.ends_with("961.5")
        ben.page.locator(".do.trente_et_quarante-prison").click()
        expect(ben.chance("colour")).to_have_accessible_name("Colour, 5 in prison")
        accessible(ben.page)
        # Beside the prisoners fresh stakes lie by themselves.
        ann.page.locator(".insure").click()
        ann.lay("1", "colour")
        ann.has_staked("30")
        ben.lay("1", "black")
        ben.has_staked("10")
        ann.ready()
        ben.ready()

        # Black wins with 31 against 32, and the first card is black: both are set free.
        ann.hears("Un, deux, rouge perd, couleur gagne.")
        ben.hears("One, two, red loses, colour wins.")
        expect(ann.page.locator(".notices")).to_contain_text("Prisonnier libéré : 25 rendus.")
        ann.ends_with("991.5")
        # His balance is written the English way, which only the ledger tells apart.
        comes_to(ben.page, ben.ledger_balance, Decimal(1005))
        expect(ben.page.locator(".jeton.prison")).to_have_count(0)
