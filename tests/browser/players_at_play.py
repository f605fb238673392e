"""Players before browsers of their own: they bring cash, and play a round at each kind of table."""

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from tests.browser.office_people import Visitor
from tests.browser.tray import choose_chip


def comes_in(player: Visitor) -> None:
    """Sign up, say when one was born, and ask the cage to take 500 of cash."""
    page = player.page
    player.signs_up()
    player.follow("Votre identité")
    player.fill({"Date de naissance": "1980-02-29"})
    player.send("Déclarer votre date de naissance")
    expect(page.get_by_text("déclarée, non vérifiée")).to_be_visible()
    player.press(page.get_by_role("main").get_by_role("link", name="Compte", exact=True))
    player.follow("Change, dépôt, retrait")
    ask = page.locator("form", has=page.get_by_role("button", name="Demander"))
    ask.get_by_label("Sens").select_option(label="Dépôt")
    ask.get_by_label("Montant").fill("500")
    player.send("Demander")
    expect(page.get_by_text("Dépôt, attend la caisse")).to_be_visible()


def takes_chips(player: Visitor) -> None:
    """Change 300 of cash into chips at the cage."""
    page = player.page
    page.reload()
    change = page.locator("form", has=page.get_by_role("button", name="Changer"))
    change.get_by_label("Sens").select_option(label="Espèces en jetons")
    change.get_by_label("Montant").fill("300")
    player.send("Changer")
    expect(page.get_by_role("status")).to_have_text("C’est fait.")


def enter(player: Visitor, table: str) -> None:
    """Go to a table from the first page."""
    player.page.goto("/")
    card = player.page.get_by_role("main").locator("li, article").filter(has_text=table).first
    player.press(card.get_by_role("link").first)
    player.page.wait_for_url("**/tables/*/")


def play_roulette(player: Visitor, table: str) -> None:
    """Lay a chip on red, and see where the ball falls."""
    page = player.page
    enter(player, table)
    red = page.locator("button[data-spot='red']")
    expect(red).to_have_attribute("aria-disabled", "false")
    choose_chip(page, "2")
    player.press(red)
    player.press(page.locator(".console .go:enabled"))
    expect(page.locator(".wheel .told b")).to_have_text(re.compile(r"^\d+$"))


def play_blackjack(player: Visitor, table: str) -> None:
    """Sit down, stake, and stand until the round is over."""
    page = player.page
    enter(player, table)
    player.press(page.locator(".seat[data-box='1'] button.sit"))
    expect(page.locator(".seat.mine[data-box='1']")).to_be_visible()
    choose_chip(page, "1")
    player.press(page.locator(".seat[data-box='1'] button.spot.main"))
    player.press(page.locator(".console .go:enabled"))
    over = page.locator(".status strong", has_text="Faites vos jeux")
    expect(over).to_have_count(0)
    while decides(player, ("blackjack-decline", "blackjack-stand"), over):
        pass


def decides(player: Visitor, decisions: tuple[str, ...], over: Locator) -> bool:
    """Take the first of some decisions once one is offered; False where the round is over."""
    offered = ", ".join(f".do.{each}:not([aria-disabled=true])" for each in decisions)
    may = player.page.locator(".console").locator(offered)
    expect(may.or_(over).first).to_be_visible()
    if not may.count():
        return False
    player.press(may.first)
    # What was decided is not offered again before the page has heard of it.
    expect(may).to_have_count(0)
    return True


def play_punto_banco(player: Visitor, table: str) -> None:
    """Change cash at the table, which the changer counts out, and stake some of it."""
    page = player.page
    enter(player, table)
    player.send("Réglages")
    player.send("Espèces en jetons")
    panel = page.get_by_role("dialog")
    panel.get_by_label("Montant").fill("86")
    player.send("Compter les jetons")
    player.send("Prendre 86")
    expect(panel).to_contain_text("Vous avez 114 en espèces")
    page.keyboard.press("Escape")
    player.press(page.locator(".seat button.sit, button.sit").first)
    spot = page.locator(".spot[data-spot='punto']")
    player.press(spot)
    expect(spot.locator(".jeton:not(.pending)")).to_be_visible()
    player.press(page.locator(".console .go:enabled"))


def play_machine(player: Visitor, table: str) -> None:
    """Take the position, and play a game."""
    page = player.page
    enter(player, table)
    player.send("Prendre le poste")
    player.send("Charger 50")
    expect(page.locator(".credit b").first).to_have_text("50")
    player.send("Jouer")
    expect(page.locator("[data-meter=games]")).to_have_text("1")


def play_chemin_de_fer(players: Sequence[Visitor], table: str) -> None:
    """Seat four; the first holds the bank against the second, then all get up."""
    for box, each in enumerate(players, 1):
        enter(each, table)
        each.press(each.page.locator(f".seat[data-box='{box}'] button.sit"))
    banker, *others = players
    call(banker, "bank")
    hold_the_coup(banker, others)
    call(banker, "pass_hand")
    for each in players:
        each.press(each.page.get_by_role("button", name="Se lever de la place"))
        expect(each.page.locator(".seat.mine")).to_have_count(0)


def hold_the_coup(banker: Visitor, others: list[Visitor]) -> None:
    """Have the first of the others hold the banco, and play the coup to its end."""
    call(others[0], "banco")
    for each in others:
        call(each, "no_more")
    call(banker, "deal")
    for each in (others[0], banker):
        decides(each, ("chemin_de_fer-draw", "chemin_de_fer-stand"), point_of(each))
    expect(point_of(banker)).to_be_visible()


def point_of(player: Visitor) -> Locator:
    """Return where the page says what the banker's cards came to."""
    return player.page.locator(".hand.banker .said", has_text="point")


def call(player: Visitor, command: str) -> None:
    """Press the button of an announcement, once it is enabled."""
    button = player.page.locator(f".console .do.chemin_de_fer-{command}")
    expect(button).to_be_enabled()
    player.press(button)
