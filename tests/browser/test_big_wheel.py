"""The big wheel in two real browsers: by mouse and keyboard in French, by touch in English."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tables.games.big_wheel.rules import DEVICE, SEGMENTS
from tests import campaign
from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_boule import Thrower, entered, told_of_a_void_spin
from tests.browser.test_pages import accessible
from tests.browser.test_rounds import SLOW, books_balance
from tests.browser.tray import choose_chip
from tests.house import House
from tests.house_console import open_for_draws, set_next_draw, stop_next_spin

WATCH = """
    window.turned = 0;
    new MutationObserver(() => {
        if (document.querySelector('.wheel').dataset.state !== 'landing') return;
        const [way] = document.querySelector('.disc').getAnimations();
        const [from, to] = way.effect.getKeyframes().map(each => parseFloat(each.rotate));
        window.turned = (to - from) / 360;
    }).observe(document.querySelector('.wheel'), {attributes: true});
"""
"""Writes down how many turns the wheel makes once its segment is known."""
AT_POINTER = """
    () => {
        const {left, top, width} = document.querySelector('.pointer').getBoundingClientRect();
        const [x, y] = [left + width / 2, top + width * 0.11];
        const near = (each) => {
            const box = each.getBoundingClientRect();
            return Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y);
        };
        const shown = [...document.querySelectorAll('.disc text')];
        return shown.sort((a, b) => near(a) - near(b))[0].textContent;
    }
"""
"""What stands on the segment that is nearest to the pointer."""


@pytest.mark.campaign
@pytest.mark.clause("MC-WHEEL-12", "MC-WHEEL-13")
def test_the_wheel_turns_three_times_and_stops_where_the_draw_says(
    browser: Browser, browser_context_args: dict[str, Any], house: House
) -> None:
    table_id = open_for_draws(
        house, "big_wheel", stake_increment_cents=100, betting_window_seconds=300
    )
    moves = browser_context_args | {"reduced_motion": "no-preference"}

    def enter(size: str, args: dict[str, Any], **more: Any) -> Any:
        return entered(browser, house, table_id, args, size, "one", **more)

    with (
        enter("desktop", moves) as ann,
        enter("phone", browser_context_args, has_touch=True) as ben,
        books_balance(house, table_id),
    ):
        drawn = ann.page.locator(".layout button[data-spot]").evaluate_all(
            "spots => spots.map(spot => spot.dataset.spot)"
        )
        assert sorted(drawn) == sorted(DEVICE.layout)

        # By keyboard: from 1 to 2, two chips on, one off; by mouse a chip of 5 on a joker.
        choose_chip(ann.page, "1")
        ann.spot("one").focus()
        ann.page.keyboard.press("ArrowRight")
        expect(ann.spot("two")).to_be_focused()
        for key in ("Enter", "Enter", "Backspace"):
            ann.page.keyboard.press(key)
        choose_chip(ann.page, "2")
        ann.spot("joker_yellow").click()
        ann.has_staked("6")
        ben.spot("two").tap()
        ben.spot("five").tap()
        expect(ben.spot("five").locator(".jeton")).to_be_visible()
        expect(ben.page.locator(".layout .pending")).to_have_count(0, timeout=SLOW)
        # Boule's page, whose layout is of the same making, is looked at on a desk.
        for player in campaign.sample(2, (ben, ann)):
            accessible(player.page)
        picture(ann.page, "big-wheel")

        set_next_draw(house, table_id, SEGMENTS.index("joker_yellow"))
        ann.page.evaluate(WATCH)
        ann.ready()
        ben.ready()
        for player, mark, told in ((ann, "JJ", "Jocker jaune"), (ben, "YJ", "Yellow joker")):
            stopped(player, mark, told)
        assert 3 <= ann.page.evaluate("window.turned") <= 4
        picture(ann.page, "big-wheel-fallen")
        ann.ends_with("1199")
        assert ben.ledger_balance() == 998
        expect(ann.page.locator(".last b")).to_have_text(["JJ"])

        if not campaign.SOAK:
            return
        # A void spin, as at boule: both are told, the stakes lie, and the next turn decides.
        ann.spot("one").click()
        ann.has_staked("5")
        ben.spot("two").tap()
        ben.has_staked("1")
        ben.ready()
        expect(ben.page.locator(".status")).to_contain_text("Waiting", timeout=SLOW)
        stop_next_spin(house, table_id, "big_wheel", ann.name)
        told_of_a_void_spin(ann, "la roue est relancée, rien ne change")
        told_of_a_void_spin(ben, "the wheel is turned again, nothing changes")
        expect(ann.page.locator(".last b")).to_have_count(2, timeout=SLOW)
        fallen = ann.page.locator(".last b").first.inner_text()
        ann.ends_with("1204" if fallen == "1" else "1194")
        comes_to(ben.page, ben.ledger_balance, 1000 if fallen == "2" else 997)


def stopped(player: Thrower, mark: str, told: str) -> None:
    """Wait until the wheel stands at a segment, and see that it is the pointer's."""
    expect(player.page.locator(".wheel .told b")).to_have_text(mark, timeout=SLOW)
    expect(player.page.locator(".announced")).to_have_text(told)
    expect(player.page.locator(".wheel")).to_have_attribute("data-state", "rest")
    assert player.page.evaluate(AT_POINTER) == mark
