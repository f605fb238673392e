"""Boule: the published worked examples, every clause, and what each bet costs."""

from dataclasses import fields
from fractions import Fraction
from typing import Any

import pytest

from tables.games.boule import BOULE, messages
from tables.games.boule.mc import BOOK
from tables.games.boule.rules import CHANCES, DEVICE, NUMBERS, Rules
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
from tables.games.wheel.messages import Event
from tables.games.wheel.stakes import Announced, Wager
from tables.games.wheel.state import State
from tests.games.worked_examples import ExampleFile

WORKED = ExampleFile(BOULE)
play = WORKED.play
ANN, BEN = Party("ann"), Party("ben")


@WORKED.each
def test_example(example: dict[str, Any]) -> None:
    """Reasons of refusals are advisory; ours agree nevertheless."""
    assert play(example) == example["expected"]


def test_no_example_is_left_out() -> None:
    WORKED.check_ids("BOULE", 25)


def test_a_number_that_the_bowl_does_not_have_is_told() -> None:
    for number in ("0", "10", 5, None):
        with pytest.raises(ValueError, match="no number"):
            play({**WORKED.examples[0], "outcomes": [{"number": number}]})


class Bowl:
    """A table whose players and ball do as they are told."""

    def __init__(self, **options: Any) -> None:
        self.rules = BOULE.amend("MC", options)
        self.state: State | None = None
        self.events: list[Event] = []
        self.open()

    def open(self, setting: OpeningContext | None = None) -> None:
        self._fold(BOULE.opening_event(self.rules, self.state, setting or OpeningContext()))

    def _fold(self, *events: Event) -> None:
        for event in events:
            self.state = BOULE.evolve(self.state, event)
            self.events.append(event)

    def give(self, given: Any) -> None:
        assert self.state is not None
        self._fold(*BOULE.decide(self.rules, self.state, given))

    def stake(self, party: Party = ANN, **amounts: int) -> None:
        wagers = [
            Wager(f"w{nth}", on.replace("_", ":"), Amount(amount))
            for nth, (on, amount) in enumerate(amounts.items())
        ]
        self.give(PlayerCommand(party, frozenset(), messages.Stake(tuple(wagers))))

    def throw(self, number: int) -> None:
        self.give(ClockExpired())
        self.give(DrawResult((NUMBERS.index(number),)))

    def returned(self, party: Party = ANN) -> dict[str, int]:
        assert self.state is not None
        return {each.on: each.returned for each in self.state.settled.get(party, ())}


def test_mc_boule_04_nothing_but_a_number_or_an_even_chance_is_taken() -> None:
    for on in ("straight:0", "straight:10", "split:1-2", "dozen:1", "street:1-2-3", "five", ""):
        with pytest.raises(Refused, match="not_a_combination") as refused:
            Bowl().give(
                PlayerCommand(ANN, frozenset(), messages.Stake((Wager("w", on, Amount(100)),)))
            )
        assert refused.value.detail["clause"] == "MC-BOULE-04"
    called = Announced("a", "tiers_du_cylindre", Amount(100))
    with pytest.raises(Refused, match="not_a_combination"):
        Bowl().give(PlayerCommand(ANN, frozenset(), messages.Stake((), (called,))))
    assert len(DEVICE.layout) == 9 + 6


@pytest.mark.parametrize("number", NUMBERS)
def test_mc_boule_05_06_07_every_bet_is_paid_as_printed_on_every_number(number: int) -> None:
    bowl = Bowl()
    bowl.stake(**{on.replace(":", "_"): 100 for on in DEVICE.layout})
    bowl.throw(number)
    for on, back in bowl.returned().items():
        if on == f"straight:{number}":
            assert back == 800
        elif on in CHANCES:
            assert back == (200 if number in CHANCES[on] else 0)
        else:
            assert back == 0
    assert sum(back == 200 for back in bowl.returned().values()) == (0 if number == 5 else 3)


def test_mc_boule_07_on_5_nothing_waits_and_nothing_stays() -> None:
    bowl = Bowl()
    bowl.stake(red=101, odd=101, low=101)
    bowl.throw(5)
    assert bowl.state is not None
    assert (bowl.state.stage, bowl.state.stakes) == ("closed", {})
    fell = next(each for each in bowl.events if isinstance(each, messages.NumberFell))
    assert (fell.number, fell.chances) == (5, ())


def test_mc_boule_08_the_winner_has_his_stake_back_and_it_may_stay_for_the_next_throw() -> None:
    for stays in (False, True):
        bowl = Bowl(auto_rebet=stays)
        bowl.stake(straight_4=100)
        bowl.throw(4)
        assert bowl.returned() == {"straight:4": 800}
        assert bowl.state is not None
        assert bowl.state.on_layout == (100 if stays else 0)
    # What stays would wait for a throw that never comes.
    bowl = Bowl(auto_rebet=True)
    bowl.open(OpeningContext(rounds_left=1))
    bowl.stake(straight_4=100)
    bowl.throw(4)
    assert bowl.returned() == {"straight:4": 800}
    assert bowl.state is not None
    assert bowl.state.on_layout == 0


