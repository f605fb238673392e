"""Changed copies of frozen values."""

from dataclasses import replace

import pytest

from tables.games.blackjack.state import State
from tables.games.core.values import changed


def test_a_changed_copy_is_what_replace_makes() -> None:
    state = State(stage="play", dealer_result="17", stop_card=True)
    assert changed(state, stage="closed", alone=True) == replace(state, stage="closed", alone=True)
    assert changed(state) == state
    assert changed(state) is not state
    assert state.stage == "play"


def test_a_copy_is_as_frozen_as_its_original() -> None:
    with pytest.raises(AttributeError):
        changed(State()).stage = "play"  # type: ignore[misc]
