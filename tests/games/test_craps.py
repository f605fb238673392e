"""Craps: the published worked examples, who throws, what lies where, and what each bet costs."""

from dataclasses import fields
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import (
    ClockExpired,
    Draw,
    DrawResult,
    DrawStopped,
    Duty,
    Nobody,
    OpeningContext,
    OperatorAction,
    PlayerCommand,
    Players,
    Refused,
    Seated,
    SessionEnded,
    Voided,
)
from tables.games.craps import CRAPS
from tables.games.craps.bets import HOPS, KINDS, LAYOUT, POINTS
from tables.games.craps.mc import BOOK
from tables.games.craps.messages import (
    ChangeDice,
    Collected,
    DeclineDice,
    Event,
    Moved,
    Opened,
    Paid,
    Ready,
    SetNoAction,
    SetWorking,
    ShooterChanged,
    Stake,
    TakenDown,
    Throw,
    Thrown,
)
from tables.games.craps.prices import PRICED_BY
from tables.games.craps.rules import PLACES, Rules
from tables.games.craps.stakes import Wager
from tables.games.craps.state import State
from tests.games.worked_examples import ExampleFile

WORKED = ExampleFile(CRAPS)
play = WORKED.play
ANN, BEN, CAT = Party("ann"), Party("ben"), Party("cat")


@WORKED.each
def test_example(example: dict[str, Any]) -> None:
    """Reasons of refusals are advisory; ours agree nevertheless."""
    played, expected = play(example), example["expected"]
    facts = {key: played["table"][key] for key in expected["table"]}
    assert {**played, "table": facts} == expected


def test_no_example_is_left_out() -> None:
    WORKED.check_ids("CRAPS", 157)


def test_dice_that_cannot_be_thrown_are_told() -> None:
    for dice in ([1], [1, 7], [0, 3], None):
        with pytest.raises(ValueError, match=r"dice|No"):
            play({**WORKED.examples[0], "outcomes": [{"dice": dice}]})


def test_where_all_have_declined_nobody_throws_until_somebody_takes_the_dice() -> None:
    example = {
        "id": "declined",
        "players": ["anna", "bob"],
        "bets": [
            {"ref": "b1", "player": "anna", "bet": "field", "stake": 500, "at": 0},
            {"ref": "b2", "player": "bob", "bet": "pass_line", "stake": 500, "at": 1},
        ],
        "decisions": [
            {"ref": "d1", "player": "anna", "action": "decline_dice", "at": 0},
            {"ref": "d2", "player": "bob", "action": "decline_dice", "at": 0},
        ],
        "outcomes": [{"dice": [3, 4]}, {"dice": [5, 6]}],
    }
    played = play(example)
    assert played["outcomes"] == {"0": {"accepted": False, "reason": "shooter_has_no_line_bet"}}
    assert [each["state"] for each in played["bets"].values()] == ["won", "won"]
    assert played["table"]["shooter"] == "bob"


class Rail:
    """A table whose players and dice do as they are told."""

    def __init__(self, *names: Party, **options: Any) -> None:
        self.rules = CRAPS.amend("MC", options)
        self.seats = tuple((BoxNo(no), party) for no, party in enumerate(names or (ANN,), 1))
        self.state = CRAPS.evolve(
            None, CRAPS.opening_event(self.rules, None, OpeningContext(self.seats))
        )
        self.events: list[Event] = []
        self.last: list[Event] = []
        self.taken = dict.fromkeys(names or (ANN,), 0)
        """What wallets have gained."""

    def fold(self, *events: Event) -> None:
        self.last = [*events]
        for event in events:
            self.state = CRAPS.evolve(self.state, event)
            self.events.append(event)
            for move in event.moves:
                gained = (move.target == "wallet") - (move.source == "wallet")
                self.taken[move.party] = self.taken.get(move.party, 0) + gained * move.amount

    def give(self, given: Any) -> None:
        self.fold(*CRAPS.decide(self.rules, self.state, given))

    def ask(self, party: Party, command: Any) -> None:
        held = frozenset(no for no, each in self.seats if each == party)
        self.give(PlayerCommand(party, held, command))

    def stake(self, party: Party = ANN, to: str = "", **amounts: int) -> None:
        """Make stakes as large as this; their ids are their positions."""
        wagers = [Wager(on, position(on), Amount(amount), to) for on, amount in amounts.items()]
        self.ask(party, Stake(tuple(wagers)))

    def refused(self, code: str, *args: Any, **amounts: int) -> str:
        with pytest.raises(Refused, match=f"^{code}$") as refused:
            self.stake(*args, **amounts)
        return str(refused.value.detail.get("clause", ""))

    def open(self, rounds_left: int | None = None) -> None:
        if CRAPS.is_over(self.state):
            found = OpeningContext(self.seats, rounds_left=rounds_left)
            self.fold(CRAPS.opening_event(self.rules, self.state, found))

    def throw(self, *dice: tuple[int, int]) -> None:
        """Let everybody be silent until the dice fall, throw after throw."""
        for first, second in dice:
            self.open()
            while not isinstance(CRAPS.awaiting(self.rules, self.state), Draw):
                self.give(ClockExpired())
            self.give(DrawResult((first - 1, second - 1)))

    @property
    def shooter(self) -> Party | None:
        return self.state.shooter.party if self.state.shooter else None

    def lying(self, party: Party = ANN) -> dict[str, tuple[int, int]]:
        return {each.id: (each.amount, each.number) for each in self.state.stakes.get(party, ())}


