"""A machine in two real browsers: played by mouse and key in French, watched in English."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import psutil
import pytest
from playwright.sync_api import Browser, Page, expect

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_pages import SIZES, accessible, speak
from tests.browser.test_rounds import SLOW, Player, books_balance
from tests.house import House
from tests.house_console import open_for_draws, run_in_house, sign_in, wait_for_promised_draw

_WINS = """
from tables.games.automatic_games.machines import CLASSIC
from tests.stacked_shoes import promise_draw
promise_draw({table_id}, where=lambda stops: CLASSIC.pays(CLASSIC.line(stops)) == {pays})
"""


def pays(house: House, table_id: int, stakes: int) -> None:
    """Let the next game pay so many stakes."""
    wait_for_promised_draw(house, table_id)
    run_in_house(house, _WINS.format(table_id=table_id, pays=stakes))


_BRINGS = """
from tables.games.automatic_games.machines import FIVE
from tests.stacked_shoes import promise_draw
promise_draw({table_id}, where=lambda stops: FIVE.brought(stops) is not None)
"""


_DEALS = """
from tables.games.automatic_games import poker
from tests.stacked_shoes import promise_draw

def pair(values):
    cards = poker.dealt(values)
    return poker.kind_of(cards) == "jacks_or_better" and cards[1][0] == cards[3][0]

promise_draw({table_id}, where=pair)
"""
"""Let a hand be dealt whose second and fourth card are a high pair."""
_MENDS = """
from tables.games.automatic_games import poker
from tables.rows import table_rows as rows
from tables.projections import live_round as standing
from tests.stacked_shoes import promise_draw

