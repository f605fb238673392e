"""Every honest contribution counts, whatever digits it happens to hold; a campaign plays more."""

import asyncio

import pytest

from tests import campaign
from tests.house import House
from tests.load.ceremonies import SEATED, contribute, tables_in

EACH = campaign.length(4, 125)
"""Shoes of each table."""


@pytest.mark.campaign
def test_honest_contributions_count_whatever_digits_they_hold(ceremonial_house: House) -> None:
    tables = tables_in(ceremonial_house, campaign.length(3, 8))
    chosen = 0.5 if campaign.SOAK else 1.0
    ceremony = asyncio.run(contribute(ceremonial_house, tables, EACH, chosen=chosen))
    assert ceremony.whole, ceremony.told()
    assert ceremony.shoes >= len(tables) * EACH
    assert len(ceremony.parts) == SEATED * ceremony.shoes
