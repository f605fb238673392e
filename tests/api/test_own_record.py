"""A player's own record of a round, at every game: page, files, dossier, replay and API agree."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.db.models import Q
from django.test import Client

from casino.celery import app
from casino.ledger.models import Transfer
from casino.throttling import rate_limit
from tables.games import GAMES
from tables.history import round_report
from tables.history.narration import Narrator
from tables.models import Round
from tests.api.asking import browser, get
from tests.api.test_round_pages import read, replay, rows
from tests.api.test_round_paper import paper, words
from tests.archive.playing import OPTIONS, PEOPLE, Play
from tests.floor import House, open_house, text_of
from tests.games.test_laws import BLANK

STEPS = 400
"""More than any game needs until somebody has staked in a finished round."""


@pytest.fixture
def floor(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> dict[str, House]:
    """A table of every game, with four who play at all of them."""
    # What a worker is asked for is done at the commit.
    monkeypatch.setattr(app, "send_task", lambda name, args=(), **_: app.tasks[name](*args))
    # Every page of every game is asked for within the minute.
    for name in ("ROUNDS", "ROUND_LISTS"):
        monkeypatch.setattr(rate_limit, name, replace(getattr(rate_limit, name), most=10_000))
    tables: dict[str, House] = {}
    for game in GAMES:
        text = text_of(game)
        house = open_house(game, text, game=game, **OPTIONS.get((game, text), {}))
        house.people = next(iter(tables.values()), house).people
        boxes = range(1, GAMES[game].box_count(house.table.rules.rules()) + 1)
        for box, name in zip(boxes, PEOPLE, strict=False):
            house.sit(name, box)
        tables[game] = house
    return tables


def lines(house: House, name: str, round_id: int) -> list[int]:
    """Return what moved in and out of a player's wallet, or his colour chips, by the ledger."""
    of = house.player(name).pk
    given = Q(debit__wallet__player=of) | Q(debit__colour_chips__player=of)
    taken = Q(credit__wallet__player=of) | Q(credit__colour_chips__player=of)
    moved = Transfer.objects.filter(entry__reference=f"round:{round_id}").order_by("pk")
    gave = set(moved.filter(given).values_list("pk", flat=True))
    mine = moved.filter(given | taken)
    return [-each.amount if each.pk in gave else each.amount for each in mine]


def played(house: House) -> tuple[str, int]:
    """Play until somebody has a finished round with a stake of his; return him and the round."""
    play, looked_at = Play(house.table.name), set[int]()
    over = Round.objects.filter(table=house.table_id, status="closed")
    for _ in range(STEPS):
        play.step(house)
        for round_id in set(over.values_list("pk", flat=True)) - looked_at:
            looked_at.add(round_id)
            for name in PEOPLE:
                if any(each < 0 for each in lines(house, name, round_id)):
                    return name, round_id
    raise AssertionError(f"{house.table} is not played")


def laid(event: dict[str, Any]) -> list[tuple[str, int]]:
    """Return what a recorded event says that its party has staked, and on what."""
    if event["kind"].endswith(".staked") and "laid" in event:
        return [(each["on"], each["amount"]) for each in event["laid"] if each["amount"]]
    match event["kind"]:
        case "blackjack.staked":
            return [("", event["main"])] if event["main"] else []
        case "bataille.staked":
            return [("", event["amount"])] if event["amount"] else []
        case "chemin_de_fer.claim_made":
            return [(event["bet"], event["amount"])]
        case "automatic_games.played":
            return [("", event["stake"])] if event.get("stake") else []
    return []


def check(house: House, name: str, round_id: int) -> int:
    """Read a round everywhere as who played it; return how many stakes of his were told."""
    client, party = browser(house, name), str(house.player(name).pk)
    reading = round_report.reading_for_player(round_id, int(party))
    assert reading is not None
    recorded = [row.body for row in reading.rows]
    ledger, staked = lines(house, name, round_id), 0
    for language in ("fr", "en"):
        page = read(client, f"/rounds/{round_id}/", language)
        file = rows(client, f"/rounds/{round_id}/round.csv")
        told = [row[1] for row in file if not row[3]]
        dossier = read(client, f"/rounds/{round_id}/dossier/", language)
        again = [said for each in replay(client, f"/rounds/{round_id}/replay/")["steps"]
                 for said in each["told"]]  # fmt: skip
        assert told == again
        assert [round(float(row[3].replace(",", ".")) * 100) for row in file if row[3]] == ledger
        for said in told:
            assert " ".join(said.split()) in page
            assert " ".join(said.split()) in dossier
            assert not BLANK.search(said), said
        teller = Narrator(language == "fr", {})
        if reading.game.key in ("automatic_games", "chemin_de_fer"):
            # A banker's stake and a machine's name no place: by the ledger.
            for each in ledger:
                staked += each < 0
                assert each > 0 or [said for said in told if teller.amount(-each) in said], told
        for event in recorded:
            for place, amount in laid(event) if event.get("party") == party else ():
                staked += 1
                of = reading.game.wording
                where = teller._value_text(None, place, of)
                assert [said for said in told if teller.amount(amount) in said and where in said], (
                    event,
                    told,
                )
    seen = get(client, f"rounds/{round_id}/")["events"]
    for event, whole in zip((each["body"] for each in seen), recorded, strict=True):
        if whole.get("party") == party:
            assert event.get("laid") == whole.get("laid")
        assert [each for each in event["moves"] if each["party"] == party] == [
            each for each in whole["moves"] if each["party"] == party
        ]
    net = sum(ledger) / 100
    listed = {row[-1].split("/")[-2]: row[-3] for row in rows(client, "/rounds.csv")}
    assert listed[str(round_id)] == f"{net:.2f}"
    assert f"{abs(net):,.2f}".removesuffix(".00") in words(paper(client, language="en"))
    return staked


def check_others(house: House, name: str, other: str, round_id: int) -> None:
    """Nobody else reads what a player laid where a game keeps that to whose it is."""
    party = str(house.player(name).pk)
    reading = round_report.reading_for_player(round_id, int(party))
    assert reading is not None
    if not reading.game.has_private_views or reading.game.key == "chemin_de_fer":
        # What lies on their layout, and whose it is, everybody sees.
        return
    shared = f"/shared/{round_report.shared_address(round_id)}/"
    strangers = [said for each in replay(Client(), f"{shared}replay/")["steps"]
                 for said in each["told"]]  # fmt: skip
    for said in (*strangers, *[row[1] for row in rows(Client(), f"{shared}round.csv")]):
        assert not BLANK.search(said), said
    assert "laid" not in json.dumps(get(Client(), f"rounds/{round_id}/"))
    if round_report.reading_for_player(round_id, house.player(other).pk) is None:
        return
    for each in get(browser(house, other), f"rounds/{round_id}/")["events"]:
        body = each["body"]
        if body.get("party") == party:
            assert not body.get("laid")
        for listed in (body.get("settled"), body.get("held")):
            if isinstance(listed, list):
                assert party not in {one["party"] for one in listed}


def test_whoever_played_reads_what_he_staked_and_what_he_was_given(floor: dict[str, House]) -> None:
    staked = {}
    for game, house in floor.items():
        name, round_id = played(house)
        try:
            staked[game] = check(house, name, round_id)
            for other in PEOPLE:
                if other != name:
                    check_others(house, name, other, round_id)
        except AssertionError as error:
            error.add_note(game)
            raise
    assert [game for game, count in staked.items() if not count] == []
