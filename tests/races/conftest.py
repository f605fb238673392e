"""Races share the floor's fixtures."""

from tests.tables.conftest import house

__all__ = ["house"]
