"""The house tells players something: read live at the table and in the lobby, until it is over."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.test_pages import accessible
from tests.browser.test_rounds import Player, enter
from tests.house import House
from tests.house_console import open_table, run_in_house

__all__ = ["enter"]

_POST = """
from uuid import uuid4
from casino.players.models import Player
from tables.chat import bulletins
bulletins.post_bulletin(
    bulletin_id=uuid4(), table_id={table}, fr={fr!r}, en="The bar is open.", minutes=60,
    operator=Player.objects.get(username="operator"), reason="essai",
)
"""
_TAKE_DOWN = """
from casino.players.models import Player
from tables.chat import bulletins
from tables.models import Bulletin
bulletins.take_down(
    Bulletin.objects.get(fr={fr!r}).pk,
    operator=Player.objects.get(username="operator"), reason="essai",
)
"""


@pytest.fixture
def table_id(house: House) -> int:
    return open_table(house, betting_seconds=300)


@campaign.soak_only
def test_a_bulletin_is_read_at_the_table_and_in_the_lobby_and_goes_again(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    ann, bob = enter().page, enter().page
    bob.context.add_cookies([{"name": "django_language", "value": "en", "url": house.base_url}])
    bob.goto(house.base_url)
    bar = "Le bar est ouvert, deux étages plus bas."
    late = "La table ferme à minuit."
    for fr in (bar, late):
        run_in_house(house, _POST.format(table=table_id, fr=fr))
    told = ann.get_by_role("status").get_by_text(bar)
    expect(told).to_be_visible()
    expect(ann.get_by_role("status").get_by_text(late)).to_be_visible()
    # The lobby asks again every few seconds.
    expect(bob.locator(".bulletin").first).to_contain_text("The bar is open.")
    accessible(ann)
    accessible(bob)
    picture(ann, "bulletins")
    ann.locator("p", has_text=late).get_by_role("button").click()
    expect(ann.get_by_text(late)).to_have_count(0)
    run_in_house(house, _TAKE_DOWN.format(fr=bar))
    expect(told).to_have_count(0)
    # Put away, it is not shown again to this page; to another it is.
    bob.goto(f"{house.base_url}/tables/{table_id}/")
    expect(bob.get_by_role("status").get_by_text("The bar is open.")).to_have_count(1)
    run_in_house(house, _TAKE_DOWN.format(fr=late))
    expect(bob.get_by_role("status").get_by_text("The bar is open.")).to_have_count(0)
