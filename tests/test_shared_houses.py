"""Tests that share a house of a rare kind are run by one process, which opens it once."""

from typing import Final

import pytest

from tests.houses import house_group

GROUPS: Final = {
    "ceremonial_house": "ceremonial",
    "mortal_house": "mortal",
    "mortal_uvicorn_house": "mortal",
}
"""Fixtures that lend such a house, and the group whose files ask for it."""


def test_no_other_file_opens_one_more_of_them(request: pytest.FixtureRequest) -> None:
    """To prepare a mortal house alone takes twenty CPU seconds."""
    strays = {
        (fixture, item.nodeid.partition("::")[0])
        for item in request.session.items
        for fixture in GROUPS.keys() & getattr(item, "fixturenames", ())
        if house_group(item.nodeid) != GROUPS[fixture]
    }
    assert not strays, "add them to TOGETHER in tests/houses.py"
