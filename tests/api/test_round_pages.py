"""The pages of a player's rounds: found, told, replayed, shared and sent as files."""

import csv
import json
import re
from dataclasses import replace
from datetime import timedelta
from html import unescape
from io import StringIO
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.http import downloads
from casino.ledger.services import Posting
from casino.players.services import wallet_of
from casino.throttling import rate_limit
from tables import tasks
from tables.games import GAMES
from tables.games.blackjack import messages as bj
from tables.games.core.money import BoxNo
from tables.games.european_roulette import messages as roulette
from tables.history import own_rounds, round_report, statement, timeline
from tables.history.own_rounds import RoundFilter
from tables.models import Round, RoundEvent, Table
from tables.player_pages import rounds
from tests.api.asking import browser, lose, win
from tests.floor import House, open_house
from tests.tables.test_replay import spin


def read(client: Client, path: str, language: str = "fr") -> str:
    """Return the words of a page, without its markup."""
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return " ".join(re.sub(r"<[^>]*>", " ", unescape(answer.content.decode())).split())


def linked(client: Client, path: str) -> list[int]:
    """Return the rounds that a page of the list links to, in its order."""
    answer = client.get(path)
    assert answer.status_code == 200
    return [int(each) for each in re.findall(r'href="/rounds/(\d+)/"', answer.content.decode())]


async def joined(sent: Any) -> bytes:
    return b"".join([each async for each in sent])


def rows(client: Client, path: str) -> list[list[str]]:
    """Return the rows of a file without its heading."""
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer["Content-Disposition"]
    sent = getattr(answer, "streaming_content", None)
    body = answer.content if sent is None else async_to_sync(joined)(sent)
    text = body.decode("utf-8-sig")
    french = ";" in text.partition("\n")[0]
    return list(csv.reader(StringIO(text), delimiter=";" if french else ","))[1:]


def replay(client: Client, path: str) -> Any:
    """Return what the page of a replay is given."""
    answer = client.get(path)
    assert answer.status_code == 200
    found = re.search(
        r'<script id="replayed" type="application/json">(.*?)</script>', answer.content.decode()
    )
    assert found
    return json.loads(found[1])


def parties_in(value: Any) -> set[str]:
    """Return every party that stands anywhere in what a page was given."""
    if isinstance(value, list):
        return set().union(*map(parties_in, value))
    if not isinstance(value, dict):
        return set()
    here = {value["party"]} if isinstance(value.get("party"), str) else set()
    return here.union(*map(parties_in, value.values()))


def test_my_rounds_are_found_by_game_table_and_result(house: House) -> None:
    other = open_house("Autre table")
    other.people = house.people
    wheel = open_house("wheel", "MC", game="european_roulette")
    won, lost, there = win(house, "ann"), lose(house, "ann"), win(other, "ann")
    ann = browser(house, "ann")
    assert linked(ann, "/rounds/") == [there, lost, won]
    assert linked(ann, "/rounds/?outcome=won") == [there, won]
    assert linked(ann, "/rounds/?outcome=lost") == [lost]
    assert linked(ann, "/rounds/?outcome=even") == []
    assert linked(ann, f"/rounds/?table={house.table_id}&outcome=won") == [won]
    assert linked(ann, f"/rounds/?table={wheel.table_id}") == []
    assert linked(ann, "/rounds/?game=blackjack") == [there, lost, won]
    assert linked(ann, "/rounds/?game=european_roulette") == []
    # What cannot be read narrows nothing.
    strange = "/rounds/?game=x&table=a&since=yesterday&outcome=rich&before=%00"
    assert linked(ann, strange) == [there, lost, won]


def test_my_rounds_are_found_by_day(house: House) -> None:
    first, second = win(house, "ann"), lose(house, "ann")
    account = wallet_of(house.player("ann").pk).account_id
    now = timezone.now()

    def found(**narrowed: Any) -> list[int]:
        shown, _ = own_rounds.own_rounds(account, 10, None, RoundFilter(**narrowed))
        return [each.id for each in shown]

    between = Round.objects.get(pk=second).opened_at
    assert found(since=now - timedelta(days=1)) == [second, first]
    assert found(since=now) == found(until=now - timedelta(days=1)) == []
    assert found(since=between) == [second]
    assert found(until=between) == [first]
    assert found(since=between, until=between) == []
    today = timezone.localdate()
    ann = browser(house, "ann")
    assert linked(ann, f"/rounds/?since={today}&until={today}") == [second, first]
    assert linked(ann, f"/rounds/?until={today - timedelta(days=1)}") == []


