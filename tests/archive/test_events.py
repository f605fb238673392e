"""Events are for ever: rounds of every game and release fold to what they were, and paid."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from tables.games import GAMES
from tables.games.core.money import Place
from tables.wire import codec

FILES = sorted(Path(__file__).parent.glob("*/events/*.jsonl"))


def rounds(file: Path) -> list[dict[str, Any]]:
    """Return the rounds of a file, one a line."""
    return [json.loads(line) for line in file.read_text().splitlines()]


def replayed(game: str, told: Mapping[str, Any]) -> None:
    """Fold a round's events again, and hold against them what was kept of it."""
    engine, state, net = GAMES[game], None, Counter[str]()
    for body in told["events"]:
        event = codec.decode_event(json.dumps(body))
        state = engine.evolve(state, event)
        for move in event.moves:
            net[move.party] -= move.amount if move.source is Place.WALLET else 0
            net[move.party] += move.amount if move.target is Place.WALLET else 0
        assert within(body, json.loads(codec.encode_event(event)))
    if "shown" in told:
        rules = engine.amend(told["book"], told["options"])
        assert within(told["shown"], json.loads(json.dumps(asdict(engine.view(rules, state)))))
    if "result" in told:
        assert engine.is_over(state)
        assert (engine.result(state), engine.on_layout(state)) == (told["result"], told["left"])
        assert {party: each for party, each in net.items() if each} == {
            party: each for party, each in told["net"].items() if each
        }


def within(old: Any, new: Any) -> bool:
    """Tell whether all that was said is said still; a newer release may say more."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(name in new and within(each, new[name]) for name, each in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(within, old, new))
    return bool(old == new)


@pytest.mark.parametrize("file", FILES, ids=[f"{file.parts[-3]}-{file.stem}" for file in FILES])
def test_rounds_of_earlier_releases_fold_to_what_they_were(file: Path) -> None:
    for told in rounds(file):
        replayed(file.stem, told)


def test_every_book_of_every_game_that_was_released_is_kept() -> None:
    kept = {(file.stem, told["book"]) for file in FILES for told in rounds(file)}
    assert {game for game, _ in kept} >= {"blackjack", "chemin_de_fer", "european_roulette"}
    for game in {game for game, _ in kept}:
        assert {book for each, book in kept if each == game} == set(GAMES[game].books)


def test_an_event_that_reads_otherwise_is_found() -> None:
    (file,) = (file for file in FILES if file.parts[-3:] == ("0.1.0", "events", "blackjack.jsonl"))
    (told,) = rounds(file)
    told["events"][1]["main"] = 900
    with pytest.raises(AssertionError):
        replayed("blackjack", told)
