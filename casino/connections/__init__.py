"""Connections to PostgreSQL and Redis: the id of a house, Sentinels, checks at the start."""