table = rows.read({table_id})
hand = standing.load(table, rows.read_surroundings(table)).state.now.hand
promise_draw(
    {table_id},
    where=lambda values: poker.kind_of(poker.redrawn(hand, (2, 4), values)) == "two_pairs",
)
"""
"""Let the draw to that pair give another."""


@contextmanager
def entered(
    browser: Browser, house: House, table_id: int, options: dict[str, Any], size: str, **more: Any
) -> Iterator[Player]:
    """Take somebody new to the machine, in a browser of a size."""
    width, height = SIZES[size]
    visitor = browser.new_context(**options, viewport={"width": width, "height": height}, **more)
    page = visitor.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    player = Player(page, house, f"m{uuid4().hex[:10]}")
    sign_in(house, visitor, player.name)
    if more:
        speak(page, "en", house)
    page.goto(f"/tables/{table_id}/")
    expect(page.locator(".reels, .device .hand")).to_be_visible(timeout=SLOW)
    yield player
    visitor.close()
    assert wrong == []


@contextmanager
def standing_still(house: House, name: str) -> Iterator[None]:
    """Have a process of the house stand still."""
    process = psutil.Process(house.pid(name))
    process.suspend()
    try:
        yield
    finally:
        process.resume()


def credits_are(player: Player, chips: str) -> None:
    expect(player.page.locator(".credit b").first).to_have_text(chips, timeout=SLOW)


@pytest.mark.campaign
def test_a_machine_is_played_by_mouse_and_key_watched_on_a_phone_and_cashed_out(
    browser: Browser, browser_context_args: dict[str, Any], house: House
) -> None:
    table_id = open_for_draws(house, "automatic_games", stake_increment_cents=100, pace_floor_ms=0)
    args = dict(browser_context_args)
    with (
        entered(browser, house, table_id, args, "desktop") as ann,
        entered(browser, house, table_id, args, "phone", has_touch=True) as ben,
        books_balance(house, table_id),
    ):
        ann.page.get_by_role("button", name="Prendre le poste").click()
        ann.page.get_by_role("button", name="Charger 50").click()
        credits_are(ann, "50")
        comes_to(ann.page, ann.ledger_balance, 950)
        # Whoever watches sees credits and reels, and that the position is taken.
        credits_are(ben, "50")
        expect(ben.page.locator(".status")).to_contain_text("taken")
        expect(ben.page.get_by_role("button", name="Take the position")).to_have_count(0)
        pays(house, table_id, 5)
        ann.page.get_by_role("button", name="Miser plus").click()
        ann.page.get_by_role("button", name="Jouer").click()
        credits_are(ann, "58")
        expect(ann.page.locator(".won")).to_contain_text("5 × 2, soit 10")
        credits_are(ben, "58")
        for player in campaign.sample(2, (ann, ben)):
            accessible(player.page)
        picture(ann.page, "machine")

        # A lost game by the keyboard: nothing is feted, and the meters have counted it.
        pays(house, table_id, 0)
        ann.page.keyboard.press("g")
        credits_are(ann, "56")
        expect(ann.page.locator(".won")).to_have_text("")
        ann.page.get_by_text("Compteurs").click()
        expect(ann.page.locator("[data-meter=in]")).to_have_text("40")
        expect(ann.page.locator("[data-meter=out]")).to_have_text("100")
        cash_out = ann.page.get_by_role("button", name="Reprendre")
        expect(cash_out).to_be_enabled(timeout=SLOW)
        cash_out.click()
        credits_are(ann, "0")
        comes_to(ann.page, ann.ledger_balance, 1006)


@campaign.soak_only
def test_five_reels_tell_every_line_and_play_the_free_games_that_stars_bring(
    browser: Browser, browser_context_args: dict[str, Any], house: House
) -> None:
    table_id = open_for_draws(
        house, "automatic_games", machine="five_stars", stake_increment_cents=100
    )
    args = dict(browser_context_args)
    with (
        entered(browser, house, table_id, args, "desktop") as ann,
        entered(browser, house, table_id, args, "phone", has_touch=True) as ben,
    ):
        expect(ann.page.locator(".pays table tbody tr")).to_have_count(6)
        ann.page.get_by_role("button", name="Prendre le poste").click()
        ann.page.get_by_role("button", name="Charger 50").click()
        credits_are(ann, "50")
        wait_for_promised_draw(house, table_id)
        run_in_house(house, _BRINGS.format(table_id=table_id))
        with standing_still(house, "croupier"):
            # Nobody begins the first free game while its page is looked at.
            ann.page.get_by_role("button", name="Jouer").click()
            expect(ann.page.locator(".status")).to_contain_text("Parties gratuites", timeout=SLOW)
            expect(ann.page.locator(".won")).to_contain_text("étoile, étoile, étoile")
            expect(ben.page.locator(".won")).to_contain_text("star, star, star", timeout=SLOW)
            expect(ann.page.get_by_role("button", name="Jouer")).to_be_disabled()
            for player in campaign.sample(2, (ben, ann)):
                accessible(player.page)
            picture(ann.page, "five-reels")
        # A free game begins by itself, and costs nothing.
        ann.page.get_by_text("Compteurs").click()
        expect(ann.page.locator("[data-meter=free]")).not_to_have_text("0", timeout=SLOW)
        expect(ann.page.locator("[data-meter=in]")).to_have_text("10")
        expect(ann.page.get_by_text("gratuite, paie").first).to_be_visible()
        picture(ann.page, "free-games")


@campaign.soak_only
def test_cards_are_held_by_key_and_press_drawn_won_and_cashed_out(
    browser: Browser, browser_context_args: dict[str, Any], house: House
) -> None:
    table_id = open_for_draws(
        house, "automatic_games", machine="jacks_or_better", stake_increment_cents=100
    )
    args = dict(browser_context_args)
    with (
        entered(browser, house, table_id, args, "desktop") as ann,
        entered(browser, house, table_id, args, "phone", has_touch=True) as ben,
        books_balance(house, table_id),
    ):
        page = ann.page
        # A position is no box.
        expect(page.locator(".idle")).to_have_text("Le poste est libre : prenez-le.")
        page.get_by_role("button", name="Prendre le poste").click()
        expect(ben.page.locator(".idle")).to_contain_text("The position is taken.", timeout=SLOW)
        page.get_by_role("button", name="Charger 50").click()
        credits_are(ann, "50")
        wait_for_promised_draw(house, table_id)
        run_in_house(house, _DEALS.format(table_id=table_id))
        page.keyboard.press("g")
        draw = page.get_by_role("button", name="Tirer")
        # The second draw is promised before anything can be held.
        expect(draw).to_be_enabled(timeout=SLOW)
        expect(page.locator(".status")).to_contain_text("Valets ou mieux")
        expect(page.locator(".pays .lit")).to_contain_text("Valets ou mieux")
        slots = page.locator(".slot")
        # The first by its key, the second by a press, which a second press takes back.
        page.keyboard.press("2")
        other = slots.nth(3)
        for pressed in ("true", "false", "true"):
            other.click()
            expect(other).to_have_attribute("aria-pressed", pressed)
        expect(page.locator(".slot[aria-pressed=true]")).to_have_count(2)
        # Whoever watches sees the hand, and may hold nothing of it.
        expect(ben.page.locator(".slot .card")).to_have_count(5, timeout=SLOW)
        expect(ben.page.locator("button.slot")).to_have_count(0)
        accessible(page)
        picture(page, "poker-hold")
        run_in_house(house, _MENDS.format(table_id=table_id))
        draw.click()
        credits_are(ann, "51")
        expect(page.locator(".won")).to_contain_text("Deux paires : 2 × 1, soit 2")
        expect(ben.page.locator(".won")).to_contain_text("Two pairs: 2 × 1", timeout=SLOW)
        picture(page, "poker")
        # A ticket comes out, whose code she alone is told, and goes in again.
        out = page.get_by_role("button", name="Sortir un ticket")
        expect(out).to_be_enabled(timeout=SLOW)
        out.click()
        credits_are(ann, "0")
        code = page.locator("details code")
        expect(code).to_have_text(re.compile(r"^(\w{4}-){3}\w{4}$"), timeout=SLOW)
        expect(ben.page.locator("details code")).to_have_count(0)
        accessible(page)
        picture(page, "ticket")
        page.get_by_label("Code d’un ticket").fill(code.inner_text().lower())
        insert = page.get_by_role("button", name="Insérer", exact=True)
        # The game after the ticket is promised: the button is not greyed again for a moment.
        wait_for_promised_draw(house, table_id)
        expect(insert).to_be_enabled(timeout=SLOW)
        insert.click()
        credits_are(ann, "51")
        expect(code).to_have_count(0)
        cash_out = page.get_by_role("button", name="Reprendre")
        expect(cash_out).to_be_enabled(timeout=SLOW)
        cash_out.click()
        credits_are(ann, "0")
        comes_to(page, ann.ledger_balance, 1001)


@contextmanager
def desk(browser: Browser, house: House, options: dict[str, Any], name: str) -> Iterator[Page]:
    """Give the office of somebody of the demo house's staff, on a desk."""
    width, height = SIZES["desktop"]
    office = browser.new_context(**options, viewport={"width": width, "height": height})
    sign_in(house, office, name)
    yield office.new_page()
    office.close()


