"""Boxes: sitting down, leaving, idle players, practice, and what a socket is shown first."""
