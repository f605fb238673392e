"""A practice table's advice, and the wish for a box, in a real browser."""

from collections.abc import Callable
from decimal import Decimal

import pytest
from playwright.sync_api import Page, expect

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_pages import accessible
from tests.browser.test_rounds import SLOW, Player, books_balance, enter
from tests.house import House
from tests.house_console import open_table, stack_cards

__all__ = ["enter"]

PRACTICE = "Table d’entraînement"
SIXTEEN_THEN_EIGHTEEN = "Th 9s 6d 2c 3d 8c"


@pytest.fixture
def table_id(house: House, request: pytest.FixtureRequest) -> int:
    """A table with clocks that do not hurry it; for practice unless the test says otherwise."""
    practice = getattr(request, "param", True)
    return open_table(house, practice=practice, betting_seconds=300, decision_seconds=120)


def sixteen(house: House, table_id: int, player: Player) -> None:
    """Deal a player 16 against a nine."""
    player.sit(1)
    stack_cards(house, table_id, SIXTEEN_THEN_EIGHTEEN)
    player.put(1, "3")
    player.ready()
    expect(player.page.locator(".console .do.blackjack-hit")).to_be_enabled(timeout=SLOW)


def test_advice_is_told_when_asked_or_always(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    with books_balance(house, table_id):
        ann = enter()
        page = ann.page
        expect(page.get_by_text(PRACTICE)).to_be_visible()
        sixteen(house, table_id, ann)
        advice = page.locator(".console .advice")
        expect(advice).to_be_empty()
        accessible(page)
        page.get_by_role("button", name="Conseil").click()
        expect(advice).to_have_text("Conseil : tirer")
        accessible(page)
        page.get_by_role("button", name="Réglages").click()
        page.get_by_role("switch", name="Conseil toujours affiché").check()
        page.keyboard.press("Escape")
        verdict = page.locator(".verdict")
        expect(verdict).to_be_empty()
        ann.do("hit")
        expect(verdict).to_have_text("16 contre 9 : tirer, c’est juste.", timeout=SLOW)
        expect(advice).to_have_text("Conseil : rester", timeout=SLOW)
        # 25 chips lie there: the error loses 43 % of them on average.
        ann.do("hit")
        costs = "18 contre 9 : plutôt rester. Tirer coûte 10,76 en moyenne."
        expect(verdict).to_have_text(costs, timeout=SLOW)
        accessible(page)
        picture(page, "advice")
        ann.do("stand")
        comes_to(page, ann.balance, Decimal(1025))
        assert ann.ledger_balance() == 1000, "What she has elsewhere is as it was."
        ann.seat(1).locator(".leave").click()
        reported(page)
        opened_again(page)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Bilan").focus()
        page.keyboard.press("Enter")
        reported(page)
        picture(page, "practice-report")


def opened_again(page: Page) -> None:
    """Close the report as Escape does, and open it before the browser tells that it was closed."""
    opener = page.get_by_role("button", name="Bilan", include_hidden=True)
    opener.evaluate("""async opener => {
        const dialog = document.querySelector("dialog[open]");
        const told = new Promise(done => dialog.addEventListener("close", done, { once: true }));
        dialog.requestClose();
        for (let turn = 0; turn < 9; turn += 1) await null;
        opener.click();
        await told;
    }""")
    reported(page)


def reported(page: Page) -> None:
    """Read the report of a day with one error in three decisions."""
    report = page.get_by_role("dialog", name="Bilan d’entraînement")
    error = "18 contre 9 Tirer au lieu de rester, 1 fois 10,76"
    expect(report.get_by_role("listitem")).to_have_text([error], timeout=SLOW)
    figures = [each.inner_text().split("\n") for each in report.locator("dl > div").all()]
    assert [each[-1] for each in figures] == ["1", "3", "2 (66 %)", "10,76", "1\u202f075,75"]
    accessible(page)


@campaign.soak_only
@pytest.mark.parametrize("table_id", [False], indirect=True)
def test_no_other_table_gives_advice(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    ann = enter()
    page = ann.page
    page.evaluate("localStorage.setItem('sabot.prefs', JSON.stringify({advice: true}))")
    page.reload()
    sixteen(house, table_id, ann)
    expect(page.locator(".console .advice")).to_have_count(0)
    expect(page.get_by_role("button", name="Conseil")).to_have_count(0)
    expect(page.get_by_text(PRACTICE)).to_have_count(0)
    page.get_by_role("button", name="Réglages").click()
    expect(page.get_by_role("switch")).to_have_count(8)
    calls_are_heard(page, ann)


VOICE = """() => {
    window.heard = [];
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    Object.defineProperty(window, "speechSynthesis", { value: {
        getVoices: () => [{ lang: "fr-FR" }], addEventListener() {}, cancel() {},
        speak: (said) => window.heard.push(said.text),
    } });
}"""
"""A French voice, which a browser without a screen does not have."""


def calls_are_heard(page: Page, ann: Player) -> None:
    """Turn sound and the dealer's calls on in the open settings, hear them, and turn sound off."""
    bar = page.get_by_role("button", name="Sons", include_hidden=True)
    calls = page.get_by_role("switch", name="Annonces du croupier")
    volume = page.get_by_role("slider", name="Volume")
    expect(calls).to_be_disabled()
    expect(volume).to_be_disabled()
    page.get_by_role("switch", name="Sons").check()
    volume.fill("40")
    calls.check()
    expect(page.get_by_text("pas de voix française")).to_be_visible()
    accessible(page)
    page.evaluate(VOICE)
    page.keyboard.press("Escape")
    expect(bar).to_have_attribute("aria-pressed", "true")
    ann.do("stand")
    page.wait_for_function("() => heard.length > 0", timeout=SLOW)
    assert page.evaluate("heard[0]") in page.get_by_role("log").locator("p").all_text_contents()
    bar.click()
    expect(bar).to_have_attribute("aria-pressed", "false")
    kept = page.evaluate("JSON.parse(localStorage.getItem('sabot.prefs'))")
    assert (kept["sound"], kept["calls"], kept["volume"]) == (False, True, 40)


def waiting(house: House, table_id: int) -> int:
    """Return how many wait for a box of the table."""
    with house.connect() as database:
        row = database.execute(
            "SELECT count(*) FROM tables_waiting WHERE table_id = %s", [table_id]
        ).fetchone()
    assert row
    return int(row[0])


@campaign.soak_only
def test_whoever_finds_no_box_says_that_he_wishes_to_play(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    ann, bob, eve = enter(), enter(), enter()
    wish = bob.page.get_by_role("button", name="Je voudrais jouer")
    for box in range(1, 8):
        expect(wish).to_have_count(0)
        ann.sit(box)
    wish.click()
    accessible(bob.page)
    expect(eve.page.locator(".idle")).to_contain_text("Une personne attend.", timeout=SLOW)
    assert waiting(house, table_id) == 1
    bob.page.reload()
    waits = bob.page.get_by_role("button", name="J’attends une place")
    expect(waits).to_have_attribute("aria-pressed", "true", timeout=SLOW)
    waits.click()
    expect(wish).to_have_attribute("aria-pressed", "false")
    expect(eve.page.locator(".idle")).not_to_contain_text("attend", timeout=SLOW)
    assert waiting(house, table_id) == 0
    wish.click()
    expect(waits).to_be_visible()
    ann.seat(3).locator(".leave").click()
    bob.sit(3)
    expect(bob.page.locator(".idle")).to_have_count(0)
    assert waiting(house, table_id) == 0
