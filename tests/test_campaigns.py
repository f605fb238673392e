"""What has a campaign is run by `make soak`, which runs what is marked."""

import ast
import re
from pathlib import Path

LENGTHENED = re.compile(r"\bcampaign\.(length|sample|combinations|examples|draw_examples|seed)\(")
MARKS = {"pytest.mark.campaign", "campaign.soak_only"}


def unmarked(text: str) -> list[str]:
    """Return the tests of a file that say how far they go, and lack the mark."""
    tree = ast.parse(text)
    tests = [
        each
        for each in tree.body
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
        and each.name.startswith("test_")
    ]
    return [
        each.name
        for each in tests
        if LENGTHENED.search(ast.unparse(each))
        and MARKS.isdisjoint(ast.unparse(mark) for mark in each.decorator_list)
    ]


def test_every_test_that_has_a_campaign_is_marked() -> None:
    here = Path(__file__)
    texts = {path: path.read_text() for path in here.parent.rglob("test_*.py")}
    found = {
        path.name: names
        for path, text in texts.items()
        if path != here
        and LENGTHENED.search(text)
        and "pytestmark = pytest.mark.campaign" not in text
        if (names := unmarked(text))
    }
    assert found == {}


def test_a_campaign_without_its_mark_is_found() -> None:
    lengthened = "@campaign.examples(1, 2)\ndef test_a(): ...\n"
    assert unmarked(lengthened) == ["test_a"]
    assert [unmarked(f"@{mark}\n{lengthened}") for mark in MARKS] == [[], []]
