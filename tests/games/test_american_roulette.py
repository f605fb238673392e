"""American roulette: the published worked examples, every clause, and what each bet costs."""

from collections import Counter
from dataclasses import fields
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from tables.games.american_roulette import AMERICAN_ROULETTE, messages
from tables.games.american_roulette.mc import BOOK
from tables.games.american_roulette.rules import (
    DEVICE,
    LAYOUT,
    WHEEL,
    ZEROS,
    Rules,
)
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
)
from tables.games.wheel.layout import CHANCES, DOUBLE_ZERO
from tables.games.wheel.messages import Event
from tables.games.wheel.stakes import Announced, Wager
from tables.games.wheel.state import State
from tests.games.worked_examples import ExampleFile

WORKED = ExampleFile(AMERICAN_ROULETTE)
play = WORKED.play
ANN, BEN = Party("ann"), Party("ben")


@WORKED.each
def test_example(example: dict[str, Any]) -> None:
    """Reasons of refusals are advisory; ours agree nevertheless."""
    assert play(example) == example["expected"]


def test_no_example_is_left_out() -> None:
    WORKED.check_ids("AROU", 32)


def test_a_number_that_the_wheel_does_not_have_is_told() -> None:
    for number in ("37", "000", 0, None):
        with pytest.raises(ValueError, match="no number"):
            play({**WORKED.examples[0], "outcomes": [{"number": number}]})


def test_a_selection_may_stand_in_any_order_and_0_is_not_00() -> None:
    def state_of(bet: str, *selection: str) -> str:
        bets = [{"ref": "b", "player": "anna", "bet": bet, "selection": selection, "stake": 100}]
        got = play({**WORKED.examples[0], "bets": bets, "outcomes": [{"number": "00"}]})
        return str(got["bets"]["b"]["state"])

    assert state_of("first_five", "3", "2", "1", "00", "0") == "won"
    assert state_of("street", "2", "00", "0") == "won"
    assert state_of("straight", "0") == "lost"
    for bet, *selection in (
        ("first_five", "0", "1", "2", "3"),
        ("street", "0", "0", "2"),
        ("straight",),
        ("straight", "37"),
        ("straight", "000"),
    ):
        assert state_of(bet, *selection) == "rejected", (bet, selection)


class Wheel:
    """A table whose players and ball do as they are told."""

    def __init__(self, **options: Any) -> None:
        self.rules = AMERICAN_ROULETTE.amend("MC", options)
        self.state: State | None = None
        self.events: list[Event] = []
        self.open()

    def open(self, rounds_left: int | None = None) -> None:
        setting = OpeningContext(rounds_left=rounds_left)
        self._fold(AMERICAN_ROULETTE.opening_event(self.rules, self.state, setting))

    def _fold(self, *events: Event) -> None:
        for event in events:
            self.state = AMERICAN_ROULETTE.evolve(self.state, event)
            self.events.append(event)

    def give(self, given: Any) -> None:
        assert self.state is not None
        self._fold(*AMERICAN_ROULETTE.decide(self.rules, self.state, given))

    def lay(self, amounts: dict[str, int], party: Party = ANN) -> None:
        wagers = [
            Wager(f"w{nth}", on, Amount(each)) for nth, (on, each) in enumerate(amounts.items())
        ]
        self.give(PlayerCommand(party, frozenset(), messages.Stake(tuple(wagers))))

    def spin(self, number: int) -> None:
        self.give(ClockExpired())
        self.give(DrawResult((DEVICE.numbers.index(number),)))

    def returned(self, party: Party = ANN) -> dict[str, int]:
        assert self.state is not None
        return {each.on: each.returned for each in self.state.settled.get(party, ())}


PRINTED = {
    "straight": (1, 35), "split": (2, 17), "street": (3, 11), "corner": (4, 8),
    "first_five": (5, 6), "six_line": (6, 5), "dozen": (12, 2), "column": (12, 2),
    **dict.fromkeys(CHANCES, (18, 1)),
}  # fmt: skip
"""How many numbers each bet has, and what it pays, as the catalogue prints it."""


