"""Automatic games: files, keys, interventions, reliefs, meters, tickets, hand-pays."""
