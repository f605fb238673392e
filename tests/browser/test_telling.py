"""The page tells nothing before it is seen, and says what is true while it waits."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests import campaign
from tests.browser.test_pages import accessible
from tests.browser.test_rounds import SLOW, Player, books_balance, enter
from tests.house import House
from tests.house_console import open_game, open_table, run_in_house, stack_cards

__all__ = ["enter"]

_CLOSE = """
from casino.players.models import Player
from tables.operation import sessions
operator = Player.objects.get(username="operator")
sessions.close_session({table}, operator=operator, reason="fin de soirée")
"""

WATCH = """() => {
  window.seen = [];
  const text = place =>
    document.querySelector(place)?.textContent.trim().replace(/\\s+/g, " ") ?? "";
  const look = () => {
    const cards = [...document.querySelectorAll(".dealer .slot")].map(slot => ({
      flies: slot.getAnimations().some(each => each.playState === "running"),
      away: new DOMMatrix(getComputedStyle(slot).transform).m33 < -0.01,
      back: getComputedStyle(slot.querySelector(".back")).opacity === "1",
    }));
    window.seen.push({
      cards,
      total: text(".dealer .points"),
      recent: document.querySelectorAll(".recent li").length,
      figures: text(".figures"),
      status: text(".status strong"),
    });
    requestAnimationFrame(look);
  };
  look();
}"""


LOOKED_AT = """() => new Promise(done =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(window.seen))))"""


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Cards fly, on a screen that is wide enough for every figure."""
    return {
        **browser_context_args,
        "reduced_motion": "no-preference",
        "viewport": {"width": 1440, "height": 900},
    }


@pytest.fixture
def table_id(house: House, request: pytest.FixtureRequest) -> int:
    """A table of blackjack, or of chemin de fer for a test that says so."""
    if getattr(request, "param", "") != "chemin_de_fer":
        return open_table(house, betting_seconds=300, decision_seconds=120)
    return open_game(
        house,
        "chemin_de_fer",
        "MC",
        seats=7,
        table_min_cents=500,
        betting_window_seconds=300,
        decision_seconds=120,
    )


def figures(player: Player) -> Locator:
    """Return balance, chips in play and the result of the session, as they stand at the bottom."""
    return player.page.locator(".figures dd")


def test_nothing_is_told_before_the_card_lands(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    ann = enter()
    ann.sit(4)
    stack_cards(house, table_id, "Tc 8h 9d Jd")
    ann.put(4, "3")
    ann.ready()
    expect(ann.page.locator(".console .do.blackjack-stand")).to_be_enabled(timeout=SLOW)
    expect(figures(ann).last).to_have_text("0")
    ann.page.evaluate(WATCH)
    ann.do("stand")
    expect(ann.seat(4).locator(".badge")).to_be_visible(timeout=SLOW)
    expect(ann.page.locator(".recent li")).to_have_count(1)
    expect(figures(ann).last).to_have_text("+25")
    # A frame more: what is there by then has been looked at.
    seen = ann.page.evaluate(LOOKED_AT)

    flying = [each for each in seen if any(card["flies"] for card in each["cards"])]
    assert flying, "the dealer's card flew"
    for each in flying:
        assert each["total"] in ("8", "·"), "his total waits for his card"
        assert each["recent"] == 0
        assert each["figures"] == flying[0]["figures"], "neither balance nor session tells it"
        assert each["status"] == "La banque tire"
    assert "18" in seen[-1]["total"]
    assert seen[-1]["figures"] != flying[0]["figures"]
    assert "Rien ne va plus" not in {each["status"] for each in seen}, "bets were closed before"

    # What faces away from the player is a back, never a face in a mirror.
    away = [card for each in seen for card in each["cards"] if card["away"]]
    assert away
    assert all(card["back"] for card in away)
    assert not any(card["back"] for each in seen for card in each["cards"] if not card["away"])


def test_chips_in_play_are_those_that_still_lie_there(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    with books_balance(house, table_id):
        ann = enter()
        ann.sit(4)
        stack_cards(house, table_id, "Qh 7c Th 9d Kd")
        ann.put(4, "3")
        ann.put(4, "2", "side")
        ann.ready()
        # Two hearts that make 20 pay 9 to 1 on 5 at once; 25 still lie on the box.
        expect(ann.page.locator(".console .do.blackjack-stand")).to_be_enabled(timeout=SLOW)
        expect(ann.page.locator("a.balance")).to_contain_text("1\u202f020", timeout=SLOW)
        expect(figures(ann)).to_have_text(["1\u202f020", "25", "+45"])
        ann.do("stand")
        expect(ann.seat(4).locator(".badge")).to_be_visible(timeout=SLOW)
        expect(ann.page.locator("a.balance")).to_contain_text("1\u202f070", timeout=SLOW)
        expect(figures(ann)).to_have_text(["1\u202f070", "0", "+70"])


@campaign.soak_only
def test_the_words_are_true_while_one_waits(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    ann, bob = enter(), enter()
    ann.sit(1)
    bob.sit(2)
    stack_cards(house, table_id, "Tc 9c 6d Th 7d Kd")
    ann.put(1, "3")
    bob.put(2, "3")
    expect(bob.seat(1).locator(".spot.main .sum")).to_have_text("25", timeout=SLOW)
    expect(ann.seat(2).locator(".spot.main .sum")).to_have_text("25", timeout=SLOW)
    ann.ready()
    bob.ready()
    ann.do("stand")
    expect(ann.page.locator(".idle")).to_have_text(re.compile(".+ joue · case 2$"), timeout=SLOW)
    bob.do("stand")
    for player in (ann, bob):
        expect(player.page.locator(".seat.mine .badge")).to_be_visible(timeout=SLOW)
    run_in_house(house, _CLOSE.format(table=table_id))
    for player in (ann, bob):
        expect(player.page.locator(".idle")).to_contain_text("Table fermée", timeout=SLOW)
    accessible(ann.page)


@pytest.mark.campaign
@pytest.mark.parametrize("table_id", ["chemin_de_fer"], indirect=True)
def test_chemin_de_fer_counts_those_who_sit(table_id: int, enter: Callable[[], Player]) -> None:
    players = [enter() for _ in range(campaign.length(2, 3))]
    for no, player in enumerate(players, start=1):
        player.sit(no)
        for each in players:
            expect(each.page.locator(".status")).to_contain_text(
                f"{no} assis, il en faut 4", timeout=SLOW
            )
