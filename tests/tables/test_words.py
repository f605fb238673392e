"""The laws of words on the floor: every refusal has a sentence in both languages."""

import pytest

from tables.games import GAMES
from tables.games.core.words import REFUSALS, Words
from tables.office.actions import REFUSALS as SAID_IN_THE_OFFICE
from tables.office.refusals import OFFICE
from tables.projections.live_round import NOT_PLAYING
from tables.wire import codec
from tables.wire.refusals import TABLE
from tests.games.reachability import (
    Sources,
    in_office,
    project_sources,
    reachable_from,
    reachable_strings,
)
from tests.games.refusal_texts import RaisedRefusal, project_refusals

RETOLD = {"cut_taken"}
"""Refusals of the makers of chance that the floor passes on under another code."""


def of_the_floor() -> list[RaisedRefusal]:
    """Return every refusal that is raised outside the engines."""
    return [each for each in project_refusals() if not each.module.startswith("tables.games.")]


def test_every_refusal_of_the_floor_has_its_sentence() -> None:
    games = {code for game in GAMES.values() for code in game.wording.refusals}
    told = {*TABLE, *OFFICE, *REFUSALS, *games}
    found = {each.code for each in of_the_floor() if each.module != "tables.sockets.routing"}
    assert found - told == RETOLD


def test_every_sentence_of_the_floor_is_for_a_refusal() -> None:
    codes = {each.code for each in of_the_floor()} | {*NOT_PLAYING.values()}
    assert [code for code in (*TABLE, *OFFICE) if code not in codes] == []


def test_a_refusal_belongs_to_one_owner() -> None:
    owners = [TABLE, OFFICE, REFUSALS, *(game.wording.refusals for game in GAMES.values())]
    said: dict[str, Words] = {}
    for owner in owners:
        for code, told in owner.items():
            assert said.setdefault(code, told) is told, f"{code}: games share a family's words"
    assert said.keys() == SAID_IN_THE_OFFICE.keys()
    texts = [text for told in said.values() for text in told]
    assert len(texts) == len({*texts})


@pytest.mark.parametrize("code", [*TABLE, *OFFICE])
def test_the_details_of_every_sentence_of_the_floor_are_passed(code: str) -> None:
    wanted = {name for name, _ in SAID_IN_THE_OFFICE[code].fields()}
    for each in of_the_floor():
        if each.code == code and each.details is not None:
            assert wanted <= each.details, each


def test_no_refusal_of_the_office_is_on_the_wire() -> None:
    schema = codec.json_schema()
    codes = schema["$defs"]["Refusal"]["properties"]["code"]["enum"]
    games = {code for game in GAMES.values() for code in game.wording.refusals}
    assert set(codes) == {*TABLE, *REFUSALS, *games}
    assert OFFICE.keys() & set(codes) == set()


def test_no_refusal_of_the_office_is_reached_from_a_socket() -> None:
    sources = Sources(
        {module: text for module, text in project_sources().items() if not in_office(module)}
    )
    found = reachable_from(sources, ("tables.sockets.consumer", "tables.sockets.routing"))
    said = reachable_strings(sources, found, ("tables",))
    assert {"box_taken", "rules_changing", "cut_not_offered", "busy"} <= said
    assert said & OFFICE.keys() == set()
