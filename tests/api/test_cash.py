"""The cage over REST and on its page: one's own cash alone, and never an answer of 500."""

import json
import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.test import Client

from casino.cashier import services as cash
from casino.http.rest import MESSAGES
from casino.players.models import CashRequest, Player
from casino.site.cash import STATES, WAYS, WORDS
from tests.api.asking import browser, code, get
from tests.api.test_own_account import joined
from tests.api.test_schema import check
from tests.floor import House
from tests.players.cage import approve, asked, bring, cashier, has
from tests.players.provider import ACME, provider

PAGE = "/account/cash/"
START = 1_000_00


def post(client: Client, path: str, status: int = 200, **given: Any) -> Any:
    """Post to `/api/cash/<path>`, which must answer with this status."""
    answer = client.post(f"/api/cash/{path}", given, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_the_api_tells_exchanges_and_takes_requests(house: House) -> None:
    ann, player = browser(house, "ann"), house.player("ann")
    bring(player, 50_00)
    told = get(ann, "cash/")
    check("/api/cash/", told)
    assert told == {"currency": "PLAY", "cash": 50_00, "reserved": 0, "chips": START}
    order = str(uuid4())
    done = post(ann, "exchange/", order=order, way="to_chips", amount=20_00)
    check("/api/cash/exchange/", done, method="post")
    assert post(ann, "exchange/", order=order, way="to_chips", amount=20_00) == done
    assert code(post(ann, "exchange/", 409, order=order, way="to_cash", amount=20_00)) == (
        "order_used"
    )
    assert has(player) == (30_00, 0, START + 20_00)
    out = str(uuid4())
    made = post(ann, "requests/", order=out, way="withdrawal", amount=30_00)
    check("/api/cash/requests/", made, method="post")
    assert (made["state"], made["decided_at"], made["reason"]) == ("asked", None, "")
    refused = post(ann, "requests/", 409, order=str(uuid4()), way="withdrawal", amount=1)
    assert code(refused) == "cash_short"
    listed = get(ann, "cash/requests/?limit=1")
    check("/api/cash/requests/", listed)
    assert [each["order"] for each in listed["results"]] == [out]
    older = ann.get(listed["next"]).json()
    assert [(each["way"], each["state"]) for each in older["results"]] == [("deposit", "approved")]
    assert older["next"] is None
    gone = post(ann, f"requests/{out}/cancel/")
    check("/api/cash/requests/{order}/cancel/", gone, method="post")
    assert gone["state"] == "cancelled"
    assert has(player) == (30_00, 0, START + 20_00)


def test_nobody_else_s_cash_can_be_asked_for(house: House, visitor: Client) -> None:
    request = asked(house.player("ann"), cash.DEPOSIT, 10_00)
    bob = browser(house, "bob")
    assert get(bob, "cash/requests/")["results"] == []
    assert code(post(bob, f"requests/{request.order}/cancel/", 404)) == "request_unknown"
    assert code(post(visitor, f"requests/{request.order}/cancel/", 403)) == "not_signed_in"
    for path in ("cash/", "cash/requests/"):
        assert code(get(visitor, path, 403)) == "not_signed_in"
    operator = Client()
    operator.force_login(house.operator)
    for path in ("cash/", "cash/requests/"):
        assert code(get(operator, path, 404)) == "no_wallet"
    for path in ("exchange/", "requests/", f"requests/{request.order}/cancel/"):
        given = {"order": str(uuid4()), "way": "deposit", "amount": 1}
        assert code(post(operator, path, 404, **given)) == "no_wallet"
    request.refresh_from_db()
    assert request.state == "asked"


@pytest.mark.parametrize("path", ["exchange/", "requests/"])
@pytest.mark.parametrize(
    ("given", "refused"),
    [({"amount": 0}, "amount_refused"), ({"amount": -1}, "amount_refused"),
     ({"amount": cash.MOST + 1}, "amount_refused"), ({"amount": "x"}, "amount_refused"),
     ({"amount": 1.5}, "amount_refused"), ({"amount": None}, "amount_refused"),
     ({"way": "sideways"}, "invalid_parameter"), ({"way": []}, "invalid_parameter"),
     ({"order": "1"}, "invalid_parameter"), ({"order": None}, "invalid_parameter")],
)  # fmt: skip
def test_what_is_out_of_form_or_of_bounds_is_refused(
    house: House, path: str, given: dict[str, Any], refused: str
) -> None:
    way = "to_chips" if path == "exchange/" else "deposit"
    sent = {"order": str(uuid4()), "way": way, "amount": 1} | given
    assert code(post(browser(house, "ann"), path, 400, **sent)) == refused
    assert not CashRequest.objects.exists()


def form(page: str, action: str) -> dict[str, str]:
    """Return the hidden fields of a form of the page."""
    found = page[page.index(f'action="{PAGE}{action}"') :].partition("</form>")[0]
    return dict(re.findall(r'type="hidden" name="(order)" value="([^"]+)"', found))


def test_a_player_exchanges_asks_and_cancels_on_the_page(house: House) -> None:
    ann, player = browser(house, "ann"), house.player("ann")
    bring(player, 50_00)
    page = ann.get(PAGE).content.decode()
    sent = form(page, "exchange/") | {"way": "to_chips", "amount": "12.50"}
    for _ in range(2):
        assert ann.post(f"{PAGE}exchange/", sent).status_code == 302, "sent twice it is one"
    assert has(player) == (37_50, 0, START + 12_50)
    answer = ann.post(f"{PAGE}exchange/", form(page, "ask/") | {"way": "to_chips", "amount": "40"})
    assert answer.status_code == 422
    assert MESSAGES["cash_short"].fr in answer.content.decode()
    for other in ("٣", "１", "1e1", "1_0"):
        sent = form(page, "ask/") | {"way": "to_chips", "amount": other}
        assert ann.post(f"{PAGE}exchange/", sent).status_code == 422, other
    assert has(player) == (37_50, 0, START + 12_50)
    wish = {"way": "withdrawal", "amount": "30"}
    assert ann.post(f"{PAGE}ask/", form(ann.get(PAGE).content.decode(), "ask/") | wish).url == (
        f"{PAGE}?done"
    )
    page = ann.get(f"{PAGE}?done").content.decode()
    assert WORDS["done"].fr in page
    assert f"{WORDS['reserved'].fr} 30" in page
    assert STATES["asked"].fr in page
    (waiting,) = CashRequest.objects.filter(state="asked")
    account = ann.get("/account/").content.decode()
    assert f'href="{PAGE}"' in account
    assert "37,50" in account
    bob = browser(house, "bob")
    assert bob.post(f"{PAGE}cancel/", {"order": waiting.order}).status_code == 422
    assert ann.post(f"{PAGE}cancel/", {"order": waiting.order}).status_code == 302
    assert has(player) == (37_50, 0, START + 12_50)
    cash.refuse_request(
        asked(player, cash.DEPOSIT, 5_00).pk, cashier=cashier(), reason="a torn note"
    )
    ann.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    page = ann.get(PAGE).content.decode()
    assert "a torn note" in page
    assert WAYS["deposit"].en in page
    assert STATES["refused"].en in page


@pytest.mark.parametrize(
    "wrong",
    [{"amount": "0"}, {"amount": "NaN"}, {"amount": "1e400"}, {"amount": "0.001"}, {"way": "up"},
     {"order": "x"}, {"amount": "99999999999999"}],
)  # fmt: skip
def test_what_is_no_amount_and_no_way_is_refused_on_the_page(
    house: House, wrong: dict[str, str]
) -> None:
    ann = browser(house, "ann")
    for action, way in (("exchange/", "to_chips"), ("ask/", "deposit")):
        sent = {"order": str(uuid4()), "way": way, "amount": "1"} | wrong
        assert ann.post(f"{PAGE}{action}", sent).status_code == 422
    assert ann.post(f"{PAGE}cancel/", {"order": "x"}).status_code == 422
    assert not CashRequest.objects.exists()


def test_strangers_sign_in_first_and_operators_have_no_cash(house: House, visitor: Client) -> None:
    for action in ("", "exchange/", "ask/", "cancel/"):
        answer = visitor.post(PAGE + action) if action else visitor.get(PAGE)
        assert (answer.status_code, "/sign-in/" in answer["Location"]) == (302, True)
    operator = Client()
    operator.force_login(house.operator)
    assert operator.get(PAGE).status_code == 200
    sent = {"order": str(uuid4()), "way": "deposit", "amount": "1"}
    assert operator.post(f"{PAGE}ask/", sent).status_code == 422
    assert not CashRequest.objects.exists()


def test_what_the_house_keeps_of_a_player_tells_his_cash(house: House) -> None:
    ann, player = browser(house, "ann"), house.player("ann")
    approve(asked(player, cash.DEPOSIT, 50_00))
    sent: Any = ann.get("/account/settings/data/")
    kept = json.loads(async_to_sync(joined)(sent.streaming_content))
    assert [(each["amount"], each["state"]) for each in kept["cash_requests"]] == [
        (50_00, "approved")
    ]
    assert [(each["why"], each["amount"]) for each in kept["cash_movements"]] == [
        ("deposit", 50_00)
    ]
    assert [each["why"] for each in kept["movements"]] == ["grant"]


def test_a_table_that_is_open_hears_of_the_new_balance(
    house: House, django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[tuple[int, int]] = []

    def listen(player_id: int, balance: int, **_: Any) -> None:
        heard.append((player_id, balance))

    player: Player = house.player("ann")
    order: UUID = uuid4()
    cash.balance_changed.connect(listen)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            for _ in range(2):
                cash.exchange(player, cash.TO_CASH, 10_00, order=order)
    finally:
        cash.balance_changed.disconnect(listen)
    assert heard == [(player.pk, START - 10_00)]


def test_a_player_chooses_among_the_means_that_the_house_has(house: House) -> None:
    ann, player = browser(house, "ann"), house.player("ann")
    assert 'name="means"' not in ann.get(PAGE).content.decode()
    refused = post(ann, "requests/", 409, order=str(uuid4()), way="deposit", amount=1, means="acme")
    assert code(refused) == "means_unknown"
    wrong = post(ann, "requests/", 400, order=str(uuid4()), way="deposit", amount=1, means="x" * 17)
    assert code(wrong) == "invalid_parameter"
    with provider() as acme:
        page = ann.get(PAGE).content.decode()
        assert "Carte Acme" in page
        order = str(uuid4())
        form = {"way": "deposit", "amount": "12.50", "order": order, "means": ACME}
        assert ann.post(f"{PAGE}ask/", form).status_code == 302
        asked_ = CashRequest.objects.get(order=order)
        assert asked_.means == ACME
        approve(asked_)
        assert "en cours de paiement" in ann.get(PAGE).content.decode()
        asked_.refresh_from_db()
        acme.call(str(asked_.payment), "failed", proof="refused")
        assert "non payé" in ann.get(PAGE).content.decode()
        listed = get(ann, "cash/requests/")
        check("/api/cash/requests/", listed)
        assert [(each["means"], each["state"]) for each in listed["results"]] == [(ACME, "failed")]
        assert ann.post(f"{PAGE}ask/", {**form, "means": "gone"}).status_code == 422
    assert has(player) == (0, 0, START)
