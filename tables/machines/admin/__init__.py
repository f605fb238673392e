"""Automatic games in the office."""
