"""The pages in `blackjack/pages/` read as the engine deals them today."""

from pathlib import Path

import pytest

from tests.games.blackjack.transcripts import PAGES, deal_again


@pytest.mark.parametrize("path", sorted(PAGES.glob("*.txt")), ids=lambda path: path.stem)
def test_the_page_is_dealt_as_it_is_written(path: Path) -> None:
    page = path.read_text()
    assert deal_again(page) == page, "python -m tests.games.blackjack.transcripts rewrites it"


def test_a_page_that_tells_another_story_is_noticed() -> None:
    page = (PAGES / "black_jack.txt").read_text()
    forged = page.replace("2500", "3000")
    assert forged != page
    assert deal_again(forged) == page


def test_there_are_pages() -> None:
    assert len(list(PAGES.glob("*.txt"))) >= 5
