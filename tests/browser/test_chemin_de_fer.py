"""Chemin de fer in real browsers: two people with cards that the other must not see."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tables.games.core.cards import BLUE, RED
from tables.projections import card_backs
from tests import campaign
from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_pages import SIZES, accessible, accessible_at, visits
from tests.browser.test_rounds import SLOW, Player, books_balance, enter
from tests.house import House
from tests.house_console import open_game, run_in_house, stack_cards

__all__ = ["enter"]

_SIT = """
from uuid import uuid4
from casino.players.models import Player
from tables.seating import services as seats
for name, box in {seats!r}:
    player = Player.objects.get(username=name)
    receipt = seats.sit_down(
        player_id=player.pk, table_id={table}, command_id=uuid4(), box=box
    )
    assert receipt is None, receipt
"""
_NO_MORE = """
from uuid import uuid4
from casino.players.models import Player
from tables.rounds import commands
from tables.games.chemin_de_fer.messages import NoMore
for name in {names!r}:
    player = Player.objects.get(username=name)
    receipt = commands.carry_out(
        player_id=player.pk, table_id={table}, command_id=uuid4(), command=NoMore()
    )
    assert receipt is None, receipt
"""
OTHERS = ("demo3", "demo4")
BACK = "carte face cachée"
COVERED = {
    "fr": {"r": f"{BACK}, dos rouge", "b": f"{BACK}, dos bleu"},
    "en": {"r": "card face down, red back", "b": "card face down, blue back"},
}


def lying(house: House, table_id: int) -> str:
    """Return the backs of the coup's cards, as the shoe's commitment gives them."""
    with house.connect() as database:
        row = database.execute(
            "SELECT shoe.commitment, round.first_card FROM tables_table floor"
            " JOIN rng_shoe shoe ON shoe.id = floor.shoe_id"
            " JOIN tables_round round ON round.id = floor.round_id WHERE floor.id = %s",
            [table_id],
        ).fetchone()
    assert row is not None
    return card_backs.backs_of_places((RED, RED, RED, BLUE, BLUE, BLUE), row[0], row[1], row[1] + 6)


@pytest.fixture
def table_id(house: House) -> int:
    """A table of its own for each test, with seven seats and clocks that do not hurry it."""
    return open_game(
        house,
        "chemin_de_fer",
        "MC",
        seats=7,
        table_min_cents=500,
        betting_window_seconds=300,
        decision_seconds=120,
    )


def seat_others(house: House, table_id: int) -> None:
    """Seat two more, without whom no game may begin."""
    seats = list(zip(OTHERS, (5, 6), strict=True))
    run_in_house(house, _SIT.format(seats=seats, table=table_id))


def others_say_no_more(house: House, table_id: int) -> None:
    run_in_house(house, _NO_MORE.format(names=OTHERS, table=table_id))


def call(player: Player, command: str) -> Locator:
    """Return the button of an announcement, once it is enabled."""
    button = player.page.locator(f".console .do.chemin_de_fer-{command}")
    expect(button).to_be_enabled(timeout=SLOW)
    return button


def holds(player: Player, side: str, cards: list[str]) -> None:
    """Wait until a hand shows these cards; those that he may see are verified."""
    page = player.page

    def shown() -> list[str]:
        labels = page.locator(f".hand.{side} [role=img]").evaluate_all(
            "cards => cards.map(card => card.getAttribute('aria-label'))"
        )
        return [re.sub(", (vérifiée|dos (rouge|bleu))$", "", label) for label in labels]

    comes_to(page, shown, cards)
    seen = sum(each != BACK for each in cards)
    expect(page.locator(f".hand.{side} .card:has(.verified)")).to_have_count(seen)
    expect(page.locator(f".hand.{side} .card")).to_have_count(seen)
    expect(page.locator(".halt")).to_have_count(0)


def words(heard: list[dict[str, Any]]) -> set[str]:
    """Return every text that the messages hold as a value."""
    return set(re.findall(r'"([^"]*)"', json.dumps(heard)))


def begin(house: House, table_id: int, ann: Player, bob: Player, cards: str) -> None:
    """Seat four, let ann stake 20 and bob hold the banco."""
    ann.sit(1)
    bob.sit(2)
    seat_others(house, table_id)
    stack_cards(house, table_id, cards)
    call(ann, "bank")
    field = ann.page.locator(".console input[type=number]")
    field.fill("20")
    field.press("Enter")
    call(ann, "bank").click()
    expect(call(bob, "banco")).to_contain_text("+20")
    call(bob, "banco").click()
    call(bob, "no_more").click()
    others_say_no_more(house, table_id)


def test_a_coup_between_two_players_with_private_cards(
    house: House, table_id: int, enter: Callable[..., Player]
) -> None:
    with books_balance(house, table_id):
        ann, bob = enter(listens=True), enter(listens=True)
        to_ann, to_bob = ann.heard, bob.heard
        # Ponte 2 and 4, banker 3 and 4: 6 must stand, 7 may; then 2, 3 and a third card of 4.
        begin(house, table_id, ann, bob, "2h 3c 4d 4s 2c Kc 3d 6h 4h")
        expect(bob.page.locator(".status strong")).to_have_text("Rien ne va plus", timeout=SLOW)
        call(ann, "deal").click()

        call(bob, "stand")
        holds(bob, "ponte", ["2 de cœur", "4 de carreau"])
        holds(bob, "banker", [BACK, BACK])
        holds(ann, "ponte", [BACK, BACK])
        holds(ann, "banker", ["3 de trèfle", "4 de pique"])
        assert not {"3c", "4s"} & words(to_bob)
        assert not {"2h", "4d"} & words(to_ann)
        comes_to(bob.page, lambda: {"2h", "4d"} <= words(to_bob), True)
        # With 6 the decree leaves no choice; who sees only the buttons must not learn the point.
        expect(bob.page.locator(".console .do:not([aria-disabled=true])")).to_have_count(1)
        accessible(bob.page)
        picture(bob.page, "chemin-de-fer")
        call(bob, "stand").click()
        call(ann, "stand").click()

        for player in (ann, bob):
            page = player.page
            expect(page.locator(".hand.banker .said")).to_contain_text("point 7", timeout=SLOW)
            expect(page.locator(".levy .slip")).to_contain_text("ticket n° 1, carnet 1")
            expect(page.locator(".bank .sum")).to_have_text("39")
            holds(player, "ponte", ["2 de cœur", "4 de carreau"])
            holds(player, "banker", ["3 de trèfle", "4 de pique"])

        call(ann, "keep").click()
        call(bob, "banco").click()
        call(bob, "no_more").click()
        others_say_no_more(house, table_id)
        call(ann, "deal").click()
        call(bob, "draw").click()
        call(ann, "stand")
        holds(ann, "ponte", [BACK, BACK, "4 de cœur"])  # a third card lies face up
        call(ann, "stand").click()
        expect(bob.page.locator(".hand.ponte .said")).to_contain_text("point 9", timeout=SLOW)
        expect(call(bob, "bank")).to_be_visible()
        # 20 won and 1 of it levied; then all of the 39 is lost.
        ann.ends_with("980")
        bob.ends_with("1019")


@campaign.soak_only
def test_who_comes_back_finds_only_his_own_cards(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    ann, bob = enter(), enter()
    begin(house, table_id, ann, bob, "2h 3c 3d 4s")
    call(ann, "deal").click()
    call(bob, "draw")
    for player in (ann, bob):
        player.page.reload()
    call(bob, "draw")
    holds(bob, "ponte", ["2 de cœur", "3 de carreau"])
    holds(bob, "banker", [BACK, BACK])
    expect(ann.page.locator(".hand.banker .said")).to_contain_text("vous : 7", timeout=SLOW)
    holds(ann, "ponte", [BACK, BACK])


@campaign.soak_only
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_table_is_accessible_and_played_by_keyboard_alone(
    house: House, table_id: int, enter: Callable[[], Player], size: str
) -> None:
    ann, bob = enter(), enter()
    width, height = SIZES[size]
    for player in (ann, bob):
        player.page.set_viewport_size({"width": width, "height": height})
    accessible(ann.page)
    for player, seat in ((ann, 1), (bob, 2)):
        player.page.locator(f".seat[data-box='{seat}'] .sit").focus()
        player.page.keyboard.press("Enter")
        expect(player.page.locator(f".seat.mine[data-box='{seat}']")).to_be_visible(timeout=SLOW)
    seat_others(house, table_id)
    stack_cards(house, table_id, "2h 3c 3d 4s 4h")
    call(ann, "bank")
    accessible(ann.page)
    ann.page.keyboard.press("m")
    call(bob, "banco")
    accessible(bob.page)
    bob.page.keyboard.press("b")
    call(bob, "withdraw")
    bob.page.keyboard.press("f")
    others_say_no_more(house, table_id)
    call(ann, "deal")
    ann.page.keyboard.press("d")
    call(bob, "draw")
    expect(bob.page.locator("[role=log][aria-live=polite] p")).to_contain_text(
        ["Vos cartes : 2 de cœur, 3 de carreau. Point 5.", "Carte ou non ? – votre point : 5"]
    )
    accessible(bob.page)
    bob.page.keyboard.press("c")
    call(ann, "stand")
    ann.page.keyboard.press("n")
    expect(bob.page.locator(".hand.ponte .said")).to_contain_text("point 9", timeout=SLOW)
    accessible(bob.page)


@campaign.soak_only
def test_a_watcher_sees_backs_on_every_screen_and_in_both_languages(
    house: House,
    table_id: int,
    enter: Callable[[], Player],
    page: Page,
) -> None:
    ann, bob = enter(), enter()
    begin(house, table_id, ann, bob, "2h 3c 3d 4s 4h")
    call(ann, "deal").click()
    call(bob, "draw").click()
    call(ann, "stand")
    letters = lying(house, table_id)
    for language, size in visits(page, house, f"/tables/{table_id}/"):
        cards = page.locator(".hand [role=img]")
        expect(cards).to_have_count(5, timeout=SLOW)
        expect(page.locator(".hand .verified")).to_have_count(1)
        third = "4 de cœur, vérifiée" if language == "fr" else "4 of hearts, verified"
        # Ponte, banker, ponte, banker, and the ponte's third: MC-CDF-01.
        one, two, three, four = (COVERED[language][letter] for letter in letters[:4])
        for card, name in zip(cards.all(), (one, three, third, two, four), strict=True):
            expect(card).to_have_attribute("aria-label", name)
        accessible_at(page, size)
