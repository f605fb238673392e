"""A table closes while people sit at it: what they see, what is cleared, and the way on."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_rounds import SLOW, Player, enter, stack_cards
from tests.house import House
from tests.house_console import open_game, run_in_house

__all__ = ["enter"]

_DRAIN = """
from casino.players.models import Player
from tables.operation import sessions
operator = Player.objects.get(username="operator")
sessions.announce_end({table}, operator=operator, reason="Nous fermons.")
"""

_PAUSE = """
from tables.incidents import pauses
pauses.pause_table({table}, "clock", "a test")
"""

_RESUME = """
from casino.players.models import Player
from tables.operation import sessions
operator = Player.objects.get(username="operator")
sessions.open_session({table}, operator=operator, reason="Examiné.")
"""

_LATER = """
from django.utils import timezone
from tables.models import Table
Table.objects.filter(pk={table}).update(ends_at=timezone.now())
"""

_PASS = """
from datetime import timedelta
from django.db import transaction
from tables.models import Round, Table
from tables.rows import table_rows as rows
from tables.projections import floor_acts as acts
with transaction.atomic(durable=True):
    table = rows.lock({table})
    open = Round.objects.filter(pk=table.round_id, status="running").exists()
    draining = open and table.status == "draining"
    if draining and table.rounds_left and table.due_at > table.now + timedelta(seconds=1):
        Table.objects.filter(pk=table.id).update(due_at=table.now, window_ms=1)
        acts.record_and_publish(rows.lock(table.id), "shuffle")
    print(draining and table.rounds_left == 0)
"""
"""Ends the clock of a deal, but for the last one's; tells whether the last one is open.

The new end is published: the croupier ends no clock but the one that the players are shown.
"""


@pytest.fixture
def table_id(house: House) -> int:
    """A table of Monaco's blackjack, with clocks that do not hurry it."""
    return open_game(house, "blackjack", "MC", betting_seconds=300, decision_seconds=120)


def test_the_end_of_a_session_is_told_played_out_and_cleared_away(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    ann, visitor = enter(), enter()
    ann.sit(1)
    run_in_house(house, _PAUSE.format(table=table_id))
    for player in (ann, visitor):
        expect(player.page.locator("[role=status] p")).to_have_text(
            "La table est suspendue : un incident est examiné. Vos mises restent en place.",
            timeout=SLOW,
        )
    run_in_house(house, _RESUME.format(table=table_id))
    for player in (ann, visitor):
        expect(player.page.locator("[role=status] p")).to_have_count(0, timeout=SLOW)
    run_in_house(house, _DRAIN.format(table=table_id))
    for player in (ann, visitor):
        expect(player.page.locator("[role=status] p")).to_contain_text(
            "Dernière demi-heure : les derniers coups commencent à", timeout=SLOW
        )
        expect(player.page.locator("[role=status] p")).to_contain_text("Motif : Nous fermons.")
    expect(visitor.seat(2).locator("button.sit")).to_be_visible()
    picture(ann.page, "last-half-hour")

    stack_cards(house, table_id, "Th 9s 9d 8c")
    run_in_house(house, _LATER.format(table=table_id))
    expect(ann.page.locator("[role=status] p")).to_contain_text(
        "Les 3 derniers coups, puis la table ferme.", timeout=SLOW
    )
    # The deals open by themselves: in the last one ann stakes, the others pass without a stake.
    passed = _PASS.format(table=table_id)
    comes_to(ann.page, lambda: run_in_house(house, passed).split()[-1], "True")
    expect(ann.page.locator("[role=status] p")).to_contain_text(
        "Dernier coup, puis la table ferme.", timeout=SLOW
    )
    picture(ann.page, "last-round")
    ann.put(1, "3")
    ann.ready()
    ann.do("stand")
    expect(ann.page.locator("[role=status] p")).to_contain_text(
        "La table est fermée. Vos jetons sont dans votre solde. Motif : Nous fermons.",
        timeout=SLOW,
    )
    ann.ends_with("1025")
    expect(ann.page.locator(".lying, .card")).to_have_count(0, timeout=SLOW)

    ann.page.goto("/")
    row = ann.page.locator(f"[data-table='{table_id}']")
    expect(row.locator(".go")).to_have_text("Regarder")
    expect(row.locator(".status")).to_have_text("Fermée")
    gold = row.locator(".go").evaluate("go => getComputedStyle(go).backgroundImage")
    assert gold == "none", "nobody is invited to a closed table"
    ann.page.goto(f"/tables/{table_id}/")
    expect(ann.page.locator(".console")).to_contain_text("Table fermée", timeout=SLOW)
    picture(ann.page, "closed")
    ann.page.locator(".console a.go").click()
    expect(ann.page).to_have_url(f"{house.base_url}/")
