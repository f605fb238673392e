"""The page of one's own limits, and the same over REST: nobody else's can be seen or set."""

from typing import Any

import pytest
from django.test import Client
from django.utils.timezone import localtime

from casino.http.rest import MESSAGES
from casino.site.account import REFUSALS
from casino.site.limits import WORDS
from tests.api.asking import browser, code, get
from tests.api.test_schema import check
from tests.floor import House
from tests.house import PASSWORD
from tests.players.limits import limit, said, standing, stayed

PAGE = "/account/limits/"
ASKED = {"kind": "stake", "period": "day"}


def ask(client: Client, status: int = 200, **asked: Any) -> Any:
    answer = client.post("/api/limits/", ASKED | asked, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_a_player_sets_a_limit_on_the_page(house: House) -> None:
    ann = browser(house, "ann")
    assert ann.post(PAGE, ASKED | {"amount": "25"}).status_code == 302
    assert standing(house.player("ann"), "stake").amount == 25_00
    page = ann.get(f"{PAGE}?saved").content.decode()
    assert WORDS["saved"].fr in page
    assert "24 heures" in page
    assert '<td class="num">25</td>' in page
    assert ann.post(PAGE, ASKED | {"amount": ""}).status_code == 302
    page = ann.get(PAGE).content.decode()
    assert f"{WORDS['then'].fr} {WORDS['none'].fr} {WORDS['from'].fr}" in page
    time = {"kind": "time", "period": "week", "amount": "90"}
    assert ann.post(PAGE, time).status_code == 302
    assert standing(house.player("ann"), "time", "week").amount == 90 * 60
    assert f"90 {WORDS['minutes'].fr}" in ann.get(PAGE).content.decode()
    assert said(house.player("bob")) == []


@pytest.mark.parametrize(
    "asked", [{"amount": "-1"}, {"amount": "x"}, {"kind": "patience"}, {"period": "year"}]
)
def test_what_is_no_limit_is_refused_on_the_page(house: House, asked: dict[str, str]) -> None:
    ann = browser(house, "ann")
    assert ann.post(PAGE, ASKED | {"amount": "1"} | asked).status_code == 422
    assert said(house.player("ann")) == []


def test_strangers_are_sent_to_sign_in(house: House, visitor: Client) -> None:
    assert visitor.get(PAGE).status_code == 302
    assert code(get(visitor, "limits/", 403)) == "not_signed_in"
    assert code(ask(visitor, 403, amount=1)) == "not_signed_in"


def test_the_api_sets_and_tells_limits(house: House) -> None:
    ann = browser(house, "ann")
    limit(house.player("bob"), "stake", 1)
    told = ask(ann, amount=40_00)
    check("/api/limits/", told, method="post")
    assert (told["amount"], told["left"], told["coming_at"]) == (40_00, 40_00, None)
    assert ask(ann, amount=50_00)["coming"] == 50_00
    listed = get(ann, "limits/")
    check("/api/limits/", listed)
    assert [each["amount"] for each in listed if each["amount"] is not None] == [40_00]
    assert len(listed) == 12


@pytest.mark.parametrize(
    ("asked", "refused"),
    [({"amount": -1}, "limit_amount"), ({"amount": "x"}, "limit_amount"), ({}, "limit_amount"),
     ({"amount": 1, "kind": "patience"}, "limit_unknown"),
     ({"amount": 1, "period": []}, "limit_unknown")],
)  # fmt: skip
def test_the_api_refuses_what_is_no_limit(house: House, asked: Any, refused: str) -> None:
    answer = ask(browser(house, "ann"), 400, **asked)
    assert answer["message"]["fr"] == MESSAGES[refused].fr
    assert code(answer) == refused
    assert said(house.player("ann")) == []


def test_a_break_wants_the_password_and_signs_out_at_once(house: House) -> None:
    player = house.player("ann")
    player.set_password(PASSWORD)
    player.save()
    ann, pause = browser(house, "ann"), f"{PAGE}pause/"
    for wrong in ({"password": "not it"}, {"span": "minute"}):
        answer = ann.post(pause, {"span": "week", "password": PASSWORD} | wrong)
        assert answer.status_code == 422
    assert ann.get(PAGE).status_code == 200
    answer = ann.post(pause, {"span": "week", "password": PASSWORD})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert WORDS["paused"].fr in page
    player.refresh_from_db()
    assert player.shut_until is not None
    assert f"{localtime(player.shut_until):%d/%m/%Y %H:%M}" in page
    assert ann.get(PAGE).status_code == 302
    (excluded,) = player.exclusions.all()
    assert (excluded.by, excluded.reason) == (player, "")


def test_who_serves_the_house_takes_no_break(house: House) -> None:
    house.operator.set_password(PASSWORD)
    house.operator.save()
    client = Client()
    client.force_login(house.operator)
    answer = client.post(f"{PAGE}pause/", {"span": "week", "password": PASSWORD})
    assert answer.status_code == 422
    assert REFUSALS["account_serves_house"].fr in answer.content.decode()


def test_the_reality_check_over_rest(house: House, visitor: Client) -> None:
    ann = browser(house, "ann")
    stayed(house.player("ann"), 3601)
    told = get(ann, "stay/")
    check("/api/stay/", told)
    assert told["due"]
    answer = ann.post("/api/stay/")
    check("/api/stay/", answer.json(), method="post")
    assert not answer.json()["due"]
    assert house.player("ann").reality_checks.count() == 1
    assert not house.player("bob").reality_checks.exists()
    assert code(get(visitor, "stay/", 403)) == "not_signed_in"
