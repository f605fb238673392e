"""Rounds over REST: one's own with their net result, and the public record of any."""

import re
from datetime import timedelta
from typing import Any, get_args, get_type_hints
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.ledger.services import net_by_account
from casino.players.services import ensure_demo_player, wallet_of
from tables import tasks
from tables.games import GAMES
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.games.european_roulette import messages as roulette
from tables.games.wheel.stakes import Wager
from tables.history import own_rounds, round_record
from tables.incidents import services as incidents
from tables.models import Round, Table
from tables.rounds import timer
from tests.api.asking import browser, code, every_page, get, lose, win
from tests.api.test_schema import check
from tests.floor import House, open_house
from tests.stacked_shoes import promise_draw


def test_my_rounds_are_those_that_moved_my_money(house: House) -> None:
    won, lost = win(house, "ann"), lose(house, "bob", 2)
    rows = get(browser(house, "ann"), "rounds/mine/")["results"]
    assert [(row["id"], row["net"], row["number"], row["status"]) for row in rows] == [
        (won, 1000, 1, "closed")
    ]
    assert (rows[0]["table"], rows[0]["table_name"]) == (house.table_id, "Table d'essai")
    rows = get(browser(house, "bob"), "rounds/mine/")["results"]
    assert [(row["id"], row["net"]) for row in rows] == [(lost, -1000)]


def test_a_round_in_play_and_a_voided_round_are_mine_too(house: House) -> None:
    house.sit("ann", 1)
    house.stake("ann", 1, 700)
    (row,) = get(browser(house, "ann"), "rounds/mine/")["results"]
    assert (row["status"], row["net"], row["closed_at"]) == ("running", -700, None)
    incidents.void_round(house.table_id, operator=house.operator, reason="misdeal")
    (row,) = get(browser(house, "ann"), "rounds/mine/")["results"]
    assert (row["status"], row["net"]) == ("voided", 0)


def test_who_only_watched_took_part_in_no_round(house: House) -> None:
    win(house, "ann")
    assert get(browser(house, "bob"), "rounds/mine/") == {"next": None, "results": []}


