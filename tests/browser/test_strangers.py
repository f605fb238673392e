"""Alone, at each table, seated or standing, a stranger comes to a settled bet by what is said."""

from itertools import product

import pytest
from playwright.sync_api import Browser

from tables.games import GAMES
from tests import campaign
from tests.browser.strangers import MOST_CLICKS, MOST_SECONDS, WALKS, Stranger
from tests.browser.test_every_table import first_tables
from tests.house import House


@campaign.soak_only
@pytest.mark.parametrize(("language", "width"), product(("fr", "en"), (390, 1440)))
def test_a_stranger_alone_settles_a_bet_at_each_table(
    house: House, browser: Browser, subtests: pytest.Subtests, language: str, width: int
) -> None:
    # Whoever stands has been at no table before, and neither has whoever sits.
    strangers = [Stranger(browser, house.base_url, language, width) for _ in range(2)]
    for each in strangers:
        each.signs_up()
    tables = first_tables(strangers[0].page)
    assert {game for game, _ in WALKS} == GAMES.keys() - {"chemin_de_fer"}
    for game, seated in WALKS:
        with subtests.test(game=game, seated=seated):
            walk = strangers[seated].settles_a_bet(game, tables[game], seated=seated)
            assert walk.clicks <= MOST_CLICKS, walk
            assert walk.seconds <= MOST_SECONDS, walk
            assert walk.golds <= 1, "one next step at a time"
    for each in strangers:
        each.visitor.close()
