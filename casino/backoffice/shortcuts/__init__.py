"""Shortcuts on the opening page of the office: pinned lists, and what was opened last."""
