"""The big wheel: the published worked examples, every clause, and what each chance costs."""

from dataclasses import fields
from fractions import Fraction
from typing import Any

import pytest

from tables.games.big_wheel import BIG_WHEEL, messages
from tables.games.big_wheel.mc import BOOK
from tables.games.big_wheel.rules import COUNTS, DEVICE, PAYS, SEGMENTS, Rules
from tables.games.core.money import Amount, Party
from tables.games.core.protocol import (
    ClockExpired,
    Draw,
    DrawResult,
    DrawStopped,
    Duty,
    OpeningContext,
    PlayerCommand,
    Players,
    Refused,
    Voided,
)
from tables.games.wheel.messages import Collected, Event, Paid
from tables.games.wheel.stakes import Wager
from tables.games.wheel.state import State
from tests.games.worked_examples import ExampleFile

WORKED = ExampleFile(BIG_WHEEL)
play = WORKED.play
ANN, BEN = Party("ann"), Party("ben")


@WORKED.each
def test_example(example: dict[str, Any]) -> None:
    """Reasons of refusals are advisory; ours agree nevertheless. No order of the rim matters."""
    assert play(example) == example["expected"]
    assert play(example, segment_order=list(SEGMENTS[::-1])) == example["expected"]


def test_no_example_is_left_out() -> None:
    WORKED.check_ids("WHEEL", 25)


def test_a_segment_that_the_wheel_does_not_have_is_told() -> None:
    for segment in ("joker", "5", 5, None):
        with pytest.raises(ValueError, match="no segment"):
            play({**WORKED.examples[0], "outcomes": [{"segment": segment}]})


class Wheel:
    """A table whose players and wheel do as they are told."""

    def __init__(self, rounds_left: int | None = None, **options: Any) -> None:
        self.rules = BIG_WHEEL.amend("MC", options)
        self.events: list[Event] = []
        opened = BIG_WHEEL.opening_event(self.rules, None, OpeningContext(rounds_left=rounds_left))
        self.state: State = BIG_WHEEL.evolve(None, opened)

    def give(self, given: Any) -> None:
        for event in BIG_WHEEL.decide(self.rules, self.state, given):
            self.state = BIG_WHEEL.evolve(self.state, event)
            self.events.append(event)

    def stake(self, party: Party = ANN, **amounts: int) -> None:
        wagers = [Wager(on, on, Amount(amount)) for on, amount in amounts.items()]
        self.give(PlayerCommand(party, frozenset(), messages.Stake(tuple(wagers))))

    def turn(self, value: int) -> None:
        self.give(ClockExpired())
        self.give(DrawResult((value,)))

    def returned(self, party: Party = ANN) -> dict[str, int]:
        return {each.on: each.returned for each in self.state.settled.get(party, ())}

    @property
    def fell(self) -> messages.NumberFell:
        return next(each for each in self.events if isinstance(each, messages.NumberFell))


def test_mc_wheel_03_nothing_is_staked_or_taken_back_once_the_wheel_is_turned() -> None:
    wheel = Wheel()
    wheel.stake(one=100)
    with pytest.raises(Refused, match="not_awaited"):
        wheel.give(DrawResult((0,)))
    wheel.give(ClockExpired())
    assert isinstance(wheel.events[-1], messages.BetsClosed)
    assert BIG_WHEEL.awaiting(wheel.rules, wheel.state) == Draw((54,))
    for amounts in ({"one": 0}, {"one": 200}, {"two": 100}):
        with pytest.raises(Refused, match="betting_closed") as refused:
            wheel.stake(BEN, **amounts)
        assert refused.value.detail["clause"] == "MC-WHEEL-03"


@pytest.mark.parametrize("value", range(54))
def test_mc_wheel_04_05_06_07_08_09_10_11_13_one_chance_is_paid_as_printed_on_every_segment(
    value: int,
) -> None:
    wheel = Wheel()
    wheel.stake(**dict.fromkeys(PAYS, 100))
    wheel.turn(value)
    shown = SEGMENTS[value]
    times = {"joker_black": 40, "joker_yellow": 40, "twenty": 20, "ten": 10, "five": 5, "two": 2,
             "one": 1}  # fmt: skip
    won = {on: back for on, back in wheel.returned().items() if back}
    assert won == {shown: 100 * (times[shown] + 1)}
    assert (wheel.fell.number, wheel.fell.chances) == (value, (shown,))
    assert BIG_WHEEL.result(wheel.state) == shown


@pytest.mark.clause("COMMON-5")
def test_a_winner_is_laid_again_by_option_but_never_for_a_turn_that_does_not_come() -> None:
    for rounds_left, stays in ((None, 100), (2, 100), (1, 0)):
        wheel = Wheel(rounds_left, auto_rebet=True)
        wheel.stake(**dict.fromkeys(PAYS, 100))
        wheel.turn(0)
        assert wheel.state.on_layout == stays


@pytest.mark.clause("MC-WHEEL-04", "MC-WHEEL-05")
def test_the_house_may_pay_its_jokers_otherwise_and_nothing_else() -> None:
    wheel = Wheel(joker_odds=45)
    wheel.stake(**dict.fromkeys(PAYS, 100))
    wheel.turn(0)
    assert wheel.returned()["joker_black"] == 4600
    report = BIG_WHEEL.pricing.report(wheel.rules) if BIG_WHEEL.pricing else None
    assert report is not None
    assert {each.bet: each.edge for each in report.bets}["joker_yellow"] == Fraction(8, 54)
    for odds in (0, -1, 101, "40"):
        with pytest.raises(Refused, match="invalid_option"):
            BIG_WHEEL.amend("MC", {"joker_odds": odds})


