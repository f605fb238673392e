"""European roulette, clause by clause, in the order of article 8."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from pydantic import TypeAdapter

from tables.games.core.money import Amount, Move, Party, Place, reversal
from tables.games.core.protocol import (
    ClockExpired,
    Draw,
    DrawResult,
    DrawStopped,
    Nobody,
    OpeningContext,
    PlayerCommand,
    Players,
    Refused,
    SessionEnded,
    Voided,
)
from tables.games.european_roulette import EUROPEAN_ROULETTE, mc, messages, rules
from tables.games.wheel.layout import EUROPEAN_WHEEL, RED
from tables.games.wheel.messages import Event
from tables.games.wheel.stakes import Announced, Laid, Wager
from tables.games.wheel.state import State
from tables.wire import codec
from tests.games.refusal_texts import check_refusal_text

GAME = EUROPEAN_ROULETTE
ANN, BEN = Party("ann"), Party("ben")


@dataclass
class Wheel:
    """A roulette table whose players and ball do as they are told."""

    options: dict[str, Any] = field(default_factory=dict)
    setting: OpeningContext = field(default_factory=OpeningContext)
    events: list[Event] = field(default_factory=list)
    state: State | None = None
    endorsed: frozenset[str] = frozenset()
    inspected: bool = False

    def __post_init__(self) -> None:
        self.rules = GAME.amend("MC", self.options)
        self.open()

    @property
    def now(self) -> State:
        assert self.state is not None
        return self.state

    @property
    def moves(self) -> list[Move]:
        return [move for event in self.events for move in event.moves]

    def open(self) -> None:
        self._fold([GAME.opening_event(self.rules, self.state, self.setting)])

    def give(self, given: Any) -> tuple[Event, ...]:
        events = GAME.decide(self.rules, self.now, given)
        self._fold(events)
        return events

    def ask(self, party: Party, command: Any) -> tuple[Event, ...]:
        return self.give(
            PlayerCommand(
                party,
                frozenset(),
                command,
                endorsed_announcements=self.endorsed,
                inspector_present=self.inspected,
            )
        )

    def stake(self, party: Party = ANN, *announced: Announced, **wagers: int) -> None:
        """Stake on positions, written `straight_17` for `straight:17`; each is its own id."""
        laid = []
        for name, amount in wagers.items():
            bet = max((bet for bet in rules.ORDER_OF_PAYMENT if name.startswith(bet)), key=len)
            chosen = name.removeprefix(bet).strip("_").replace("_", "-")
            laid.append(Wager(name, f"{bet}:{chosen}" if chosen else bet, Amount(amount)))
        self.ask(party, messages.Stake(tuple(laid), announced))

    def spin(self, number: int) -> tuple[Event, ...]:
        """Close the bets, let a number fall, and open the next round where it goes on."""
        events = (*self.give(ClockExpired()), *self.give(DrawResult((number,))))
        if GAME.opens_by_itself(self.rules, self.now, self.setting):
            self.open()
        return events

    def net(self, party: Party = ANN) -> int:
        """Return what a party has won, or lost, so far."""
        mine = [move for move in self.moves if move.party == party]
        return on(Place.WALLET, mine)

    def _fold(self, events: Iterable[Event]) -> None:
        for event in events:
            self.events.append(event)
            self.state = GAME.evolve(self.state, event)


def on(place: Place, moves: Iterable[Move]) -> int:
    return sum(move.amount * ((move.target is place) - (move.source is place)) for move in moves)


def code(wheel: Wheel, party: Party, command: Any) -> str:
    """Return with which code a command is refused."""
    before = wheel.now
    with pytest.raises(Refused) as refused:
        wheel.ask(party, command)
    assert wheel.now == before
    check_refusal_text(GAME.key, refused.value)
    return refused.value.code


def wager(on: str, amount: int = 100, id: str = "w") -> messages.Stake:
    return messages.Stake((Wager(id, on, Amount(amount)),))


# --- 8.1 ------------------------------------------------------------------------------------------


def test_mc_erou_06_the_cylinder_turns_the_other_way_each_time() -> None:
    """The page turns it by the parity of the spins, which the view counts."""
    wheel = Wheel()
    for count in range(3):
        assert GAME.view(wheel.rules, wheel.now).spins == count
        wheel.stake(straight_1=100)
        wheel.spin(5)
        assert GAME.view(wheel.rules, wheel.now).spins == count + 1
        wheel.open()


def test_mc_erou_07_a_stopped_spin_leaves_everything_as_it_was_and_is_spun_again() -> None:
    wheel = Wheel()
    wheel.stake(red=1000, straight_7=100)
    wheel.spin(0)
    wheel.ask(ANN, messages.Prison(("red",)))
    wheel.give(ClockExpired())
    before = wheel.now
    wheel.give(DrawStopped("chief"))
    assert (wheel.now.stakes, wheel.now.numbers) == (before.stakes, (0,))
    assert GAME.awaiting(wheel.rules, wheel.now) == Draw((37,))
    assert code(wheel, ANN, wager("straight:9")) == "betting_closed"
    wheel.give(DrawResult((1,)))
    assert wheel.net() == -100


def test_mc_erou_07_a_stopped_spin_opens_the_window_again_where_the_house_says_so() -> None:
    wheel = Wheel({"reopen_on_void": True})
    wheel.stake(red=1000)
    first = GAME.awaiting(wheel.rules, wheel.now)
    wheel.give(ClockExpired())
    wheel.give(DrawStopped("chief"))
    again = GAME.awaiting(wheel.rules, wheel.now)
    assert isinstance(first, Players)
    assert isinstance(again, Players)
    assert first.turn != again.turn
    wheel.stake(black=500)
    wheel.spin(1)
    assert wheel.net() == -500


def test_mc_erou_08_stakes_are_placed_by_name_and_checked() -> None:
    wheel = Wheel()
    both = (Wager("a", "straight:17", Amount(100)), Wager("b", "split:14-17", Amount(200)))
    wheel.ask(ANN, messages.Stake(both))
    assert wheel.now.stakes[ANN] == (
        Laid("a", "straight:17", Amount(100)),
        Laid("b", "split:14-17", Amount(200)),
    )
    assert code(wheel, BEN, wager("straight:37")) == "not_a_combination"
    assert code(wheel, BEN, wager("straight:17", 99)) == "below_min"
    assert code(wheel, BEN, wager("straight:17", -100)) == "below_min"
    assert code(wheel, BEN, wager("straight:17", 10_000_001)) == "above_max"
    assert code(wheel, BEN, messages.Stake((*both, both[0]))) == "wager_id"
    assert code(wheel, BEN, wager("red", id="")) == "wager_id"
    assert code(wheel, BEN, wager("red", id="a/b")) == "wager_id"
    assert code(wheel, BEN, wager("red", id="x" * 33)) == "wager_id"
    assert code(wheel, BEN, messages.Stake()) == "nothing_staked"


# --- 8.2: the bets --------------------------------------------------------------------------------


def test_mc_erou_10_there_are_no_other_bets() -> None:
    counts = Counter(position.bet for position in rules.LAYOUT.values())
    assert counts == {
        "straight": 37,
        "split": 60,
        "street": 14,
        "corner": 23,
        "six_line": 11,
        "dozen": 3,
        "column": 3,
        "double_dozen": 3,
        "double_column": 3,
        **dict.fromkeys(("red", "black", "odd", "even", "high", "low"), 1),
    }
    wheel = Wheel()
    for strange in ("split:1-3", "split:3-4", "corner:3-4-6-7", "street:2-3-4", "red:1", "", "x",
                    "first_five", "straight:00", "straight:017", "double_dozen:1-3", "split:4-1",
                    "six_line:1-2-3", "dozen:4", "corner:34-35-37-38"):  # fmt: skip
        assert code(wheel, ANN, wager(strange)) == "not_a_combination", strange


PAYS = {
    "straight": (1, Fraction(35)),
    "split": (2, Fraction(17)),
    "street": (3, Fraction(11)),
    "corner": (4, Fraction(8)),
    "six_line": (6, Fraction(5)),
    "dozen": (12, Fraction(2)),
    "column": (12, Fraction(2)),
    "double_dozen": (24, Fraction(1, 2)),
    "double_column": (24, Fraction(1, 2)),
    **dict.fromkeys(("red", "black", "odd", "even", "high", "low"), (18, Fraction(1))),
}
"""How many numbers each kind of bet covers, and what it pays to one."""


@pytest.mark.clause(
    "MC-EROU-11",
    "MC-EROU-12",
    "MC-EROU-13",
    "MC-EROU-14",
    "MC-EROU-15",
    "MC-EROU-16",
    "MC-EROU-17",
    "MC-EROU-18",
    "MC-EROU-19",
    "MC-EROU-20",
    "MC-EROU-21",
    "MC-EROU-22",
    "MC-EROU-23",
)
@pytest.mark.parametrize("on_", rules.LAYOUT)
def test_every_position_pays_its_odds_on_its_numbers_and_loses_on_the_others(on_: str) -> None:
    """MC-EROU-11 to 23 and 45; the edge of each bet but the even chances is exactly 1/37."""
    position = rules.LAYOUT[on_]
    covers, odds = PAYS[position.bet]
    assert len(position.pockets) == covers
    back = Fraction(0)
    for number in range(37):
        wheel = Wheel({"double_pairs": "any"})
        wheel.ask(ANN, wager(on_, 1000))
        wheel.spin(number)
        if number == 0 and position.even:
            wheel.ask(ANN, messages.Half(("w",)))
            assert wheel.net() == -500
        elif number in position.pockets:
            assert wheel.net() == 1000 * odds
        else:
            assert wheel.net() == -1000
        back += 1000 + wheel.net()
    edge = 1 - back / (37 * 1000)
    assert edge == (Fraction(1, 74) if position.even else Fraction(1, 37))


def test_mc_erou_11_12_13_14_each_number_has_its_pleins_chevaux_transversales_and_carres() -> None:
    of_17 = {on for on, each in rules.LAYOUT.items() if 17 in each.pockets and "-" in on}
    assert {on for on in of_17 if on.startswith(("split", "street", "corner", "six_line"))} == {
        "split:14-17", "split:16-17", "split:17-18", "split:17-20", "street:16-17-18",
        "corner:13-14-16-17", "corner:14-15-17-18", "corner:16-17-19-20", "corner:17-18-20-21",
        "six_line:13-14-15-16-17-18", "six_line:16-17-18-19-20-21",
    }  # fmt: skip
    of_0 = {on for on, each in rules.LAYOUT.items() if 0 in each.pockets}
    assert of_0 == {
        "straight:0", "split:0-1", "split:0-2", "split:0-3", "street:0-1-2", "street:0-2-3",
        "corner:0-1-2-3",
    }  # fmt: skip


def test_mc_erou_13_the_house_may_close_the_trios_of_the_zero() -> None:
    wheel = Wheel({"allow_zero_trios": False})
    assert code(wheel, ANN, wager("street:0-1-2")) == "not_a_combination"
    announced = messages.Stake((), (Announced("a", "voisins_du_zero", Amount(100)),))
    assert code(wheel, ANN, announced) == "not_a_combination"
    wheel.stake(street_1_2_3=100)


def test_mc_erou_15_16_17_sixains_dozens_and_columns_lie_where_the_layout_has_them() -> None:
    layout = rules.LAYOUT
    assert layout["six_line:7-8-9-10-11-12"].pockets == set(range(7, 13))
    assert layout["dozen:2"].pockets == set(range(13, 25))
    assert layout["column:1"].pockets == {1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34}


def test_mc_erou_18_only_neighbours_are_straddled_unless_the_house_says_so() -> None:
    assert code(Wheel(), ANN, wager("double_column:1-3")) == "not_a_combination"
    wheel = Wheel({"double_pairs": "any"})
    wheel.stake(double_column_1_3=1001)
    wheel.spin(4)
    assert wheel.net() == 500


@pytest.mark.parametrize(
    ("number", "chances"),
    [(0, ()), (10, ("black", "even", "low")), (23, ("red", "odd", "high")),
     (19, ("red", "odd", "high")), (18, ("red", "even", "low")), (36, ("red", "even", "high"))],
)  # fmt: skip
def test_mc_erou_19_20_21_the_even_chances_of_a_number(number: int, chances: tuple[str]) -> None:
    assert rules.DEVICE.chances_of(number) == chances


def test_mc_erou_22_the_stake_comes_back_beside_what_it_wins() -> None:
    wheel = Wheel()
    wheel.stake(straight_17=100)
    wheel.spin(17)
    assert [(move.why, move.amount) for move in wheel.moves] == [
        ("stake", 100),
        ("return", 100),
        ("pay", 3500),
    ]


def test_mc_erou_23_zero_takes_every_bet_that_has_it_not() -> None:
    wheel = Wheel()
    wheel.stake(dozen_1=100, column_1=100, double_dozen_1_2=100, double_column_1_2=100,
                six_line_1_2_3_4_5_6=100, street_1_2_3=100, straight_1=100)  # fmt: skip
    wheel.spin(0)
    assert wheel.net() == -700
    assert GAME.on_layout(wheel.now) == 0


# --- 8.2: the zero --------------------------------------------------------------------------------


def test_mc_erou_24_half_comes_back_and_the_odd_cent_stays() -> None:
    wheel = Wheel()
    wheel.stake(red=1001)
    wheel.spin(0)
    assert GAME.on_layout(wheel.now) == 1001
    wheel.ask(ANN, messages.Half(("red",)))
    assert (wheel.net(), on(Place.FLOAT, wheel.moves)) == (-501, 501)
    assert isinstance(GAME.awaiting(wheel.rules, wheel.now), Nobody)
    assert code(wheel, ANN, messages.Half(("red",))) == "already_decided"


def test_mc_erou_24_25_who_is_silent_takes_what_the_house_says() -> None:
    for choice, net in (("half", -500), ("prison", 0)):
        wheel = Wheel({"zero_default_choice": choice})
        wheel.stake(red=1000)
        wheel.spin(0)
        wheel.spin(1)
        assert wheel.net() == net


def test_mc_erou_25_the_choice_is_made_for_each_stake_alone() -> None:
    wheel = Wheel()
    wheel.stake(red=1000, low=600, even=400)
    wheel.spin(0)
    assert code(wheel, ANN, messages.Half(("red", "black"))) == "already_decided"
    assert code(wheel, ANN, messages.Half(())) == "wager_id"
    assert code(wheel, BEN, messages.Half(("red",))) == "already_decided"
    wheel.ask(ANN, messages.Half(("red", "low")))
    wheel.ask(ANN, messages.Prison(("even",)))
    assert code(wheel, ANN, messages.Half(("even",))) == "already_decided"
    wheel.spin(3)
    assert wheel.net() == -500 - 300 - 400


def test_mc_erou_25_a_held_stake_is_locked_and_does_not_count_towards_the_maximum() -> None:
    wheel = Wheel({"table_max_cents": 1000})
    wheel.stake(red=1000)
    wheel.spin(0)
    assert code(wheel, ANN, wager("red", 500, "red")) == "locked"
    assert code(wheel, ANN, wager("red", 0, "red")) == "locked"
    assert code(wheel, ANN, messages.Stake()) == "nothing_staked"
    wheel.ask(ANN, messages.Prison(("red",)))
    assert code(wheel, ANN, wager("black", 500, "red")) == "locked"
    wheel.ask(ANN, wager("red", 1000, "more"))
    assert code(wheel, ANN, wager("red", 1001, "more")) == "above_max"
    wheel.spin(1)
    assert wheel.net() == 1000


def test_mc_erou_26_27_a_prisoner_is_freed_without_winnings_or_lost_for_good() -> None:
    for number, net in ((2, -1000), (3, 0)):
        wheel = Wheel()
        wheel.stake(red=1000)
        wheel.spin(0)
        wheel.ask(ANN, messages.Prison(("red",)))
        wheel.spin(number)
        assert wheel.net() == net
        assert not wheel.now.stakes


def imprisoned(stake: int, zeros: int, options: dict[str, Any] | None = None) -> Wheel:
    """Return a wheel on which a stake on red waits for its choice after so many zeros."""
    wheel = Wheel(options or {})
    wheel.stake(red=stake)
    for zero in range(zeros):
        if zero:
            wheel.ask(ANN, messages.Prison(("red",)))
        wheel.spin(0)
    return wheel


@pytest.mark.parametrize(
    ("zeros", "half", "freed"), [(1, 500, 1000), (2, 250, 500), (3, 125, 250), (4, 62, 125)]
)
def test_mc_erou_28_29_the_same_choice_after_each_zero_at_half_the_value(
    zeros: int, half: int, freed: int
) -> None:
    wheel = imprisoned(1000, zeros)
    own = GAME.private_view(wheel.rules, wheel.now, ANN)
    assert own is not None
    assert [(each.half, each.freed) for each in own.wagers] == [(half, freed)]
    assert [option.command for option in own.options] == [
        f"european_roulette.{verb}" for verb in ("half", "prison", "ready")
    ]
    wheel.ask(ANN, messages.Half(("red",)))
    assert wheel.net() == half - 1000
    wheel = imprisoned(1000, zeros)
    wheel.ask(ANN, messages.Prison(("red",)))
    wheel.spin(1)
    assert wheel.net() == freed - 1000


def test_mc_erou_29_the_house_may_free_the_whole_stake() -> None:
    wheel = imprisoned(1000, 3, {"prison_release_value": "full"})
    wheel.ask(ANN, messages.Prison(("red",)))
    wheel.spin(1)
    assert wheel.net() == 0


def value_of_prison(release: str) -> Fraction:
    """Return what a prisoner is worth after its first zero, of a stake of 1: the chain, solved.

    A spin's returns are read off the engine for every number and each of the first zeros. After a
    zero the same returns come again, times a constant ratio, so the sum is geometric.
    """
    stake = 2**12
    at_once = []
    for zeros in range(1, 6):
        total = Fraction(0)
        for number in range(1, 37):
            wheel = imprisoned(stake, zeros, {"prison_release_value": release})
            wheel.ask(ANN, messages.Prison(("red",)))
            wheel.spin(number)
            total += Fraction(stake + wheel.net(), stake)
        at_once.append(total / 37)
    ratios = {later / sooner for sooner, later in pairwise(at_once)}
    assert len(ratios) == 1
    return at_once[0] / (1 - ratios.pop() / 37)


@pytest.mark.clause("MC-EROU-25", "MC-EROU-26", "MC-EROU-28", "MC-EROU-29")
@pytest.mark.parametrize(
    ("release", "value", "edge"),
    [
        ("halved", Fraction(36, 73), Fraction(1, 73)),
        ("full", Fraction(1, 2), Fraction(1, 74)),
    ],
)
def test_the_edge_of_who_always_goes_to_prison(
    release: str, value: Fraction, edge: Fraction
) -> None:
    worth = value_of_prison(release)
    assert worth == value
    assert 1 - (18 * 2 + worth) / 37 == edge


def test_mc_erou_30_at_the_last_spin_the_half_is_compulsory() -> None:
    for zeros, back in ((0, 500), (1, 250), (2, 125)):
        wheel = last_spin(1000, zeros)
        wheel.spin(0)
        assert wheel.net() == back - 1000
        assert wheel.now.stage == "closed"
        assert code(wheel, ANN, messages.Prison(("red",))) == "last_of_session"
        assert not GAME.opens_by_itself(wheel.rules, wheel.now, OpeningContext())


def last_spin(stake: int, zeros: int) -> Wheel:
    """Return a wheel before the last spin, with a prisoner of so many zeros on red."""
    wheel = Wheel(setting=OpeningContext(rounds_left=zeros + 1))
    wheel.stake(red=stake)
    for left in range(zeros, 0, -1):
        wheel.setting = OpeningContext(rounds_left=left)
        wheel.spin(0)
        wheel.ask(ANN, messages.Prison(("red",)))
    wheel.setting = OpeningContext()
    assert wheel.now.last
    return wheel


# --- 8.3 ------------------------------------------------------------------------------------------


def test_mc_erou_32_33_stakes_are_taken_until_the_closing_and_no_number_is_known_before() -> None:
    wheel = Wheel({"betting_window_seconds": 20})
    wheel.stake(red=100)
    awaited = GAME.awaiting(wheel.rules, wheel.now)
    assert isinstance(awaited, Players)
    assert awaited.seconds == 20
    wheel.stake(red=200)
    assert GAME.awaiting(wheel.rules, wheel.now) == awaited
    with pytest.raises(Refused, match="not_awaited"):
        wheel.give(DrawResult((5,)))
    wheel.give(ClockExpired())
    assert GAME.view(wheel.rules, wheel.now).number is None
    wheel.give(DrawResult((5,)))
    assert GAME.view(wheel.rules, wheel.now).number == 5


def test_mc_erou_34_35_rien_ne_va_plus_is_announced_and_nothing_is_staked_after_it() -> None:
    wheel = Wheel()
    wheel.stake(red=100)
    assert wheel.give(ClockExpired()) == (messages.BetsClosed(),)
    assert GAME.awaiting(wheel.rules, wheel.now) == Draw((37,))
    for command in (wager("black"), messages.Stake(), messages.Ready()):
        assert code(wheel, ANN, command) == "betting_closed"
    wheel.give(DrawResult((1,)))
    assert code(wheel, ANN, wager("black")) == "betting_closed"


def test_mc_erou_34_the_bets_close_early_when_all_who_staked_are_ready() -> None:
    wheel = Wheel()
    wheel.stake(ANN, red=100)
    wheel.stake(BEN, black=100)
    wheel.ask(ANN, messages.Ready())
    assert wheel.now.stage == "betting"
    wheel.stake(ANN, red=200)
    wheel.ask(BEN, messages.Ready())
    assert isinstance(GAME.awaiting(wheel.rules, wheel.now), Players)
    wheel.ask(ANN, messages.Ready())
    assert GAME.awaiting(wheel.rules, wheel.now) == Draw((37,))
    assert code(Wheel(), ANN, messages.Ready()) == "nothing_staked"


def test_mc_erou_36_the_number_and_its_chances_are_announced_first() -> None:
    wheel = Wheel()
    wheel.stake(red=100)
    wheel.give(ClockExpired())
    events = wheel.give(DrawResult((9,)))
    assert events[0] == messages.NumberFell(9, ("red", "odd", "low"))
    assert GAME.view(wheel.rules, wheel.now).chances == ("red", "odd", "low")
    assert GAME.result(wheel.now) == "9"


def test_mc_erou_37_losing_stakes_are_collected_before_any_is_paid() -> None:
    wheel = Wheel()
    wheel.stake(ANN, red=100, black=100, straight_9=100)
    wheel.stake(BEN, red=100, even=100)
    kinds = [event.kind.partition(".")[2] for event in wheel.spin(9)]
    assert kinds == ["bets_closed", "number_fell", "collected", "paid", "paid", "round_closed"]


def test_mc_erou_38_announced_bets_take_part_once_they_are_expanded_and_shown_back() -> None:
    wheel = Wheel()
    wheel.stake(ANN, Announced("v", "voisins_du_zero", Amount(100)), red=500)
    staked = wheel.events[-1]
    assert isinstance(staked, messages.Staked)
    assert staked.total == 1400
    own = GAME.private_view(wheel.rules, wheel.now, ANN)
    assert own is not None
    assert own.announced == (Announced("v", "voisins_du_zero", Amount(100)),)
    assert {each.on: each.amount for each in own.wagers} == {
        "red": 500, "street:0-2-3": 200, "split:4-7": 100, "split:12-15": 100, "split:18-21": 100,
        "split:19-22": 100, "split:32-35": 100, "corner:25-26-28-29": 200,
    }  # fmt: skip
    wheel.stake(ANN, red=500)
    assert GAME.on_layout(wheel.now) == 500


CHIPS = {
    "voisins_du_zero": 9,
    "tiers_du_cylindre": 6,
    "orphelins_cheval": 5,
    "orphelins_plein": 8,
    "jeu_zero": 4,
    **{f"voisins_n:{number}": 5 for number in range(37)},
    **{f"finales_n:{digit}": 4 if digit <= 6 else 3 for digit in range(10)},
}


@pytest.mark.clause("MC-EROU-38")
@pytest.mark.parametrize("bet", CHIPS)
def test_an_announced_bet_is_so_many_chips_on_positions_of_the_layout(bet: str) -> None:
    wheel = Wheel()
    wheel.ask(ANN, messages.Stake((), (Announced("a", bet, Amount(100)),)))
    assert GAME.on_layout(wheel.now) == 100 * CHIPS[bet]


@pytest.mark.clause("MC-EROU-38")
def test_voisins_tiers_and_orphelins_cover_the_wheel_between_them() -> None:
    covered = Counter[int]()
    for bet in ("voisins_du_zero", "tiers_du_cylindre", "orphelins_plein"):
        chips = rules.Rules().expand(bet)
        assert chips is not None
        covered.update({n for on, _ in chips for n in rules.LAYOUT[on].pockets})
    assert covered == dict.fromkeys(range(37), 1)
    at = EUROPEAN_WHEEL.index(17)
    near = rules.Rules().expand("voisins_n:17")
    assert near == tuple((f"straight:{n}", 1) for n in EUROPEAN_WHEEL[at - 2 : at + 3])


def test_mc_erou_38_what_is_no_announcement_or_not_offered_is_refused() -> None:
    wheel = Wheel({"announced_bets": ["tiers_du_cylindre"]})
    for strange in ("voisins_n", "voisins_n:37", "finales_n:10", "tiers_du_cylindre:1", "custom:",
                    "finales_n:07", "custom:red=0", "custom:red=1,red=2", "custom:rot=1",
                    "complete_n:x", "zero", ""):  # fmt: skip
        command = messages.Stake((), (Announced("a", strange, Amount(100)),))
        assert code(wheel, ANN, command) == "not_a_combination", strange
    assert code(wheel, ANN, messages.Stake((), (Announced("a", "jeu_zero", Amount(100)),))) == (
        "variant_disabled"
    )
    wheel.ask(ANN, messages.Stake((), (Announced("a", "tiers_du_cylindre", Amount(100)),)))


@pytest.mark.parametrize("bet", ["complete_n:17", "custom:red=5,straight:7=1"])
def test_mc_erou_39_40_41_a_complex_announcement_is_written_endorsed_and_inspected(
    bet: str,
) -> None:
    command = messages.Stake((), (Announced("a", bet, Amount(100)),))
    assert code(Wheel(), ANN, command) == "variant_disabled"
    wheel = Wheel({"complex_announced_bets": True})
    assert code(wheel, ANN, command) == "not_endorsed"
    wheel.endorsed = frozenset({bet})
    assert code(wheel, ANN, command) == "inspector_absent"
    wheel.inspected = True
    wheel.ask(ANN, command)
    # A complete of 17: the number, 4 splits, a street, 4 corners, 2 six-lines.
    assert GAME.on_layout(wheel.now) == (1200 if bet.startswith("complete") else 600)


@pytest.mark.clause("MC-EROU-39")
def test_a_complete_number_without_the_trios_that_the_house_has_closed() -> None:
    for trios, chips in ((True, 7), (False, 5)):
        amended = GAME.amend("MC", {"allow_zero_trios": trios})
        found = amended.expand("complete_n:0")
        assert found is not None
        assert len(found) == chips


def test_mc_erou_42_the_order_of_payment() -> None:
    """Every bet that wins on 1 at once; the events pay it in the printed order."""
    wheel = Wheel()
    on_1 = [on_ for on_, each in rules.LAYOUT.items() if 1 in each.pockets]
    laid = [
        Wager(str(no), on_, Amount(100))
        for no, on_ in enumerate(reversed(on_1))
        if not on_.endswith(":1-3")
    ]
    wheel.ask(ANN, messages.Stake(tuple(laid)))
    paid = [event.bet for event in wheel.spin(1) if isinstance(event, messages.Paid)]
    assert paid == ["column", "dozen", "double_column", "double_dozen", "red", "odd", "low",
                    "six_line", "street", "corner", "split", "straight"]  # fmt: skip
    assert rules.ORDER_OF_PAYMENT[4:10] == ("red", "black", "odd", "even", "high", "low")


# --- 8.4 and 3.1 ----------------------------------------------------------------------------------


def test_mc_erou_44_the_last_three_spins_are_announced_and_spun_whoever_stakes() -> None:
    wheel = Wheel()
    assert GAME.last_rounds_notice(wheel.rules) == 3
    assert GAME.view(wheel.rules, wheel.now).rounds_left is None
    for left in (3, 2, 1):
        wheel.setting = OpeningContext(rounds_left=left)
        assert GAME.opens_by_itself(wheel.rules, wheel.now, wheel.setting)
        wheel.open()
        assert GAME.view(wheel.rules, wheel.now).rounds_left == left
        assert isinstance(GAME.awaiting(wheel.rules, wheel.now), Players)
        wheel.give(ClockExpired())
        wheel.give(DrawResult((left,)))
    with pytest.raises(Refused, match="invalid_option"):
        GAME.amend("MC", {"last_rounds_notice": 2})


@pytest.mark.clause("MC-EQ-53", "MC-EQ-55")
def test_mc_erou_45_one_zero_and_colours_that_alternate_round_the_wheel() -> None:
    assert sorted(EUROPEAN_WHEEL) == list(range(37))
    colours = [number in RED for number in EUROPEAN_WHEEL[1:]]
    assert all(one != next_ for one, next_ in pairwise(colours))
    assert rules.DEVICE.chances_of(0) == ()


# --- common rules ---------------------------------------------------------------------------------


@pytest.mark.clause("COMMON-5")
def test_a_winning_stake_is_laid_again_where_the_house_does_so() -> None:
    wheel = Wheel({"auto_rebet": True})
    wheel.stake(red=1000, black=500)
    wheel.spin(1)
    assert wheel.now.stakes == {ANN: (Laid("red", "red", Amount(1000)),)}
    assert wheel.net() == 1000 - 500 - 1000
    wheel.ask(ANN, messages.Stake())
    assert wheel.net() == 500
    wheel.setting = OpeningContext(rounds_left=1)
    wheel.open()
    wheel.stake(red=1000)
    wheel.setting = OpeningContext()
    wheel.spin(1)
    assert GAME.on_layout(wheel.now) == 0
    # What comes out of prison has not won: it goes back, and is not laid again.
    wheel = imprisoned(1000, 1, {"auto_rebet": True})
    wheel.ask(ANN, messages.Prison(("red",)))
    wheel.spin(1)
    assert GAME.on_layout(wheel.now) == 0
    assert wheel.net() == 0


@pytest.mark.clause("COMMON-7")
def test_a_voided_round_gives_its_stakes_back_and_keeps_who_was_in_prison_before() -> None:
    wheel = imprisoned(1000, 2)
    carried = wheel.now.stakes
    before = len(wheel.events)
    wheel.ask(ANN, messages.Half(("red",)))
    wheel.stake(BEN, straight_5=100)
    wheel.give(ClockExpired())
    back = reversal(tuple(move for event in wheel.events[before:] for move in event.moves))
    wheel._fold([Voided("spilt drink", back)])
    assert wheel.now.stakes == carried
    assert (wheel.net(ANN), wheel.net(BEN)) == (-1000, 0)
    assert GAME.on_layout(wheel.now) == on(Place.LAYOUT, wheel.moves) == 1000
    assert GAME.result(wheel.now) == "void"
    assert GAME.opens_by_itself(wheel.rules, wheel.now, OpeningContext())
    wheel.open()
    assert wheel.now.numbers == (0, 0)
    wheel.ask(ANN, messages.Prison(("red",)))
    wheel.spin(1)
    assert wheel.net(ANN) == -500


@pytest.mark.clause("MC-EROU-29")
def test_a_session_that_an_incident_ends_gives_prisoners_their_value_back() -> None:
    wheel = imprisoned(1000, 2)
    wheel.stake(BEN, straight_5=100)
    wheel.give(SessionEnded("management"))
    assert (wheel.net(ANN), wheel.net(BEN)) == (-750, 0)
    assert (GAME.is_over(wheel.now), GAME.on_layout(wheel.now)) == (True, 0)
    with pytest.raises(Refused, match="not_awaited"):
        wheel.give(SessionEnded("management"))


@pytest.mark.clause("COMMON-8", "COMMON-14")
def test_limits_are_per_player_and_position() -> None:
    wheel = Wheel({"table_max_cents": {"straight": 300}, "stake_increment_cents": 50})
    two = (Wager("a", "straight:5", Amount(200)), Wager("b", "straight:5", Amount(150)))
    assert code(wheel, ANN, messages.Stake(two)) == "above_max"
    assert code(wheel, ANN, wager("straight:5", 110)) == "bad_increment"
    voisins = Announced("v", "voisins_n:5", Amount(200))
    assert code(wheel, ANN, messages.Stake(two[:1], (voisins,))) == "above_max"
    wheel.ask(ANN, wager("straight:5", 300))
    wheel.ask(
        BEN,
        messages.Stake((Wager("a", "straight:5", Amount(300)), Wager("b", "red", Amount(50_000)))),
    )
    with pytest.raises(Refused, match="invalid_option"):
        GAME.amend("MC", {"table_max_cents": {"craps": 300}})
    with pytest.raises(Refused, match="invalid_option"):
        GAME.amend("MC", {"table_max_cents": 99})


@pytest.mark.clause("COMMON-R1")
def test_a_stake_that_would_be_rounded_is_refused_where_the_house_says_so() -> None:
    wheel = Wheel({"require_exact_multiples": True})
    for on_ in ("red", "double_dozen:1-2"):
        assert code(wheel, ANN, wager(on_, 1001)) == "bad_increment"
        wheel.ask(ANN, wager(on_, 1002))
    wheel.ask(ANN, wager("straight:5", 1001))


@pytest.mark.clause("COMMON-11")
def test_a_window_with_choices_in_it_is_at_least_as_long_as_a_decision() -> None:
    options = {"betting_window_seconds": 5, "decision_seconds": 40}
    wheel = imprisoned(1000, 1, options)
    awaited = GAME.awaiting(wheel.rules, wheel.now)
    assert isinstance(awaited, Players)
    assert awaited.seconds == 40


def test_stakes_that_are_all_taken_back_end_the_round_without_a_spin() -> None:
    wheel = Wheel()
    wheel.stake(red=100)
    wheel.ask(ANN, messages.Stake())
    assert isinstance(GAME.awaiting(wheel.rules, wheel.now), Nobody)
    wheel.give(ClockExpired())
    assert (GAME.is_over(wheel.now), GAME.result(wheel.now)) == (True, "")


def test_a_move_of_chips_between_positions_costs_nothing() -> None:
    wheel = Wheel()
    wheel.stake(red=500)
    wheel.stake(black=300, straight_1=200)
    assert [move.why for move in wheel.moves] == ["stake"]
    wheel.stake(black=300)
    assert [(move.why, move.amount) for move in wheel.moves][1:] == [("take_back", 200)]


def test_the_view_stays_small_with_two_hundred_players() -> None:
    """And what everybody sees of a stake or a settlement does not grow with the players."""
    wheel = Wheel()
    sizes = []
    for no in range(200):
        wheel.stake(
            Party(f"p{no}"), Announced("v", "voisins_du_zero", Amount(100)), red=1000, low=500
        )
        sizes.append(len(codec.encode_event(GAME.redact(wheel.events[-1]))))
    assert max(sizes) < 250
    events = wheel.spin(0)
    faces = [len(codec.encode_event(GAME.redact(event))) for event in events]
    assert max(faces) < 250
    shown = GAME.view(wheel.rules, wheel.now)
    assert (shown.players, shown.staked) == (200, 200 * 1500)
    assert len(TypeAdapter(GAME.wire.view).dump_json(shown)) < 3000


def test_a_silent_half_is_told_from_a_chosen_one() -> None:
    wheel = imprisoned(1000, 1)
    taken = [event for event in wheel.spin(5) if isinstance(event, messages.HalfTaken)]
    assert [event.why for event in taken] == ["silent"]


def test_the_opening_carries_the_last_numbers_and_how_often_each_came() -> None:
    wheel = Wheel()
    for number in (*range(25), 3, 3):
        wheel.stake(straight_36=100)
        wheel.spin(number)
        wheel.open()
    opened = wheel.events[-1]
    assert isinstance(opened, messages.Opened)
    assert opened.numbers == (3, 3, *range(24, 6, -1))
    assert (opened.tally[3], opened.tally[30], sum(opened.tally)) == (3, 0, 27)
    assert math.prod(opened.tally[:25]) == 3


def test_every_rule_names_its_clauses_and_is_an_option() -> None:
    known = {clause.id for clause in mc.BOOK.clauses}
    for rule in fields(rules.Rules):
        cited = set(rule.metadata["clauses"])
        assert cited
        assert {each for each in cited if not each.startswith("COMMON-")} <= known, rule.name
    assert {rule.name for rule in fields(rules.Rules)} == set(mc.BOOK.choices)


@pytest.mark.parametrize(
    "options",
    [
        {"double_zero": True},
        {"table_max_cents": {"red": 0}},
        {"table_max_cents": {"red": "many"}},
        {"table_max_cents": None},
        {"table_max_cents": True},
        {"table_min_cents": 0},
        {"betting_window_seconds": 4},
        {"zero_default_choice": "double"},
        {"announced_bets": ["custom"]},
        {"double_pairs": None},
    ],
    ids=str,
)
def test_an_option_that_the_text_does_not_grant_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="invalid_option"):
        GAME.amend("MC", options)