def position(id_: str) -> str:
    """Return the position that an id of these tests stands for: `place_6`, `hop_2_4`, `come2`."""
    for bet in ("place", "buy", "lay"):
        if id_.startswith(f"{bet}_"):
            return id_.replace("_", ":")
    if id_.startswith("hop_"):
        return f"hop:{id_[4]}-{id_[6]}"
    return id_.rstrip("2") if id_.startswith(("come", "dont_come")) else id_


# --- who throws -----------------------------------------------------------------------------------


@pytest.mark.clause("MC-CRAPS-06", "MC-CRAPS-07")
def test_the_dice_go_round_the_rail_and_silence_declines_them() -> None:
    rail = Rail(ANN, BEN, CAT)
    assert rail.shooter == ANN
    rail.stake(CAT, field=100)
    assert CRAPS.awaiting(rail.rules, rail.state) == Players((BoxNo(1),), 15, "dice/1/0")
    rail.ask(ANN, DeclineDice())
    assert rail.shooter == BEN
    rail.give(ClockExpired())
    assert rail.shooter == CAT
    for party in (ANN, BEN):
        with pytest.raises(Refused, match="not_owner"):
            rail.ask(party, DeclineDice())
    rail.ask(CAT, DeclineDice())
    # All have declined: the table waits, and what lies there stays.
    assert rail.shooter is None
    waiting = CRAPS.awaiting(rail.rules, rail.state)
    assert isinstance(waiting, Players)
    assert waiting.turn.startswith("waiting")
    assert rail.lying(CAT) == {"field": (100, 0)}
    # Whoever stakes on the line now takes them.
    rail.stake(BEN, pass_line=100)
    assert rail.shooter == BEN
    assert CRAPS.awaiting(rail.rules, rail.state) == Players((), 30, "bets/0")


@pytest.mark.clause("MC-CRAPS-07")
def test_where_nobody_wants_the_dice_they_are_offered_round_again() -> None:
    rail = Rail(ANN, BEN)
    rail.stake(ANN, place_6=600)
    for _ in range(3):
        rail.give(ClockExpired())
    assert CRAPS.is_over(rail.state)
    assert rail.state.dice is None
    assert CRAPS.opens_by_itself(rail.rules, rail.state, OpeningContext(rail.seats))
    rail.open()
    assert rail.shooter == ANN
    assert rail.lying() == {"place_6": (600, 0)}


@pytest.mark.clause("MC-CRAPS-05", "MC-CRAPS-06")
def test_where_nobody_stands_at_the_rail_the_stickman_throws() -> None:
    rail = Rail()
    rail.seats = ()
    rail.state = CRAPS.evolve(None, CRAPS.opening_event(rail.rules, None, OpeningContext()))
    rail.stake(ANN, pass_line=100)
    assert CRAPS.awaiting(rail.rules, rail.state) == Players((), 30, "bets/0")
    # She waits for nobody: once she wants no more the dice fall.
    rail.ask(ANN, Ready())
    assert CRAPS.awaiting(rail.rules, rail.state) == Draw((6, 6))
    rail.give(DrawResult((3, 3)))
    rail.open()
    assert (rail.state.point, rail.shooter) == (8, None)
    # Whoever comes during the point is not asked to throw without a line bet of his own.
    rail.seats = ((BoxNo(1), BEN),)
    rail.give(Seated(rail.seats))
    assert rail.shooter is None
    rail.ask(ANN, Ready())
    assert CRAPS.awaiting(rail.rules, rail.state) == Draw((6, 6))
    rail.give(DrawResult((3, 3)))
    rail.open()
    assert (rail.state.point, rail.shooter) == (0, BEN)


@pytest.mark.clause("MC-CRAPS-08")
def test_the_dice_are_passed_once_stakes_are_placed_and_then_nothing_changes() -> None:
    rail = Rail(ANN, BEN)
    rail.stake(ANN, pass_line=100)
    rail.stake(BEN, field=100, place_6=600)
    with pytest.raises(Refused, match="not_awaited"):
        rail.ask(ANN, Throw())
    rail.ask(BEN, Ready())
    rail.ask(ANN, Ready())
    assert rail.state.stage == "throwing"
    assert CRAPS.awaiting(rail.rules, rail.state) == Players((BoxNo(1),), 10, "throw/0")
    for amounts in ({"field": 0}, {"field": 200}, {"horn": 400}):
        assert rail.refused("betting_closed", BEN, **amounts) == "MC-CRAPS-08"
    with pytest.raises(Refused, match="betting_closed"):
        rail.ask(BEN, SetWorking("place_6", True))
    with pytest.raises(Refused, match="not_owner"):
        rail.ask(BEN, Throw())
    rail.ask(ANN, Throw())
    assert CRAPS.awaiting(rail.rules, rail.state) == Draw((6, 6))


