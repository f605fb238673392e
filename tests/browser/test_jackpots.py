"""A JP1 win before a real browser: three sevens, a supervisor's approval, the chips on the page."""

import re
from collections.abc import Callable
from decimal import Decimal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import campaign
from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.test_pages import SIZES
from tests.browser.test_rounds import SLOW, Player, books_balance, enter
from tests.house import PASSWORD, House
from tests.house_console import open_table, run_in_house, stack_cards

__all__ = ["enter"]

SHARED = """
from casino.players.models import Player
from tables.operation import opening
from tables.models import Table
first = Table.objects.get(pk={table_id})
operator = Player.objects.get(username="operator")
table = opening.create_table(name=first.name + " bis", rules_key=first.rules_id, operator=operator,
                           jackpot=first.jackpot)
print(table.pk)
"""


@pytest.fixture
def table_id(house: House) -> int:
    """A table that plays for a JP1 of its own, with clocks that do not hurry it."""
    return open_table(
        house,
        enabled_side_bets=["jp1"],
        jp1_stake_cents=500,
        jp1_contribution_total_bps=4000,
        betting_seconds=300,
        decision_seconds=120,
    )


def meter(page: Page, amount: str) -> None:
    """Wait until the page shows this amount as the main pot, in whole chips or with hundredths."""
    spaced = re.compile(f"^{amount.replace(' ', '[^0-9]')}$")
    expect(page.locator(".jackpots [data-pot=jp1_main] b")).to_have_text(spaced, timeout=SLOW)


def lay_jp1(player: Player, box: int) -> None:
    """Touch the box's own spot for JP1, whose one stake is 5; it goes there at once."""
    spot = player.page.locator(f"button[data-spot='{box}/jp1']")
    spot.click()
    expect(spot.locator(".lying")).to_be_visible(timeout=SLOW)


def claim_of(house: House, table_id: int) -> int:
    """Return the claim that waits at a table."""
    with house.connect() as database:
        row = database.execute(
            "SELECT c.id FROM tables_claim c JOIN tables_round r ON r.id = c.round_id"
            " LEFT JOIN tables_claimpayment p ON p.claim_id = c.id"
            " WHERE r.table_id = %s AND p.id IS NULL",
            [table_id],
        ).fetchone()
    assert row
    return int(row[0])


def approve(desk: Page, claim: int, name: str) -> None:
    """Approve a claim in the office as somebody of this name."""
    desk.goto(f"/admin/login/?next=/admin/tables/claim/{claim}/approve/")
    desk.locator("[name=username]").fill(name)
    desk.locator("[name=password]").fill(PASSWORD)
    desk.locator("[type=submit]").click()
    expect(desk.locator(".payment li").first).to_contain_text("jackpot (Principal)")
    desk.locator("[name=footage_seen]").check()
    desk.locator("[name=reason]").fill("images visionnées, trois 7 de pique")
    desk.locator(".submit-row [type=submit]").click()


@campaign.soak_only
def test_a_jp1_win_goes_through_a_supervisor_to_the_wallet(
    house: House,
    table_id: int,
    enter: Callable[[], Player],
    browser: Browser,
    browser_context_args: dict[str, object],
) -> None:
    """FR-2024-121 to 142: fed, won, shown at a second table, approved by four eyes, paid."""
    with books_balance(house, table_id):
        second = int(run_in_house(house, SHARED.format(table_id=table_id)).split()[-1])
        elsewhere = browser.new_context(**browser_context_args)
        passer_by = elsewhere.new_page()
        passer_by.goto(f"/tables/{second}/")
        meter(passer_by, "10 000")

        ann = enter()
        ann.sit(1)
        stack_cards(house, table_id, "7s 9d 7s 7s 8c 4d")
        meter(ann.page, "10 000")
        ann.put(1, "2")
        lay_jp1(ann, 1)
        ann.ready()
        ann.do("hit")
        meter(ann.page, "10 001")
        meter(passer_by, "10 001")
        ann.do("stand")
        won = ann.page.locator(".jackpots [data-pot=jp1_main].claimed")
        expect(won).to_contain_text("attend l’approbation", timeout=SLOW)
        picture(ann.page, "jackpot-claimed")
        meter(ann.page, "10 000")
        # 21 beats 17, and the stake on the jackpot has left for the pots.
        ann.ends_with("1020")

        claim = claim_of(house, table_id)
        office = browser.new_context(**browser_context_args)
        desk = office.new_page()
        approve(desk, claim, "operator")
        expect(desk.locator(".messagelist .error")).to_contain_text("Refusé", timeout=SLOW)
        assert ann.ledger_balance() == Decimal(1020)
        office.close()

        office = browser.new_context(**browser_context_args)
        desk = office.new_page()
        approve(desk, claim, "supervisor")
        expect(desk.locator(".messagelist .success")).to_be_visible(timeout=SLOW)
        office.close()

        expect(won).to_have_count(0, timeout=SLOW)
        ann.ends_with("11021")
        expect(passer_by.locator(".jackpots .claimed")).to_have_count(0, timeout=SLOW)
        meter(passer_by, "10 000")
        elsewhere.close()


# Every part of the felt that the meter's rectangle touches.
COVERED = """() => {
  const meter = document.querySelector(".jackpots").getBoundingClientRect();
  return [...document.querySelectorAll(".card, .points, .spot, .plate, .status")]
    .filter((each) => each.checkVisibility())
    .map((each) => [each.className, each.getBoundingClientRect()])
    .filter(([, at]) => at.width > 0 && meter.left < at.right && at.left < meter.right
      && meter.top < at.bottom && at.top < meter.bottom)
    .map(([name]) => name);
}"""


@campaign.soak_only
@pytest.mark.parametrize("boxes", campaign.sample(2, [7, 3]))
def test_the_meter_lies_over_nothing(
    house: House, table_id: int, enter: Callable[[], Player], boxes: int
) -> None:
    ann = enter()
    for box in range(1, boxes + 1):
        ann.sit(box)
    firsts = [f"{pips}h" for pips in range(2, 2 + boxes)]
    seconds = [f"{pips}d" for pips in range(2, 2 + boxes)]
    stack_cards(house, table_id, " ".join([*firsts, "9s", *seconds]))
    for box in range(1, boxes + 1):
        ann.put(box, "1")
    ann.ready()
    expect(ann.page.locator(".console .do.blackjack-hit")).to_be_visible(timeout=SLOW)
    expect(ann.page.locator(".seat.mine .card")).to_have_count(2 * boxes)
    for width, height in [*SIZES.values(), (1440, 900)]:
        ann.page.set_viewport_size({"width": width, "height": height})
        expect(ann.page.locator(".jackpots")).to_be_visible()
        comes_to(ann.page, lambda: ann.page.evaluate(COVERED), [])
    picture(ann.page, "jackpot")
    # Where the meter was before, it is found to lie over cards.
    ann.page.locator(".jackpots").evaluate(
        "meter => Object.assign(meter.style, {position: 'fixed', inset: '40% 0 30% 0'})"
    )
    assert ann.page.evaluate(COVERED) != []
