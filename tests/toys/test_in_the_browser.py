"""The toy games in a house of real processes: the office, the lobby, a table, bots and load.

Collected in a grown tree, whose page is built.
"""

import contextlib
import json
import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.conftest import browser, browser_context_args, complaints, context
from tests.browser.test_pages import accessible
from tests.browser.test_rounds import Player
from tests.house import PASSWORD, ROOT, House

__all__ = ["browser", "browser_context_args", "complaints", "context"]

SIZES = ((390, 780), (1280, 800))
START = Decimal(1000)
STAKE = Decimal(1)
SLOW = 300_000
"""Milliseconds for what waits for a clock of the table, or for a process to start."""


@dataclass(frozen=True)
class Toy:
    """What a person reads of a toy in the house."""

    game: str
    rules: str
    person: str
    """Who plays it; of the demo house, with 1 000 chips."""
    boxes: int
    title: tuple[str, str]
    """In French, in English."""
    price: tuple[str, str]
    """The bet and what it costs, in French."""


COIN = Toy(
    "coin_toss",
    "TOSS/demo",
    "demo1",
    0,
    ("Pile ou face, règlement d'exemple", "Heads or tails, rules of an example"),
    ("Pile ou face", "2,500 %"),
)
HIGH = Toy(
    "high_card",
    "HIGH/demo",
    "demo2",
    5,
    ("Carte haute, règlement d'exemple", "High card, rules of an example"),
    ("Carte haute", "6,796 %"),
)
each_toy = pytest.mark.parametrize("toy", [COIN, HIGH], ids=lambda toy: toy.game)


def open_in_the_office(office: BrowserContext, toy: Toy) -> int:
    """Set a table of the toy up and open it, by the office's own pages; return its id."""
    desk = office.new_page()
    desk.goto("/admin/login/?next=/admin/tables/table/add/")
    desk.locator("[name=username]").fill("operator")
    desk.locator("[name=password]").fill(PASSWORD)
    desk.locator("[type=submit]").click()
    desk.locator("[name=name]").fill(f"Table {toy.game}")
    desk.locator("[name=rules]").select_option(label=toy.rules)
    desk.locator(".submit-row [type=submit]").first.click()
    expect(desk.locator(".messagelist .success")).to_be_visible()
    found = re.search(r"/tables/table/(\d+)/", desk.url)
    assert found, desk.url
    desk.get_by_role("link", name="Ouvrir la table").click()
    desk.locator("[name=reason]").fill("ouverture")
    desk.locator(".submit-row [type=submit]").click()
    expect(desk.locator(".messagelist .success")).to_be_visible()
    office.close()
    return int(found[1])


def sign_in(page: Page, toy: Toy) -> None:
    page.goto("/sign-in/?next=/")
    page.locator("[name=username]").fill(toy.person)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator(".door button[type=submit]").click()


@each_toy
def test_a_toy_is_opened_found_and_played(
    house: House,
    browser: Browser,
    browser_context_args: dict[str, Any],
    context: BrowserContext,
    toy: Toy,
) -> None:
    table_id = open_in_the_office(browser.new_context(**browser_context_args), toy)
    page = context.new_page()
    sign_in(page, toy)
    shown_in_the_lobby(page, toy, table_id)
    page.locator(f"li[data-table='{table_id}'] a").click()
    price_in_the_rules(page, toy)
    player = Player(page, house, toy.person)
    won = toss(page) if toy is COIN else draw(page)
    player.ends_with(str(START + won))
    looks_right(page)


def shown_in_the_lobby(page: Page, toy: Toy, table_id: int) -> None:
    """See the table's row in both languages."""
    row = page.locator(f"li[data-table='{table_id}']")
    for title, stakes in zip(toy.title, ("Mises 1 – 100", "Stakes 1 – 100"), strict=True):
        expect(row.locator(".name")).to_have_text(f"Table {toy.game}")
        expect(row.locator(".rules")).to_have_text(title)
        expect(row.locator(".facts")).to_contain_text(stakes)
        expect(row.locator(".felt svg")).to_be_visible()
        expect(row.locator(".felt svg .spot")).to_have_count(toy.boxes)
        page.locator(".speak button").click()


def price_in_the_rules(page: Page, toy: Toy) -> None:
    """Read in the rules panel what the toy's bet costs."""
    page.get_by_role("button", name="Règlement").click()
    edges = page.locator("dialog[open] dl[aria-labelledby=edges]")
    expect(edges.locator("dt")).to_have_text([toy.price[0]])
    expect(edges.locator("dd")).to_have_text([re.compile(toy.price[1].replace(" ", r"\s"))])
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def toss(page: Page) -> Decimal:
    """Stake on heads; return what was won."""
    page.locator(".console").get_by_role("button", name="Face").click()
    fell = page.locator(".lies li.fell")
    expect(fell).to_have_count(1, timeout=SLOW)
    side = fell.inner_text().strip()
    expect(page.locator(".status")).to_contain_text(f"La pièce tombe sur {side}")
    return STAKE * Decimal("0.95") if side == "Face" else -STAKE


def draw(page: Page) -> Decimal:
    """Sit at a box, stake, want no more; return what was won."""
    page.get_by_role("button", name="Prendre la case 1").click()
    page.locator(".console").get_by_role("button", name="case 1").click()
    # On a busy machine the window may be over: then it is dealt all the same.
    with contextlib.suppress(PlaywrightTimeout):
        page.locator(".console .go").click(timeout=30_000)
    expect(page.locator(".house .card")).to_be_visible()
    expect(page.locator(".lies li.mine .card")).to_have_count(1)
    expect(page.locator(".status")).to_contain_text("Maison")
    return STAKE if page.locator(".lies li.mine.won").count() else -STAKE


def looks_right(page: Page) -> None:
    """See nothing overflow, and axe find nothing, on a desk and on a phone."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        accessible(page)


def scripted(house: House, tool: str, toy: Toy, *arguments: str) -> "subprocess.Popen[str]":
    """Start scripted players of the toy, as `make bots` or `make load` does."""
    where = ("--game", toy.game, "--url", house.base_url)
    return subprocess.Popen(
        [sys.executable, "-m", f"tests.load.{tool}", *where, *arguments],
        cwd=ROOT,
        env=house.environment(),
        stdout=subprocess.PIPE,
        text=True,
    )


def test_load_players_toss_a_coin(house: House, tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    # It ends with the fourth stake: the seconds are what no machine needs.
    how = ("--players", "4", "--stakes", "4", "--seconds", "900", "--think", "0.1", "0.3")
    with scripted(house, "run", COIN, *how, "--json", str(figures)) as load:
        said, _ = load.communicate(timeout=1200)
    assert load.returncode == 0, said
    assert json.loads(figures.read_text())["notes"]["stakes accepted"] >= 4


def test_bots_play_high_card_and_go_home(house: House, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/")
    page.locator("li.table", has_text=HIGH.title[0]).first.locator("a").click()
    with scripted(house, "bots", HIGH, "--players", "2") as bots:
        try:
            expect(page.locator(".house .card")).to_be_visible(timeout=SLOW)
        finally:
            bots.send_signal(signal.SIGINT)
            said, _ = bots.communicate(timeout=300)
    assert bots.returncode == 0, said
    assert "have gone home" in said