@pytest.mark.clause(
    "MC-AROU-20", "MC-AROU-21", "MC-AROU-22", "MC-AROU-23", "MC-AROU-24", "MC-AROU-25",
    "MC-AROU-26", "MC-AROU-27", "MC-AROU-28", "MC-AROU-29", "MC-AROU-30", "MC-AROU-31",
)  # fmt: skip
def test_every_bet_is_paid_as_printed_on_every_number() -> None:
    back: Counter[str] = Counter()
    for number in DEVICE.numbers:
        wheel = Wheel()
        wheel.lay(dict.fromkeys(LAYOUT, 100))
        wheel.spin(number)
        for on, returned in wheel.returned().items():
            position = LAYOUT[on]
            pays = PRINTED[position.bet][1]
            assert returned == (100 * (1 + pays) if number in position.pockets else 0), (on, number)
            back[on] += returned
        assert wheel.state is not None
        assert wheel.state.stakes == {}
    assert {on: Fraction(paid, 3800) for on, paid in back.items()} == {
        on: 1 - Fraction(3, 38) if each.bet == "first_five" else 1 - Fraction(1, 19)
        for on, each in LAYOUT.items()
    }


def test_the_report_prices_every_bet_exactly() -> None:
    assert AMERICAN_ROULETTE.pricing is not None
    found = {each.bet: each.edge for each in AMERICAN_ROULETTE.pricing.report(BOOK.rules).bets}
    assert found.pop("first_five") == Fraction(3, 38)
    assert found == dict.fromkeys(set(PRINTED) - {"first_five"}, Fraction(1, 19))


@pytest.mark.clause("MC-AROU-19")
def test_the_layout_has_the_bets_of_the_catalogue_and_no_other() -> None:
    kinds = Counter(each.bet for each in LAYOUT.values())
    assert kinds == {
        "straight": 38, "split": 62, "street": 15, "corner": 22, "first_five": 1, "six_line": 11,
        "dozen": 3, "column": 3, **dict.fromkeys(CHANCES, 1),
    }  # fmt: skip
    assert all(len(each.pockets) == PRINTED[each.bet][0] for each in LAYOUT.values())
    zeros = {on for on, each in LAYOUT.items() if each.pockets & ZEROS}
    assert zeros == {
        "straight:0", "straight:00", "split:0-00", "split:0-1", "split:0-2", "split:00-2",
        "split:00-3", "street:0-1-2", "street:0-00-2", "street:00-2-3", "first_five:0-00-1-2-3",
    }  # fmt: skip
    for on in ("split:0-3", "split:00-1", "corner:0-1-2-3", "double_dozen:1-2", "straight:37", ""):
        with pytest.raises(Refused, match="not_a_combination") as refused:
            Wheel().lay({on: 100})
        assert refused.value.detail["clause"] == "MC-AROU-19"
    called = Announced("a", "tiers_du_cylindre", Amount(100))
    with pytest.raises(Refused, match="not_a_combination"):
        Wheel().give(PlayerCommand(ANN, frozenset(), messages.Stake((), (called,))))


@pytest.mark.parametrize(
    ("option", "closed"),
    [
        ("allow_zero_trios", ("street:0-1-2", "street:0-00-2", "street:00-2-3")),
        ("allow_zero_splits", ("split:0-00", "split:0-1", "split:0-2", "split:00-2", "split:00-3")),
    ],
)
def test_the_house_may_close_the_trios_and_the_splits_of_the_zeros(
    option: str, closed: tuple[str, ...]
) -> None:
    for on in LAYOUT:
        wheel = Wheel(**{option: False})
        if on in closed:
            with pytest.raises(Refused, match="not_a_combination"):
                wheel.lay({on: 100})
        else:
            wheel.lay({on: 100})