def test_a_shooter_for_whom_nobody_waits_throws_in_one_go() -> None:
    rail = Rail(ANN, BEN)
    rail.stake(ANN, pass_line=100)
    rail.stake(BEN, field=100)
    assert "craps.throw" not in {each.command for each in view(rail).options}
    rail.ask(BEN, Ready())
    assert "craps.throw" in {each.command for each in view(rail).options}
    rail.ask(ANN, Throw())
    assert rail.state.stage == "falling"


def view(rail: Rail) -> Any:
    return CRAPS.view(rail.rules, rail.state)


@pytest.mark.clause("MC-CRAPS-10", "MC-CRAPS-14")
def test_the_server_throws_for_who_is_silent_and_twice_takes_his_turn_away() -> None:
    rail = Rail(ANN, BEN)
    rail.stake(ANN, pass_line=100)
    rail.throw((4, 4))
    assert [each for each in rail.events if isinstance(each, Thrown)] == [Thrown(ANN, True)]
    assert rail.shooter == ANN
    rail.throw((1, 2))
    # The point stays, and no bet is affected.
    assert (rail.shooter, rail.state.point, rail.lying()) == (BEN, 8, {"pass_line": (100, 0)})
    rail.open()
    # Nobody else has a line bet: the server throws in the stickman's name until it is decided.
    rail.give(ClockExpired())
    assert rail.state.thrower == ""
    rail.give(DrawResult((0, 5)))
    assert rail.state.turn == "seven_out"
    assert rail.shooter == BEN


@pytest.mark.clause("MC-CRAPS-14")
def test_the_next_player_with_a_line_bet_throws_for_a_withdrawn_one() -> None:
    rail = Rail(ANN, BEN, CAT)
    rail.stake(ANN, pass_line=100)
    rail.throw((4, 4))
    rail.open()
    rail.stake(CAT, pass_line=100)
    rail.give(OperatorAction("withdraw_turn", "chief"))
    changed = rail.last[0]
    assert isinstance(changed, ShooterChanged)
    assert (changed.why, changed.by, rail.shooter) == ("withdrawn", "chief", BEN)
    rail.throw((5, 3))
    assert rail.shooter == CAT
    assert rail.taken == {ANN: 100, BEN: 0, CAT: 100}


@pytest.mark.clause("MC-CRAPS-11", "MC-CRAPS-15")
def test_the_shooter_and_the_house_change_the_dice_and_nothing_else() -> None:
    rail = Rail(ANN, BEN)
    rail.stake(ANN, pass_line=100)
    rail.ask(ANN, ChangeDice(3, 5))
    assert rail.state.pair == (3, 5)
    for first, second in ((3, 3), (0, 1), (1, 6)):
        with pytest.raises(Refused, match="no_such_dice"):
            rail.ask(ANN, ChangeDice(first, second))
    with pytest.raises(Refused, match="not_owner"):
        rail.ask(BEN, ChangeDice(1, 2))
    rail.give(OperatorAction("change_dice", "chief"))
    assert rail.state.pair == (4, 1)
    rail.throw((3, 4))
    assert rail.taken[ANN] == 100


@pytest.mark.clause("MC-CRAPS-12")
def test_two_dice_fall_each_on_its_own() -> None:
    assert CRAPS.equipment(BOOK.rules) == Draw((6, 6))
    rail = Rail(ANN)
    rail.stake(ANN, pass_line=100)
    rail.throw((2, 5))
    assert rail.state.dice == (2, 5)
    assert CRAPS.result(rail.state) == "2-5"
    assert CRAPS.wording.result("2-5") == ("7 (2 + 5)", "7 (2 + 5)")
    assert CRAPS.wording.result("6-1 out") == ("7 (6 + 1), série perdue", "7 (6 + 1), seven out")


@pytest.mark.clause("MC-CRAPS-13")
def test_no_dice_leaves_all_as_it_is_and_the_window_is_an_ordinary_one() -> None:
    rail = Rail(ANN, BEN)
    rail.stake(ANN, pass_line=100)
    rail.stake(BEN, field=100)
    for party in (ANN, BEN):
        rail.ask(party, Ready())
    rail.ask(ANN, Throw())
    rail.give(DrawStopped("chief"))
    assert (rail.state.stage, rail.state.point, rail.shooter) == ("betting", 0, ANN)
    assert CRAPS.awaiting(rail.rules, rail.state) == Players((), 30, "bets/1")
    assert rail.refused("contract_bet", ANN, pass_line=0) == "MC-CRAPS-24"
    rail.stake(BEN, field=0)
    assert rail.taken == {ANN: -100, BEN: 0}


