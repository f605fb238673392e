"""Trente et quarante beyond its examples: course, payment, prices, what is shown; MC-TQ."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tables.games.core.cards import PACK, Card
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.protocol import (
    Cards,
    ClockExpired,
    Drawn,
    Duty,
    Nobody,
    OpeningContext,
    PlayerCommand,
    Players,
    Refused,
    SessionEnded,
    Shoe,
    Shuffle,
    Voided,
)
from tables.games.trente_et_quarante import TRENTE_ET_QUARANTE as GAME
from tables.games.trente_et_quarante import prices
from tables.games.trente_et_quarante.messages import (
    OWN,
    CardTurned,
    CoupAnnounced,
    CoupAnnulled,
    Event,
    GivenBack,
    Half,
    Prison,
    Ready,
    Stake,
    TalonCounted,
)
from tables.games.trente_et_quarante.points import complete, total, winning
from tables.games.trente_et_quarante.rules import CHANCES, Rules
from tables.games.trente_et_quarante.state import State
from tables.games.wheel.messages import Collected, HalfTaken, Paid, SessionBroken
from tables.games.wheel.stakes import Wager

ANN, BEN, CAT = Party("ann"), Party("ben"), Party("cat")
SEATS = ((BoxNo(2), ANN), (BoxNo(5), BEN))
REFAIT = "Th 9c 5d 7s Kc Qd Js Ac"
NULL = "Th Ts 9d 5c Kc Qd 9s 5h"
RED_COLOUR = "9h 9c 9d 9s Kc Qd Js 3c"
BLACK_COLOUR = "Ks Qd 8c 4h Kc Kd 9s 6h"


@dataclass
class Table:
    """A table whose cards are named, and all that it has told."""

    options: dict[str, Any] = field(default_factory=dict)
    state: State | None = None
    events: list[Event] = field(default_factory=list)

    @property
    def rules(self) -> Rules:
        return GAME.amend("MC", self.options)

    @property
    def coup(self) -> State:
        assert self.state is not None
        return self.state

    def open(self, left: int | None = None, *, fresh: bool = False) -> None:
        setting = OpeningContext(seats=SEATS, rounds_left=left, fresh_shoe=fresh)
        self._tell((GAME.opening_event(self.rules, self.state, setting),))

    def give(self, given: Any) -> tuple[Event, ...]:
        events = GAME.decide(self.rules, self.coup, given)
        self._tell(events)
        return events

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            self.events.append(event)
            self.state = GAME.evolve(self.state, event)

    def ask(self, party: Party, command: Any) -> tuple[Event, ...]:
        boxes = frozenset(seat for seat, sitter in SEATS if sitter == party)
        return self.give(PlayerCommand(party, boxes, command))

    def stake(self, party: Party, **on: int) -> tuple[Event, ...]:
        """Stake on chances; `red_insured` is an insured stake on red."""
        wagers = tuple(
            Wager(name, name.replace("_", ":"), Amount(amount)) for name, amount in on.items()
        )
        return self.ask(party, Stake(wagers))

    def deal(self, cards: str, *, behind: int | None = None) -> list[Event]:
        """Say rien ne va plus and deal; the stop card lies behind the last of the cards."""
        before = len(self.events)
        self.give(ClockExpired())
        faces = cards.split()
        for nth, card in enumerate(faces, 1):
            assert self.awaiting == Cards(1)
            self.give(Drawn((Card(card),), behind=behind if nth == len(faces) else None))
        return self.events[before:]

    @property
    def awaiting(self) -> Any:
        return GAME.awaiting(self.rules, self.coup)

    def moved(self, party: Party) -> int:
        """Return what a party's wallet has gained."""
        moves = [move for event in self.events for move in event.moves if move.party == party]
        return sum(
            move.amount * ((move.target is Place.WALLET) - (move.source is Place.WALLET))
            for move in moves
        )


@pytest.fixture
def table() -> Table:
    opened = Table()
    opened.open()
    return opened


