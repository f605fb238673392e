"""Rounds that are over: lists, reports, narration, replay, re-examination, statements."""