@pytest.mark.clause("MC-CRAPS-16")
def test_without_a_line_bet_nobody_throws_and_the_turn_passes_between_points() -> None:
    rail = Rail(ANN, BEN)
    rail.stake(ANN, dont_pass=100)
    rail.throw((1, 1))
    rail.open()
    rail.stake(ANN, field=100)
    rail.give(ClockExpired())
    with pytest.raises(Refused, match="shooter_has_no_line_bet"):
        rail.ask(ANN, Throw())
    rail.give(ClockExpired())
    # The bets are open again, and the dice are offered to the next.
    assert (rail.state.stage, rail.shooter) == ("betting", BEN)
    assert CRAPS.awaiting(rail.rules, rail.state) == Players((BoxNo(2),), 15, "dice/2/1")


def test_a_shooter_who_leaves_gives_up_the_dice_at_once_or_when_the_point_is_decided() -> None:
    rail = Rail(ANN, BEN)
    rail.stake(ANN, pass_line=100)
    rail.throw((4, 4))
    rail.open()
    rail.give(Seated(((BoxNo(2), BEN),)))
    rail.seats = rail.seats[1:]
    # During a point the server throws for him until it is decided, and his bet plays.
    assert rail.shooter == ANN
    rail.throw((1, 2), (4, 4))
    assert (rail.shooter, rail.taken[ANN]) == (BEN, 100)
    rail.open()
    rail.stake(BEN, pass_line=100)
    rail.give(Seated(((BoxNo(3), CAT), (BoxNo(2), BEN))))
    rail.give(Seated(((BoxNo(3), CAT),)))
    assert rail.shooter == CAT


def test_whoever_leaves_the_rail_leaves_his_chips_and_may_do_so() -> None:
    rail = Rail(ANN)
    rail.stake(ANN, pass_line=100)
    assert CRAPS.staked_parties(rail.state) == {ANN}
    assert CRAPS.parties_who_must_stay(rail.state) == frozenset()
    assert CRAPS.needs(rail.rules).seats
    assert CRAPS.box_count(rail.rules) == PLACES
    assert CRAPS.needs(rail.rules).duties == {Duty.TABLE_CHIEF}


# --- what may be staked ---------------------------------------------------------------------------


def test_all_or_none_of_a_command_is_taken() -> None:
    rail = Rail(ANN)
    rail.refused("point_not_known", pass_line=100, come=100)
    assert rail.state.stakes == {}
    rail.refused("wager_id", **{"x" * 33: 100})
    twice = (Wager("a", "field", Amount(100)), Wager("a", "big6", Amount(100)))
    with pytest.raises(Refused, match="wager_id"):
        rail.ask(ANN, Stake(twice))
    with pytest.raises(Refused, match="nothing_staked"):
        rail.ask(ANN, Stake(()))


@pytest.mark.clause("MC-CRAPS-24")
def test_a_put_may_be_undone_until_the_dice_are_passed_but_not_what_lay_there() -> None:
    rail = Rail(ANN)
    rail.stake(pass_line=100)
    rail.throw((4, 4))
    rail.open()
    rail.stake(pass_line=500)
    rail.stake(pass_line=100)
    assert rail.refused("contract_bet", pass_line=99) == "MC-CRAPS-24"
    assert rail.taken[ANN] == -100


@pytest.mark.clause("MC-CRAPS-39")
def test_odds_are_suspended_with_a_bet_without_action() -> None:
    rail = Rail(ANN)
    rail.stake(pass_line=100)
    rail.throw((4, 4))
    rail.open()
    rail.stake(dont_come=600)
    rail.throw((4, 5))
    rail.open()
    rail.stake(to="dont_come", dont_come_odds=300)
    rail.ask(ANN, SetNoAction("dont_come", True))
    rail.throw((4, 5), (6, 3))
    assert rail.lying() == {
        "pass_line": (100, 0), "dont_come": (600, 9), "dont_come_odds": (300, 0),
    }  # fmt: skip
    rail.open()
    with pytest.raises(Refused, match="always_plays"):
        rail.ask(ANN, SetNoAction("pass_line", True))
    rail.ask(ANN, SetNoAction("dont_come", False))
    rail.throw((6, 1))
    assert rail.taken[ANN] == 600 + 200 - 100


