"""Players give secrets to the wheel without a click; one who is silent, one who is cheated."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Locator, WebSocketRoute, expect

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_pages import accessible
from tests.browser.test_roulette import CHOSEN, SLOW, Bettor
from tests.house import House
from tests.house_console import open_roulette, run_in_house, sign_in

_TIME_IS_OVER = """
from django.conf import settings
from casino.rng.models import Contribution
from tables import tasks
from tables.models import Table
settings.OPENING_SECONDS = 0
table = Table.objects.get(pk={table_id})
{before}
tasks.make_draw(table.pk, table.round_id)
"""
_DROPPED = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SET session_replication_role = replica")
    Contribution.objects.filter(draw=table.draw_id).update(secret=None)
    cursor.execute("SET session_replication_role = origin")
"""
"""A house that switches its triggers off, and leaves a secret out which it took."""


@pytest.fixture
def table_id(ceremonial_house: House) -> int:
    return open_roulette(ceremonial_house, **CHOSEN)


@pytest.fixture
def enter(
    browser: Browser, ceremonial_house: House, table_id: int
) -> Iterator[Callable[..., Bettor]]:
    """Take somebody new to the wheel; one who is `silent` never opens what he sealed."""
    visitors = []

    def never_opens(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        opens = '"table.open_draw"'
        route.on_message(lambda text: None if opens in str(text) else server.send(text))

    def entered(*, silent: bool = False) -> Bettor:
        visitor = browser.new_context(
            base_url=ceremonial_house.base_url, locale="fr-FR", reduced_motion="reduce"
        )
        visitors.append(visitor)
        page = visitor.new_page()
        if silent:
            page.route_web_socket(re.compile("/ws/tables/"), never_opens)
        bettor = Bettor(page, ceremonial_house, f"s{uuid4().hex[:10]}")
        sign_in(ceremonial_house, visitor, bettor.name)
        page.goto(f"/tables/{table_id}/")
        expect(bettor.spot("straight:17")).to_have_attribute("aria-disabled", "false", timeout=SLOW)
        return bettor

    yield entered
    for visitor in visitors:
        visitor.close()


def staked(bettor: Bettor, spot: str) -> None:
    bettor.lay("3", spot)
    bettor.has_staked("25")


def fairness(bettor: Bettor) -> Locator:
    """Open the panel of the draw."""
    bettor.page.locator("button.draw").first.click()
    panel = bettor.page.get_by_role("dialog")
    expect(panel).to_be_visible(timeout=SLOW)
    return panel


def given(house: House, table_id: int, bettor: Bettor, **counts: int) -> None:
    """Wait until so many secrets are sealed and opened for the draw on the table."""
    with house.connect() as database:
        database.autocommit = True

        def found() -> tuple[Any, ...] | None:
            row: tuple[Any, ...] | None = database.execute(
                "SELECT count(*), count(secret) FROM rng_contribution c"
                " JOIN tables_table t ON t.draw_id = c.draw_id WHERE t.id = %s",
                [table_id],
            ).fetchone()
            return row

        comes_to(bettor.page, found, (counts["sealed"], counts["opened"]))


def opening_ends(house: House, table_id: int, before: str = "pass") -> None:
    """Let the time for opening run out, as the worker sees it."""
    run_in_house(house, _TIME_IS_OVER.format(table_id=table_id, before=before))


def test_a_throw_at_a_wheel_with_two_contributors_one_silent(
    ceremonial_house: House, table_id: int, enter: Callable[..., Bettor]
) -> None:
    ann, bob = enter(), enter(silent=True)
    staked(ann, "straight:17")
    staked(bob, "straight:20")
    given(ceremonial_house, table_id, ann, sealed=2, opened=0)
    ann.ready()
    bob.ready()
    given(ceremonial_house, table_id, ann, sealed=2, opened=1)
    opening_ends(ceremonial_house, table_id)
    expect(ann.page.locator(".wheel .told b")).to_have_text(re.compile(r"^\d+$"), timeout=SLOW)
    for each, told in (
        (ann, "Il est dans le journal public, comme vous l’avez donné."),
        (bob, "Scellé, mais ouvert trop tard : il n’est pas entré dans le mélange."),
    ):
        panel = fairness(each)
        expect(panel).to_contain_text("1 debout ; 1 sans réponse", timeout=SLOW)
        expect(panel).to_contain_text(told)
        expect(each.page.locator(".halt")).to_have_count(0)
    accessible(ann.page)
    picture(ann.page, "secrets-of-a-draw")
    panel = ann.page.get_by_role("dialog")
    panel.get_by_role("button", name="Vérifier le tirage n° 1").click()
    expect(panel).to_contain_text("Tout est juste", timeout=SLOW)


@campaign.soak_only
def test_a_dropped_opening_convicts(
    ceremonial_house: House, table_id: int, enter: Callable[..., Bettor], tmp_path: Path
) -> None:
    ann, bob = enter(), enter(silent=True)
    staked(ann, "straight:17")
    staked(bob, "straight:20")
    given(ceremonial_house, table_id, ann, sealed=2, opened=0)
    ann.ready()
    bob.ready()
    given(ceremonial_house, table_id, ann, sealed=2, opened=1)
    opening_ends(ceremonial_house, table_id, _DROPPED)
    halt = ann.page.locator(".halt")
    expect(halt).to_contain_text("la maison a signé qu’il est arrivé à temps", timeout=SLOW)
    expect(bob.page.locator(".halt")).to_have_count(0)
    with ann.page.expect_download() as download:
        ann.page.get_by_role("button", name="Garder la preuve").click()
    kept = tmp_path / "proof.json"
    download.value.save_as(kept)
    proof = json.loads(kept.read_text())
    assert proof["fault"] == "secret_dropped"
    bundle = tmp_path / "bundle.json"
    bundle.write_text(json.dumps(proof["evidence"]["seen"]["bundle"]))
    ceremonial_house.manage("verify_draw", str(bundle))
    with pytest.raises(AssertionError, match="est arrivé à temps"):
        ceremonial_house.manage("verify_draw", str(bundle), "--receipt", str(kept))
