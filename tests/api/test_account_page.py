"""The account's page: rounds and movements in words, in both languages, and of what they are."""

import ast
import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from casino.site.views import REASONS
from tables.games import GAMES
from tables.games.blackjack import messages as bj
from tables.games.core.money import BoxNo
from tables.history import narration
from tables.history.narration import result_text
from tables.incidents import services as incidents
from tables.models import Round
from tests.floor import House

LANGUAGES = ("fr", "en")


def written() -> set[str]:
    """Return every reason that the code gives a transfer: the games' words, and the house's."""
    found = {*narration.REASONS}
    for folder in ("casino", "tables"):
        for path in Path(settings.ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if not isinstance(node, ast.Call):
                    continue
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in ("Leg", "_supply"):
                    found |= {
                        each.value
                        for each in node.args
                        if isinstance(each, ast.Constant) and isinstance(each.value, str)
                    }
    return found


def read(house: House, name: str, language: str) -> str:
    """Return the words of a player's page, without its markup."""
    visitor = Client()
    visitor.force_login(house.player(name))
    visitor.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answer = visitor.get("/account/")
    assert answer.status_code == 200
    page = unescape(answer.content.decode())
    return " ".join(re.sub(r"<(?!a )[^>]*>", " ", page[page.index("<h2>") :]).split())


def test_every_reason_that_the_ledger_can_write_has_words_in_both_languages() -> None:
    assert {"grant", "refill", "fill", "jackpot", "prison"} <= written()
    assert written() == REASONS.keys()
    assert not [why for why, both in REASONS.items() if why in both or not all(both)]


def test_a_round_without_a_result_and_one_that_was_voided_have_words_in_both_languages() -> None:
    for key, game in GAMES.items():
        assert all(game.wording.name)
        for result in ("void", ""):
            french, english = result_text(key, result)
            assert french != english
            assert result not in (french, english)
    assert result_text("chemin_de_fer", "B 4:9")[1] == "The banker wins, 9 to 4"


def test_a_round_is_told_with_its_day_its_game_its_cards_and_a_way_to_it(house: House) -> None:
    house.deal("Th 9s 9d 8c")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    house.do("ann", bj.Stand(BoxNo(1)))
    row = Round.objects.get()
    link = f'<a href="/rounds/{row.pk}/">'
    french, english = read(house, "ann", "fr"), read(house, "ann", "en")
    day = row.opened_at.astimezone()
    assert (
        f"{day:%d/%m/%Y %H:%M} {house.table.name} Black-jack, {link}coup 1 Banque : 17"
        " Case 1 10♥ 9♦ Banque 9♠ 8♣ +10" in french
    )
    assert (
        f"{day.day} {day:%b %Y %H:%M} {house.table.name} Blackjack, {link}round 1 Dealer: 17"
        " Box 1 10♥ 9♦ Dealer 9♠ 8♣ +10" in english
    )
    # The statement has one line for the round, with its movements below.
    named = f'href="/rounds/{row.pk}/"'
    assert (french.count(named), english.count(named)) == (2, 2)
    assert re.search(r"\bMise\b.{0,40}−10", french)
    assert re.search(r"\bWinnings\b.{0,40}\+10", english)
    assert "Chips granted +1,000" in english


def test_a_running_round_is_no_loss_and_a_void_one_says_so(house: House) -> None:
    house.deal("Th 9s 9d 8c")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    assert re.search(r"round 1 Running — Statement", read(house, "ann", "en"))
    assert re.search(r"coup 1 En cours — Relevé", read(house, "ann", "fr"))
    incidents.void_round(house.table_id, operator=house.operator, reason="carte retournée")
    assert "coup 1 Coup annulé, mises rendues" in read(house, "ann", "fr")


@pytest.mark.parametrize("result", ["bust", "nothing drawn"])
def test_no_code_of_the_engine_reaches_the_page(house: House, result: str) -> None:
    # A player who busts leaves the dealer nothing to draw for; at 12 the dealer draws and busts.
    house.deal("Th 9s 6d Kc" if result == "nothing drawn" else "Th 6s 9d 6c Kh")
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    house.do("ann", bj.Hit(BoxNo(1)) if result == "nothing drawn" else bj.Stand(BoxNo(1)))
    for language in LANGUAGES:
        page = read(house, "ann", language)
        assert not re.search(r"\b[A-Z]+_[A-Z]+\b|\bBUST\b|\b[a-z]+_[a-z]+\b", page)
    words = {"bust": "La banque crève", "nothing drawn": "La banque n’a pas tiré"}
    assert words[result] in read(house, "ann", "fr")
