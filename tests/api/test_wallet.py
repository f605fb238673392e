"""One's own money over REST, and nobody else's."""

import itertools

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.players.models import Player
from casino.players.services import wallet_of
from tests.api.asking import browser, code, every_page, get, lose, win
from tests.floor import House


def test_the_wallet_holds_what_the_ledger_says(house: House) -> None:
    win(house, "ann")
    assert get(browser(house, "ann"), "wallet/") == {
        "currency": settings.HOUSE_CURRENCY,
        "balance": settings.PLAY_MONEY_GRANT + 1000,
        "refill": {
            "possible": False,
            "amount": settings.PLAY_MONEY_REFILL,
            "reason": "refill_not_needed",
            "again_at": None,
        },
    }


def test_the_statement_tells_every_posting_with_its_round_and_running_balance(
    house: House,
) -> None:
    round_id = lose(house, "ann")
    grant = settings.PLAY_MONEY_GRANT
    rows = get(browser(house, "ann"), "wallet/statement/")["results"]
    assert [(row["why"], row["amount"], row["balance"], row["round"]) for row in rows] == [
        ("stake", -1000, grant - 1000, round_id),
        ("grant", grant, grant, None),
    ]
    assert rows[0]["reference"] == f"round:{round_id}"
    assert rows[0]["cause"]


def test_pages_of_any_size_make_up_the_whole_statement(house: House) -> None:
    for play in (win, lose, win, win):
        play(house, "ann")
    ann = browser(house, "ann")
    whole = get(ann, "wallet/statement/?limit=100")
    assert whole["next"] is None
    assert len(whole["results"]) > 6
    for limit in (1, 2, 3, len(whole["results"])):
        assert every_page(ann, f"wallet/statement/?limit={limit}") == whole["results"]
    for newer, older in itertools.pairwise(whole["results"]):
        assert older["balance"] == newer["balance"] - newer["amount"]


def test_a_statement_page_costs_the_same_however_long_the_past(house: House) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            get(ann, "wallet/statement/")
        return len(seen)

    win(house, "ann")
    ann = browser(house, "ann")
    before = queries()
    for _ in range(3):
        lose(house, "ann")
    assert queries() == before == 4  # session, player, wallet, statement


def test_another_players_wallet_cannot_be_asked_for(house: House) -> None:
    win(house, "ann")
    ann = house.player("ann")
    bob = browser(house, "bob")
    for ask in (f"player={ann.pk}", f"account={wallet_of(ann.pk).account_id}", f"id={ann.pk}"):
        assert get(bob, f"wallet/?{ask}")["balance"] == settings.PLAY_MONEY_GRANT
        whys = [row["why"] for row in get(bob, f"wallet/statement/?{ask}")["results"]]
        assert whys == ["grant"]
    for path in (f"wallet/{ann.pk}/", f"wallet/statement/{ann.pk}/"):
        assert code(get(bob, path, 404)) == "not_found"


def test_a_cursor_of_another_wallet_shows_nothing_of_it(house: House) -> None:
    win(house, "ann")
    newest = get(browser(house, "ann"), "wallet/statement/?limit=1")["results"][0]["id"]
    seen = get(browser(house, "bob"), f"wallet/statement/?before={newest + 1}")["results"]
    assert {row["why"] for row in seen} <= {"grant"}


@pytest.mark.parametrize("path", ["wallet/", "wallet/statement/", "rounds/mine/"])
def test_a_visitor_has_no_wallet(house: House, visitor: Client, path: str) -> None:
    assert code(get(visitor, path, 403)) == "not_signed_in"


@pytest.mark.parametrize("path", ["wallet/", "wallet/statement/", "rounds/mine/"])
def test_an_operator_who_never_signed_up_to_play_has_no_wallet(house: House, path: str) -> None:
    client = Client()
    client.force_login(Player.objects.create_superuser("boss", password="pass"))
    assert code(get(client, path, 404)) == "no_wallet"


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=101", "limit=-1", "limit=x", "limit=1e3", "before=0", "before=-5",
     "before=9223372036854775808", "before=٣", "before=" + "9" * 400, "limit="],
)  # fmt: skip
@pytest.mark.parametrize("path", ["wallet/statement/", "rounds/mine/"])
def test_a_page_that_cannot_be_is_refused(house: House, path: str, query: str) -> None:
    assert code(get(browser(house, "ann"), f"{path}?{query}", 400)) == "invalid_parameter"


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_money_is_only_read(house: House, method: str) -> None:
    client = browser(house, "ann")
    for path in ("wallet/", "wallet/statement/", "rounds/mine/"):
        answer = getattr(client, method)(f"/api/{path}", {"balance": 1}, "application/json")
        assert answer.status_code == 405
        assert code(answer.json()) == "method_not_allowed"
