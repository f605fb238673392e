"""Waits for what Playwright's own `expect` cannot read."""

import time
from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Page

T = TypeVar("T")
WITHIN = 300.0
"""Seconds until it must have come, on a busy machine."""


def comes_to(page: Page, read: Callable[[], T], wanted: T) -> None:
    """Wait until what is read is what is wanted; fails with both."""
    deadline = time.monotonic() + WITHIN
    while (found := read()) != wanted and time.monotonic() < deadline:
        page.wait_for_timeout(100)
    assert found == wanted


class Complaints(list[str]):
    """What a browser's console complained of, but for what a test provokes."""

    def __init__(self) -> None:
        self._provoked: list[str] = []

    def hear(self, text: str) -> None:
        """Note what the console says."""
        if not any(each in text for each in self._provoked):
            self.append(text)

    def come(self, page: Page, *provoked: str) -> None:
        """Wait for a complaint with the first of these words; forgive all with any of them.

        The console is heard by another way than the page is read: what it says may come later.
        """
        comes_to(page, lambda: any(provoked[0] in each for each in self), True)
        self._provoked += provoked
        self[:] = [each for each in self if not any(words in each for words in provoked)]
