"""Profiles of places for tests: those that the house brings, and changes of them."""

from dataclasses import replace
from typing import Any

from casino.responsible_gaming.jurisdiction import Profile, load

PLAY: Profile = load("none")
LICENSED: Profile = replace(PLAY, key="test", licensed=True, minimum_age=18)
"""A licence that allows all games, and asks a player's age alone."""


def profile(**changed: Any) -> Profile:
    """Return the licence of a made-up place, with what is changed of it."""
    return replace(LICENSED, **changed)
