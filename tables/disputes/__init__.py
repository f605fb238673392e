"""Disputes of rounds: filed with a dossier, decided, corrected."""
