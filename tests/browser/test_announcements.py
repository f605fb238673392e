"""Written announcements in a real browser: handed in, answered before one's eyes, staked."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests import campaign
from tests.browser.test_pages import accessible
from tests.browser.test_roulette import Bettor, enter
from tests.browser.test_rounds import SLOW, books_balance
from tests.house import House
from tests.house_console import open_roulette, run_in_house, set_next_draw

__all__ = ["enter"]

_ANSWER = """
from casino.players.models import Player
from tables.announcements import services as announcements
from tables.models import WrittenAnnouncement
operator = Player.objects.get(username="operator")
waiting = WrittenAnnouncement.objects.get(table_id={table}, answer=None)
announcements.answer_announcement(waiting.pk, endorsed={endorsed},
    operator=operator, reason="{reason}")
"""

_INSPECT = """
from django.contrib.auth.models import Permission
from casino.players.models import Player
from tables.staff import services as duties
clara = Player.objects.create_user(
    "{name}", password="pass", is_staff=True, display_name="Clara {name}"
)
clara.user_permissions.set(Permission.objects.filter(codename="serve_as_inspector"))
duties.sign_in_inspector({table}, operator=clara, reason="annonces")
"""


@pytest.fixture
def table_id(house: House) -> int:
    """A table that takes written announcements and has no inspector yet."""
    return open_roulette(
        house,
        table_min_cents=100,
        stake_increment_cents=100,
        betting_window_seconds=300,
        complex_announced_bets=True,
    )


@pytest.mark.campaign
@pytest.mark.parametrize("size", campaign.sample(2, [(390, 844), (1366, 820)]))
@pytest.mark.clause("MC-EROU-39", "MC-EROU-40", "MC-EROU-41")
def test_a_player_writes_is_answered_live_and_stakes_under_inspection(
    house: House, table_id: int, enter: Callable[..., Bettor], size: tuple[int, int]
) -> None:
    set_next_draw(house, table_id, 17)
    ann = enter(viewport={"width": size[0], "height": size[1]})
    page = ann.page
    panel = page.locator(".writings")
    expect(panel).to_contain_text("Sans inspecteur à la table")
    field = page.locator("#written")

    field.fill("n’importe quoi")
    field.press("Enter")
    expect(panel.locator(".refused")).to_contain_text("n importe quoi")
    page.locator("#byname").fill("complète du 17")
    page.locator("#byname").press("Enter")
    expect(page.locator("#byname-said")).to_contain_text("se remet par écrit")
    field.fill("complète du 17")
    field.press("Enter")
    expect(panel).to_contain_text("Complète du 17", timeout=SLOW)
    expect(panel).to_contain_text("chez la direction des jeux")
    expect(field).to_have_value("")
    run_in_house(house, _ANSWER.format(table=table_id, endorsed=True, reason="lisible"))
    expect(panel).to_contain_text("visée : lisible", timeout=SLOW)
    expect(page.locator(".notices")).to_contain_text("Direction des jeux : annonce visée (lisible)")

    field.fill("5 × rouge, 2 × carré 17 20")
    field.press("Enter")
    expect(panel).to_contain_text("5 × Rouge, 2 × Carré 17-18-20-21", timeout=SLOW)
    run_in_house(house, _ANSWER.format(table=table_id, endorsed=False, reason="trop tard"))
    expect(panel).to_contain_text("refusée : trop tard", timeout=SLOW)

    complete = ann.spot("@complete_n:17")
    with books_balance(house, table_id):
        complete.click()
        expect(page.locator(".notices")).to_contain_text("en présence d’un inspecteur")
        name = f"i{uuid4().hex[:8]}"
        run_in_house(house, _INSPECT.format(table=table_id, name=name))
        expect(panel).to_contain_text(f"Un inspecteur est présent : Clara {name}", timeout=SLOW)
        accessible(page, ".writings")
        complete.click()
        expect(page.locator(".layout .pending, .writings .pending")).to_have_count(0, timeout=SLOW)
        if size[0] > 1000:
            # A straight, four splits, a street, four corners and two six lines.
            ann.has_staked("12")
        page.reload()
        expect(panel).to_contain_text("visée : lisible", timeout=SLOW)
        expect(complete.locator(".jeton")).to_be_visible(timeout=SLOW)
        ann.ready()
        ann.sees(17)
        # 35 + 4 × 17 + 11 + 4 × 8 + 2 × 5, and the twelve chips come back.
        ann.ends_with("1156")
