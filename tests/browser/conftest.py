"""A real browser before a real house. Every page fails its test on any console error."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from scripts.setup import chromium
from tests.browser.patience import Complaints
from tests.house import House

PATIENCE = 300_000
"""Milliseconds until what is awaited must have come: other tests keep the machine busy."""
expect.set_options(timeout=PATIENCE)

TURNED_OFF = (
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    # The address bar that nobody sees: a process for each visitor, two thirds of what one costs.
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
)
"""Features of Chromium. The others are Playwright's: of this option Chromium obeys the last."""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The machine's own Chromium where there is one: Playwright's need not be downloaded.

    Its event loop holds the main thread, so it is closed before tests of another folder run here.
    """
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium(), args=[f"--disable-features={','.join(TURNED_OFF)}"]
        )
        new_context = launched.new_context

        def patient(**options: Any) -> BrowserContext:
            visitor = new_context(**options)
            visitor.set_default_timeout(PATIENCE)
            return visitor

        launched.new_context = patient  # type: ignore[method-assign]
        yield launched
        launched.close()


@pytest.fixture
def browser_context_args(house: House) -> dict[str, Any]:
    """French by default, with reduced motion: a test does not wait for cards to fly."""
    return {
        "base_url": house.base_url,
        "locale": "fr-FR",
        "reduced_motion": "reduce",
    }


@pytest.fixture
def complaints() -> Complaints:
    """What the browser's console complained of, content security violations included."""
    return Complaints()


@pytest.fixture
def context(
    browser: Browser, browser_context_args: dict[str, Any], complaints: Complaints
) -> Iterator[BrowserContext]:
    """A fresh visitor; the test fails when any page of theirs complained."""
    visitor = browser.new_context(**browser_context_args)

    def listen(page: Page) -> None:
        def heard(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                complaints.hear(message.text)

        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.hear(str(error)))

    visitor.on("page", listen)
    yield visitor
    visitor.close()
    assert complaints == []
