"""Every honest contribution counts, whatever digits it happens to hold; a campaign plays more."""

import asyncio
from pathlib import Path

import pytest

from tests import campaign
from tests.load.ceremonies import SEATED, contribute, house_of_ceremonies, tables_in

EACH = campaign.length(4, 125)
"""Shoes of each table."""


@pytest.mark.campaign
@pytest.mark.usefixtures("servers_at_hand")
def test_honest_contributions_count_whatever_digits_they_hold(tmp_path: Path) -> None:
    with house_of_ceremonies(tmp_path) as house:
        tables = tables_in(house, campaign.length(3, 8))
        chosen = 0.5 if campaign.SOAK else 1.0
        ceremony = asyncio.run(contribute(house, tables, EACH, chosen=chosen))
    assert ceremony.whole, ceremony.told()
    assert ceremony.shoes >= len(tables) * EACH
    assert len(ceremony.parts) == SEATED * ceremony.shoes