def act(page: Page, address: str, said: str, **given: str) -> None:
    """Fill in what a page of the office asks for, and read what came of it."""
    page.goto(address)
    for field, value in {"reason": "essai", **given}.items():
        asked = page.locator(f"[name={field}]")
        if asked.evaluate("each => each.tagName") == "SELECT":
            asked.select_option(label=value)
        else:
            asked.fill(value)
    page.locator(".submit-row [type=submit]").click()
    expect(page.locator(".messagelist").first).to_contain_text(said)


@campaign.soak_only
def test_a_great_win_is_paid_by_the_supervisor_and_a_ticket_goes_to_another_machine(
    browser: Browser, browser_context_args: dict[str, Any], house: House
) -> None:
    first, second = (
        open_for_draws(
            house, "automatic_games", stake_increment_cents=100, id_threshold_cents=30_00
        )
        for _ in range(2)
    )
    args = dict(browser_context_args)
    with (
        entered(browser, house, first, args, "desktop") as ann,
        desk(browser, house, args, "slots") as sven,
        desk(browser, house, args, "mechanic") as milo,
        books_balance(house, first),
        books_balance(house, second),
    ):
        page = ann.page
        page.get_by_role("button", name="Prendre le poste").click()
        page.get_by_role("button", name="Charger 10", exact=True).click()
        credits_are(ann, "10")
        pays(house, first, 40)
        page.get_by_role("button", name="Jouer").click()
        # The machine owes it, and nothing is played before it is paid.
        expect(page.locator(".status")).to_contain_text("40", timeout=SLOW)
        expect(page.locator(".status")).to_contain_text("identité")
        expect(page.get_by_role("button", name="Jouer")).to_be_disabled()
        accessible(page)
        picture(page, "hand-pay")

        # It waits for the supervisor, who is refused until he has seen who she is.
        sven.goto("/admin/")
        owed = sven.get_by_role("link", name=re.compile(rf"identité à constater.*{ann.name}"))
        expect(owed).to_be_visible()
        picture(sven, "office-hand-pay")
        seen = owed.get_attribute("href") or ""
        order = "Payer le gain à la main"
        pay = seen.replace("see_identity", "order_play")
        assert seen != pay
        act(sven, pay, "pièce d’identité", what=order)
        act(sven, seen, "fait", kind="passeport", document_number="12 ab-345")
        act(sven, pay, "fait", what=order)
        expect(page.locator(".notices")).to_contain_text("Le gain de 40 est payé.", timeout=SLOW)
        comes_to(page, ann.ledger_balance, 1030)
        expect(page.locator(".status")).not_to_contain_text("identité")

        # A mechanic opens the machine, by the key that he is lent: her credits wait.
        at = f"/admin/tables/machine/{first}/act"
        act(sven, f"{at}/lend_key/", "fait", person="mechanic", minutes="60")
        act(milo, f"{at}/open/", "fait", reason="le rouleau 2 se coince")
        expect(page.locator(".status")).to_contain_text("ouvert", timeout=SLOW)
        expect(page.get_by_role("button", name="Reprendre")).to_be_disabled()
        credits_are(ann, "9")
        picture(page, "machine-open")
        act(milo, f"{at}/sign/", "fait", reason="axe graissé")
        act(sven, f"{at}/put_back/", "refusé")
        milo.goto(f"/admin/tables/keyloan/?q={first}")
        milo.locator("#result_list tbody th a").first.click()
        back = milo.get_by_role("link", name="Rendre la clé").get_attribute("href") or ""
        act(milo, back, "fait")
        wait_for_promised_draw(house, first)
        act(sven, f"{at}/put_back/", "fait")

        # What she has left goes by ticket to another machine.
        out = page.get_by_role("button", name="Sortir un ticket")
        expect(out).to_be_enabled(timeout=SLOW)
        out.click()
        credits_are(ann, "0")
        code = page.locator("details code")
        expect(code).to_have_text(re.compile(r"^(\w{4}-){3}\w{4}$"), timeout=SLOW)
        written = code.inner_text()
        page.goto(f"/tables/{second}/")
        page.get_by_role("button", name="Prendre le poste").click()
        page.get_by_text("Tickets", exact=True).click()
        page.get_by_label("Code d’un ticket").fill(written)
        insert = page.get_by_role("button", name="Insérer", exact=True)
        expect(insert).to_be_enabled(timeout=SLOW)
        insert.click()
        credits_are(ann, "9")
        # It pays once.
        wait_for_promised_draw(house, second)
        page.get_by_label("Code d’un ticket").fill(written)
        expect(insert).to_be_enabled(timeout=SLOW)
        insert.click()
        expect(page.locator(".notices")).to_contain_text("ticket", timeout=SLOW)
        credits_are(ann, "9")
        cash_out = page.get_by_role("button", name="Reprendre")
        expect(cash_out).to_be_enabled(timeout=SLOW)
        cash_out.click()
        credits_are(ann, "0")
        comes_to(page, ann.ledger_balance, 1039)