@pytest.mark.parametrize("number", POINTS)
@pytest.mark.clause("MC-CRAPS-89", "MC-CRAPS-93")
def test_a_commission_is_paid_on_top_and_given_back_in_proportion(
    number: int,
) -> None:
    rail = Rail(ANN)
    rail.stake(**{f"buy_{number}": 1000, f"lay_{number}": 1200})
    # One chip more before the dice are passed, with its commission.
    rail.stake(**{f"buy_{number}": 1020})
    won = {4: 600, 5: 800, 6: 1000}[min(number, 14 - number)]
    assert rail.taken[ANN] == -(1020 + 51 + 1200 + won // 20)
    rail.stake(**{f"buy_{number}": 500})
    # 51 x 520 / 1020, rounded down.
    assert rail.taken[ANN] == -(1020 + 51 + 1200 + won // 20) + 520 + 26
    rail.stake(pass_line=100)
    rail.ask(ANN, Throw())
    rail.give(DrawStopped("chief"))
    for on in (f"buy_{number}", f"lay_{number}"):
        rail.refused("increase_forbidden", **{on: 5000})
    rail.stake(**{f"buy_{number}": 0, f"lay_{number}": 0})
    assert rail.taken[ANN] == -100


@pytest.mark.clause("MC-CRAPS-91")
def test_a_commission_is_kept_where_the_house_does_not_give_it_back() -> None:
    rail = Rail(ANN, refund_commission_on_removal=False)
    rail.stake(buy_4=1000, lay_4=1000)
    paid = 1000 + 50 + 1000 + 25
    assert rail.taken[ANN] == -paid
    rail.stake(buy_4=400, lay_4=400)
    assert rail.taken[ANN] == -paid + 600 + 600
    rail.stake(buy_4=0, lay_4=0)
    assert rail.taken[ANN] == -(50 + 25)


@pytest.mark.clause("MC-CRAPS-91", "MC-CRAPS-93")
@pytest.mark.parametrize("works", [True, False])
def test_buy_and_lay_bets_play_at_the_come_out_or_wait_for_the_point(works: bool) -> None:
    rail = Rail(ANN, BEN, buy_lay_working_on_come_out=works)
    rail.stake(ANN, pass_line=100, buy_4=1000)
    rail.stake(BEN, lay_4=1000)
    rail.throw((1, 3))
    assert rail.taken == {ANN: -1150 + (3000 if works else 0), BEN: -1025}
    assert rail.lying(ANN).get("buy_4") == (None if works else (1000, 0))
    assert rail.lying(BEN).get("lay_4") == (None if works else (1000, 0))
    # With the point known they play whatever the option says.
    rail.open()
    if works:
        rail.stake(ANN, buy_4=1000)
        rail.stake(BEN, lay_4=1000)
    rail.throw((3, 4))
    assert rail.state.stakes == {}


@pytest.mark.clause("MC-CRAPS-71")
def test_world_on_seven_by_option_keeps_the_fifth_that_is_on_the_seven() -> None:
    rail = Rail(ANN, world_bet_seven="keep_seven_unit_only")
    rail.stake(pass_line=100, world=500)
    rail.throw((3, 4))
    assert rail.lying() == {"world": (100, 0)}
    lost = [each for each in rail.events if isinstance(each, Collected)]
    assert [each.total for each in lost] == [400]
    assert any(isinstance(each, Moved) for each in rail.events)


@pytest.mark.clause("MC-CRAPS-72")
def test_all_odds_on_a_bet_are_within_the_multiple_of_it_also_when_it_shrinks() -> None:
    rail = Rail(ANN, BEN, max_odds_multiple=2)
    rail.stake(ANN, pass_line=100)
    rail.stake(BEN, dont_pass=200)
    rail.throw((2, 2))
    rail.open()
    for odds in ("pass_odds", "come_odds"):
        # Those of another bet pay more: they lie behind no other.
        assert rail.refused("no_flat_bet", BEN, "dont_pass", **{odds: 100}) == "MC-CRAPS-72"
    rail.refused("above_max", BEN, "dont_pass", dont_pass_odds=401)
    rail.stake(BEN, "dont_pass", dont_pass_odds=400)
    assert rail.refused("above_max", BEN, dont_pass=199) == "MC-CRAPS-72"
    # Taken down, the odds go with it.
    rail.stake(BEN, dont_pass=0)
    assert rail.lying(BEN) == {}
    assert rail.taken[BEN] == 0


def test_a_stake_off_its_step_is_refused_where_it_would_be_rounded() -> None:
    rail = Rail(ANN, require_exact_multiples=True, horn_stake_multiple=400)
    for on, bad, good in (
        ("place_6", 610, 600), ("horn", 402, 400), ("buy_5", 110, 120), ("horn_high_2", 500, 800),
    ):  # fmt: skip
        rail.refused("bad_increment", **{on: bad})
        rail.stake(**{on: good})


def test_auto_rebet_lays_winners_again_where_they_may_be_staked() -> None:
    rail = Rail(ANN, auto_rebet=True)
    rail.stake(pass_line=100, field=200)
    rail.throw((2, 2))
    rail.open()
    rail.stake(come=300)
    rail.stake(to="pass_line", pass_odds=100)
    rail.throw((2, 2))
    # The pass line and the field won; odds are not laid again, the come bet has moved.
    assert rail.lying() == {"field": (200, 0), "come": (300, 4), "pass_line": (100, 0)}
    rail.throw((5, 6))
    assert rail.state.on_layout == 600
    # A come bet that wins on its number is laid again in the box, for any of them.
    rail.throw((1, 3))
    assert rail.lying()["come"] == (300, 0)
    # In an announced throw nothing is laid again: the session may end with it.
    rail = Rail(ANN, auto_rebet=True)
    rail.stake(pass_line=100)
    rail.throw((4, 4))
    rail.open(rounds_left=1)
    rail.stake(field=200)
    rail.throw((6, 3))
    assert rail.lying() == {"pass_line": (100, 0)}


@pytest.mark.clause("COMMON-5", "MC-CRAPS-89", "MC-CRAPS-93")
def test_a_buy_or_lay_bet_that_is_laid_again_pays_its_commission_again() -> None:
    rail = Rail(ANN, BEN, auto_rebet=True)
    rail.stake(ANN, pass_line=100, buy_4=1000)
    rail.stake(BEN, lay_5=900)
    rail.throw((1, 3))
    # 2 to 1 on 1000, and 50 for each time that it was laid.
    assert rail.taken[ANN] == -(100 + 1050) + 3000 - 1050
    assert rail.lying(ANN)["buy_4"] == (1000, 0)
    rail.throw((3, 4))
    # 2 to 3 on 900, and 5 % of those 600.
    assert rail.taken[BEN] == -930 + 1500 - 930
    # The commission of what lies again is given back with it, as that of any such bet.
    rail.open()
    rail.stake(BEN, lay_5=0)
    assert rail.taken[BEN] == -30 + 600


@pytest.mark.clause("COMMON-8")
def test_the_maximum_of_come_bets_is_for_each_number_of_its_own() -> None:
    rail = Rail(ANN, table_max_cents={"come": 500, "dont_come": 500})
    rail.stake(pass_line=100)
    rail.throw((5, 5))
    rail.open()
    rail.stake(come=500, dont_come=500)
    rail.refused("above_max", come2=100)
    rail.refused("above_max", dont_come2=100)
    rail.throw((4, 4))
    rail.open()
    # Those lie on 8 now, and the boxes are free again.
    rail.stake(come2=500, dont_come2=500)
    rail.throw((5, 4))
    assert rail.lying() == {
        "pass_line": (100, 0), "come": (500, 8), "dont_come": (500, 8),
        "come2": (500, 9), "dont_come2": (500, 9),
    }  # fmt: skip


# --- laws -----------------------------------------------------------------------------------------


def test_what_a_bet_wins_or_loses_follows_from_the_state_before_the_throw() -> None:
    """A come bet that is moved to a number is not decided by the same throw."""
    rail = Rail(ANN)
    rail.stake(pass_line=100)
    rail.throw((4, 4))
    rail.open()
    rail.stake(come=100, come2=100)
    rail.throw((4, 4))
    assert rail.lying() == {"come": (100, 8), "come2": (100, 8)}
    moved = next(each for each in rail.events if isinstance(each, Moved))
    assert moved.count == 2


def test_losers_are_collected_before_winners_are_paid() -> None:
    rail = Rail(ANN, BEN)
    rail.stake(ANN, pass_line=100, any_seven=100)
    rail.stake(BEN, dont_pass=100, field=100)
    rail.throw((3, 4))
    kinds = [type(each) for each in rail.last]
    assert kinds.index(Collected) < kinds.index(Paid)


@pytest.mark.parametrize("seed", range(25))
def test_contract_bets_never_shrink_but_by_a_throw(seed: int) -> None:
    chance = Random(seed)
    rail = Rail(ANN, BEN)
    for _ in range(40):
        rail.open()
        for party in (ANN, BEN):
            on = chance.choice(["pass_line", "come", "come2", "dont_pass", "place_6", "field"])
            before = dict(rail.lying(party))
            fixed = {each.id: each.fixed for each in rail.state.stakes.get(party, ()) if each.fixed}
            try:
                rail.stake(party, **{on: chance.choice([0, 100, 200, 500])})
            except Refused:
                assert rail.lying(party) == before
            after = rail.lying(party)
            assert all(after[each][0] >= amount for each, amount in fixed.items())
        if rail.state.stakes:
            for _ in range(8):
                if CRAPS.is_over(rail.state):
                    break
                if isinstance(CRAPS.awaiting(rail.rules, rail.state), Draw):
                    rail.give(DrawResult((chance.randrange(6), chance.randrange(6))))
                else:
                    rail.give(ClockExpired())


# --- the end of a session -------------------------------------------------------------------------


def test_after_the_announced_throws_what_is_engaged_is_thrown_for_and_the_rest_goes_back() -> None:
    rail = Rail(ANN, BEN)
    rail.stake(ANN, pass_line=100, place_6=600)
    rail.throw((4, 4))
    rail.open(rounds_left=1)
    rail.stake(ANN, come=100)
    rail.throw((4, 5))
    assert CRAPS.needs_another_round(rail.rules, rail.state)
    rail.open(rounds_left=1)
    assert rail.state.overtime
    assert rail.refused("announced_over", ANN, field=100) == "COMMON-9"
    rail.stake(ANN, "pass_line", pass_odds=100)
    rail.throw((6, 2))
    # The point is made: the place bet goes back, the come bet on 9 is thrown for.
    assert rail.lying() == {"come": (100, 9)}
    assert any(isinstance(each, TakenDown) for each in rail.events)
    rail.open(rounds_left=1)
    rail.give(ClockExpired())
    assert rail.state.thrower == ""
    rail.give(DrawResult((2, 5)))
    assert rail.state.stakes == {}
    assert not CRAPS.needs_another_round(rail.rules, rail.state)


@pytest.mark.parametrize("sleeps", [False, True])
def test_a_don_t_come_on_its_number_is_thrown_for_at_the_end_unless_no_throw_touches_it(
    sleeps: bool,
) -> None:
    rail = Rail(ANN)
    rail.stake(pass_line=100)
    rail.throw((4, 4))
    rail.open()
    rail.stake(dont_come=500)
    rail.throw((4, 5))
    rail.open(rounds_left=1)
    rail.stake(to="dont_come", dont_come_odds=300)
    if sleeps:
        rail.ask(ANN, SetNoAction("dont_come", True))
    rail.throw((4, 4))
    if sleeps:
        assert rail.state.stakes == {}
        assert rail.taken[ANN] == 100
        return
    assert rail.lying() == {"dont_come": (500, 9), "dont_come_odds": (300, 0)}
    assert CRAPS.needs_another_round(rail.rules, rail.state)
    rail.open(rounds_left=1)
    rail.give(ClockExpired())
    rail.give(DrawResult((2, 3)))
    # The 7: 500 at evens, and 2 to 3 on 300.
    assert rail.state.stakes == {}
    assert rail.taken[ANN] == 100 + 500 + 200


def test_a_session_that_breaks_off_gives_every_stake_back_with_its_commission() -> None:
    rail = Rail(ANN)
    rail.stake(pass_line=100, buy_4=1000)
    rail.throw((4, 4))
    rail.give(SessionEnded("director"))
    assert (rail.state.stakes, rail.taken[ANN]) == ({}, 0)
    incident = CRAPS.incident(rail.rules, rail.last[0])
    assert incident is not None
    assert (incident.clause, incident.outcome) == ("MC-INC-02", "broken_off")


def test_a_voided_round_leaves_point_shooter_and_stakes_as_it_found_them() -> None:
    rail = Rail(ANN, BEN)
    rail.stake(ANN, pass_line=100)
    rail.throw((4, 4))
    rail.open()
    found = rail.state
    rail.stake(ANN, come=100)
    rail.ask(ANN, Ready())
    rail.fold(Voided("power cut"))
    assert (CRAPS.result(rail.state), rail.state.point) == ("void", 8)
    assert rail.state.stakes == found.stakes
    assert isinstance(CRAPS.awaiting(rail.rules, rail.state), Nobody)
    rail.open()
    assert rail.shooter == ANN


def test_the_next_round_has_the_last_throws_and_how_often_each_total_came() -> None:
    rail = Rail(ANN)
    for dice in ((3, 4), (6, 5), (3, 4)):
        rail.open()
        rail.stake(pass_line=100)
        rail.throw(dice)
    rail.open()
    opened = rail.last[-1]
    assert isinstance(opened, Opened)
    assert opened.last == ((3, 4), (6, 5), (3, 4))
    assert opened.tally == (0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0)


# --- prices ---------------------------------------------------------------------------------------

EDGES = {
    "pass_line": "7/495", "dont_pass": "3/220", "come": "7/495", "dont_come": "3/220",
    "put[4]": "1/3", "put[5]": "1/5", "put[6]": "1/11", "put[8]": "1/11", "put[9]": "1/5",
    "put[10]": "1/3", "pass_odds": "0", "dont_pass_odds": "0", "come_odds": "0",
    "dont_come_odds": "0", "place[4]": "1/15", "place[5]": "1/25", "place[6]": "1/66",
    "place[8]": "1/66", "place[9]": "1/25", "place[10]": "1/15",
    **{f"buy[{n}]": "1/20" for n in POINTS},
    "lay[4]": "1/40", "lay[5]": "1/30", "lay[6]": "1/24", "lay[8]": "1/24", "lay[9]": "1/30",
    "lay[10]": "1/40", "big6": "1/11", "big8": "1/11", "hard4": "1/9", "hard6": "1/11",
    "hard8": "1/11", "hard10": "1/9", "field": "1/18", "any_seven": "1/6", "eleven": "1/6",
    "any_craps": "1/9", "craps2": "1/6", "craps3": "1/6", "craps12": "1/6", "horn": "1/6",
    "seven_eleven": "1/6", "craps_eleven": "5/36", "three_way_craps": "1/6", "high_low": "1/9",
    **{f"horn_high_{n}": "1/6" for n in (2, 3, 11, 12)}, "world": "1/6", "hop": "1/6",
}  # fmt: skip
"""As the catalogue prints them."""


def report(**options: Any) -> dict[str, Any]:
    assert CRAPS.pricing is not None
    return {each.bet: each for each in CRAPS.pricing.report(CRAPS.amend("MC", options)).bets}


def test_every_bet_costs_what_the_catalogue_says() -> None:
    found = report()
    assert {bet: str(price.edge) for bet, price in found.items()} == EDGES
    assert not [bet for bet, price in found.items() if price.favours_player]
    assert {price.clause for price in found.values()} <= {each.id for each in BOOK.clauses}


def test_bets_that_others_price_otherwise_have_their_edges_too() -> None:
    """Wizard of Odds: don't pass 1.3636 % and 1.4026 %, buy 4.76 %, lay 2.44, 3.23 and 4.00 %."""
    found = report()
    assert {
        bet: str(each.edge_when_decided) for bet, each in found.items() if each.edge_when_decided
    } == {
        "dont_pass": "27/1925",
        "dont_come": "27/1925",
        "world": "1/5",
    }
    assert {bet: str(each.edge_with_commission) for bet, each in found.items()} == {
        **dict.fromkeys(found, "None"),
        **{f"buy[{number}]": "1/21" for number in POINTS},
        "lay[4]": "1/41",
        "lay[5]": "1/31",
        "lay[6]": "1/25",
        "lay[10]": "1/41",
        "lay[9]": "1/31",
        "lay[8]": "1/25",
    }
    dont_pass, buy, lay = (found[each] for each in ("dont_pass", "buy[4]", "lay[4]"))
    assert (
        f"{float(dont_pass.edge):.4%} {float(dont_pass.edge_when_decided):.4%}" == "1.3636% 1.4026%"
    )
    assert f"{float(buy.edge):.2%} {float(buy.edge_with_commission):.2%}" == "5.00% 4.76%"
    assert f"{float(lay.edge):.2%} {float(lay.edge_with_commission):.2%}" == "2.50% 2.44%"
    for each in (dont_pass, buy):
        assert type(each).from_json(each.to_json()) == each


def test_options_move_the_price_of_their_bets_alone_and_no_bet_turns_to_the_player() -> None:
    assert report(high_low_odds=14)["high_low"].edge == Fraction(1, 6)
    assert report(world_bet_seven="keep_seven_unit_only")["world"].edge == Fraction(3, 10)
    assert report(buy_lay_commission="1/50")["buy[4]"].edge == Fraction(1, 50)
    for name, value in (
        ("place_working_on_come_out", True), ("buy_lay_working_on_come_out", False),
        ("come_is_contract", False), ("auto_rebet", True),
    ):  # fmt: skip
        assert {bet: str(each.edge) for bet, each in report(**{name: value}).items()} == EDGES
    assert set(PRICED_BY) <= {each.name for each in fields(Rules)}


def test_odds_may_cost_nothing_but_must_not_pay() -> None:
    odds = report()["pass_odds"]
    assert (odds.edge, odds.behind_bet, odds.favours_player) == (0, "pass_line", False)
    assert type(odds).from_json(odds.to_json()) == odds
    paying = type(odds)("pass_odds", Fraction(-1, 100), behind_bet="pass_line")
    alone = type(odds)("pass_odds", Fraction(0))
    assert paying.favours_player
    assert alone.favours_player


def test_every_rule_names_its_clauses_and_is_an_option() -> None:
    known = {clause.id for clause in BOOK.clauses}
    for rule in fields(Rules):
        cited = set(rule.metadata["clauses"])
        assert cited
        assert {each for each in cited if not each.startswith("COMMON-")} <= known
    assert {rule.name for rule in fields(Rules)} == set(BOOK.choices)


def test_every_position_has_its_name_and_the_view_tells_what_may_be_staked_now() -> None:
    for on, each in LAYOUT.items():
        assert CRAPS.wording.bet_name(f"{each.kind.bet}[{on.partition(':')[2]}]").fr
    assert len(HOPS) == 17
    rail = Rail(ANN)
    now = {each.bet: each.now for each in view(rail).bets}
    assert set(now) == set(KINDS)
    assert (now["pass_line"], now["dont_pass"], now["come"], now["pass_odds"]) == (
        True, True, False, False,
    )  # fmt: skip
    rail.stake(pass_line=100)
    rail.throw((4, 4))
    rail.open()
    now = {each.bet: each.now for each in view(rail).bets}
    assert (now["pass_line"], now["dont_pass"], now["come"], now["pass_odds"]) == (
        True, False, True, True,
    )  # fmt: skip


def test_a_state_knows_nothing_of_rules() -> None:
    assert CRAPS.evolve(None, Voided("before anything")) == State(stage="closed", voided=True)
