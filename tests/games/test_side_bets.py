"""The side bets of the five books, clause by clause, where no worked example shows them."""

import pytest

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.messages import JackpotFed, SideAmount
from tables.games.blackjack.points import DEALER_RESULTS, pair_line, sevens_line, three_cards_line
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Place
from tables.games.core.protocol import Approved, Refused
from tests.games.blackjack.notation import Round, round_from, rules_with

HYPER = {f"hyper:{field}" for field in DEALER_RESULTS}


def cards(text: str) -> tuple[Card, Card, Card]:
    first, second, third = text.split()
    return Card(first), Card(second), Card(third)


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("Ah 2h 3h", 1),
        ("Kd Ad Qd", 1),
        ("7c 7c 7c", 2),
        ("7c 7d 7h", 2),
        ("3s 2d Ac", 3),
        ("Qs Kd Ac", 3),
        ("Ks Ad 2c", 0),
        ("2h 9h Kh", 4),
        ("2h 9h Kd", 0),
        ("Ah Ad 2h", 0),
    ],
)
def test_the_best_of_three_cards(hand: str, line: int) -> None:
    """FR-2024-116 to 120, MC-101, AMB-04, AMB-05, AMB-08."""
    first, second, third = cards(hand)
    for order in ((first, second, third), (third, first, second), (second, third, first)):
        assert three_cards_line(order) == line


@pytest.mark.parametrize(
    ("hand", "line"), [("Kh Kh", 1), ("Kh Kd", 2), ("Kh Kc", 3), ("Kh Qh", 0), ("Th Jh", 0)]
)
def test_pairs_of_one_rank(hand: str, line: int) -> None:
    """MC-094 to 097: K-Q is no pair here."""
    assert pair_line(tuple(map(Card, hand.split()))) == line


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("7s 7s 7s", 5),
        ("7h 7d 7h", 4),
        ("7h 7d 7s", 3),
        ("7h 7d 8s", 2),
        ("7h 7d", 2),
        ("7h 8d 7s", 1),
        ("8h 7d", 1),
        ("8h 8d 7d", 0),
    ],
)
def test_sevens_among_the_first_cards(hand: str, line: int) -> None:
    """FR-2024-130 to 136: the third seven counts only after two."""
    assert sevens_line(tuple(map(Card, hand.split()))) == line


@pytest.mark.clause("FR-2024-094", "FR-2024-109", "FR-2024-121")
def test_a_side_bet_lies_on_the_layout_only_where_the_house_offers_it() -> None:
    every = {"hyper", "two_plus_one", "jp1"}
    for key in every:
        for offered in (sorted(every), sorted(every - {key})):
            rules = rules_with(enabled_side_bets=offered)
            shown = BLACKJACK.view(rules, Round(rules).state).limits.sides
            assert sorted(side.bet for side in shown) == offered
            r = Round(rules, holders={1: "ann"})
            bet = {"hyper": "hyper:17"}.get(key, key)
            if key in offered:
                r.stake(1, 1000, **{bet: 500})
                assert r.on_layout() == 1500
            else:
                with pytest.raises(Refused, match="side_bet_not_available"):
                    r.stake(1, 1000, **{bet: 500})


@pytest.mark.clause("FR-2024-095")
def test_hyper_has_seven_fields_and_no_others() -> None:
    assert set(DEALER_RESULTS) == {"17", "18", "19", "20", "21", "BJ", "BUST"}
    r = Round(rules_with(enabled_side_bets=["hyper"]), holders={1: "ann"})
    r.stake(1, 1000, **dict.fromkeys(HYPER, 10))
    assert r.on_layout() == 1070
    with pytest.raises(Refused, match="side_bet_not_available"):
        r.stake(1, 1000, hyper=10)
    with pytest.raises(Refused, match="side_bet_not_available"):
        r.stake(1, 1000, **{"hyper:16": 10})