def test_mc_boule_10_11_the_maximum_is_each_player_s_own_on_each_position() -> None:
    bowl = Bowl(table_max_cents={"straight": 500})
    for party in (ANN, BEN):
        bowl.stake(party, straight_1=500, straight_2=500, red=10_000_000)
    with pytest.raises(Refused, match="above_max"):
        bowl.stake(ANN, straight_1=501)
    assert not [name for name in BOOK.choices if "total" in name or "all" in name]


@pytest.mark.clause("MC-EQ-58")
def test_mc_boule_12_13_the_device_has_nine_numbers_in_three_colours() -> None:
    assert BOULE.equipment(BOOK.rules) == Draw((9,))
    assert [sum(n in CHANCES[each] for each in ("red", "black")) for n in NUMBERS] == [
        1, 1, 1, 1, 0, 1, 1, 1, 1,
    ]  # fmt: skip
    assert CHANCES["black"] == {1, 3, 6, 8}
    assert BOULE.wording.result("5") == ("5 jaune", "5 yellow")
    assert BOULE.wording.result("1") == ("1 noir", "1 black")
    for rows in (2, 4):
        rules = BOULE.amend("MC", {"hole_rows": rows})
        state = BOULE.evolve(None, BOULE.opening_event(rules, None, OpeningContext()))
        assert BOULE.view(rules, state).hole_rows == rows
    with pytest.raises(Refused, match="invalid_option"):
        BOULE.amend("MC", {"hole_rows": 3})


def test_no_bet_is_taken_or_taken_back_once_the_ball_is_thrown_and_a_void_throw_changes_none() -> (
    None
):
    bowl = Bowl()
    bowl.stake(red=100)
    bowl.give(ClockExpired())
    for _ in range(2):
        for amounts in ({"red": 0}, {"red": 200}, {"black": 100}):
            with pytest.raises(Refused, match="betting_closed") as refused:
                bowl.stake(**amounts)
            assert refused.value.detail["clause"] == "COMMON-3"
        bowl.give(DrawStopped("chief"))
    bowl.give(DrawResult((1,)))
    assert bowl.returned() == {"red": 200}
    again = Bowl(reopen_on_void=True)
    again.stake(red=100)
    again.give(ClockExpired())
    again.give(DrawStopped("chief"))
    again.stake(black=100)


def test_the_ball_is_thrown_at_once_when_everybody_has_said_that_he_is_done() -> None:
    bowl = Bowl()
    bowl.stake(red=100)
    bowl.stake(BEN, black=100)
    assert bowl.state is not None
    assert BOULE.awaiting(bowl.rules, bowl.state) == Players((), 30, "bets/0")
    for party in (ANN, BEN):
        bowl.give(PlayerCommand(party, frozenset(), messages.Ready()))
    assert BOULE.awaiting(bowl.rules, bowl.state) == Draw((9,))


def test_a_voided_round_gives_every_stake_back_and_tells_the_control() -> None:
    bowl = Bowl()
    bowl.stake(red=100)
    voided = Voided("power cut")
    assert bowl.state is not None
    after = BOULE.evolve(bowl.state, voided)
    assert (BOULE.result(after), BOULE.on_layout(after)) == ("void", 0)
    incident = BOULE.incident(bowl.rules, voided)
    assert incident is not None
    assert incident.clause == "MC-INC-02"
    assert BOULE.needs(bowl.rules).duties == {Duty.TABLE_CHIEF}


def test_the_next_round_has_the_last_numbers_and_how_often_each_came() -> None:
    bowl = Bowl()
    for number in (9, 5, 5):
        bowl.stake(straight_1=100)
        bowl.throw(number)
        bowl.open()
    opened = bowl.events[-1]
    assert isinstance(opened, messages.Opened)
    assert (opened.numbers, opened.tally) == ((5, 5, 9), (0, 0, 0, 0, 2, 0, 0, 0, 1))


def test_every_bet_costs_a_ninth() -> None:
    """By counting every number, not by the formula of the report."""
    assert BOULE.pricing is not None
    report = BOULE.pricing.report(BOOK.rules)
    assert [each.bet for each in report.bets] == [*CHANCES, "straight"]
    for price in report.bets:
        on = "straight:7" if price.bet == "straight" else price.bet
        back = 0
        for number in NUMBERS:
            bowl = Bowl()
            bowl.stake(**{on.replace(":", "_"): 900})
            bowl.throw(number)
            back += bowl.returned()[on]
        assert price.edge == 1 - Fraction(back, 9 * 900) == Fraction(1, 9)


def test_every_rule_names_its_clauses_and_is_an_option() -> None:
    known = {clause.id for clause in BOOK.clauses}
    for rule in fields(Rules):
        cited = set(rule.metadata["clauses"])
        assert cited
        assert {each for each in cited if not each.startswith("COMMON-")} <= known
    assert {rule.name for rule in fields(Rules)} == set(BOOK.choices)
