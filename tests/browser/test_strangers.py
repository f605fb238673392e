"""Alone, at each table, seated or standing, a stranger comes to a settled bet by what is said."""

from itertools import product

import pytest
from playwright.sync_api import Browser

from tables.games import GAMES
from tests import campaign
from tests.browser.strangers import MOST_CLICKS, MOST_SECONDS, Stranger, tables_alone
from tests.house import House


@campaign.soak_only
@pytest.mark.parametrize(("language", "width"), product(("fr", "en"), (390, 1440)))
def test_a_stranger_alone_settles_a_bet_at_each_table(
    house: House, browser: Browser, subtests: pytest.Subtests, language: str, width: int
) -> None:
    settled = set[str]()
    # Whoever stands has been at no table before, and neither has whoever sits.
    strangers = [Stranger(browser, house.base_url, language, width) for _ in range(2)]
    for each in strangers:
        each.signs_up()
    tables = tables_alone(strangers[0].page)
    # Four must sit at chemin de fer.
    assert len(tables) == len(GAMES) - 1
    for (game, table), seated in product(tables.items(), (False, True)):
        with subtests.test(game=game, seated=seated):
            walk = strangers[seated].settles_a_bet(table, seated=seated)
            if walk is not None:
                assert walk.clicks <= MOST_CLICKS, walk
                assert walk.seconds <= MOST_SECONDS, walk
                assert walk.golds <= 1, "one next step at a time"
                settled.add(game)
    # A machine is still held by whoever was there before.
    assert len(settled) >= len(tables) - 1
    for each in strangers:
        each.visitor.close()
