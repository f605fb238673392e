"""Two people in two browsers at one table, an operator in a third, and the books behind them."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocket, WebSocketRoute, expect

from tests.browser.gallery import picture
from tests.browser.patience import comes_to
from tests.browser.tray import choose_chip
from tests.house import PASSWORD, House
from tests.house_console import open_table, sign_in, stack_cards
from tests.load.client import Frames

SLOW = 300_000


@pytest.fixture
def table_id(house: House) -> int:
    """A table of its own for each test, with clocks that do not hurry it."""
    return open_table(house, betting_seconds=300, decision_seconds=120)


def heard_by(page: Page) -> list[dict[str, Any]]:
    """Return a list that grows with every message to the sockets of what the page opens next."""
    heard: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        frames = Frames()
        socket.on("framereceived", lambda text: heard.append(frames.whole(json.loads(text))))

    page.on("websocket", listen)
    return heard


class Player:
    """A person before a browser."""

    def __init__(self, page: Page, house: House, name: str) -> None:
        self.page = page
        self.house = house
        self.name = name
        self.heard: list[dict[str, Any]] = []
        """What the house told a page that listens."""

    def seat(self, box: int) -> Locator:
        return self.page.locator(f".seat[data-box='{box}']")

    def sit(self, box: int) -> None:
        self.seat(box).locator("button.sit").click()
        expect(self.page.locator(f".seat.mine[data-box='{box}']")).to_be_visible(timeout=SLOW)

    def put(self, box: int, chip: str, spot: str = "main") -> None:
        """Choose a chip by its key and lay it on a spot."""
        choose_chip(self.page, chip)
        self.seat(box).locator(f"button.spot.{spot}").click()

    def ready(self) -> None:
        go = self.page.locator(".console .go")
        expect(go).to_be_enabled(timeout=SLOW)
        go.click()

    def do(self, command: str) -> None:
        """Press a decision button, once it is this player's turn."""
        button = self.page.locator(f".console .do.blackjack-{command}")
        expect(button).to_be_enabled(timeout=SLOW)
        button.click()

    def cards(self, box: int) -> list[str]:
        """Return what is read out of a box's cards."""
        return (
            self.seat(box)
            .locator(".card")
            .evaluate_all(
                "cards => cards.map(card => card.textContent.trim().replace(/\\s+/g, ' '))"
            )
        )

    def balance(self) -> Decimal:
        """Return the balance on the screen, in chips."""
        text = self.page.locator("a.balance b").inner_text()
        digits = "".join(c for c in text if c.isdigit() or c == ",")
        return Decimal(digits.replace(",", "."))

    def ledger_balance(self) -> Decimal:
        """Return what the ledger holds for this player, in chips."""
        with self.house.connect() as database:
            row = database.execute(
                "SELECT a.credits - a.debits FROM players_player p"
                " JOIN players_wallet w ON w.player_id = p.id"
                " JOIN ledger_account a ON a.id = w.account_id WHERE p.username = %s",
                [self.name],
            ).fetchone()
        assert row
        return Decimal(row[0]) / 100

    def ends_with(self, chips: str) -> None:
        """Assert the balance on the screen and in the ledger."""
        wanted = Decimal(chips)
        comes_to(self.page, lambda: (self.balance(), self.ledger_balance()), (wanted, wanted))