def of(kind: type[Any], events: Sequence[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


# --- cards and preparation ------------------------------------------------------------------------


def test_mc_tq_01_six_packs(table: Table) -> None:
    shoe = GAME.equipment(table.rules)
    assert isinstance(shoe, Shoe)
    assert shoe.packs * len(PACK) == 312


def test_mc_tq_06_a_mini_table_is_only_shown() -> None:
    plain, mini = Table(), Table({"mini_table": True})
    for each in (plain, mini):
        each.open()
        each.stake(ANN, red=1000)
        each.deal(RED_COLOUR)
    assert plain.events == mini.events
    assert GAME.view(mini.rules, mini.coup).mini_table is True


def test_mc_tq_11_the_cut_is_offered_from_seat_one_on(table: Table) -> None:
    setting = OpeningContext(seats=((BoxNo(7), CAT), *SEATS))
    assert GAME.cutters(table.rules, None, setting) == (2, 5, 7)
    assert GAME.equipment(table.rules).cut == (1, 311)  # type: ignore[union-attr]


def test_mc_tq_13_a_stop_card_lies_before_the_last_five(table: Table) -> None:
    shoe = GAME.equipment(table.rules)
    assert isinstance(shoe, Shoe)
    assert (shoe.behind, shoe.burnt) == (5, 0)
    with pytest.raises(Refused, match="invalid_option"):
        GAME.amend("MC", {"stop_card_before_last": 4})


def test_mc_tq_17_a_continuous_shuffler_has_neither_cut_nor_stop_card() -> None:
    rules = GAME.amend("MC", {"card_device": "continuous"})
    shoe = GAME.equipment(rules)
    assert isinstance(shoe, Shoe)
    assert (shoe.behind, shoe.cut) == (0, None)
    assert GAME.cutters(rules, None, OpeningContext(seats=SEATS)) == ()
    shuffler = GAME.equipment(GAME.amend("MC", {"card_device": "shuffler"}))
    assert shuffler == GAME.equipment(GAME.amend("MC", {}))


def test_mc_tq_19_the_cards_go_back_into_a_continuous_shuffler_after_each_coup() -> None:
    for device, awaited in (("continuous", Shuffle()), ("shoe", Nobody())):
        at = Table({"card_device": device})
        at.open()
        at.stake(ANN, red=1000)
        at.deal(RED_COLOUR)
        assert at.awaiting == awaited


def test_mc_tq_21_the_last_half_hour_and_the_last_three_deals_are_announced() -> None:
    for device in ("shoe", "shuffler", "continuous"):
        rules = GAME.amend("MC", {"card_device": device})
        assert (GAME.minutes_before_last_rounds(rules), GAME.last_rounds_notice(rules)) == (
            30,
            3,
        ), device


def test_a_table_has_a_chief(table: Table) -> None:
    assert GAME.needs(table.rules).duties == {Duty.TABLE_CHIEF}


# --- the stop card --------------------------------------------------------------------------------


@pytest.mark.clause("MC-TQ-14", "MC-TQ-15")
def test_the_stop_card_annuls_a_coup_whose_point_is_not_known(table: Table) -> None:
    table.stake(ANN, black_insured=10000, red=500)
    told = table.deal("Th Ts Td Jc Kc Qd", behind=5)
    (talon,) = of(TalonCounted, told)
    assert talon.cards == 5
    (annulled,) = of(CoupAnnulled, told)
    assert (annulled.by, annulled.total) == ("", 10500)
    assert table.moved(ANN) == 0
    assert not of(CoupAnnounced, told)
    assert table.awaiting == Shuffle()
    assert GAME.result(table.coup) == "void"


@pytest.mark.clause("MC-TQ-14")
def test_a_coup_with_both_rows_counts_and_is_the_last_of_its_shoe(table: Table) -> None:
    table.stake(ANN, red=1000)
    table.deal(RED_COLOUR, behind=5)
    assert table.moved(ANN) == 1000
    assert table.awaiting == Shuffle()
    table.open()
    with pytest.raises(Refused, match="session_ended"):
        table.stake(ANN, red=1000)
    table.open(fresh=True)
    table.stake(ANN, red=1000)
    assert table.awaiting == Players((), 30, "bets/0")


@pytest.mark.clause("MC-TQ-14", "MC-TQ-37")
def test_a_prisoner_waits_for_the_next_shoe(table: Table) -> None:
    table.stake(ANN, black=1000)
    table.deal(REFAIT)
    table.open()
    table.ask(ANN, Prison(("black",)))
    table.deal("Th Ts", behind=5)
    assert GAME.opens_by_itself(table.rules, table.coup, OpeningContext())
    table.open()
    # Without a shoe no coup is dealt, and he stays.
    table.give(ClockExpired())
    assert GAME.is_over(table.coup)
    assert table.coup.on_layout == 1000
    table.open(fresh=True)
    table.deal(BLACK_COLOUR)
    assert table.moved(ANN) == 0


@pytest.mark.clause("MC-TQ-12", "MC-TQ-15")
def test_a_card_from_behind_the_stop_card_is_never_told(table: Table) -> None:
    """The floor stops before it; if ever one came, nobody would see it."""
    table.stake(ANN, red=1000)
    table.give(ClockExpired())
    told = table.give(Drawn((Card("7h"),), stop_card=True))
    assert not of(CardTurned, told)
    assert of(CoupAnnulled, told)
    for shown in (told, GAME.view(table.rules, table.coup), table.coup):
        assert "7h" not in repr(shown)
    # Negative control: a card from before it is.
    other = Table()
    other.open()
    other.stake(ANN, red=1000)
    other.give(ClockExpired())
    assert "7h" in repr(other.give(Drawn((Card("7h"),))))


@pytest.mark.clause("MC-TQ-15")
def test_another_count_than_five_is_an_error(table: Table) -> None:
    table.stake(ANN, red=1000)
    with pytest.raises(AssertionError, match="4 cards behind"):
        table.deal("Th", behind=4)


# --- points and chances ---------------------------------------------------------------------------


@pytest.mark.clause("MC-TQ-24", "MC-TQ-25")
def test_a_row_goes_on_until_it_exceeds_thirty() -> None:
    assert [total([Card(f"{rank}s")]) for rank in "A23456789TJQK"] == [*range(1, 11), 10, 10, 10]
    assert not complete([Card("Ts"), Card("Jh"), Card("Kd")])
    assert complete([Card("Ts"), Card("Jh"), Card("Kd"), Card("Ac")])


@pytest.mark.clause("MC-TQ-27", "MC-TQ-28", "MC-TQ-29", "MC-TQ-30")
def test_the_lower_point_wins_and_the_first_card_decides_the_colour() -> None:
    for black, red in product(range(31, 41), repeat=2):
        for first in PACK:
            chances = winning(black, red, first)
            if black == red:
                assert chances == ()
                continue
            row = "black" if black < red else "red"
            red_card = first[1] in "hd"
            assert chances == (row, "colour" if red_card == (row == "red") else "inverse")


def test_mc_tq_26_the_first_row_is_blacks(table: Table) -> None:
    table.stake(ANN, red=1000)
    rows = [each.row for each in of(CardTurned, table.deal(RED_COLOUR))]
    assert rows == ["black"] * 4 + ["red"] * 4


@pytest.mark.clause("MC-TQ-31", "MC-TQ-32", "MC-TQ-35")
def test_cards_come_one_by_one_and_both_rows_lie_there_with_the_result(table: Table) -> None:
    table.stake(ANN, red=1000)
    told = table.deal(RED_COLOUR)
    assert [each.total for each in of(CardTurned, told)] == [9, 18, 27, 36, 10, 20, 30, 33]
    (announced,) = of(CoupAnnounced, told)
    assert (announced.black, announced.red) == (36, 33)
    assert announced.chances == ("red", "colour")
    view = GAME.view(table.rules, table.coup)
    assert " ".join((*view.black.cards, *view.red.cards)) == RED_COLOUR
    assert (view.phase, view.coups) == ("closed", ("36:33 colour",))


@pytest.mark.clause("MC-TQ-35")
def test_the_rows_lie_there_until_the_next_are_dealt_for_who_comes_later_too(table: Table) -> None:
    assert GAME.view(table.rules, table.coup).before is None
    table.stake(ANN, red=1000)
    table.deal(RED_COLOUR)
    assert GAME.view(table.rules, table.coup).before is None
    # Nor does a coup that was annulled before its cards, or without a stake, take them away.
    for given in (None, Voided("wrong draw", ()), ClockExpired()):
        if isinstance(given, Voided):
            table.state = GAME.evolve(table.coup, given)
        elif given:
            table.give(given)
        if GAME.is_over(table.coup):
            table.open()
        view = GAME.view(table.rules, table.coup)
        assert view.black.cards == ()
        before = view.before
        assert before is not None
        assert " ".join((*before.black.cards, *before.red.cards)) == RED_COLOUR
        assert (before.black.total, before.red.total) == (36, 33)
        assert (before.chances, before.annulled) == (("red", "colour"), "")
    table.stake(ANN, red=1000)
    table.deal("Th Ts", behind=5)
    assert GAME.view(table.rules, table.coup).before is None
    table.open()
    before = GAME.view(table.rules, table.coup).before
    assert before is not None
    assert (before.black.total, before.chances, before.annulled) == (20, None, "stop_card")


# --- collecting and paying ------------------------------------------------------------------------


@pytest.mark.clause("MC-TQ-33", "MC-TQ-34")
def test_losers_are_collected_before_winners_are_paid_by_chance_and_seat(table: Table) -> None:
    # Cat stands; ann sits at 2, ben at 5.
    for party in (CAT, ANN, BEN):
        table.stake(party, red=1000, colour=2000, black=3000, inverse=4000)
    told = table.deal(RED_COLOUR)
    kinds = [type(event) for event in told]
    assert kinds.index(OWN.Collected) < kinds.index(OWN.Paid)
    assert [(each.bet, [one.party for one in each.settled]) for each in of(Paid, told)] == [
        ("red", [BEN, ANN, CAT]),
        ("colour", [BEN, ANN, CAT]),
    ]
    assert {one.on for one in of(Collected, told)[0].settled} == {"black", "inverse"}


def test_mc_tq_34_inverse_is_paid_first(table: Table) -> None:
    table.stake(ANN, inverse=1000, black=1000)
    told = table.deal("Th 9c 5d 7s Kc Qd Js Tc")
    assert [each.bet for each in of(Paid, told)] == ["inverse", "black"]


def test_who_sits_down_later_is_paid_from_his_seat(table: Table) -> None:
    table.stake(CAT, red=1000)
    table.give(PlayerCommand(CAT, frozenset({BoxNo(9)}), Stake((Wager("r", "red", Amount(2000)),))))
    assert table.coup.seats[CAT] == 9
    table.stake(BEN, red=1000)
    assert [one.party for one in of(Paid, table.deal(RED_COLOUR))[0].settled] == [CAT, BEN]


# --- refait, insurance ----------------------------------------------------------------------------


@pytest.mark.clause("MC-TQ-37")
def test_the_four_chances_are_independent_at_a_refait(table: Table) -> None:
    table.stake(ANN, **dict.fromkeys(CHANCES, 1000))
    table.deal(REFAIT)
    table.open()
    with pytest.raises(Refused, match="locked"):
        table.stake(ANN, red=1000)
    table.ask(ANN, Half(("red", "black")))
    table.ask(ANN, Prison(("colour",)))
    with pytest.raises(Refused, match="already_decided"):
        table.ask(ANN, Half(("red",)))
    with pytest.raises(Refused, match="already_decided"):
        table.ask(ANN, Half(("colour",)))
    own = GAME.private_view(table.rules, table.coup, ANN)
    assert own is not None
    assert {each.on: (each.keep, each.half, each.freed) for each in own.wagers} == {
        "colour": ("prison", 500, 1000),
        "inverse": ("choice", 500, 1000),
    }
    table.deal(RED_COLOUR)
    # Red and black halved, colour set free; inverse said nothing and was halved.
    assert table.moved(ANN) == -4000 + 500 + 500 + 1000 + 500


@pytest.mark.clause("MC-TQ-37")
def test_after_several_refaits_a_prisoner_may_regain_all() -> None:
    for value, freed in (("halved", 250), ("full", 1000)):
        at = Table({"prison_release_value": value, "zero_default_choice": "prison"})
        at.open()
        at.stake(ANN, red=1000)
        for _ in range(3):
            at.deal(REFAIT)
            at.open()
        at.deal(RED_COLOUR)
        assert at.moved(ANN) == freed - 1000


@pytest.mark.clause("MC-TQ-36", "MC-TQ-37")
def test_a_null_coup_gives_back_and_keeps_prisoners(table: Table) -> None:
    table.stake(ANN, red=1000)
    table.deal(REFAIT)
    table.open()
    table.ask(ANN, Prison(("red",)))
    table.stake(BEN, red=500)
    (back,) = of(GivenBack, table.deal(NULL))
    assert (back.why, [one.party for one in back.settled]) == ("null", [BEN])
    assert table.coup.on_layout == 1000


@pytest.mark.clause("MC-TQ-38", "MC-TQ-39", "MC-TQ-40", "MC-TQ-41")
def test_insurance_costs_a_hundredth_and_is_booked_by_itself(table: Table) -> None:
    with pytest.raises(Refused, match="insurance_below_threshold"):
        table.stake(ANN, red_insured=9999)
    table.stake(ANN, red_insured=12345, red=1000)
    assert moves(table, "premium") == [
        Move(Amount(123), Place.WALLET, Place.FLOAT, ANN, BoxNo(0), "premium")
    ]
    told = table.deal(REFAIT)
    (back,) = of(GivenBack, told)
    assert (back.why, back.total) == ("refait", 12345)
    assert not moves(table, "premium_back") + moves(table, "premium_taken_back")
    assert table.coup.on_layout == 1000


@pytest.mark.clause("MC-TQ-39")
def test_a_premium_goes_with_a_stake_that_is_taken_back(table: Table) -> None:
    table.stake(ANN, red_insured=20000)
    table.stake(ANN, red_insured=10000)
    table.ask(ANN, Stake())
    assert table.moved(ANN) == 0
    assert [move.amount for move in moves(table, "premium_taken_back")] == [100, 100]


def test_mc_tq_40_a_premium_goes_back_with_an_incident(table: Table) -> None:
    table.stake(ANN, red_insured=20000)
    (broken,) = of(SessionBroken, table.give(SessionEnded("director")))
    assert broken.total == 20000
    assert table.moved(ANN) == 0


def test_insured_or_not_a_players_stakes_on_a_chance_have_one_maximum() -> None:
    at = Table({"table_max_cents": 150_00})
    at.open()
    with pytest.raises(Refused, match="above_max"):
        at.stake(ANN, red=51_00, red_insured=100_00)
    at.stake(ANN, red=50_00, red_insured=100_00, black=150_00)


def test_a_stake_in_prison_does_not_count_towards_the_maximum() -> None:
    at = Table({"table_max_cents": 1000})
    at.open()
    at.stake(ANN, red=1000)
    at.deal(REFAIT)
    at.open()
    at.ask(ANN, Stake((Wager("more", "red", Amount(1000)),)))
    assert at.coup.on_layout == 2000


def test_exact_multiples_leave_nothing_to_round() -> None:
    at = Table({"require_exact_multiples": True, "stake_increment_cents": 5})
    at.open()
    for wrong in ({"red": 1005}, {"red_insured": 10050}):
        with pytest.raises(Refused, match="bad_increment"):
            at.stake(ANN, **wrong)
    at.stake(ANN, red=1010, red_insured=10100)


def test_an_insured_winner_is_not_laid_again_without_a_new_premium() -> None:
    at = Table({"auto_rebet": True})
    at.open()
    at.stake(ANN, red_insured=10000, colour=500)
    at.deal(RED_COLOUR)
    assert [(each.laid.on, each.laid.amount) for each in at.coup.every()] == [("colour", 500)]


# --- session, void, secrecy -----------------------------------------------------------------------


@pytest.mark.clause("MC-TQ-37")
def test_at_the_last_coup_the_half_is_compulsory(table: Table) -> None:
    table.open(1)
    table.stake(ANN, red=1001)
    told = table.deal(REFAIT)
    (half,) = of(HalfTaken, told)
    assert (half.why, half.total) == ("last_of_session", 500)
    with pytest.raises(Refused, match="last_of_session"):
        table.ask(ANN, Half(("red",)))


def test_a_void_restores_what_lay_there_before(table: Table) -> None:
    table.stake(ANN, red=1000)
    table.deal(REFAIT)
    table.open()
    before = len(table.events)
    table.ask(ANN, Half(("red",)))
    table.stake(BEN, red_insured=10000)
    moved = tuple(move for event in table.events[before:] for move in event.moves)
    voided = GAME.voiding_event(table.coup, moved, "spilt drink")
    assert isinstance(voided, Voided)
    state = GAME.evolve(table.coup, voided)
    assert (state.on_layout, GAME.result(state)) == (1000, "void")


def test_bets_close_when_everybody_who_staked_is_done(table: Table) -> None:
    table.stake(ANN, red=1000)
    table.stake(BEN, black=1000)
    table.ask(ANN, Ready())
    assert isinstance(table.awaiting, Players)
    table.ask(BEN, Ready())
    assert table.awaiting == Cards(1)
    with pytest.raises(Refused, match="betting_closed"):
        table.stake(CAT, red=1000)


def test_the_announced_last_coups_are_dealt_while_somebody_sits_there(table: Table) -> None:
    assert GAME.opens_by_itself(table.rules, None, OpeningContext(seats=SEATS, rounds_left=3))
    assert not GAME.opens_by_itself(table.rules, None, OpeningContext(rounds_left=3))
    table.open(2)
    table.deal(RED_COLOUR)
    assert table.coup.outcome == "36:33 colour"


# --- prices ---------------------------------------------------------------------------------------


def moves(table: Table, why: str) -> list[Move]:
    return [move for event in table.events for move in event.moves if move.why == why]


@pytest.mark.clause("MC-TQ-37")
def test_the_refait_of_a_full_shoe_is_that_of_the_catalogue() -> None:
    edge = Fraction(
        45590155731957200269313958556759358571122564966802626914292869,
        4165125775010218308721251870885083140126231327520133216926152500,
    )
    report = {each.bet: each for each in prices.report(GAME.amend("MC", {})).bets}
    chances = ("black", "red", "colour", "inverse")
    assert {report[chance].edge for chance in chances} == {edge}
    assert round(float(edge) * 100, 5) == 1.09457
    assert report["chance:insured"].edge == Fraction(1, 100)
    prison = report["chance:prison"]
    assert edge < prison.edge < edge * Fraction(103, 100)
    assert prison.error < edge / 50


def test_the_law_of_a_row_is_that_of_the_catalogue() -> None:
    law = prices.endless()
    assert law[31] == Fraction(5042944600638011487664608419902705, 13**31)
    assert sum(law.values()) == 1
    assert [round(float(law[point]), 6) for point in (32, 36, 40)] == [0.137905, 0.094998, 0.051799]


def test_a_premium_that_rounds_to_nothing_is_not_offered() -> None:
    report = prices.report(GAME.amend("MC", {"insurance_min_stake_cents": 50}))
    (insured,) = [each for each in report.bets if each.bet == "chance:insured"]
    assert insured.favours_player