@pytest.mark.clause("FR-2024-107", "FR-2024-113", "FR-2024-129")
def test_with_additional_stakes_the_deal_and_the_play_are_the_ordinary_ones() -> None:
    plain = round_from("dealer 9s | box 1: Td 6h, stake 1000")
    with_sides = round_from(
        "dealer 9s | box 1: Td 6h, stake 1000, hyper:19 100, two_plus_one 100, jp1 500"
    )
    for r in (plain, with_sides):
        assert r.turn == "1/h/2"
        assert set(r.offers(1)) == {"hit", "stand", "double"}
        r.play("1 hit 3c", "1 stand", "dealer Tc")
    told = [line for line in with_sides.settled() if line.startswith("1/")]
    assert told == plain.settled() == ["1/h push 1000 for 1000"]
    assert with_sides.net() == {"p1": 500 - 100 - 500}


@pytest.mark.clause("FR-2024-122", "FR-2024-123", "FR-2024-127")
def test_the_jackpot_grows_with_every_stake_and_restarts_from_its_seed() -> None:
    r = round_from(
        "dealer 5s | box 1: 7s 7s, stake 1000, jp1 500 | box 2: Tc 8c, stake 1000, jp1 500",
        jp1_contribution_total_bps=3000,
        jp1_contribution_secondary_bps=1000,
        jp1_seed_main_cents=70_000,
    )
    fed = [event for event in r.events if isinstance(event, JackpotFed)]
    assert [
        [(move.pot, move.amount) for move in event.moves if move.target is Place.JACKPOT]
        for event in fed
    ] == [[("jp1_main", 100), ("jp1_secondary", 50)]] * 2
    assert sum(move.amount for event in fed for move in event.moves) == 1000
    r.play("1 hit 7s", "1 stand", "2 stand", "dealer Td Qc")
    assert r.over
    # Nothing of the pot is paid before it is approved (FR-2024-138, 139).
    assert r.net() == {"p1": 1000 - 500, "p2": 1000 - 500}
    assert [claim.party for claim in r.state.claims] == ["p1"]
    approved = Approved((("jp1_main", Amount(12_345)),))
    events = BLACKJACK.decide(r.rules, r.state, approved)
    assert [event.kind.removeprefix("blackjack.") for event in events] == [
        "jackpot_paid",
        "pot_restarted",
        "consolation_paid",
    ]
    assert [[move.amount for move in event.moves] for event in events] == [
        [12_345],
        [70_000],
        [50_000],
    ]
    state = r.state
    for event in events:
        state = BLACKJACK.evolve(state, event)
    assert (state.claims, state.consolations) == ((), ())
    with pytest.raises(Refused, match="not_awaited"):
        BLACKJACK.decide(r.rules, state, approved)


def test_a_jackpot_cannot_be_approved_while_the_round_is_open() -> None:
    r = round_from("dealer 5s | box 1: 7s 7s, stake 1000, jp1 500").play("1 hit 7s")
    with pytest.raises(Refused, match="not_awaited"):
        BLACKJACK.decide(r.rules, r.state, Approved((("jp1_main", Amount(1)),)))


@pytest.mark.clause("MC-099", "MC-104", "MC-109")
def test_in_monaco_the_side_bets_leave_the_hand_to_its_ordinary_course() -> None:
    config = {
        "stake_cents": 200,
        "seed_cents": 0,
        "contribution_bps": 0,
        "pay_table": [{"id": "one", "aces": 1, "to_one": 3}],
    }
    r = round_from(
        "dealer 9s | box 1: Ad 6h, stake 1000, perfect_pairs 100, twenty_one_plus_three 100,"
        " split_aces 200",
        "MC",
        split_aces=config,
    )
    assert r.turn == "1/h/2"
    assert set(r.offers(1)) == {"hit", "stand", "double"}
    r.play("1 hit 2c", "1 stand", "dealer Tc")
    assert "1/h push 1000 for 1000" in r.settled()
    assert r.net() == {"p1": -100 - 100 - 200 + 600}


def test_a_side_bet_staked_twice_in_one_command_is_refused() -> None:
    r = Round(rules_with(enabled_side_bets=["two_plus_one", "hyper"]), holders={1: "ann"})
    from tables.games.blackjack.messages import BoxStake, Stake

    for bet in ("two_plus_one", "hyper:17"):
        twice = (SideAmount(bet, Amount(100)),) * 2  # type: ignore[arg-type]
        with pytest.raises(Refused, match="side_bet_not_available"):
            r.ask("ann", Stake((BoxStake(BoxNo(1), Amount(1000), Amount(0), twice),)))
