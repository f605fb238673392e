"""A player who sees nothing: reads what live regions say, and the name of what has the focus."""

import re
import time
from typing import Any

from playwright.sync_api import Page

from tests.browser.patience import WITHIN

LISTEN = """() => {
  const heard = (window.heard = []);
  const polite = region => {
    const said = region.getAttribute("aria-live");
    return said ? said === "polite" : region.getAttribute("role") !== "alert";
  };
  const region = node => {
    const within = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    return within?.closest("[aria-live], [role=status], [role=alert], [role=log]");
  };
  const say = (where, node) => {
    const text = node.textContent.trim().replace(/[\\s\\u00a0\\u202f]+/g, " ");
    if (where && text) heard.push((polite(where) ? "" : "! ") + text);
  };
  new MutationObserver(changes => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "characterData") say(region(target), target);
      // A region that is there before something is put into it is read; an alert, as it comes.
      else for (const node of addedNodes) {
        if (region(target)) say(region(target), node);
        else for (const alert of node.querySelectorAll?.("[role=alert]") ?? []) say(alert, alert);
        if (!region(target) && node.matches?.("[role=alert]")) say(node, node);
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""
"""Notes what a screen reader would say, in order; what would interrupt the rest has a mark."""

LINE = re.compile("(! )?(Connexion (perdue|rétablie)|Connection lost|Connected again)")
"""What is said of a line that a busy machine has held up for a moment: it is no part of a round."""

MOST_TABS = 60
"""So many names are told when none was the wanted."""


class Listener:
    """Somebody who plays by keyboard and ear alone."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._cdp = page.context.new_cdp_session(page)
        self._read = 0
        self._before: list[str] = []
        page.add_init_script(f"({LISTEN})()")

    @property
    def heard(self) -> list[str]:
        """What has been said on this page so far, but of its line."""
        said: list[str] = self.page.evaluate("window.heard")
        return [each for each in said if not LINE.match(each)]

    @property
    def all_heard(self) -> list[str]:
        """What has been said on this page and those before."""
        return self._before + self.heard

    def first(self, said: str) -> int:
        """Return where something was said first on this page."""
        return next(at for at, each in enumerate(self.heard) if said in each)

    def comes(self, path: str) -> None:
        """Open a page, of which nothing has been said yet."""
        if self._read:
            self._before += self.heard
        self._read = 0
        self.page.goto(path)

    def hears(self, wanted: str) -> re.Match[str]:
        """Wait for the next sentence in which this is said; return what was found in it."""
        deadline = time.monotonic() + WITHIN
        while True:
            for number, said in enumerate(self.heard[self._read :], start=self._read + 1):
                if match := re.search(wanted, said):
                    self._read = number
                    return match
            assert time.monotonic() < deadline, (wanted, self.heard)
            self.page.wait_for_timeout(50)

    @property
    def focused(self) -> str:
        """The accessible name of what has the focus."""
        element = self._cdp.send("Runtime.evaluate", {"expression": "document.activeElement"})
        asked = {"objectId": element["result"]["objectId"], "fetchRelatives": False}
        (node,) = self._cdp.send("Accessibility.getPartialAXTree", asked)["nodes"]
        name: dict[str, Any] = node.get("name", {})
        return re.sub(r"[\s\u00a0\u202f]+", " ", str(name.get("value", "")))

    def goes_to(self, wanted: str, key: str = "Tab") -> None:
        """Press a key until what has the focus is called so; fails with all that was passed."""
        passed: list[str] = []
        deadline = time.monotonic() + WITHIN
        while not passed or not re.search(wanted, passed[-1]):
            assert time.monotonic() < deadline, (wanted, passed[:MOST_TABS], self.heard)
            if passed:
                self.page.keyboard.press(key)
            if passed and not passed[-1]:
                # Once round the page: what is there only once the house has answered may come yet.
                self.page.wait_for_timeout(100)
            passed.append(self.focused)

    def presses(self, wanted: str) -> None:
        """Go to the control that is called so and press it."""
        self.goes_to(wanted)
        self.page.keyboard.press("Enter")
