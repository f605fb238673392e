"""Coups and spins in the format of Monaco's examples, played anew, pay what they paid."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.games import GAMES
from tables.games.automatic_games import messages as machine
from tables.games.automatic_games.meters import Meters
from tables.games.chemin_de_fer.messages import Consent, DealCards
from tables.games.core.cards import Card
from tables.games.core.money import ON_THE_TABLE, TAKEN_BACK, Amount, BoxNo, Party, Place
from tables.games.core.protocol import ClockExpired, DrawResult, Fact, PlayerCommand, Voided
from tables.games.trente_et_quarante import messages as trente
from tables.games.wheel.stakes import Held, Laid
from tests import campaign
from tests.games.chemin_de_fer.conduct import walk as walk_coups
from tests.games.chemin_de_fer.playing import Coups
from tests.games.conduct import CONDUCT
from tests.games.tape import Tape
from tests.games.test_laws import walk

KEYS = (
    "american_roulette",
    "automatic_games",
    "banque_a_tout_va",
    "big_wheel",
    "boule",
    "chemin_de_fer",
    "craps",
    "european_roulette",
    "punto_banco",
)
ENOUGH = campaign.length(1, 3)
"""So often each thing must come for a test to say anything of it."""
OPENINGS = {f"{key}.opened" for key in KEYS}


def rounds_of(events: Sequence[Fact]) -> Iterator[list[Fact]]:
    """Cut a walk at the openings of its rounds."""
    round_: list[Fact] = []
    for event in events:
        if event.kind in OPENINGS and round_:
            yield round_
            round_ = []
        round_.append(event)
    yield round_


def totals(events: Sequence[Fact]) -> dict[str, tuple[int, int]]:
    """Return what the parties staked and got back; stakes taken back were never made."""
    staked, returned = Counter[str](), Counter[str]()
    for move in (move for event in events for move in event.moves):
        if move.source is Place.WALLET:
            staked[move.party] += move.amount
        elif move.why in TAKEN_BACK:
            staked[move.party] -= move.amount
        elif move.target is Place.WALLET:
            returned[move.party] += move.amount
    return {
        party: (staked[party], returned[party])
        for party in staked.keys() | returned.keys()
        if staked[party] or returned[party]
    }


def stayed(events: Sequence[Fact]) -> int:
    """Return how many chips more lie at the table after these events."""
    moves = [move for event in events for move in event.moves]
    came = sum(move.amount for move in moves if move.target in ON_THE_TABLE)
    return came - sum(move.amount for move in moves if move.source in ON_THE_TABLE)


def judged(key: str, options: dict[str, Any], events: Sequence[Fact]) -> dict[str, Any] | None:
    """Play a round anew, hold it against what its events moved, and return its example."""
    recorded = GAMES[key].round_conversion
    example = recorded.example("MC", options, events, {})
    if example is None:
        assert any(isinstance(event, Voided) for event in events) or not totals(events)
        return None
    result = GAMES[key].play_example({"id": "again", **example}, {})
    again = recorded.totals(example, result)
    assert {
        party: (each["staked"], each["returned"])
        for party, each in again.items()
        if each["staked"] or each["returned"]
    } == totals(events), (example, result)
    left = sum(each["left"] for each in again.values())
    assert left - recorded.carried(example) == stayed(events)
    return example


def finished(key: str, events: Sequence[Fact]) -> bool:
    state: Any = None
    for event in events:
        state = GAMES[key].evolve(state, event)
    return GAMES[key].is_over(state)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.campaign
@campaign.examples(40, 5000)
@given(data=st.data())
def test_a_round_played_anew_pays_the_same(key: str, data: st.DataObject) -> None:
    options = data.draw(CONDUCT[key].books["MC"], label="options")
    tape = Tape(data.draw(st.binary(min_size=200, max_size=500), label="tape"))
    events = (
        walk_coups(options, tape).events
        if key == "chemin_de_fer"
        else walk(key, "MC", options, tape).events
    )
    for each in rounds_of(events):
        if finished(key, each):
            judged(key, options, each)


@pytest.mark.campaign
def test_hundreds_of_coups_played_anew_pay_the_same() -> None:
    tapes, seen = Random("coups"), Counter[str]()
    choices = [
        {},
        {"late_stakes_with_banker_consent": True, "banker_draw_rule": "table13"},
        {"garage_from_cents": 100, "ponte_draw_rule": "free", "max_auto_coups": 3},
        {"bank_max_cents": 2000, "max_auto_coups": 3},
    ]
    for number in range(campaign.length(60, 250)):
        options = choices[number % len(choices)]
        for each in rounds_of(walk_coups(options, Tape(tapes.randbytes(500))).events):
            if not finished("chemin_de_fer", each):
                continue
            example = judged("chemin_de_fer", options, each)
            assert example is not None
            seen.update(decision["action"] for decision in example["decisions"])
            seen.update(example["outcomes"][0].keys())
            seen["coup"] += bool(example["outcomes"][0]["cards"])
            seen["carried"] += bool(example["carried"]["bank"])
            seen["shoe over"] += example["carried"]["shoe_over"]
    # What the coups must hold for this to say anything.
    wanted = {"keep", "pass_hand", "remove", "no_more", "deal", "seats", "clock", "garage"}
    wanted |= {"draw", "stand", "void", "broken_off", "stop_card", "coup", "carried"}
    assert {each for each in wanted if seen[each] < ENOUGH} == set(), seen


@pytest.mark.campaign
def test_hundreds_of_spins_played_anew_pay_the_same() -> None:
    tapes, seen = Random("spins"), Counter[str]()
    choices: list[dict[str, Any]] = [
        {},
        {"zero_default_choice": "prison", "prison_release_value": "full"},
        {"reopen_on_void": True, "auto_rebet": True},
        {"auto_rebet": True, "zero_default_choice": "prison"},
    ]
    for number in range(campaign.length(120, 400)):
        options = choices[number % len(choices)]
        events = walk("european_roulette", "MC", options, Tape(tapes.randbytes(400))).events
        for each in rounds_of(events):
            if not finished("european_roulette", each):
                continue
            example = judged("european_roulette", options, each)
            if example is None:
                continue
            seen["spin"] += 1
            seen.update(decision["action"] for decision in example["decisions"])
            seen.update(each["keep"] for each in example["carried"])
            for outcome in example["outcomes"]:
                seen.update(outcome.keys())
    wanted = {"spin", "half", "prison", "remove", "free", "choice", "void", "broken_off"}
    wanted |= {"last_of_session"}
    assert {each for each in wanted if seen[each] < ENOUGH} == set(), seen


@pytest.mark.campaign
def test_hundreds_of_throws_played_anew_pay_the_same() -> None:
    tapes, seen = Random("throws"), Counter[str]()
    choices: list[dict[str, Any]] = [
        {},
        {"auto_rebet": True, "world_bet_seven": "keep_seven_unit_only"},
        {"come_is_contract": False, "refund_commission_on_removal": False},
        {"place_working_on_come_out": True, "turn_withdrawn_after_timeouts": 1},
    ]
    for number in range(campaign.length(200, 600)):
        options = choices[number % len(choices)]
        events = walk("craps", "MC", options, Tape(tapes.randbytes(500))).events
        for each in rounds_of(events):
            if not finished("craps", each):
                continue
            example = judged("craps", options, each)
            if example is None:
                continue
            seen["throw"] += 1
            seen["carried"] += bool(example["carried"]["bets"])
            seen.update(decision["action"] for decision in example["decisions"])
            for outcome in example["outcomes"]:
                seen.update(outcome.keys())
    wanted = {"throw", "carried", "stake", "close", "void", "shooter", "dice", "broken_off"}
    wanted |= {"set_working", "no_action"}
    assert {each for each in wanted if seen[each] < ENOUGH} == set(), seen


def test_the_bankers_consent_to_a_late_stake_is_written() -> None:
    coups = Coups(late_stakes_with_banker_consent=True).bank(1000).part("bob", 600).close()
    coups.complete("cat", 300).complete("dan", 500)
    dan = coups.state.claims[-1].no
    coups.say("ann", Consent(dan), DealCards()).cards("Kh 9c 7d Ts")
    assert GAMES["chemin_de_fer"].is_over(coups.state)
    example = judged("chemin_de_fer", {"late_stakes_with_banker_consent": True}, coups.events)
    assert example is not None
    assert [each["action"] for each in example["decisions"]] == [
        "clock",
        "clock",
        "consent",
        "deal",
    ]


def test_a_consent_before_a_deal_by_the_clock_is_written() -> None:
    coups = Coups(late_stakes_with_banker_consent=True).bank(1000).part("bob", 600).close()
    coups.complete("cat", 300)
    coups.say("ann", Consent(coups.state.claims[-1].no)).clock().cards("Kh 9c 7d Ts")
    example = judged("chemin_de_fer", {"late_stakes_with_banker_consent": True}, coups.events)
    assert example is not None
    actions = [each["action"] for each in example["decisions"]]
    assert actions == ["clock", "clock", "consent", "clock"]


def test_a_complaint_about_a_hand_that_was_dealt_in_the_round_before_is_played_anew() -> None:
    ann, meters = Party("ann"), Meters(coin_in=2000, cash_box=2000, played=100, games=1)
    found = machine.Position(
        ann,
        Amount(1900),
        meters=meters,
        hand=tuple([Card(f"{rank}c") for rank in "A2345"]),
        hand_stake=Amount(100),
    )
    options = {
        "machine": "jacks_or_better",
        "accepts": ["coin"],
        "denomination_cents": 10,
        "hand_pay_threshold_cents": 1000,
    }
    game = GAMES["automatic_games"]
    rules = game.amend("MC", options)
    events: list[Fact] = [machine.Opened(found, last=True)]
    state: Any = game.evolve(None, events[0])
    asked = PlayerCommand(ann, frozenset({BoxNo(1)}), machine.Complain(1))
    nothing_replaced = DrawResult((0,) * len(rules.sheet.draw.sides))
    for said in (ClockExpired(), nothing_replaced, asked, ClockExpired()):
        events += game.decide(rules, state, said)
        state = reduce(game.evolve, events, None)
    example = judged("automatic_games", options, events)
    assert example is not None
    assert [each["action"] for each in example["decisions"]] == ["hold_all", "complaint", "expire"]


def test_a_prisoner_that_is_held_over_the_end_of_a_shoe_is_recorded_without_a_coup() -> None:
    laid = Laid("c", "red", Amount(500), "prison", 1)
    opened = trente.Opened(held=(Held(Party("ann"), laid),), shoe_over=True)
    events = [opened, trente.OWN.BetsClosed(), trente.OWN.RoundClosed()]
    example = judged("trente_et_quarante", {}, events)
    assert example is not None
    assert (example["carried"][0]["stake"], example["outcomes"]) == (500, [])
