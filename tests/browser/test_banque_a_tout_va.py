"""Banque à tout va in real browsers: a banker with his own money against both tableaux."""

import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, expect

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_pages import SIZES, accessible, accessible_at, look, speak
from tests.browser.test_punto_banco import drag_up, labels
from tests.browser.test_rounds import SLOW, Player, books_balance, heard_by
from tests.house import House
from tests.house_console import open_game, sign_in, stack_cards


@pytest.fixture
def come(
    browser: Browser, browser_context_args: dict[str, Any], house: House
) -> Iterator[Callable[[], Player]]:
    """Sign somebody new in, in a browser of their own; nothing may go wrong in it."""
    complaints: list[str] = []
    visitors = []

    def came() -> Player:
        visitor = browser.new_context(**browser_context_args)
        visitors.append(visitor)
        page = visitor.new_page()
        page.on(
            "console",
            lambda said: complaints.append(said.text) if said.type == "error" else None,
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        name = f"p{uuid4().hex[:10]}"
        sign_in(house, visitor, name)
        return Player(page, house, name)

    yield came
    for visitor in visitors:
        visitor.close()
    assert complaints == []


def number(house: House, player: Player) -> int:
    """Return the number by which the games management approves a banker."""
    with house.connect() as database:
        row = database.execute(
            "SELECT id FROM players_player WHERE username = %s", [player.name]
        ).fetchone()
    assert row is not None
    return int(row[0])


def lay(player: Player, bet: str, chips: int = 1) -> None:
    """Put chips of the least stake on a spot, and wait until they lie there."""
    spot = player.page.locator(f".spot[data-spot='{bet}']")
    for _ in range(chips):
        spot.click()
    expect(spot.locator(".jeton:not(.pending)")).to_be_visible(timeout=SLOW)


def say(player: Player, word: str, game: str = "banque_a_tout_va") -> None:
    button = player.page.locator(f".console .do.{game}-{word}")
    expect(button).to_be_enabled(timeout=SLOW)
    button.click()


@pytest.mark.campaign
def test_an_approved_banker_wins_one_tableau_loses_the_other_and_pays_a_cheval(
    house: House, come: Callable[[], Player]
) -> None:
    ruth, ann = come(), come()
    table_id = open_game(
        house,
        "banque_a_tout_va",
        "MC",
        seats=2,
        banker_account=number(house, ruth),
        table_min_cents=500,
        betting_window_seconds=300,
        decision_seconds=120,
    )
    with books_balance(house, table_id):
        speak(ruth.page, "en", house)
        to_ruth, to_ann = heard_by(ruth.page), heard_by(ann.page)
        for each in (ruth, ann):
            each.page.goto(f"/tables/{table_id}/")
            expect(each.page.locator(".seat")).to_have_count(4, timeout=SLOW)
        # Right 5 that draws a 3, left 2 that draws nothing, the banker 6; then right 7, left and
        # the banker 6.
        stack_cards(house, table_id, "2h Th 2c 3d 2d 4c 3s Ks 4h 2s 2c 3d 4d 4c")
        ann.sit(1)
        ruth.page.locator(".bank input").fill("50")
        ruth.page.locator(".bank button[type=submit]").click()
        expect(ruth.page.locator(".bank strong")).to_have_text("Your bank: 50", timeout=SLOW)
        expect(ann.page.locator(".bank strong")).to_have_text("Banque d’un joueur agréé : 50")
        for bet, pays in (
            ("tableau_right", "paie 1 contre 1"),
            ("a_cheval", "moitié sur chaque, paie 1 contre 1"),
        ):
            expect(ann.page.locator(f".spot.{bet} .pays")).to_have_text(pays)
        lay(ann, "tableau_right", 2)
        lay(ann, "tableau_left")
        lay(ann, "a_cheval", 2)
        expect(ruth.page.locator(".bank")).to_contain_text("25 still to cover", timeout=SLOW)
        accessible(ann.page)
        accessible(ruth.page)
        ann.ready()

        say(ruth, "deal")
        draw = ann.page.locator(".console .do.banque_a_tout_va-draw")
        expect(draw).to_be_enabled(timeout=SLOW)
        assert labels(ruth.page, "right") == ["Card face down"] * 2
        comes_to(ann.page, lambda: {"2h", "3d"} <= set(json.dumps(to_ann).split('"')), True)
        assert not {"2h", "3d"} & set(json.dumps(to_ruth).split('"'))
        drag_up(ann.page, 1)
        expect(ann.page.locator(".peel[data-card='1']")).to_have_attribute(
            "aria-label", "Votre carte 1 : 2 de cœur"
        )
        assert labels(ruth.page, "right") == ["Card face down"] * 2
        draw.click()
        # Thrown cards lie face down before the banker, who has turned his and drawn for right.
        stand = ruth.page.locator(".console .do.banque_a_tout_va-stand")
        expect(stand).to_be_enabled(timeout=SLOW)
        assert labels(ruth.page, "right")[:2] == ["Card face down"] * 2
        accessible(ruth.page)
        picture(ruth.page, "banque-a-tout-va")
        stand.click()
        for each, wins, loses in ((ruth, "wins", "loses"), (ann, "gagne", "perd")):
            page = each.page
            expect(page.locator(".hand.right.wins .said em")).to_have_text(wins, timeout=SLOW)
            expect(page.locator(".hand.left.loses .said em")).to_have_text(loses)
        picture(ann.page, "banque-a-tout-va-over")
        # 10 won on the right, 5 lost on the left, à cheval back.
        ann.ends_with("1005")
        expect(ruth.page.locator(".bank strong")).to_have_text("Your bank: 45", timeout=SLOW)

        lay(ann, "a_cheval", 2)
        ann.ready()
        say(ruth, "deal")
        say(ann, "stand")
        say(ruth, "stand")
        expect(ann.page.locator(".hand.left .said em")).to_have_text("égalité", timeout=SLOW)
        # Half of 10.
        ann.ends_with("1010")
        ruth.page.locator(".bank .leave").click()
        ruth.ends_with("990")
        expect(ann.page.locator(".bank p")).to_contain_text("La maison tient la banque")
        for size in SIZES:
            look(ann.page, size)
            expect(ann.page.locator(".spot.a_cheval")).to_be_visible()
            accessible_at(ann.page, size)


@campaign.soak_only
def test_the_last_coup_of_a_shoe_is_played_as_at_chemin_de_fer(
    house: House, come: Callable[[], Player]
) -> None:
    ruth, ann = come(), come()
    table_id = open_game(
        house,
        "banque_a_tout_va",
        "MC",
        seats=2,
        banker_account=number(house, ruth),
        table_min_cents=500,
        betting_window_seconds=300,
        decision_seconds=120,
    )
    chemin = "chemin_de_fer"
    with books_balance(house, table_id):
        to_ann = heard_by(ann.page)
        for each in (ruth, ann):
            each.page.goto(f"/tables/{table_id}/")
            expect(each.page.locator(".seat")).to_have_count(4, timeout=SLOW)
        # Right 7, the banker 5; then eight cards are left: the ponte 5, the banker 7.
        cards = "4h 2h 2c 3d 4d 3c 2h Kc 3h 7s 9d 9d 9d 9d"
        stack_cards(house, table_id, cards, cards_behind=10, only=True)
        ann.sit(1)
        ruth.page.locator(".bank input").fill("50")
        ruth.page.locator(".bank button[type=submit]").click()
        expect(ann.page.locator(".bank strong")).to_be_visible(timeout=SLOW)
        lay(ann, "tableau_right")
        ann.ready()
        say(ruth, "deal")
        say(ann, "stand")
        say(ruth, "stand")
        say(ruth, chemin)
        # The same page has the other game's cloth now.
        bank = ann.page.locator(".hands .bank")
        expect(bank).to_contain_text("45", timeout=SLOW)
        accessible(ann.page)
        say(ann, "banco", chemin)
        say(ann, "no_more", chemin)
        say(ruth, "deal", chemin)
        stand = ann.page.locator(".console .do.chemin_de_fer-stand")
        expect(stand).to_be_enabled(timeout=SLOW)
        comes_to(ann.page, lambda: {"2h", "3h"} <= set(json.dumps(to_ann).split('"')), True)
        assert not {"Kc", "7s"} & set(json.dumps(to_ann).split('"'))
        for size in SIZES:
            look(ann.page, size)
            expect(stand).to_be_visible()
            accessible_at(ann.page, size)
        stand.click()
        say(ruth, "stand", chemin)
        # A twentieth of 45 is the levy's.
        expect(ann.page.locator(".levy b")).to_have_text("2,25", timeout=SLOW)
        ann.ends_with("960")
        ruth.ends_with("1037.75")
        # With the next shoe the tableaux are back.
        expect(ann.page.locator(".spot.a_cheval")).to_be_visible(timeout=SLOW)