def test_mc_wheel_11_nothing_but_the_seven_chances_is_taken() -> None:
    for on in ("joker", "forty", "5", "straight:5", "red", ""):
        with pytest.raises(Refused, match="not_a_combination") as refused:
            Wheel().give(
                PlayerCommand(ANN, frozenset(), messages.Stake((Wager("w", on, Amount(100)),)))
            )
        assert refused.value.detail["clause"] == "MC-WHEEL-11"
    assert list(DEVICE.layout) == list(PAYS)


def test_mc_wheel_12_a_stopped_spin_is_void_and_turned_again_with_the_same_stakes() -> None:
    wheel = Wheel()
    wheel.stake(ten=100)
    wheel.give(ClockExpired())
    for _ in range(2):
        wheel.give(DrawStopped("chief"))
        assert isinstance(wheel.events[-1], messages.SpinStopped)
        with pytest.raises(Refused, match="betting_closed"):
            wheel.stake(ten=0)
    wheel.give(DrawResult((4,)))
    assert wheel.returned() == {"ten": 1100}
    again = Wheel(reopen_on_void=True)
    again.stake(one=100)
    again.give(ClockExpired())
    again.give(DrawStopped("chief"))
    again.stake(two=100)
    for turns, allowed in ((2, False), (3, True), (10, True), (11, False)):
        rules = {"min_turns": turns}
        if allowed:
            assert BIG_WHEEL.view(Wheel(**rules).rules, State()).turns == turns
        else:
            with pytest.raises(Refused, match="invalid_option"):
                BIG_WHEEL.amend("MC", rules)


def test_mc_wheel_14_what_lost_is_collected_before_what_won_is_paid() -> None:
    wheel = Wheel()
    wheel.stake(one=100, two=100)
    wheel.stake(BEN, two=300)
    wheel.turn(1)
    kinds = [type(each) for each in wheel.events if isinstance(each, Collected | Paid)]
    assert [each.__mro__[1] for each in kinds] == [Collected, Paid]


@pytest.mark.clause("MC-EQ-59", "MC-WHEEL-17")
def test_mc_wheel_16_the_rim_has_54_segments_in_an_order_that_the_house_may_change() -> None:
    assert list(COUNTS.values()) == [1, 1, 2, 4, 7, 15, 24]
    assert all(one != SEGMENTS[nth - 1] for nth, one in enumerate(SEGMENTS))
    assert SEGMENTS[27] == "joker_yellow"
    twenties = [nth for nth, one in enumerate(SEGMENTS) if one == "twenty"]
    assert twenties[1] - twenties[0] == 27
    order = SEGMENTS[::-1]
    wheel = Wheel(segment_order=list(order))
    assert [SEGMENTS[number] for number in wheel.rules.rim] == list(order)
    assert sorted(wheel.rules.rim) == list(range(54))
    assert BIG_WHEEL.view(wheel.rules, wheel.state).rim == wheel.rules.rim
    wheel.stake(joker_black=100)
    wheel.turn(order.index("joker_black"))
    assert (wheel.fell.number, wheel.returned()) == (0, {"joker_black": 4100})
    for wrong in (order[1:], (*order, "one"), ("one", *order[1:]), ("forty", *order[1:])):
        with pytest.raises(Refused, match="invalid_option"):
            BIG_WHEEL.amend("MC", {"segment_order": list(wrong)})


def test_the_wheel_is_turned_at_once_when_everybody_has_said_that_he_is_done() -> None:
    wheel = Wheel()
    wheel.stake(one=100)
    wheel.stake(BEN, two=100)
    assert BIG_WHEEL.awaiting(wheel.rules, wheel.state) == Players((), 30, "bets/0")
    for party in (ANN, BEN):
        wheel.give(PlayerCommand(party, frozenset(), messages.Ready()))
    assert BIG_WHEEL.awaiting(wheel.rules, wheel.state) == Draw((54,))


def test_a_voided_round_gives_every_stake_back_and_tells_the_control() -> None:
    wheel = Wheel()
    wheel.stake(one=100)
    after = BIG_WHEEL.evolve(wheel.state, Voided("power cut"))
    assert (BIG_WHEEL.result(after), BIG_WHEEL.on_layout(after)) == ("void", 0)
    assert BIG_WHEEL.incident(wheel.rules, Voided("power cut")) is not None
    assert BIG_WHEEL.needs(wheel.rules).duties == {Duty.TABLE_CHIEF}


def test_what_each_chance_costs_is_counted_over_every_segment() -> None:
    """By playing every segment, not by the formula of the report."""
    assert BIG_WHEEL.pricing is not None
    report = BIG_WHEEL.pricing.report(BOOK.rules)
    back = dict.fromkeys(PAYS, 0)
    for value in range(54):
        wheel = Wheel()
        wheel.stake(**dict.fromkeys(PAYS, 100))
        wheel.turn(value)
        for on, returned in wheel.returned().items():
            back[on] += returned
    edges = {each.bet: each.edge for each in report.bets}
    assert edges == {on: 1 - Fraction(each, 5400) for on, each in back.items()}
    assert [str(each) for each in edges.values()] == [
        "13/54", "13/54", "2/9", "5/27", "2/9", "1/6", "1/9",
    ]  # fmt: skip


def test_what_is_told_names_the_chance() -> None:
    assert BIG_WHEEL.wording.result("joker_yellow") == ("Jocker jaune", "Yellow joker")
    assert BIG_WHEEL.wording.result("five") == ("case 5", "segment 5")


def test_every_rule_names_its_clauses_and_is_an_option() -> None:
    known = {clause.id for clause in BOOK.clauses}
    for rule in fields(Rules):
        cited = set(rule.metadata["clauses"])
        assert cited
        assert {each for each in cited if not each.startswith("COMMON-")} <= known
    assert {rule.name for rule in fields(Rules)} == set(BOOK.choices)