@pytest.fixture
def enter(
    browser: Browser, browser_context_args: dict[str, Any], house: House, table_id: int
) -> Iterator[Callable[..., Player]]:
    """Enrol somebody new, sign their browser in and take it to the table.

    What comes `between` the page and the house sees its socket; a page that `listens` keeps what
    it is told.
    """
    complaints: list[str] = []
    visitors = []

    def entered(
        between: Callable[[WebSocketRoute], None] | None = None,
        *,
        listens: bool = False,
        **options: Any,
    ) -> Player:
        visitor = browser.new_context(**browser_context_args | options)
        visitors.append(visitor)
        page = visitor.new_page()
        if between is not None:
            page.route_web_socket(re.compile("/ws/tables/"), between)
        page.on(
            "console",
            lambda said: complaints.append(said.text) if said.type == "error" else None,
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        player = Player(page, house, f"p{uuid4().hex[:10]}")
        if listens:
            player.heard = heard_by(page)
        sign_in(house, visitor, player.name)
        page.goto(f"/tables/{table_id}/")
        expect(page.locator(".seat")).to_have_count(7, timeout=SLOW)
        return player

    yield entered
    for visitor in visitors:
        visitor.close()
    assert complaints == []


@contextmanager
def books_balance(house: House, table_id: int) -> Iterator[None]:
    """Assert afterwards that every book agrees and nothing is left on the layout."""
    yield
    assert "ok" in house.manage("audit_ledger").lower()
    with house.connect() as database:
        left = database.execute(
            "SELECT a.credits - a.debits FROM tables_table t"
            " JOIN ledger_account a ON a.id = t.layout_account_id WHERE t.id = %s",
            [table_id],
        ).fetchone()
    assert left == (0,)


def test_two_browsers_play_a_split_a_double_insurance_and_queens(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    with books_balance(house, table_id):
        ann, bob = enter(), enter()
        ann.sit(1)
        ann.sit(2)
        bob.sit(3)
        # Boxes 1 to 3, the dealer, boxes 1 to 3 again; then the split, the double, the dealer.
        stack_cards(house, table_id, "8h 5c Th As 8d 6c Kh Tc 2d 9s Jd 6s")
        ann.put(1, "3")
        ann.put(2, "3")
        bob.put(3, "3")
        bob.put(3, "2", "side")
        for player in (ann, bob):
            expect(player.seat(1).locator(".spot.main .sum")).to_have_text("25", timeout=SLOW)
            expect(player.seat(2).locator(".spot.main .sum")).to_have_text("25", timeout=SLOW)
        expect(ann.seat(3).locator(".spot.main .sum")).to_have_text("25", timeout=SLOW)
        expect(ann.seat(3).locator(".spot.side .sum")).to_have_text("5", timeout=SLOW)
        ann.ready()
        bob.ready()

        expect(bob.page.locator(".console .do.blackjack-insure")).to_be_enabled(timeout=SLOW)
        ann.do("decline")
        ann.do("decline")
        bob.do("insure")

        ann.do("split")
        ann.do("stand")
        ann.do("hit")
        ann.do("stand")
        ann.do("double")
        bob.do("stand")

        for player in (ann, bob):
            expect(player.seat(2).locator(".badge")).to_be_visible(timeout=SLOW)
            expect(player.seat(3).locator(".badge")).to_be_visible(timeout=SLOW)
            expect(player.page.locator(".dealer .card")).to_have_count(2)
        assert [len(ann.cards(box)) for box in (1, 2, 3)] == [5, 3, 2]
        for box in (1, 2, 3):
            assert ann.cards(box) == bob.cards(box), "both see every card"

        # 25 on each: 18 and 19 against 17 win, 11 doubled to 21 wins twice the stake.
        ann.ends_with("1100")
        # 20 wins 25, the insurance of 12,50 is lost, two hearts totalling 20 pay 9 to 1 on 5.
        bob.ends_with("1057.5")


def test_queens_of_hearts_wait_for_the_dealers_second_card(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    with books_balance(house, table_id):
        ann = enter()
        ann.sit(4)
        stack_cards(house, table_id, "Qh Kd Qh As")
        ann.put(4, "3")
        ann.put(4, "1", "side")
        ann.ready()
        ann.do("stand")
        expect(ann.seat(4).locator(".badge")).to_be_visible(timeout=SLOW)
        # The dealer's black-jack takes the 25, and pays the pair of queens 1000 to 1.
        ann.ends_with("1975")


def test_a_player_who_comes_back_finds_the_round_as_it_was(
    house: House, table_id: int, enter: Callable[[], Player]
) -> None:
    with books_balance(house, table_id):
        ann = enter()
        ann.sit(5)
        stack_cards(house, table_id, "5c 7d 4c 3s 8s Tc")
        ann.put(5, "3")
        ann.ready()
        ann.do("hit")
        expect(ann.seat(5).locator(".card")).to_have_count(3, timeout=SLOW)
        before = ann.cards(5)
        ann.page.reload()
        expect(ann.seat(5).locator(".card")).to_have_count(3, timeout=SLOW)
        assert ann.cards(5) == before
        ann.do("stand")
        # 12 against the dealer's 7, 8 and 10: he goes bust and pays.
        expect(ann.seat(5).locator(".badge")).to_be_visible(timeout=SLOW)
        ann.ends_with("1025")


def test_an_operator_voids_the_round_and_both_players_have_their_stakes_back(
    house: House,
    table_id: int,
    enter: Callable[[], Player],
    browser: Browser,
    browser_context_args: dict[str, Any],
) -> None:
    with books_balance(house, table_id):
        ann, bob = enter(), enter()
        ann.sit(1)
        bob.sit(3)
        stack_cards(house, table_id, "9c 5h 7d 4c 8d 8s Tc")
        ann.put(1, "4")
        bob.put(3, "3")
        # Cards are dealt once all who staked are ready: a stake on its way would come too late.
        expect(ann.seat(3).locator(".spot.main .sum")).to_have_text("25", timeout=SLOW)
        expect(bob.seat(1).locator(".spot.main .sum")).to_have_text("100", timeout=SLOW)
        ann.ready()
        bob.ready()
        expect(ann.page.locator(".console .do.blackjack-hit")).to_be_enabled(timeout=SLOW)
        assert (ann.ledger_balance(), bob.ledger_balance()) == (900, 975)

        office = browser.new_context(**browser_context_args)
        desk = office.new_page()
        desk.goto(f"/admin/login/?next=/admin/tables/table/order/void_round/%3Ftables={table_id}")
        desk.locator("[name=username]").fill("operator")
        desk.locator("[name=password]").fill(PASSWORD)
        desk.locator("[type=submit]").click()
        desk.locator("[name=reason]").fill("carte retournée")
        desk.locator(".submit-row [type=submit]").click()
        expect(desk.locator(".messagelist .success")).to_be_visible(timeout=SLOW)
        office.close()

        for player in (ann, bob):
            player.ends_with("1000")
            expect(player.page.locator(".notices")).to_contain_text("carte retournée")
            expect(player.page.locator(".seat .card")).to_have_count(0)
        picture(ann.page, "void")
        with house.connect() as database:
            kept = database.execute(
                "SELECT reason FROM tables_floorevent WHERE table_id = %s AND kind = 'void'",
                [table_id],
            ).fetchall()
        assert kept == [("carte retournée",)]
