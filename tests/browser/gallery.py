"""The gallery: each special state of the pages, on a desk and on a phone, for people to look at.

Tests come through these states anyway and take a picture of each where GALLERY names a folder.
`make gallery` runs them so and has this module write the page that shows the pictures.
"""

import os
import sys
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

SIZES: Final = {"desktop": (1440, 900), "phone": (390, 844), "tablet": (820, 1180)}
SETTLES: Final = 300
"""Milliseconds after which a page has taken the size of its window."""
QUALITY: Final = 72
"""Of the JPEG: cards and letters stay sharp at a tenth of a PNG."""

STATES: Final = {
    "The house": {
        "lobby": "The lobby",
        "lobby-empty": "The lobby, filtered: no table of this kind",
        "sign-in": "Signing in",
        "sign-up": "Opening an account",
        "account": "The account",
        "limits": "Limits of one's own, a break, an exclusion",
        "limit-reached": "A limit of one's own, hit at the table",
        "break": "A break has begun",
        "cage": "The cage: cash and chips",
        "out-of-chips": "No chips left: the day's chips at the table itself",
        "cash": "Cash changed at a table, counted out before it is taken",
        "rounds": "My rounds",
        "round": "One round in words",
        "replay": "A round replayed on the felt, at its end",
        "shared-round": "A shared round, as a stranger reads it, in English",
        "verified": "The offline page: a shoe that is as promised",
        "refused-bundle": "The offline page: a bundle that is refused",
    },
    "Any table": {
        "tour": "A newcomer is shown round",
        "help": "Rules and help",
        "chat": "Signals, and the panel of who is heard",
        "bulletins": "The house tells the players something",
        "cut": "The cut card is mine",
        "cut-by-another": "Somebody else cuts",
        "shoe-verified": "A whole shoe verified by the page",
        "shoe-hands": "Which hand got which card of it, round by round",
        "tampered": "A card that is not the promised one stops the page",
        "secrets-of-a-draw": "Whose secrets a draw of a wheel has, one of them silent",
        "beacon-late": "Locked secrets wait for the public beacon: nothing falls without it",
        "shoe-beacon-late": "A shoe waits for it too, its cut locked",
        "lost-stakes": "The line is lost while stakes are laid",
        "lost-decision": "The line is lost while a decision is asked",
        "last-half-hour": "The table closes soon",
        "last-round": "The last round",
        "closed": "The table is closed",
        "void": "A round that the house annulled",
        "form": "Stakes laid by themselves: when they stop",
        "running": "Stakes laid by themselves",
    },
    "Blackjack": {
        "blackjack": "Five decisions",
        "split-hands": "Five hands of one box",
        "ahead": "A decision pressed ahead",
        "surrender": "Is the surrender meant?",
        "insurance": "Insurance, asked beside the decisions",
        "side-bets": "Side bets on and beside the layout",
        "sheet": "Seven boxes: on a phone their side bets are in a sheet",
        "side-bets-paid": "Side bets told as they were paid",
        "jackpot": "Seven boxes below a jackpot",
        "jackpot-claimed": "A jackpot that waits for approval",
        "box-due": "A box that is due to a visitor",
        "advice": "The practice table gives advice, and tells what an error costs",
        "practice-report": "What the errors of a day cost",
        "again": "Rebet and deal in one press",
    },
    "La bataille": {
        "bataille": "A battle was won, and a box given up",
    },
    "Wheels": {
        "european-roulette": "European roulette: chips on the layout",
        "prison": "Zero: half back, or prison",
        "in-prison": "A stake in prison beside a fresh one",
        "by-name": "A bet by name is said back",
        "american-roulette": "American roulette with colour chips",
        "american-roulette-fallen": "American roulette: what fell",
        "boule": "Boule",
        "boule-fallen": "Boule: what fell",
        "big-wheel": "The big wheel",
        "big-wheel-fallen": "The big wheel: where it stopped",
    },
    "Craps": {
        "craps-come-out": "The come-out throw",
        "craps": "Bets in all places, a point is on",
        "craps-shooter": "The dice are mine",
    },
    "Cards against each other and the bank": {
        "chemin-de-fer": "Chemin de fer: my cards, and those of the banker face down",
        "punto-banco": "Punto banco: cards are peeled",
        "punto-banco-over": "Punto banco: paid, and on the board",
        "banque-a-tout-va": "Banque à tout va: the banker decides",
        "banque-a-tout-va-over": "Banque à tout va: a tableau wins and one loses",
        "trente-et-quarante": "Trente et quarante: a refait",
    },
    "Machines": {
        "machine": "Three reels: a line that won",
        "five-reels": "Five reels: every line that won",
        "free-games": "Five reels: free games",
        "poker-hold": "Video poker: what is held",
        "poker": "Video poker: what was drawn",
        "ticket": "Credits leave by a ticket",
        "hand-pay": "A win that the supervisor pays, once an identity document is seen",
        "machine-open": "A mechanic has opened the machine: credits wait",
    },
    "The office": {
        "office": "The opening page: what waits, what is wrong, takings, tables",
        "office-hand-pay": "The opening page of the machines' supervisor: a win to be paid",
        "office-tables": "The tables",
        "office-order": "An order wants its reason",
        "office-draft": "A draft of rules with its differences",
        "office-publish": "Publishing a draft",
    },
}
"""What is shown, by its name, in the order of the page."""
NAMES: Final = {name for states in STATES.values() for name in states}
FELTS: Final = {
    "blackjack", "bataille", "european-roulette", "american-roulette", "boule", "big-wheel",
    "craps", "chemin-de-fer", "punto-banco", "banque-a-tout-va", "trente-et-quarante", "machine",
}  # fmt: skip
"""States that are taken on a tablet too: the felt of each game."""


