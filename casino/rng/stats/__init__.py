"""Measures what the generator made. Knows numbers only; nothing that deals depends on it."""
