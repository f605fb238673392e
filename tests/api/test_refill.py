"""Chips again for a player who is out of them: once a day, capped, and never while chips lie."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from casino.ledger.models import JournalEntry
from casino.ledger.services import audit
from casino.players.models import Given
from tables.games.blackjack import messages as bj
from tables.games.core.money import BoxNo
from tests.api.asking import browser, code, get
from tests.clock import clock
from tests.floor import House

__all__ = ["clock"]

pytestmark = pytest.mark.usefixtures("clock")

AMOUNT = 500_00


def take(client: Client, status: int = 200) -> Any:
    """Ask for the day's chips, which must answer with this status."""
    answer = client.post("/api/wallet/refill/", content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def told(house: House, name: str) -> Any:
    return get(browser(house, name), "wallet/")["refill"]


def test_a_player_without_chips_is_given_some_once_a_day(house: House) -> None:
    house.empty("ann")
    ann = browser(house, "ann")
    assert told(house, "ann") == {
        "possible": True, "amount": AMOUNT, "reason": None, "again_at": None,
    }  # fmt: skip
    given = take(ann)
    assert (given["granted"], given["balance"]) == (AMOUNT, AMOUNT)
    again = datetime.fromisoformat(given["again_at"])
    assert timezone.localtime(again).time().isoformat() == "00:00:00"
    assert timezone.now() < again
    assert house.balance("ann") == AMOUNT
    newest = get(ann, "wallet/statement/")["results"][0]
    assert (newest["cause"], newest["why"], newest["counterpart"]) == (
        "refill", "refill", "mint:PLAY",
    )  # fmt: skip
    house.empty("ann")
    assert code(take(ann, 409)) == "refill_taken"
    refused = told(house, "ann")
    assert (refused["possible"], refused["reason"]) == (False, "refill_taken")
    assert datetime.fromisoformat(refused["again_at"]) == again
    assert house.balance("ann") == 0
    assert audit() == []


def test_the_next_day_is_another_day(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.empty("ann")
    take(browser(house, "ann"))
    house.empty("ann")
    tomorrow = timezone.localdate() + timedelta(days=1)
    monkeypatch.setattr(timezone, "localdate", lambda *_: tomorrow)
    assert take(browser(house, "ann"))["balance"] == AMOUNT
    assert JournalEntry.objects.filter(cause="refill").count() == 2


def test_whoever_has_chips_is_given_none(house: House, settings: LazySettings) -> None:
    assert code(take(browser(house, "ann"), 409)) == "refill_not_needed"
    settings.REFILL_BELOW = settings.PLAY_MONEY_GRANT + 1
    assert take(browser(house, "ann"))["granted"] == AMOUNT


def test_chips_that_lie_on_a_layout_are_chips(house: House) -> None:
    house.deal("Th 9s 8d Tc")
    house.sit("ann", 1)
    assert house.stake("ann", 1, 50_000) == ""
    house.sit("bob", 2)
    house.empty("ann")
    house.empty("bob")
    ann = browser(house, "ann")
    assert code(take(ann, 409)) == "refill_chips_lie"
    assert told(house, "ann")["reason"] == "refill_chips_lie"
    assert take(browser(house, "bob"))["granted"] == AMOUNT, "who only sits has none"
    assert house.do("ann", bj.Ready()) == ""
    assert house.do("ann", bj.Stand(BoxNo(1))) == ""
    assert house.balance("ann") == 0, "lost with 18 against 19"
    assert take(ann)["granted"] == AMOUNT


def test_a_stake_taken_back_lies_no_longer(house: House) -> None:
    house.sit("ann", 1)
    assert house.stake("ann", 1, 1000) == ""
    assert house.stake("ann", 1, 0) == ""
    house.empty("ann")
    assert take(browser(house, "ann"))["granted"] == AMOUNT


def test_an_address_is_given_so_much_a_day(house: House, settings: LazySettings) -> None:
    settings.PLAY_MONEY_PER_ADDRESS = 2 * AMOUNT
    for name in ("ann", "bob", "cat"):
        house.empty(name)
    take(browser(house, "ann"))
    take(browser(house, "bob"))
    cat = browser(house, "cat")
    assert code(take(cat, 409)) == "refill_capped"
    assert told(house, "cat")["reason"] == "refill_capped"
    assert house.balance("cat") == 0
    elsewhere = cat.post(
        "/api/wallet/refill/", content_type="application/json", REMOTE_ADDR="203.0.113.9"
    )
    assert elsewhere.status_code == 200
    assert [each.amount for each in Given.objects.order_by("id")] == [2 * AMOUNT, AMOUNT]
    assert not Given.objects.filter(address__contains="127.0.0.1").exists()


def test_the_hosts_of_one_ipv6_network_are_one_address(
    house: House, settings: LazySettings
) -> None:
    settings.PLAY_MONEY_PER_ADDRESS = AMOUNT
    for name, address, expected in (
        ("ann", "2001:db8:1:2::1", 200),
        ("bob", "2001:db8:1:2:ffff::9", 409),
        ("cat", "2001:db8:1:3::1", 200),
    ):
        house.empty(name)
        answer = browser(house, name).post(
            "/api/wallet/refill/", content_type="application/json", REMOTE_ADDR=address
        )
        assert answer.status_code == expected


def test_a_licensed_house_gives_nothing_away(house: House, settings: LazySettings) -> None:
    house.empty("ann")
    settings.LICENSED = True
    assert code(take(browser(house, "ann"), 409)) == "refill_not_offered"


def test_a_refill_needs_a_session_and_its_token(house: House, visitor: Client) -> None:
    house.empty("ann")
    assert code(take(visitor, 403)) == "not_signed_in"
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(house.player("ann"))
    assert code(take(strict, 403)) == "not_allowed"
    token = strict.get(f"/tables/{house.table_id}/").cookies["csrftoken"].value
    answer = strict.post(
        "/api/wallet/refill/", content_type="application/json", headers={"x-csrftoken": token}
    )
    assert answer.json()["granted"] == AMOUNT


def test_the_account_offers_it_in_words(house: House) -> None:
    ann = browser(house, "ann")
    assert b"/account/refill/" not in ann.get("/account/").content
    house.empty("ann")
    assert "Recevoir 500 jetons" in ann.get("/account/").content.decode()
    answer = ann.post("/account/refill/", follow=True)
    assert answer.redirect_chain == [("/account/", 302)]
    assert "Jetons du jour" in answer.content.decode()
    assert house.balance("ann") == AMOUNT
    house.empty("ann")
    page = ann.post("/account/refill/", follow=True).content.decode()
    assert "revenez demain" in page
    assert "Recevoir" not in page
    assert house.balance("ann") == 0