def test_pages_of_any_size_make_up_all_my_rounds(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = open_house("Autre table")
    other.people = house.people
    # Two tables at once: the transfers of the rounds lie between each other.
    for each in (house, other):
        each.sit("ann", 1, 2)
    for _ in range(3):
        for each in (house, other):
            each.deal("Th 9s 7d 9d 8c Th")
            assert each.stake("ann", 1, 1000) == ""
        for each in (house, other):
            assert each.stake("ann", 2, 500) == ""
            assert each.do("ann", bj.Ready()) == ""
        for each in (house, other):
            each.do("ann", bj.Stand(BoxNo(1)))
            each.do("ann", bj.Stand(BoxNo(2)))
    ann = browser(house, "ann")
    whole = get(ann, "rounds/mine/?limit=100")
    assert whole["next"] is None
    assert len({row["id"] for row in whole["results"]}) == len(whole["results"]) == 6
    account = wallet_of(house.player("ann").pk).account_id
    for row in whole["results"]:
        assert row["net"] == net_by_account(f"round:{row['id']}")[account]
    for limit in (1, 2, 5, 6):
        assert every_page(ann, f"rounds/mine/?limit={limit}") == whole["results"]
    # A scan so short that pages come out short, or empty, before the end.
    monkeypatch.setattr(own_rounds, "SCANNED_PER_ROUND", 1)
    for limit in (1, 2, 5):
        assert every_page(ann, f"rounds/mine/?limit={limit}") == whole["results"]


def test_my_rounds_cost_the_same_however_many_there_are(house: House) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            get(ann, "rounds/mine/")
        return len(seen)

    win(house, "ann")
    ann = browser(house, "ann")
    before = queries()
    for _ in range(3):
        lose(house, "ann")
    assert queries() == before == 4  # session, player, wallet, rounds


def test_the_record_of_a_round_is_whole_for_who_took_part(house: House) -> None:
    round_id = win(house, "ann")
    shoe = house.table.shoe
    assert shoe is not None
    record = get(browser(house, "ann"), f"rounds/{round_id}/")
    assert (record["table"], record["number"], record["status"]) == (house.table_id, 1, "closed")
    assert (record["rules"], record["game"]) == (house.table.rules_id, "blackjack")
    assert (record["shoe"], record["shoe_commitment"]) == (str(shoe.pk), shoe.commitment)
    assert [each["kind"] for each in record["events"]] == house.events()
    assert [each["seq"] for each in record["events"]] == sorted(
        {each["seq"] for each in record["events"]}
    )
    assert (record["draw"], record["draw_commitment"]) == (None, None)
    assert cards(record) == ["Th", "9s", "9d", "8c"]


def cards(record: Any) -> list[str]:
    dealt = "blackjack.card_dealt"
    return [each["body"]["card"] for each in record["events"] if each["kind"] == dealt]


def test_a_stranger_reads_what_was_dealt_and_not_who_staked_what(
    house: House, visitor: Client
) -> None:
    round_id = win(house, "ann", stake=1300)
    whole = get(browser(house, "ann"), f"rounds/{round_id}/")
    for stranger in (visitor, browser(house, "bob")):
        record = get(stranger, f"rounds/{round_id}/")
        assert cards(record) == cards(whole)
        assert (record["result"], record["shoe"]) == (whole["result"], whole["shoe"])
        kinds = {each["kind"] for each in record["events"]}
        assert {"blackjack.bets_closed", "blackjack.stood", "blackjack.dealer_done"} <= kinds
        assert "blackjack.staked" not in kinds
        assert record["postings"] == []
        for each in record["events"]:
            assert each["body"]["moves"] == []
            assert not {"party", "parties", "staked", "returned", "main"} & each["body"].keys()
        assert re.search(r"\b1300\b", str(record)) is None


def test_a_stranger_reads_the_number_that_fell_and_its_draw(house: House, visitor: Client) -> None:
    wheel = open_house("wheel", "MC", game="european_roulette")
    wheel.people = house.people
    assert wheel.do("ann", roulette.Stake((Wager("w", "red", Amount(1300)),))) == ""
    promise_draw(wheel.table_id, 17)
    round_id = wheel.table.round_id
    assert round_id is not None
    Table.objects.filter(pk=wheel.table_id).update(due_at=timezone.now() - timedelta(seconds=1))
    assert timer.handle_expired_clock(wheel.table_id)
    tasks.make_draw(wheel.table_id, round_id)
    round_ = Round.objects.get(pk=round_id)
    assert round_.draw is not None
    record = get(visitor, f"rounds/{round_id}/")
    assert (record["draw"], record["shoe"]) == (str(round_.draw_id), None)
    assert record["draw_commitment"] == round_.draw.commitment
    fell = [each for each in record["events"] if each["kind"] == "european_roulette.number_fell"]
    assert [each["body"]["number"] for each in fell] == [17]
    assert record["postings"] == []
    assert re.search(r"\b1300\b", str(record)) is None
    whole = get(browser(wheel, "ann"), f"rounds/{round_id}/")
    assert "1300" in str(whole)
    for each in (record, whole):
        check("/api/rounds/{round_id}/", each)


def test_no_event_that_a_stranger_reads_can_name_a_party_or_an_amount() -> None:
    shown = {
        name: {get_args(get_type_hints(each)["kind"])[0] for each in get_args(game.wire.events)}
        - round_record._about_people(game.wire.events)
        for name, game in GAMES.items()
    }
    assert {
        "blackjack.card_dealt",
        "european_roulette.number_fell",
        "chemin_de_fer.hands_shown",
    } <= set().union(*shown.values())
    for kind in ("blackjack.staked", "european_roulette.collected", "chemin_de_fer.claim_made"):
        assert not any(kind in kinds for kinds in shown.values())


def test_nobody_at_a_table_or_in_a_record_reads_a_login(house: House) -> None:
    for name in ("ann.login", "bob.login"):
        house.people[name] = ensure_demo_player(name, "pass")
        house.sit(name, len(house.people))
    round_id = win(house, "ann.login")
    ann = house.player("ann.login")
    seen = [house.frame(), get(browser(house, "ann.login"), f"rounds/{round_id}/")]
    assert ann.shown_name in str(seen[0])
    assert ann.shown_name in str(seen[1])
    assert ".login" not in str(seen)


def test_the_postings_of_a_round_say_place_and_name_and_conserve_chips(house: House) -> None:
    round_id = win(house, "ann")
    postings = get(browser(house, "ann"), f"rounds/{round_id}/")["postings"]
    first = postings[0]
    assert (first["why"], first["amount"]) == ("stake", 1000)
    assert first["debit"] == {
        "place": "wallet",
        "party": str(house.player("ann").pk),
        "name": "ann",
    }
    assert first["credit"] == {"place": "layout", "party": None, "name": None}
    on_layout = sum(
        each["amount"]
        * ((each["credit"]["place"] == "layout") - (each["debit"]["place"] == "layout"))
        for each in postings
    )
    assert on_layout == 0


def test_command_ids_are_shown_to_their_sender_alone(house: House, visitor: Client) -> None:
    house.deal("Th 9h 9s 9d 9c 8c")
    house.sit("ann", 1)
    house.sit("bob", 2)
    sent = {name: uuid4() for name in ("ann", "bob")}
    for box, name in enumerate(sent, 1):
        bet = bj.BoxStake(BoxNo(box), Amount(1000))
        assert house.do(name, bj.Stake((bet,)), sent[name]) == ""
    round_id = house.table.round_id

    def causes(client: Client) -> set[str | None]:
        return {each["cause"] for each in get(client, f"rounds/{round_id}/")["events"]}

    assert causes(browser(house, "ann")) == {str(sent["ann"]), None}
    assert causes(browser(house, "bob")) == {str(sent["bob"]), None}
    assert causes(visitor) == {None}
    assert str(sent["bob"]) not in str(get(visitor, f"rounds/{round_id}/"))


def test_the_record_says_nothing_else_of_a_player_than_the_name_at_the_table(
    house: House,
) -> None:
    ann = house.player("ann")
    ann.display_name, ann.email = "La Dame", "ann@example.org"
    ann.save()
    round_id = win(house, "ann")
    text = str(get(browser(house, "ann"), f"rounds/{round_id}/"))
    assert "La Dame" in text
    for private in ("ann@example.org", "'ann'", str(house.balance("ann")), ann.password):
        assert private not in text


def test_a_round_costs_the_same_however_long_it_was(house: House) -> None:
    def queries(round_id: int) -> int:
        with CaptureQueriesContext(connection) as seen:
            get(ann, f"rounds/{round_id}/")
        return len(seen)

    short = win(house, "ann")
    house.sit("ann", 2, 3)
    house.deal("Th 9s 8d 9d 9c 9h 8c 2c 3c 4c 5c")
    for box in (1, 2, 3):
        assert house.stake("ann", box, 500) == ""
    ann = browser(house, "ann")
    # session, player, round, events, receipts, postings
    assert queries(short) == 6
    assert house.table.round_id is not None
    assert queries(house.table.round_id) == 6


@pytest.mark.parametrize("round_id", [0, 10**12, 10**40])
def test_a_round_that_is_not_there_is_a_problem(
    house: House, visitor: Client, round_id: int
) -> None:
    assert code(get(visitor, f"rounds/{round_id}/", 404)) == "not_found"
