"""Rounds that are played by ear: nothing is seen, no mouse is there, and the chips are right.

Each test's player reads nothing but the live regions and the name of what has the focus, and
decides from them. The transcripts are what a screen reader would say, from the first stake on.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Page

from tests import campaign
from tests.browser.listening import Listener
from tests.browser.test_pages import speak
from tests.house import House
from tests.house_console import (
    open_game,
    open_roulette,
    open_table,
    set_next_draw,
    sign_in,
    stack_cards,
)

SLOW_CLOCKS = {"betting_window_seconds": 300, "decision_seconds": 120}
GIVEN = re.compile(r"(?:Vous gagnez|You win|Résultat|Result) ([+\u2212][\d,.]+)")


@pytest.fixture
def ear(context: BrowserContext, page: Page, house: House) -> Iterator[Listener]:
    """Somebody new who listens; at the end the wallet holds what was heard, and nothing else."""
    sign_in(house, context, f"e{uuid4().hex[:10]}")
    listener = Listener(page)
    yield listener
    given = sum(map(amount, listener.all_heard), Decimal(0))
    assert wallet(page) == 1000 + given


def amount(said: str) -> Decimal:
    """Return what a sentence says that a round gave."""
    found = GIVEN.search(said)
    if not found:
        return Decimal(0)
    return Decimal(found[1].replace("\u2212", "-").replace(",", "."))


def wallet(page: Page) -> Decimal:
    """Return what the API says that the player has, in chips."""
    said: dict[str, Any] = page.request.get("/api/wallet/").json()
    return Decimal(said["balance"]) / 100


def rank(card: str) -> int:
    """Return the points of a card of the dealer's, by its name in either language."""
    first = card.split()[0]
    return {"as": 11, "ace": 11}.get(first, int(first) if first.isdigit() else 10)


def decides(ear: Listener, dealer: int) -> str:
    """Play a hand as it is heard: draw to 17 against a seven or more; return its last total."""
    while True:
        asked = ear.hears(r"case 4\. Votre main : (\d+)|box 4\. Your hand: (\d+)")
        total = int(asked[1] or asked[2])
        if total >= 17 or dealer < 7:
            ear.presses("^(Rester|Stand)")
            return str(total)
        ear.presses("^(Tirer|Hit)")


def test_rounds_of_blackjack(house: House, ear: Listener) -> None:
    table = open_table(house, betting_seconds=300, decision_seconds=120)
    ear.comes(f"/tables/{table}/")
    ear.hears("Faites vos jeux")
    ear.presses("S’asseoir à la case 4")
    stack_cards(house, table, "Tc 9d 5h 5s 8d Td Kh 8c Ts")
    ear.presses("Case 4, mise : 0")
    ear.goes_to("Case 4, mise : 5")
    ear.presses("^Servez")
    dealer = rank(ear.hears("La banque montre : ([^.]+)")[1])
    assert decides(ear, dealer) == "20"
    ear.hears("Case 4 : Gagné")
    ear.hears("Faites vos jeux")
    assert ear.heard[ear.first("Rien") :] == BLACKJACK

    speak(ear.page, "en", house)
    ear.comes(f"/tables/{table}/")
    ear.hears("Place your bets")
    ear.presses("Box 4, stake: 0")
    ear.presses("^Deal")
    dealer = rank(ear.hears("The dealer shows: ([^.]+)")[1])
    assert decides(ear, dealer) == "18"
    ear.hears("Box 4: Lost")
    ear.hears("Place your bets")
    assert ear.heard[ear.first("No more") :] == BLACKJACK_EN


BLACKJACK = [
    "Rien ne va plus. Case 4 : dix de trèfle. La banque montre : 9 de carreau. Case 4 : 5 de cœur.",
    "À vous de jouer, case 4. Votre main : 15.",
    "Case 4 : 5 de pique.",
    "À vous de jouer, case 4. Votre main : 20.",
    "La banque montre : 8 de carreau. Banque : 17. Case 4 : Gagné.",
    "Vous gagnez +5",
    "Faites vos jeux",
]
BLACKJACK_EN = [
    "No more bets. Box 4: ten of diamonds. The dealer shows: king of hearts. Box 4: 8 of clubs.",
    "Your turn, box 4. Your hand: 18.",
    "The dealer shows: ten of spades. Dealer: 20. Box 4: Lost.",
    "Result \u22125",
    "Place your bets",
]


@campaign.soak_only
def test_a_spin_of_roulette(house: House, ear: Listener) -> None:
    table = open_roulette(house, table_min_cents=100, stake_increment_cents=100, **SLOW_CLOCKS)
    set_next_draw(house, table, 17)
    ear.comes(f"/tables/{table}/")
    ear.hears("Faites vos jeux")
    ear.goes_to("^Miser par le nom")
    ear.page.keyboard.type("17")
    ear.page.keyboard.press("Enter")
    ear.hears("^Plein 17")
    ear.page.keyboard.press("Enter")
    ear.presses("^Lancez")
    ear.hears("^17, noir")
    ear.hears("Faites vos jeux")
    assert ear.heard == ROULETTE


ROULETTE = [
    "Faites vos jeux",
    "Plein 17 : 1",
    "Entrée pour miser, Échap pour annuler",
    "Placé : Plein 17 : 1",
    "Rien ne va plus.",
    "17, noir, impair, manque.",
    "Vous gagnez +35",
    "Faites vos jeux",
]


@campaign.soak_only
def test_a_coup_of_punto_banco(house: House, ear: Listener) -> None:
    table = open_game(house, "punto_banco", "MC", seats=7, table_min_cents=500, **SLOW_CLOCKS)
    # One card is turned up and one burnt; punto 5 draws a 4, banco 7 stands.
    stack_cards(house, table, "Ah Jd 2h 3c 3d 4s 4h")
    speak(ear.page, "en", house)
    ear.comes(f"/tables/{table}/")
    ear.hears("Place your bets")
    ear.presses("Seat 1, sit")
    ear.goes_to("^Dragon")
    ear.goes_to("^Punto, ", "ArrowDown")
    ear.page.keyboard.press("Enter")
    ear.presses("^Deal")
    for side in ("Punto", "Banco"):
        ear.hears(f"Yours to turn {side}")
        ear.presses("^Turn")
    ear.hears("Winners: Punto")
    ear.hears("Place your bets")
    assert ear.heard == PUNTO


PUNTO = [
    "Place your bets",
    "Turned up, ace of hearts. Cards burnt: 1.",
    "No more bets. Two cards to punto, two to banco. Punto’s cards to You.",
    "Your cards for Punto: 2 of hearts, 3 of diamonds, 5.",
    "Your cards for Banco: 3 of clubs, 4 of spades, 7. Punto speaks first.",
    "Yours to turn Punto",
    "Punto 5.",
    "Yours to turn Banco",
    "Banco 7. Punto: card. Punto draws 4 of hearts: 9. Banco: no card."
    " Banco 7, punto 9. Winners: Punto. The banker is You.",
    "You win +5",
    "Place your bets",
]
