"""The bench still measures how frames are fanned out."""

from pathlib import Path

import pytest

from tests.bench import parts


@pytest.mark.campaign
def test_every_part_measures_every_goal_of_its_own(servers_at_hand: None, tmp_path: Path) -> None:
    parts.check(parts.FRAMES, tmp_path)
