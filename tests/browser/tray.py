"""The tray of chips on a table's page."""

from playwright.sync_api import Page, expect


def choose_chip(page: Page, chip: str) -> None:
    """Press the key of a chip, by its number in the tray, and wait until it is chosen.

    What keys do is loaded after the felt: a stake that follows at once could be another chip's.
    """
    page.keyboard.press(chip)
    expect(page.locator(".tray input").nth(int(chip) - 1)).to_be_checked()
