"""Races share the floor's fixtures."""

from tests.tables.conftest import house, pool_connections

__all__ = ["house", "pool_connections"]
