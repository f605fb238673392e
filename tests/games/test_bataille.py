"""La bataille: every clause, what its bets cost by a count of its own, and the licence."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, Literal

import pytest

from casino.responsible_gaming.jurisdiction import load
from tables.games import GAMES
from tables.games.bataille import BATAILLE, messages
from tables.games.bataille.messages import BoxStake, Fight, GiveUp, Ready, Stake
from tables.games.bataille.play import RANKS, compared
from tables.games.bataille.rules import BEHIND, BURNT
from tables.games.bataille.state import State
from tables.games.core.cards import PACK, Card
from tables.games.core.money import Amount, BoxNo, Move, Party, Place, reversal
from tables.games.core.price import Price
from tables.games.core.protocol import (
    Cards,
    ClockExpired,
    Drawn,
    Nobody,
    OpeningContext,
    PlayerCommand,
    Players,
    Refused,
    Shoe,
    Shuffle,
)
from tables.history.narration import Narrator
from tests.games.conduct import CONDUCT
from tests.games.tape import Tape
from tests.games.test_laws import walk
from tests.games.test_records import totals

ANN, BEN = Party("ann"), Party("ben")
HELD = {BoxNo(1): ANN, BoxNo(2): ANN, BoxNo(3): BEN}


class Felt:
    """A table at which ann holds boxes 1 and 2 and ben box 3, and cards fall as they are told."""

    def __init__(self, **options: Any) -> None:
        self.rules = BATAILLE.amend("BAT", options)
        opened = BATAILLE.opening_event(self.rules, None, OpeningContext())
        self.state: State = BATAILLE.evolve(None, opened)
        self.events: list[messages.Event] = [opened]

    def give(self, given: Any) -> tuple[messages.Event, ...]:
        events, self.state = BATAILLE.step(self.rules, self.state, given)
        self.events += events
        return events

    def ask(self, party: Party, command: messages.Command) -> str:
        """Return the code of the refusal, with its clause; nothing where it is accepted."""
        held = frozenset(box for box, holder in HELD.items() if holder == party)
        try:
            self.give(PlayerCommand(party, held, command))
        except Refused as refused:
            return f"{refused.code} {refused.detail.get('clause', '')}".strip()
        return ""

    def stake(self, party: Party, box: int, amount: int, tie: int = 0) -> str:
        return self.ask(party, Stake((BoxStake(BoxNo(box), Amount(amount), Amount(tie)),)))

    def deal(self, cards: str, *, stop_card: bool = False) -> None:
        self.give(Drawn(tuple(map(Card, cards.split())), stop_card))

    def dealt(self, cards: str, *stakes: tuple[Party, int, int, int]) -> "Felt":
        """Lay stakes, close the bets and deal."""
        for stake in stakes:
            assert self.stake(*stake) == ""
        self.give(ClockExpired())
        self.deal(cards)
        return self

    @property
    def awaited(self) -> Any:
        return BATAILLE.awaiting(self.rules, self.state)

    def moved(self, party: Party = ANN) -> int:
        """Return what the party has more than before."""
        moves = [move for event in self.events for move in event.moves if move.party == party]
        came = sum(move.amount for move in moves if move.target is Place.WALLET)
        return came - sum(move.amount for move in moves if move.source is Place.WALLET)

    def whys(self) -> list[str]:
        return [move.why for move in self.moves]

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(move for event in self.events for move in event.moves)

    def results(self) -> dict[tuple[int, str], str]:
        return {(each.box, each.bet): each.result for each in self.state.settled}


def tied(stake: int = 1000, tie: int = 0, **options: Any) -> Felt:
    """Return a round in which ann's card equals the bank's, and she may choose."""
    return Felt(**options).dealt("9h 9c", (ANN, 1, stake, tie))


def fought(second: str, bank: str, **options: Any) -> Felt:
    felt = tied(**options)
    assert felt.ask(ANN, Fight(BoxNo(1))) == ""
    felt.deal(f"2c 3c 4c {second} {bank}")
    return felt


def test_bat_01_the_shoe_has_six_packs_or_one_to_eight_and_a_stop_card() -> None:
    assert BATAILLE.equipment(Felt().rules) == Shoe(6, BEHIND, 0)
    assert BATAILLE.equipment(Felt(packs=8).rules) == Shoe(8, BEHIND, 0)
    longest = 8 + BURNT + 8
    assert longest <= BEHIND < 52
    for packs in (0, 9):
        with pytest.raises(Refused, match="invalid_option"):
            Felt(packs=packs)


def test_bat_02_everybody_stakes_on_boxes_of_their_own_seven_at_most() -> None:
    assert BATAILLE.box_count(Felt().rules) == 7
    felt = Felt()
    assert felt.stake(ANN, 3, 1000) == "not_your_box BAT-02"
    both = Stake((BoxStake(BoxNo(1), Amount(1000)), BoxStake(BoxNo(2), Amount(500))))
    assert felt.ask(ANN, both) == ""
    assert [(box.box, box.amount) for box in felt.state.boxes] == [(1, 1000), (2, 500)]
    with pytest.raises(Refused, match="invalid_option"):
        Felt(boxes=8)


def test_bat_03_a_stake_keeps_to_its_bounds_and_to_steps_with_a_half() -> None:
    felt = Felt(table_min_cents=500, table_max_cents=1000, stake_increment_cents=50)
    assert felt.stake(ANN, 1, 450) == "below_min BAT-03"
    assert felt.stake(ANN, 1, 1050) == "above_max BAT-03"
    assert felt.stake(ANN, 1, 525) == "bad_increment BAT-03"
    assert felt.stake(ANN, 1, 0) == "nothing_staked BAT-03"
    assert felt.ask(ANN, Stake(())) == "nothing_staked BAT-03"
    assert felt.stake(ANN, 1, 1000) == ""
    for options in (
        {"stake_increment_cents": 25},
        {"table_min_cents": 500, "table_max_cents": 400},
        {"tie_min_cents": 500, "tie_max_cents": 400},
    ):
        with pytest.raises(Refused, match="invalid_option"):
            Felt(**options)


def test_bat_03_what_lies_there_changes_by_the_difference_and_goes_back_whole() -> None:
    felt = Felt()
    for amount, tie, changed in ((1000, 0, -1000), (500, 300, -800), (700, 100, -800), (0, 0, 0)):
        assert felt.stake(ANN, 1, amount, tie) == ""
        assert felt.moved() == changed
        assert BATAILLE.on_layout(felt.state) == -changed
    assert felt.whys() == ["stake", "take_back", "take_back"]
    assert felt.awaited == Nobody()


def test_bat_04_a_tie_is_bet_on_beside_a_stake_within_bounds_of_its_own() -> None:
    felt = Felt(tie_min_cents=200, tie_max_cents=400)
    assert felt.stake(ANN, 1, 0, 200) == "tie_without_stake BAT-04"
    assert felt.stake(ANN, 1, 1000, 100) == "below_min BAT-04"
    assert felt.stake(ANN, 1, 1000, 500) == "above_max BAT-04"
    assert felt.stake(ANN, 1, 1000, 250) == "bad_increment BAT-04"
    assert felt.stake(ANN, 1, 1000, 400) == ""


def test_bat_05_betting_closes_with_its_time_or_when_all_are_ready() -> None:
    felt = Felt(betting_window_seconds=30)
    assert felt.awaited == Nobody()
    assert felt.ask(ANN, Ready()) == "not_awaited"
    assert felt.stake(ANN, 1, 1000) == felt.stake(BEN, 3, 1000) == ""
    assert felt.awaited == Players((BoxNo(1), BoxNo(3)), 30, "bets")
    assert felt.ask(ANN, Ready()) == ""
    assert felt.ask(ANN, Ready()) == "not_awaited"
    assert felt.stake(ANN, 1, 2000) == "", "whoever stakes anew is not ready any more"
    assert felt.ask(BEN, Ready()) == felt.ask(ANN, Ready()) == ""
    assert felt.awaited == Cards(3)
    for late in (felt.stake(ANN, 1, 1000), felt.ask(ANN, Ready())):
        assert late == "betting_closed BAT-05"
    felt = Felt()
    assert felt.stake(ANN, 1, 1000) == ""
    felt.give(ClockExpired())
    assert felt.awaited == Cards(2)


def test_bat_06_each_box_with_a_stake_is_dealt_a_card_then_the_bank_all_open() -> None:
    felt = Felt().dealt("2c Kd 5h", (BEN, 3, 1000, 0), (ANN, 1, 1000, 0))
    view = BATAILLE.view(felt.rules, felt.state)
    assert [(box.box, box.cards) for box in view.boxes] == [(1, ("2c",)), (3, ("Kd",))]
    assert view.dealer == ("5h",)
    assert BATAILLE.card_destinations(felt.events) == ("box 1", "box 3", "dealer")
    assert BATAILLE.face_up_cards(felt.state) == {0, 1, 2}


def test_bat_07_the_ace_is_highest_and_suits_do_not_count() -> None:
    assert len({*RANKS}) == 13
    ranked = [Card(f"{rank}{suit}") for rank in RANKS for suit in "cdhs"]
    assert {*ranked} == {*PACK}
    for mine, dealer in product(ranked, repeat=2):
        difference = RANKS.index(mine[0]) - RANKS.index(dealer[0])
        assert compared(mine, dealer) == (difference > 0) - (difference < 0)
    assert compared(Card("Ac"), Card("Ks")) == 1
    assert compared(Card("2s"), Card("3c")) == -1


@pytest.mark.parametrize(("mine", "result", "won"), [("Th", "win", 1000), ("8h", "lose", -1000)])
def test_bat_08_the_higher_card_wins_as_much_as_the_stake(mine: str, result: str, won: int) -> None:
    felt = Felt().dealt(f"{mine} 9c", (ANN, 1, 1000, 0))
    assert (felt.results(), felt.moved()) == ({(1, "main"): result}, won)
    assert BATAILLE.is_over(felt.state)
    assert felt.awaited == Nobody()


@pytest.mark.parametrize("to_one", [10, 11])
def test_bat_09_a_tie_is_paid_ten_or_eleven_to_one_and_is_lost_otherwise(
    to_one: Literal[10, 11],
) -> None:
    felt = tied(1000, 300, tie_to_one=to_one)
    assert felt.results() == {(1, "tie"): "win"}
    assert felt.moved() == -1000 + 300 * to_one
    assert BATAILLE.on_layout(felt.state) == 1000
    felt = Felt().dealt("Th 9c", (ANN, 1, 1000, 300))
    assert felt.results() == {(1, "main"): "win", (1, "tie"): "lose"}
    assert felt.moved() == 700


def test_bat_10_on_equal_cards_the_player_chooses_within_a_time() -> None:
    felt = Felt(decision_seconds=25).dealt(
        "9h 9d 4h 9c", (ANN, 1, 1000, 0), (ANN, 2, 400, 0), (BEN, 3, 1000, 0)
    )
    assert felt.awaited == Players((BoxNo(1), BoxNo(2)), 25, "choice")
    assert felt.ask(BEN, Fight(BoxNo(1))) == "not_your_box BAT-10"
    assert felt.ask(BEN, Fight(BoxNo(3))) == "not_awaited"
    assert felt.ask(ANN, Fight(BoxNo(2))) == ""
    assert felt.ask(ANN, GiveUp(BoxNo(2))) == "not_awaited", "it is chosen"
    felt.give(ClockExpired())
    assert felt.results() == {(3, "main"): "lose", (1, "main"): "gave_up"}
    assert felt.awaited == Cards(BURNT + 2)
    view = BATAILLE.view(felt.rules, felt.state)
    assert view.options == ()
    assert felt.ask(ANN, GiveUp(BoxNo(2))) == "not_awaited"


@pytest.mark.parametrize("stake", [200, 300, 1000, 49_900])
def test_bat_11_whoever_gives_up_takes_exactly_half_back(stake: int) -> None:
    felt = tied(stake)
    assert felt.ask(ANN, GiveUp(BoxNo(1))) == ""
    assert felt.moved() == -stake // 2
    assert felt.moved() * 2 == -stake, "no cent is invented or lost"
    assert BATAILLE.is_over(felt.state)
    assert BATAILLE.on_layout(felt.state) == 0


def test_bat_12_whoever_goes_to_battle_adds_as_much_as_the_first_stake() -> None:
    felt = tied(1000)
    fight, give_up = BATAILLE.view(felt.rules, felt.state).options
    assert (fight.command, fight.amount) == ("bataille.fight", 1000)
    assert (give_up.command, give_up.amount) == ("bataille.give_up", 0)
    assert felt.ask(ANN, Fight(BoxNo(1))) == ""
    assert felt.moved() == -2000
    assert BATAILLE.on_layout(felt.state) == 2000


def test_bat_13_three_cards_are_burnt_unseen_then_boxes_at_battle_and_the_bank_are_dealt() -> None:
    felt = Felt().dealt("9h Kd 9d 9c", (ANN, 1, 400, 0), (ANN, 2, 400, 0), (BEN, 3, 400, 0))
    assert felt.ask(ANN, Fight(BoxNo(1))) == ""
    assert felt.ask(BEN, Fight(BoxNo(3))) == ""
    assert felt.awaited == Cards(BURNT + 3)
    felt.deal("2c 2d 2h Ts Jc 5d")
    assert [box.cards for box in felt.state.boxes] == [("9h", "Ts"), ("Kd",), ("9d", "Jc")]
    assert felt.state.dealer == ("9c", "5d")
    first = ("box 1", "box 2", "box 3", "dealer")
    second = ("burnt", "burnt", "burnt", "box 1", "box 3", "dealer")
    assert BATAILLE.card_destinations(felt.events) == (*first, *second)
    assert BATAILLE.face_up_cards(felt.state) == {*range(4), *range(7, 10)}
    assert "2c" not in repr(felt.events), "nobody is told what was burnt"


@pytest.mark.parametrize(
    ("second", "result", "won"),
    [("Th", "battle_win", 1000), ("8h", "battle_tie", 1000), ("7h", "battle_lose", -2000)],
)
def test_bat_14_a_card_as_high_wins_the_added_stake_a_lower_one_loses_both(
    second: str, result: str, won: int
) -> None:
    felt = fought(second, "8c")
    assert (felt.results(), felt.moved()) == ({(1, "main"): result}, won)
    assert BATAILLE.is_over(felt.state)
    assert BATAILLE.result(felt.state) == "98"


@pytest.mark.parametrize(("second", "won"), [("Th", 1000), ("8h", 2000), ("7h", -2000)])
def test_bat_15_where_the_table_says_so_a_second_tie_pays_the_first_stake_too(
    second: str, won: int
) -> None:
    assert fought(second, "8c", battle_tie_bonus=True).moved() == won


def test_bat_16_a_round_with_the_stop_card_is_played_to_its_end() -> None:
    felt = Felt()
    assert felt.stake(ANN, 1, 1000) == ""
    felt.give(ClockExpired())
    felt.deal("9h 9c", stop_card=True)
    assert felt.ask(ANN, Fight(BoxNo(1))) == ""
    felt.deal("2c 3c 4c Th 8c")
    assert felt.awaited == Shuffle()
    felt = tied()
    assert felt.ask(ANN, Fight(BoxNo(1))) == ""
    felt.deal("2c 3c 4c Th 8c", stop_card=True)
    assert felt.awaited == Shuffle()


def test_an_annulled_round_gives_back_what_was_added_too() -> None:
    felt = tied(1000, 200)
    assert felt.ask(ANN, Fight(BoxNo(1))) == ""
    voided = BATAILLE.voiding_event(felt.state, felt.moves, "spilt")
    assert voided.moves == reversal(felt.moves)
    felt.state = BATAILLE.evolve(felt.state, voided)
    felt.events.append(voided)
    assert (felt.moved(), BATAILLE.on_layout(felt.state)) == (0, 0)
    assert BATAILLE.result(felt.state) == "void"
    assert felt.ask(ANN, GiveUp(BoxNo(1))) == "not_awaited"


def test_what_bets_bring_is_summed_up_by_the_first_stake() -> None:
    felt = fought("7h", "8c")
    results = [each for event in felt.events for each in BATAILLE.bet_results(event)]
    assert [(each.bet, each.base, each.won) for each in results] == [("main", 1000, 2000)]


def test_a_round_is_told_without_a_gap_in_both_languages() -> None:
    felt = Felt()
    for amount, tie in ((1000, 0), (1000, 300), (500, 300), (500, 0)):
        assert felt.stake(ANN, 1, amount, tie) == ""
    felt.give(ClockExpired())
    felt.deal("9h 9c")
    assert felt.ask(ANN, Fight(BoxNo(1))) == ""
    felt.deal("2c 3c 4c Kh 8c")
    french, english = (
        [Narrator(language, {}).describe(event) for event in felt.events]
        for language in (True, False)
    )
    assert french[1:5] == [
        "Case 1 : ann a misé 10,00.",
        "Case 1 : ann a misé 10,00 et 3,00 sur l’égalité.",
        "Case 1 : ann laisse 5,00 et 3,00 sur l’égalité.",
        "Case 1 : ann laisse 5,00.",
    ]
    assert english[6:] == [
        "Boxes 1: 9♥; bank 9♣.",
        "Equal cards.",
        "Box 1: battle, +5.00.",
        "Burnt: 3. Boxes 1: K♥; bank 8♣.",
        "Settled: box 1 (ann), Stake: wins the battle, receives 15.00.",
    ]


# --- what it costs --------------------------------------------------------------------------------


def price(bet: str, **options: Any) -> Price:
    rules = BATAILLE.amend("BAT", options)
    assert BATAILLE.pricing
    return next(each for each in BATAILLE.pricing.report(rules).bets if each.bet == bet)


def brought(fights: bool, firsts: str, seconds: str, **options: Any) -> tuple[int, int]:
    """Return what a round of the engine brings a stake of 200, and as much bet on a tie."""
    felt = Felt(**options).dealt(firsts, (ANN, 1, 200, 200))
    if felt.state.stage == "choosing":
        assert felt.ask(ANN, Fight(BoxNo(1)) if fights else GiveUp(BoxNo(1))) == ""
        if fights:
            felt.deal(f"2c 3c 4c {seconds}")
    sums: Counter[str] = Counter()
    for each in felt.state.settled:
        sums[each.bet] += each.returned - each.staked - each.added
    return sums["main"], sums["tie"]


@pytest.mark.parametrize("packs", [1, 6, 8])
@pytest.mark.parametrize("options", [{}, {"battle_tie_bonus": True}, {"tie_to_one": 11}], ids=str)
def test_the_edges_are_those_of_all_orders_of_four_cards(
    packs: int, options: dict[str, Any]
) -> None:
    """Every order of ranks by its number of ways, each played by the engine; burnt cards are none
    of the four, and as likely any."""
    played = {
        (fights, first, second): brought(fights, f"{first} 5c", f"{second} 5c", **options)
        for fights in (True, False)
        for first, second in product(("8h", "5h", "3h"), repeat=2)
    }
    by_sign = {1: "8h", 0: "5h", -1: "3h"}
    main, tie, whole = {True: 0, False: 0}, 0, 0
    for ranks in product(range(13), repeat=4):
        ways, left = 1, [4 * packs] * 13
        for rank in ranks:
            ways *= left[rank]
            left[rank] -= 1
        if not ways:
            continue
        whole += ways
        one, other, two, another = ranks
        first, second = (
            by_sign[(one > other) - (one < other)],
            by_sign[(two > another) - (two < another)],
        )
        for fights in (True, False):
            brings, tie_brings = played[fights, first, second]
            main[fights] += ways * brings
        tie += ways * tie_brings
    best = max(main.values())
    assert best == main[True], "to go to battle costs less than to give up"
    assert price("main", packs=packs, **options).edge == Fraction(-best, 200 * whole)
    assert price("tie", packs=packs, **options).edge == Fraction(-tie, 200 * whole)


def test_six_packs_cost_what_is_known_of_the_game() -> None:
    assert f"{float(price('main').edge):.5f}" == "0.02877"
    assert f"{float(price('main', battle_tie_bonus=True).edge):.5f}" == "0.02330"
    assert f"{float(price('tie').edge):.4f}" == "0.1865"
    assert f"{float(price('tie', tie_to_one=11).edge):.4f}" == "0.1125"
    assert price("main").unit == "first_stake"


# --- the licence ----------------------------------------------------------------------------------


def test_no_place_with_a_licence_has_the_text() -> None:
    for place in ("mc", "fr", "on"):
        assert not load(place).allows("bataille", "BAT")
    assert load("none").allows("bataille", "BAT")
    assert GAMES["bataille"] is BATAILLE


def test_arbitrary_players_lay_something_whenever_they_stake() -> None:
    """The laws are worth what they reach."""
    conduct = CONDUCT[BATAILLE.key]
    for seed in range(200):
        wager = conduct.wager(Tape(bytes((seed, *range(20)))), None, HELD, ANN)
        assert all(bet.box in (1, 2) and bet.amount > 0 for bet in wager.bets)
        assert wager.bets


def test_rounds_that_are_played_anew_pay_what_they_paid() -> None:
    tapes, done = Random("bataille"), Counter[str]()
    for _ in range(150):
        walked = walk(BATAILLE.key, "BAT", {}, Tape(tapes.randbytes(120)))
        example = BATAILLE.round_conversion.example("BAT", {}, walked.events, {})
        if not BATAILLE.is_over(walked.end) or example is None:
            continue
        example = json.loads(json.dumps(example))
        result = BATAILLE.play_example(example, {})
        again = BATAILLE.round_conversion.totals(example, result)
        assert {party: each for party, each in again.items() if each["staked"]} == totals(
            walked.events
        )
        done.update(each["action"] for each in example["decisions"])
        done[str(len(example["cards"]))] += 1
    assert {"fight", "give_up", "1", "2"} <= done.keys()


def test_an_example_that_leaves_something_over_is_refused() -> None:
    example = BATAILLE.round_conversion.example("BAT", {}, fought("Th", "8c").events, {})
    assert example is not None
    for left in ({"cards": example["cards"][:1]}, {"decisions": example["decisions"] * 2}):
        with pytest.raises(ValueError, match="left over"):
            BATAILLE.play_example({**example, **left}, {})
