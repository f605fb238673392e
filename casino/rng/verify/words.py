"""Refusals and sentences in two languages, and a stranger's text made harmless."""

from typing import Literal

Lang = Literal["fr", "en"]


class Wrong(Exception):
    """The first thing that is wrong; `code` names one of SENTENCES."""

    def __init__(self, code: str, **detail: object) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


def printable(text: str) -> str:
    """Return a stranger's text without what a terminal could obey."""
    return ascii(text)[1:-1][:60]


def shown_whole(key: str) -> str:
    """Return a stranger's key whole, as it is to be compared."""
    return ascii(key)[1:-1]