@pytest.mark.clause("MC-AROU-16", "MC-AROU-32")
def test_a_zero_is_announced_without_a_chance_and_every_even_chance_loses_at_once() -> None:
    for zero, name in ((0, "0"), (DOUBLE_ZERO, "00")):
        wheel = Wheel()
        wheel.lay(dict.fromkeys(CHANCES, 101))
        wheel.spin(zero)
        fell = next(each for each in wheel.events if isinstance(each, messages.NumberFell))
        assert (fell.number, fell.chances) == (zero, ())
        assert wheel.state is not None
        assert AMERICAN_ROULETTE.result(wheel.state) == name
        assert AMERICAN_ROULETTE.is_over(wheel.state)
        assert set(wheel.returned().values()) == {0}
        assert AMERICAN_ROULETTE.view(wheel.rules, wheel.state).number == zero
    assert AMERICAN_ROULETTE.wording.result("00") == ("00", "00")
    assert AMERICAN_ROULETTE.wording.result("7") == ("7 rouge", "7 red")
    sentences = AMERICAN_ROULETTE.wording.sentences
    assert [
        sentences[f"american_roulette.number_fell {AMERICAN_ROULETTE.wording.variant(each)}"]
        for each in (messages.NumberFell(0, ()), messages.NumberFell(DOUBLE_ZERO, ()))
    ] == [("Zéro.", "Zero."), ("Double zéro.", "Double zero.")]


PRINTED_ORDER = [
    "column", "high", "odd", "black", "red", "even", "low", "dozen", "six_line", "street",
    "first_five", "corner", "split", "straight",
]  # fmt: skip
"""In which order winners are paid, as article 4.2 prints it."""


@pytest.mark.clause("MC-AROU-17", "MC-AROU-18")
def test_payment_goes_from_player_to_player_and_in_the_printed_order() -> None:
    on_two = [on for on, each in LAYOUT.items() if 2 in each.pockets]
    wheel = Wheel()
    wheel.lay(dict.fromkeys(on_two, 100), BEN)
    wheel.lay(dict.fromkeys(reversed(on_two), 100), ANN)
    wheel.spin(2)
    (paid,) = (each for each in wheel.events if isinstance(each, messages.Paid))
    assert [each.party for each in paid.settled] == [BEN] * len(on_two) + [ANN] * len(on_two)
    for party in (BEN, ANN):
        bets = [LAYOUT[each.on].bet for each in paid.settled if each.party == party]
        order = [each for each in PRINTED_ORDER if each not in ("odd", "red", "high")]
        assert [*dict.fromkeys(bets)] == order
        assert bets == sorted(bets, key=order.index)
    kinds = [each.kind.partition(".")[2] for each in wheel.events[-4:]]
    assert kinds == ["bets_closed", "number_fell", "paid", "round_closed"]
    # 2 is even, black and low: the other chances win together on 19, odd, red and high.
    wheel = Wheel()
    wheel.lay(dict.fromkeys(["straight:19", "red", "odd", "high", "column:1"], 100))
    wheel.spin(19)
    (paid,) = (each for each in wheel.events if isinstance(each, messages.Paid))
    assert [each.on for each in paid.settled] == ["column:1", "high", "odd", "red", "straight:19"]


@pytest.mark.clause("COMMON-5")
def test_a_winner_is_laid_again_by_option_but_never_for_a_spin_that_does_not_come() -> None:
    wheel = Wheel(auto_rebet=True)
    for rounds_left, stays in ((None, 100), (2, 100), (1, 0)):
        wheel.state = None
        wheel.open(rounds_left)
        wheel.lay({"red": 100, "black": 100})
        wheel.spin(1)
        assert wheel.state is not None
        assert wheel.state.on_layout == stays


