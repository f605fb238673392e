"""A replayed coup shows each reader what he could see then: a hidden hand to its holder alone."""

import json
from datetime import timedelta
from typing import Any

from django.utils import timezone

from tables import tasks
from tables.games.chemin_de_fer import messages as cdf
from tables.games.core.money import Amount
from tables.games.european_roulette import messages as roulette
from tables.games.wheel.stakes import Wager
from tables.history import replay, round_report
from tables.models import Round, Table
from tables.rounds import timer
from tests.floor import House
from tests.stacked_shoes import promise_draw
from tests.tables.test_chemin_de_fer import four, house
from tests.tables.test_private_cards import BANKER, PONTE, begin, cards

__all__ = ["four", "house"]


def coup(house: House) -> int:
    """Play a coup in which both hands lie face down until they are shown; return its id."""
    begin(house)
    round_id = house.table.round_id
    assert round_id is not None
    assert house.do("ann", cdf.DealCards()) == ""
    assert house.do("bob", cdf.NoCard("ponte")) == ""
    assert house.do("ann", cdf.NoCard("banker")) == ""
    return round_id


def spin(house: House, name: str, number: int = 17) -> int:
    """Play a spin in which a player stakes on red and this number falls; return the round's id."""
    assert house.do(name, roulette.Stake((Wager("w", "red", Amount(13_00)),))) == ""
    promise_draw(house.table_id, number)
    round_id = house.table.round_id
    assert round_id is not None
    Table.objects.filter(pk=house.table_id).update(due_at=timezone.now() - timedelta(seconds=1))
    timer.handle_expired_clock(house.table_id)
    tasks.make_draw(house.table_id, round_id)
    return round_id


def steps(reading: round_report.RoundForReader | None) -> list[dict[str, Any]]:
    """Return the steps of a replay between the deal and the showing of the hands."""
    assert reading is not None
    found: list[dict[str, Any]] = replay.replay_page_data(reading, french=True)["steps"]
    return found


def covered(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the steps before the hands are shown to everybody."""
    shown = "chemin_de_fer.hands_shown"
    kinds = [[event["kind"] for event in each["frame"]["events"]] for each in found]
    first = next(nth for nth, of in enumerate(kinds) if shown in of)
    return found[:first]


def test_a_hand_that_lay_face_down_is_replayed_to_its_holder_alone(house: House) -> None:
    round_id = coup(house)
    player = {name: house.player(name).pk for name in ("ann", "bob", "cat")}
    whole = {
        name: steps(round_report.reading_for_player(round_id, pk)) for name, pk in player.items()
    }
    whole["stranger"] = steps(round_report.reading_for_public(round_id))
    before = {name: covered(found) for name, found in whole.items()}
    assert cards(before["bob"]) == PONTE
    assert cards(before["ann"]) == BANKER
    assert cards(before["cat"]) == cards(before["stranger"]) == set()
    for name, found in before.items():
        assert cards([each["frame"] for each in found]) == set(), name
        told = json.dumps([each["told"] for each in found], ensure_ascii=False)
        assert not [suit for suit in "♣♦♥♠" if suit in told], name
    # Once they are shown, everybody sees both: the search finds what it looks for.
    for name, found in whole.items():
        assert cards(found[-1]["frame"]) >= PONTE | BANKER, name
        assert found[-1]["frame"]["floor"]["shoe"]["backs"]


def test_a_coup_is_replayed_to_the_same_last_frame(house: House) -> None:
    round_id = coup(house)
    last = house.frame()
    found = steps(round_report.reading_for_player(round_id, house.player("bob").pk))
    assert Round.objects.get(pk=round_id).status == "closed"
    assert found[-1]["frame"]["view"] == last["view"]
    for name in ("seats", "shoe", "recent", "round"):
        assert found[-1]["frame"]["floor"][name] == last["floor"][name], name
    names = {each["name"] for each in found[0]["frame"]["floor"]["seats"]}
    assert names == {"ann", "bob", "cat", "dan"}
    stranger = steps(round_report.reading_for_public(round_id))
    assert not [name for name in names if name in json.dumps(stranger)]
    office = steps(round_report.reading_for_office(round_id))
    assert {each["name"] for each in office[0]["frame"]["floor"]["seats"]} == names
    # The felt is that of a stranger, whoever is named at it: what lay face down stays so.
    assert cards(covered(office)) == set()
