"""Every page of the office, on a desk and on a phone, in both languages: looked at, and by axe.

`make soak ARGS=tests/browser/test_every_office_page.py` writes a picture of each into the folder
that OFFICE_PICTURES names.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests import campaign
from tests.admin.test_languages import foreign
from tests.browser.gallery import SIZES
from tests.browser.test_pages import accessible
from tests.house import House, run_empty_house
from tests.house_console import run_in_house, sign_in

PICTURES: Final = os.environ.get("OFFICE_PICTURES", "")
LANGUAGES: Final = {"fr": "fr-FR", "en": "en-GB"}
_FURNISH: Final = """
import json
from django.conf import settings
from tests.admin.office import every_page, furnish
from tests.floor import open_house
settings.SHOE_CONTRIBUTIONS = settings.DRAW_CONTRIBUTIONS = "none"
house = open_house()
furnish(house)
print(json.dumps(list(every_page(house))))
"""
_ROW: Final = re.compile(r"(?<=/)(\d+|[0-9a-f-]{36}|[^/]*_2F[^/]*)(?=/)|q=.*")
"""What differs in the addresses of two pages of a kind."""


@pytest.fixture(scope="module")
def furnished(
    servers_at_hand: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[House, list[str]]]:
    """A house with a row of every model, and an address of each kind of page of its office."""
    with run_empty_house(tmp_path_factory.mktemp("furnished")) as house:
        pages = json.loads(run_in_house(house, _FURNISH).splitlines()[-1])
        shown = (each for each in pages if not each.endswith((".json", "/export/")))
        yield house, list({_ROW.sub("*", each): each for each in shown}.values())


@campaign.soak_only
@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_accessible_fits_and_has_no_word_of_the_other_language(
    browser: Browser,
    furnished: tuple[House, list[str]],
    language: str,
    size: str,
    subtests: pytest.Subtests,
) -> None:
    house, addresses = furnished
    width, height = SIZES[size]
    desk = browser.new_context(
        base_url=house.base_url,
        locale=LANGUAGES[language],
        reduced_motion="reduce",
        viewport={"width": width, "height": height},
    )
    sign_in(house, desk, "operator")
    page = desk.new_page()
    for number, address in enumerate(addresses):
        with subtests.test(address=address):
            answer = page.goto(address)
            assert answer is not None
            if answer.status != 200:
                assert answer.status in (403, 404)
                continue
            accessible(page)
            assert foreign(page.content(), language) == set()
            if PICTURES:
                name = re.sub(r"\W+", "-", address.removeprefix("/admin/")).strip("-") or "index"
                to = Path(PICTURES) / f"{language}-{size}" / f"{number:03}-{name[:60]}.png"
                page.screenshot(path=to, full_page=True)
    desk.close()