def sizes_of(name: str) -> list[str]:
    """Return the sizes at which a state is taken."""
    return [size for size in SIZES if size != "tablet" or name in FELTS]


def picture(page: Page, name: str) -> None:
    """Take a state's pictures, one for each size, where GALLERY wants them; leaves the page as is.

    Raises `AssertionError` for a state that the gallery does not know.
    """
    assert name in NAMES, f"{name} is no state of the gallery"
    folder = os.environ.get("GALLERY")
    if not folder:
        return
    before = page.viewport_size
    for size in sizes_of(name):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(SETTLES)
        page.screenshot(path=f"{folder}/{name}-{size}.jpg", type="jpeg", quality=QUALITY)
    if before:
        page.set_viewport_size(before)


OFFICE_SIZES: Final = {"1280": (1280, 900), "390": (390, 844)}


def snapshot(page: Page, name: str) -> None:
    """Take a picture that no gallery shows, as PNG at two widths, where GALLERY names a folder."""
    folder = os.environ.get("GALLERY")
    if not folder:
        return
    before = page.viewport_size
    for size, (width, height) in OFFICE_SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(SETTLES)
        page.screenshot(path=f"{folder}/{name}-{size}.png")
    if before:
        page.set_viewport_size(before)


def pictures() -> set[str]:
    """Return the names of the files that the gallery is made of."""
    return {f"{name}-{size}.jpg" for name in NAMES for size in sizes_of(name)}


def told() -> str:
    """Return the gallery's page, in Markdown."""
    lines = ["# Gallery", "", "Each special state of the pages, as `make gallery` took it.", ""]
    for chapter, states in STATES.items():
        lines += [f"## {chapter}", ""]
        for name, caption in states.items():
            shown = (
                f'<img src="{name}-{size}.jpg" alt="{caption}, {size}" height="360">'
                for size in sizes_of(name)
            )
            lines += [f"**{caption}**", "", " ".join(shown), ""]
    return "\n".join(lines).rstrip() + "\n"


def main(folder: Path) -> None:
    """Write the page; say which pictures are missing, and remove what is shown no more."""
    wanted = pictures()
    for picture_of in folder.glob("*.jpg"):
        if picture_of.name not in wanted:
            picture_of.unlink()
    (folder / "README.md").write_text(told(), encoding="utf-8")
    missing = sorted(wanted - {each.name for each in folder.glob("*.jpg")})
    if missing:
        sys.exit("No test took: " + ", ".join(missing))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
