"""Decisions beside basic strategy: which are right, and what the others cost on average."""

from fractions import Fraction

import pytest

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.theory.dealer import full_shoe, result_chances
from tables.games.blackjack.theory.judging import Guide, judged
from tables.games.blackjack.theory.report import guide, report
from tables.games.core.price import JudgedDecision
from tests.games.blackjack.notation import Round, round_from


def decisions(round_: Round, by: Guide | None = None) -> list[JudgedDecision]:
    """Return what is said of the round's decisions, each from the state before it."""
    by = by or guide(round_.rules, report(round_.rules))
    state, found = None, []
    for event in round_.events:
        if state is not None and (each := judged(by, round_.rules, state, event)):
            found.append(each)
        state = BLACKJACK.evolve(state, event)
    return found


def told(round_: Round) -> list[str]:
    return [
        f"{each.party} {each.hand}/{each.up} {each.chosen}"
        + (f", not {each.advised}: {each.cost:.2f} of {each.stake}" if not each.right else "")
        for each in decisions(round_)
    ]


def test_what_the_strategy_does_is_right_and_costs_nothing() -> None:
    round_ = round_from("dealer 9s | box 3: Td 6h, stake 1000").play("3 hit 4c", "3 stand")
    assert told(round_) == ["p3 h16/9 hit", "p3 h20/9 stand"]
    assert all(each.right and each.cost == 0 for each in decisions(round_))


def test_an_error_costs_the_difference_of_the_means_times_the_stake() -> None:
    """Standing on 16 against a nine: -54.3 % instead of -50.9 %."""
    (error,) = decisions(round_from("dealer 9s | box 3: Td 6h, stake 1000").play("3 stand"))
    assert (error.hand, error.up, error.chosen, error.advised) == ("h16", "9", "stand", "hit")
    assert error.cost == pytest.approx(33, abs=5)


@pytest.mark.parametrize(("ranks", "card"), [((8, 8), "9"), ((9, 9), "T")])
def test_a_pair_that_stands_loses_what_the_dealers_chances_say(
    ranks: tuple[int, int], card: str
) -> None:
    """The same sum again from the dealer's exact results, and by drawing every card of the shoe."""
    hand = "9d 9h" if card == "9" else "Td Kh"
    up = 4  # a five
    shoe = list(full_shoe(6))
    for rank in (*ranks, up):
        shoe[rank] -= 1
    total = sum(rank + 1 for rank in ranks)
    stands = against(total, tuple(shoe), up)
    hits = sum(
        Fraction(left, sum(shoe)) * (against(total + rank + 1, less(shoe, rank), up))
        for rank, left in enumerate(shoe)
    )
    # Both totals are above 17, where the strategy takes no second card.
    found = decisions(round_from(f"dealer 5s | box 3: {hand}, stake 1000").play("3 hit 2c"))
    rules = BLACKJACK.amend("FR-2024", {})
    by = guide(rules, report(rules))
    assert by.worth[f"{card},{card}"]["stand"][up] == pytest.approx(float(stands), abs=1e-6)
    worth = by.worth[f"{card},{card}"]
    assert worth["hit"][up] == pytest.approx(float(hits), abs=1e-6)
    best = {"stand": stands, "split": worth["split"][up]}[found[0].advised]
    assert found[0].cost == pytest.approx(1000 * float(best - hits), abs=1e-3)


def less(shoe: list[int], rank: int) -> tuple[int, ...]:
    return tuple(left - (nth == rank) for nth, left in enumerate(shoe))


def against(total: int, shoe: tuple[int, ...], up: int) -> Fraction:
    """Return what a total above 17 brings that stands: no natural beats it with a five open."""
    if total > 21:
        return Fraction(-1)
    points = ("17", "18", "19", "20", "21", "BJ", "BUST")
    chances = dict(zip(points, result_chances(shoe, up, False), strict=True))
    won = chances["BUST"] + sum(chances[each] for each in points[:5] if int(each) < total)
    lost = chances["BJ"] + sum(chances[each] for each in points[:5] if int(each) > total)
    return won - lost


def test_pairs_doubles_and_splits_are_told_by_their_cards() -> None:
    round_ = round_from("dealer 6s | box 1: 8d 8h, stake 1000 | box 2: 6d 5h, stake 500")
    round_.play("1 stand", "2/h hit 9c", "2 stand")
    first, second, third = told(round_)
    assert first.startswith("p1 8,8/6 stand, not split: ")
    assert second.startswith("p2 h11/6 hit, not double: ")
    assert third == "p2 h20/6 stand"
    split = round_from("dealer 6s | box 1: 8d 8h, stake 1000").play("1 split 3c", "1/ha double Tc")
    assert told(split)[:2] == ["p1 8,8/6 split", "p1 h11/6 double"]


def test_insurance_costs_its_edge_and_a_second_answer_is_none() -> None:
    round_ = round_from("dealer As | box 3: Td 9h, stake 1000").play("3 insure", "3 stand")
    assert told(round_)[0] == f"p3 insurance/A insure, not decline: {500 * 23 / 311:.2f} of 500"
    declined = round_from("dealer As | box 3: Td 9h, stake 1000").play("3 decline")
    assert told(declined) == ["p3 insurance/A decline"]


def test_a_natural_paid_at_once_gives_up_what_waiting_is_worth() -> None:
    paid = round_from("dealer As | box 3: Ad Kh, stake 1000", "MC").play("3 even_money")
    (error,) = decisions(paid)
    assert (error.hand, error.chosen, error.advised) == ("BJ", "even_money", "decline")
    waits = Fraction(3, 2) * (1 - Fraction(95, 309))
    assert error.cost == pytest.approx(float(1000 * (waits - 1)), abs=1e-2)


def test_a_surrender_is_judged_once_and_not_for_those_behind() -> None:
    options = {"surrender": True}
    round_ = round_from(
        "dealer 6s | box 3: Td 6h, stake 1000, behind sam 500", "FR-2024", **options
    ).play("3 surrender")
    (error,) = decisions(round_)
    assert (error.party, error.chosen, error.advised) == ("p3", "surrender", "stand")
    assert error.cost == pytest.approx(350, abs=20)


def test_the_clock_decides_nothing_of_the_players() -> None:
    assert decisions(round_from("dealer 9s | box 3: Td 6h, stake 1000").play("expire")) == []
