"""Players talk at a table: by mouse on a desktop, by touch on a phone, each in his language."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.gallery import picture
from tests.browser.test_pages import accessible
from tests.browser.test_rounds import Player, enter
from tests.house import House
from tests.house_console import open_table

__all__ = ["enter"]


@pytest.fixture
def table_id(house: House) -> int:
    return open_table(house, betting_seconds=300)


def test_a_signal_is_read_by_each_in_his_language_and_its_speaker_is_muted(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    ann, bob = enter().page, enter().page
    bob.context.add_cookies([{"name": "django_language", "value": "en", "url": house.base_url}])
    bob.set_viewport_size({"width": 360, "height": 740})
    bob.reload()
    ann.get_by_role("button", name="Parler").focus()
    ann.keyboard.press("Enter")
    accessible(ann)
    ann.get_by_role("button", name="Bien joué").click()
    expect(ann.get_by_role("dialog")).to_contain_text("Bien joué")
    # On a phone the bar has no room for a way to the chat: nothing is wider than the screen.
    expect(bob.locator(".heard")).to_contain_text("Well played")
    spoken = bob.locator("header [role=log]")
    expect(spoken).to_contain_text("Well played")
    assert bob.evaluate("document.documentElement.scrollWidth") == 360
    bob.get_by_role("button", name="Settings").click()
    bob.get_by_role("button", name="Talk to the table").click()
    accessible(bob)
    picture(bob, "chat")
    expect(bob.get_by_label("Your words")).to_have_count(0)
    bob.get_by_role("button", name="no more").click()
    ann.get_by_role("button", name="Merci").click()
    expect(bob.get_by_role("dialog").locator("li")).to_have_count(2)
    expect(bob.get_by_role("dialog").get_by_text("Thank you")).to_have_count(1)
    expect(spoken).to_be_empty()
    bob.get_by_role("button", name="Sorry").click()
    expect(ann.get_by_role("dialog")).to_contain_text("Pardon")