@pytest.mark.clause("MC-AROU-12", "MC-AROU-13", "MC-AROU-14", "MC-AROU-11")
def test_stakes_are_free_until_rien_ne_va_plus_and_a_void_spin_changes_none() -> None:
    wheel = Wheel()
    wheel.lay({"red": 100})
    wheel.lay({"red": 200, "straight:00": 100})
    wheel.lay({"red": 100})
    assert wheel.state is not None
    assert AMERICAN_ROULETTE.awaiting(wheel.rules, wheel.state) == Players((), 30, "bets/0")
    wheel.give(ClockExpired())
    for _ in range(2):
        for amounts in ({"red": 0}, {"red": 200}, {"black": 100}):
            with pytest.raises(Refused, match="betting_closed") as refused:
                wheel.lay(amounts)
            assert refused.value.detail["clause"] == "MC-AROU-14"
        wheel.give(DrawStopped("chief"))
    wheel.give(DrawResult((DEVICE.numbers.index(1),)))
    assert wheel.returned() == {"red": 200}
    again = Wheel(reopen_on_void=True)
    again.lay({"red": 100})
    again.give(ClockExpired())
    again.give(DrawStopped("chief"))
    again.lay({"black": 100})


@pytest.mark.clause("MC-EQ-57", "MC-AROU-09")
def test_the_wheel_has_38_pockets_of_alternate_colours_and_its_zeros_are_opposite() -> None:
    assert AMERICAN_ROULETTE.equipment(BOOK.rules) == Draw((38,))
    assert sorted(WHEEL) == sorted(DEVICE.numbers)
    assert len(WHEEL) == 38
    assert WHEEL.index(DOUBLE_ZERO) - WHEEL.index(0) == 19
    colours = ["red" if each in CHANCES["red"] else "black" for each in WHEEL]
    for start in (WHEEL.index(0), WHEEL.index(DOUBLE_ZERO)):
        half = colours[start + 1 : start + 19]
        assert all(one != other for one, other in pairwise(half))


def test_the_house_chooses_its_chips_and_whether_it_sells_colours() -> None:
    for options, shown in (
        ({}, ((100, 500, 1000, 2500, 10000, 50000), 8, 10_000_000)),
        ({"chip_denominations": [500, 100], "table_max_cents": {"red": 5, "low": 900}},
         ((100, 500), 8, 10_000_000)),
        ({"table_max_cents": 5000}, ((100, 500, 1000, 2500, 10000, 50000), 8, 5000)),
        ({"colour_chips": False}, ((100, 500, 1000, 2500, 10000, 50000), 0, 0)),
    ):  # fmt: skip
        rules = AMERICAN_ROULETTE.amend("MC", {"table_min_cents": 1, **options})
        state = AMERICAN_ROULETTE.evolve(
            None, AMERICAN_ROULETTE.opening_event(rules, None, OpeningContext())
        )
        view: Any = AMERICAN_ROULETTE.view(rules, state)
        assert (view.chips, len(view.colours), view.most) == shown
        assert bool(AMERICAN_ROULETTE.needs(rules).colours) is bool(view.colours)


@pytest.mark.clause("MC-AROU-01", "MC-CHIPS-04")
def test_a_stake_is_an_amount_that_comes_out_of_the_purse() -> None:
    wheel = Wheel()
    wheel.lay({"straight:17": 250, "black": 100})
    (staked,) = wheel.events[-1:]
    assert [(each.amount, each.source, each.target) for each in staked.moves] == [
        (350, "wallet", "layout")
    ]


def test_the_ball_is_launched_at_once_when_everybody_is_done_and_a_chief_serves() -> None:
    wheel = Wheel()
    wheel.lay({"red": 100})
    wheel.lay({"black": 100}, BEN)
    for party in (ANN, BEN):
        wheel.give(PlayerCommand(party, frozenset(), messages.Ready()))
    assert wheel.state is not None
    assert AMERICAN_ROULETTE.awaiting(wheel.rules, wheel.state) == Draw((38,))
    assert AMERICAN_ROULETTE.needs(wheel.rules).duties == {Duty.TABLE_CHIEF}


def test_every_rule_names_its_clauses_and_is_an_option() -> None:
    known = {clause.id for clause in BOOK.clauses}
    for rule in fields(Rules):
        cited = set(rule.metadata["clauses"])
        assert cited
        assert {each for each in cited if not each.startswith("COMMON-")} <= known
    assert {rule.name for rule in fields(Rules)} == set(BOOK.choices)