def test_pages_make_up_the_whole_list_whatever_is_looked_for(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = [win(house, "ann") if nth % 3 else lose(house, "ann") for nth in range(7)]
    monkeypatch.setattr(rounds, "PAGE", 2)
    monkeypatch.setattr(own_rounds, "SCANNED_PER_ROUND", 1)
    monkeypatch.setattr(own_rounds, "SCANNED_MORE", 1)
    ann = browser(house, "ann")
    for query, wanted in (("", played), ("?outcome=lost", played[::3])):
        found: list[int] = []
        path = f"/rounds/{query}"
        while path:
            page = ann.get(path).content.decode()
            found += [int(each) for each in re.findall(r'href="/rounds/(\d+)/"', page)]
            following = re.search(r'href="(/rounds/\?[^"]*)" rel="next"', page)
            path = unescape(following[1]) if following else ""
        assert found == wanted[::-1]


def test_a_page_of_the_list_costs_the_same_however_much_was_played(house: House) -> None:
    def queries(path: str) -> int:
        with CaptureQueriesContext(connection) as seen:
            assert ann.get(path).status_code == 200
        return len(seen)

    first = win(house, "ann")
    ann = browser(house, "ann")
    narrowed = "/rounds/?game=blackjack&outcome=won&since=2026-01-01"
    before = [queries(path) for path in ("/rounds/", narrowed, f"/rounds/{first}/")]
    for _ in range(3):
        lose(house, "ann")
    assert [queries(path) for path in ("/rounds/", narrowed, f"/rounds/{first}/")] == before
    # Session, player, wallet, rounds, their events, their tables, the wallet of the heading, a
    # decision that waits to be read.
    assert before[:2] == [8, 8]


def test_my_rounds_leave_as_a_file_that_no_spreadsheet_runs(house: House) -> None:
    Table.objects.filter(pk=house.table_id).update(name="=cmd|' /C calc'!A0")
    won, lost = win(house, "ann", stake=1300), lose(house, "ann")
    ann = browser(house, "ann")
    found = rows(ann, "/rounds.csv")
    assert [row[-1] for row in found] == [
        f"http://testserver/rounds/{lost}/",
        f"http://testserver/rounds/{won}/",
    ]
    assert [row[-3] for row in found] == ["-10,00", "13,00"]
    assert {row[2] for row in found} == {"'=cmd|' /C calc'!A0"}
    assert len(rows(ann, "/rounds.csv?outcome=won")) == 1
    assert Client().get("/rounds.csv").status_code == 302


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1"])
def test_a_cell_that_begins_like_a_formula_is_text(text: str) -> None:
    written = csv.reader(
        StringIO(downloads.csv_text([(text, "Table 1")], french=True)), delimiter=";"
    )
    assert list(written) == [[f"'{text}", "Table 1"]]


def test_a_round_is_told_with_its_clock_its_chips_its_clauses_and_its_proof(house: House) -> None:
    round_id = win(house, "ann")
    ann = browser(house, "ann")
    shoe = house.table.shoe
    assert shoe is not None
    told = read(ann, f"/rounds/{round_id}/")
    for each in ("Table d'essai", "coup 1", "+10", "mise 10,00", "ann", shoe.commitment):
        assert each in told, each
    assert "FR-2024-0" in told
    assert re.search(r"après \d+,\d s sur \d+", told)
    assert read(ann, f"/rounds/{round_id}/", "en").count("ann") >= 2
    found = rows(ann, f"/rounds/{round_id}/round.csv")
    assert sum(float(row[3].replace(",", ".")) for row in found if row[3]) == 10
    assert [row for row in found if row[2]]


def test_the_statement_and_the_account_lead_to_the_round(house: House) -> None:
    round_id = win(house, "ann")
    page = browser(house, "ann").get("/account/").content.decode()
    # Once among the rounds, and once in the statement: of its three movements it makes one line.
    assert page.count(f'href="/rounds/{round_id}/"') == 1 + 1
    assert 'href="/rounds/"' in page
    details = re.findall(r"<details><summary>(.*?)</summary>(.*?)</details>", page, re.DOTALL)
    assert [movements.count("<li>") for _, movements in details] == [3]
    assert len(rows(browser(house, "ann"), "/account/statement/")) == 4


def test_half_of_a_stake_that_zero_caught_is_told_as_of_the_round_of_the_stake(
    house: House,
) -> None:
    wheel = open_house("wheel", "MC", game="european_roulette")
    wheel.people = house.people
    first = spin(wheel, "ann", 0)
    tasks.make_equipment(wheel.table_id, wheel.table.shoe_sequence)
    assert wheel.do("ann", roulette.Half(("w",))) == ""
    second = wheel.table.round_id
    assert second is not None
    assert second != first
    ann = browser(house, "ann")
    assert "+6.50 given back later for these, in round 2" in read(ann, f"/rounds/{first}/", "en")
    assert "+6.50 for stakes left from round 1" in read(ann, f"/rounds/{second}/", "en")
    assert "+6.50 for stakes of round 1" in read(ann, "/account/", "en")


def test_a_page_of_the_statement_ends_with_a_whole_round() -> None:
    def moved(*references: str) -> list[Posting]:
        return [
            Posting(100 - nth, timezone.now(), "", reference, "stake", "float:1", -1, 0)
            for nth, reference in enumerate(references)
        ]

    of = moved("round:3", "round:2", "round:2", "grant:1", "grant:2")
    assert [len(statement.without_cut_round(of, most)) for most in (1, 2, 3, 4, 5)] == [
        1,
        1,
        3,
        4,
        5,
    ]
    assert len(statement.without_cut_round(moved("round:2", "round:2", "round:2"), 2)) == 2


def test_a_round_is_for_who_took_part_and_for_whom_he_gives_its_address(house: House) -> None:
    house.sit("bob", 7)
    round_id = win(house, "ann", stake=1300)
    ann, bob, visitor = browser(house, "ann"), browser(house, "bob"), Client()
    for path in ("", "replay/", "round.csv"):
        assert ann.get(f"/rounds/{round_id}/{path}").status_code == 200
        assert bob.get(f"/rounds/{round_id}/{path}").status_code == 404
        assert visitor.get(f"/rounds/{round_id}/{path}").status_code == 302
        shared = f"/shared/{round_report.shared_address(round_id)}/{path}"
        for client in (ann, bob, visitor):
            assert client.get(shared).status_code == 200
    for made_up in (
        str(round_id),
        f"{round_id}:x",
        "x",
        f"{round_report.shared_address(round_id)}x",
    ):
        assert visitor.get(f"/shared/{made_up}/").status_code == 404
    assert ann.get(f"/rounds/{10**40}/").status_code == 404


def test_a_stranger_reads_cards_and_stakes_and_nobody_s_name(house: House) -> None:
    house.sit("bob", 7)
    round_id = win(house, "Jeanne", stake=1300)
    jeanne, visitor = browser(house, "Jeanne"), Client()
    shared = f"/shared/{round_report.shared_address(round_id)}/"
    party = str(house.player("Jeanne").pk)
    whole, public = read(jeanne, f"/rounds/{round_id}/"), read(visitor, shared)
    for each in ("Joueur 1", "13,00", "10♥"):
        assert each in public
    assert "Jeanne" in whole
    assert "Jeanne" not in public
    assert "Mes écritures" in whole
    assert "Mes écritures" not in public
    mine = replay(jeanne, f"/rounds/{round_id}/replay/")
    others = replay(visitor, f"{shared}replay/")
    assert mine["you"] == party
    assert others["you"] is None
    seats = [each["frame"]["floor"]["seats"] for each in (mine["steps"][0], others["steps"][0])]
    assert [[(each["party"], each["name"]) for each in of] for of in seats] == [
        [(party, "Jeanne")],
        [("1", "Joueur 1")],
    ]
    assert parties_in(others) == {"1"}
    for secret in ("Jeanne", "bob", str(house.balance("Jeanne"))):
        assert secret not in json.dumps(others["steps"], ensure_ascii=False)
    # Negative control: the same search finds them where they may be read.
    assert "Jeanne" in json.dumps(mine["steps"])
    assert parties_in(mine) == {party}


def test_a_round_in_play_is_shared_with_nobody(house: House) -> None:
    house.sit("ann", 1)
    house.stake("ann", 1, 700)
    round_id = house.table.round_id
    assert round_id is not None
    ann = browser(house, "ann")
    assert "En cours" in read(ann, f"/rounds/{round_id}/")
    assert ann.get(f"/rounds/{round_id}/replay/").status_code == 404
    assert Client().get(f"/shared/{round_report.shared_address(round_id)}/").status_code == 404
    assert Client().get(f"/tables/{house.table_id}/rounds/1/").status_code == 404


def test_the_table_leads_to_its_last_rounds(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    round_id = win(house, "ann")
    path = f"/tables/{house.table_id}/rounds/1/"
    assert browser(house, "ann").get(path)["Location"] == f"/rounds/{round_id}/"
    assert Client().get(path)["Location"] == f"/shared/{round_report.shared_address(round_id)}/"
    monkeypatch.setattr(round_report, "SHOWN_AT_THE_TABLE", 1)
    win(house, "bob", 2)
    assert browser(house, "ann").get(path).status_code == 302
    assert Client().get(path).status_code == 404
    assert Client().get(f"/tables/{house.table_id}/rounds/99/").status_code == 404


def test_the_last_frame_of_a_replay_is_the_one_that_the_players_saw(house: House) -> None:
    house.deal("8h 5c Th 8d 6c 2d 9s Jd 6s Th")
    house.sit("ann", 1)
    house.sit("bob", 3)
    house.stake("ann", 1, 1000)
    house.stake("bob", 3, 500)
    house.do("ann", bj.Ready())
    house.do("bob", bj.Ready())
    middle = house.frame()
    assert house.do("ann", bj.Hit(BoxNo(1))) == ""
    while house.table.round and house.table.round.status == "running":
        for name, box in (("ann", 1), ("bob", 3)):
            house.do(name, bj.Stand(BoxNo(box)))
    last = house.frame()
    steps = replay(browser(house, "ann"), f"/rounds/{house.table.round_id}/replay/")["steps"]
    frames = [each["frame"] for each in steps]
    assert frames[-1]["view"] == last["view"]
    assert middle["view"] in [each["view"] for each in frames]
    for name in ("round", "rules", "seats", "shoe", "recent", "draw"):
        assert frames[-1]["floor"][name] == last["floor"][name], name
    (then,) = [each for each in frames if each["view"] == middle["view"]]
    assert then["floor"]["shoe"] == middle["floor"]["shoe"]
    assert (then["due_at"], then["window"]) == (middle["due_at"], middle["window"])
    positions = [each["floor"]["shoe"]["position"] for each in frames]
    assert positions == sorted(positions)
    assert [each["seq"] for each in frames] == list(range(len(frames)))
    told = [event["kind"] for each in frames for event in each["events"]]
    assert told == house.events()


def test_a_spin_is_replayed_to_the_same_last_frame(house: House) -> None:
    wheel = open_house("wheel", "MC", game="european_roulette")
    wheel.people = house.people
    round_id = spin(wheel, "ann")
    last = wheel.frame()
    for path, client in (
        (f"/rounds/{round_id}/", browser(wheel, "ann")),
        (f"/shared/{round_report.shared_address(round_id)}/", Client()),
    ):
        frames = [each["frame"] for each in replay(client, f"{path}replay/")["steps"]]
        assert frames[-1]["floor"]["recent"] == last["floor"]["recent"]
        assert frames[0]["floor"]["draw"]["commitment"] in read(client, path)
        if client.session:
            assert frames[-1]["view"] == last["view"]
        else:
            told = json.dumps(frames, ensure_ascii=False)
            assert parties_in(frames) == {"1"}
            assert '"number": 17' in told


def test_everybody_whom_an_event_of_any_game_names_has_another_name(house: House) -> None:
    round_id = win(house, "ann")
    rows_ = list(RoundEvent.objects.filter(round=round_id).order_by("seq"))
    party = timeline.parties_of(rows_)
    assert party == [str(house.player("ann").pk)]
    game, rules = GAMES["blackjack"], house.table.rules.rules()
    steps = list(timeline.steps(game, rules, rows_, {party[0]: "zz"}))
    assert "zz" in str(steps)
    kept = list(timeline.steps(game, rules, rows_, {}))
    assert {each.party for step in kept for event in step.events for each in event.moves} == {
        *party
    }
    moved = {each.party for step in steps for event in step.events for each in event.moves}
    assert moved == {"zz"}


@pytest.mark.parametrize(
    ("path", "name"),
    [("", "ROUNDS"), ("replay/", "ROUNDS"), ("round.csv", "ROUNDS"), (None, "ROUND_LISTS")],
)
def test_a_reader_who_asks_too_often_is_told_to_wait(
    house: House, path: str | None, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose(house, "ann")
    shared = round_report.shared_address(Round.objects.get().pk)
    asked = "/rounds.csv" if path is None else f"/shared/{shared}/{path}"
    reader = (
        browser(house, "ann") if path is None else Client(REMOTE_ADDR=f"198.51.100.{len(path)}")
    )
    monkeypatch.setattr(rate_limit, name, replace(getattr(rate_limit, name), most=2))
    # A window of a minute may end in between.
    answers = [reader.get(asked) for _ in range(6)]
    assert {each.status_code for each in answers} == {200, 429}
    assert all(int(each["Retry-After"]) > 0 for each in answers if each.status_code == 429)
