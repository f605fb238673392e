"""The edges of blackjack: against published figures, plain enumeration, and dealt rounds."""

import json
import math
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.messages import SideBet
from tables.games.blackjack.terms import BlackjackTie, EvenMoneyTerms, Push21
from tables.games.blackjack.theory import sides
from tables.games.blackjack.theory.dealer import full_shoe, result_chances
from tables.games.blackjack.theory.known import known
from tables.games.blackjack.theory.main_game import _Against, _Rows, main_game
from tables.games.blackjack.theory.report import insurance_edge, report
from tables.games.blackjack.theory.sides import by_pay_table, side_returns
from tables.games.blackjack.theory.splitting import split_terms
from tables.games.blackjack.theory.strategy import (
    UPS,
    Letter,
    Strategy,
    name_of,
    read_worth,
    written_worth,
)
from tables.games.blackjack.theory.terms import MainTerms
from tests import campaign
from tests.bench.plain_loop import plain_loop
from tests.games.blackjack.card_by_card import Dealing, Held, dealer, draws, with_card
from tests.games.blackjack.engine_dealing import sample_rounds
from tests.games.blackjack.simulation import simulate_rounds

ROOT = Path(__file__).parents[2]


def terms_of(book: str, **options: Any) -> MainTerms:
    return MainTerms.of(BLACKJACK.amend(book, options))


# --- side bets ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "bet", "percent"),
    [
        ("FR-2024", "queen_of_hearts", 24.709),
        ("FR-2024", "two_plus_one", 13.390),
        ("FR-2024", "hyper:17", 27.4),
        ("FR-2024", "hyper:18", 16.4),
        ("FR-2024", "hyper:19", 19.8),
        ("FR-2024", "hyper:20", 10.2),
        ("FR-2024", "hyper:21", 19.8),
        ("FR-2024", "hyper:BJ", 5.0),
        ("FR-2024", "hyper:BUST", 15.4),
        ("FR-2007", "lucky_ladies", -2.00),
        ("MC", "perfect_pairs", 6.109),
        ("MC", "twenty_one_plus_three", 3.239),
    ],
)
def test_the_side_bets_cost_what_is_published_of_them(book: str, bet: str, percent: float) -> None:
    edge = side_returns(BLACKJACK.books[book].rules)[bet].edge
    digits = len(str(percent).partition(".")[2])
    assert round(float(edge) * 100, digits) == percent


def test_eight_packs_change_the_figures() -> None:
    sides = side_returns(BLACKJACK.amend("MC", {"decks": 8}))
    assert round(float(sides["perfect_pairs"].edge) * 100, 3) == 4.096
    assert round(float(sides["twenty_one_plus_three"].edge) * 100, 3) == 2.736


def test_each_pay_table_has_its_edge_whichever_is_chosen() -> None:
    tables = by_pay_table(BLACKJACK.books["FR-2007"].rules)
    assert [round(float(each.edge) * 100, 2) for each in tables.values()] == [-2.00, -19.76]


def test_every_side_bet_of_the_wire_has_an_edge() -> None:
    pay_table = [{"id": "two", "aces": 2, "to_one": 5}, {"id": "four", "aces": 4, "to_one": 900}]
    with_aces = BLACKJACK.amend(
        "MC",
        {
            "split_aces": {
                "stake_cents": 500,
                "seed_cents": 100_000,
                "contribution_bps": 3000,
                "pay_table": pay_table,
            }
        },
    )
    every = [*[book.rules for book in BLACKJACK.books.values()], with_aces]
    found = {bet for rules in every for bet in side_returns(rules)}
    assert found == set(SideBet.__args__)


def test_the_jackpot_of_three_sevens_gives_back_half_of_each_stake_beside_the_pots() -> None:
    """AMB-62: with the default contribution the bet favours the players, in the long run."""
    found = side_returns(BLACKJACK.books["FR-2024"].rules)["jp1"]
    assert found.fixed is not None
    assert round(float(1 - found.fixed) * 100, 1) == 49.6
    assert found.pots["jp1_main"] == Fraction(4 * math.comb(6, 3), math.comb(312, 3))
    assert found.pots["jp1_secondary"] == Fraction(
        2 * (math.comb(12, 3) - 2 * math.comb(6, 3)), math.comb(312, 3)
    )
    assert found.edge < -0.5
    kept = side_returns(BLACKJACK.amend("FR-2024", {"jp1_contribution_total_bps": 4000}))["jp1"]
    assert kept.edge == found.edge + Fraction(6, 10)


def test_read_as_red_and_black_table_b_favours_the_player() -> None:
    """AMB-01: why « couleur » is read as suit."""
    options = {"queen_of_hearts_pay_table": "B", "queen_couleur": "colour"}
    edge = side_returns(BLACKJACK.amend("FR-2024", options))["queen_of_hearts"].edge
    assert round(float(edge) * 100, 1) == -7.3


def test_lucky_ladies_with_matched_pairs_are_dames_de_coeur() -> None:
    """AMB-02: why the operator must choose."""
    matched = BLACKJACK.amend("FR-2007", {"queen_pair_rule": "same_rank_same_couleur"})
    queens = side_returns(BLACKJACK.books["FR-2024"].rules)["queen_of_hearts"]
    assert side_returns(matched)["lucky_ladies"].edge == queens.edge


def test_a_natural_has_4_7489_percent() -> None:
    sides = side_returns(BLACKJACK.books["FR-2024"].rules)
    (chance,) = sides["hyper:BJ"].lines
    assert chance == Fraction(2 * 24 * 96, 312 * 311)
    assert round(float(chance) * 100, 4) == 4.7489


@pytest.mark.parametrize(("book", "soft_17_stands"), [("FR-2024", True), ("ON", False)])
def test_ontarios_dealer_draws_more(book: str, soft_17_stands: bool) -> None:
    """ENG-10: a soft 17 stays a 17 everywhere else."""
    rules = BLACKJACK.books[book].rules
    full = full_shoe(rules.decks)
    seventeen = Fraction(0)
    for up in range(10):
        shoe = (*full[:up], full[up] - 1, *full[up + 1 :])
        chances = result_chances(shoe, up, rules.dealer_hits_soft_17)
        assert sum(chances) == 1
        seventeen += Fraction(full[up], sum(full)) * chances[0]
    assert (float(seventeen) > 0.14) == soft_17_stands


def test_insurance_loses_seven_percent() -> None:
    assert insurance_edge(BLACKJACK.books["FR-2024"].rules) == Fraction(23, 311)


# --- the main game --------------------------------------------------------------------------------

SMALL = [
    ("MC", {}, (4, 0, 0, 0, 0, 0, 0, 6, 0, 6)),
    ("MC", {}, (3, 0, 0, 0, 0, 0, 0, 7, 5, 0)),
    ("ON", {"split_21_is_blackjack": True}, (4, 0, 3, 0, 0, 4, 0, 0, 0, 6)),
    ("ON", {"dealer_blackjack_beats_21": False}, (6, 0, 0, 0, 5, 0, 0, 0, 0, 7)),
    ("ON", {"blackjack_tie": "player_wins"}, (6, 0, 0, 0, 0, 0, 6, 0, 0, 7)),
    ("HOUSE", {"max_splits": 3, "resplit_first_hand_only": True}, (0, 0, 0, 0, 0, 0, 0, 8, 3, 5)),
    ("HOUSE", {"double_after_split": False}, (0, 0, 0, 4, 0, 4, 0, 3, 0, 6)),
    ("FR-2024", {}, (0, 0, 0, 4, 0, 4, 0, 3, 0, 6)),
    ("FR-2024", {"surrender": True}, (3, 0, 0, 0, 4, 0, 3, 0, 0, 5)),
    ("FR-2007", {"surrender": True}, (4, 0, 0, 0, 4, 0, 0, 4, 0, 5)),
]


@pytest.mark.parametrize(
    ("book", "options", "shoe", "both_first"),
    [*[(*each, False) for each in SMALL], *[(*each, True) for each in SMALL[:3]]],
)
def test_the_sums_agree_with_dealing_every_card_of_a_small_shoe(
    book: str, options: dict[str, Any], shoe: tuple[int, ...], both_first: bool
) -> None:
    """Re-splits, aces, doubles, surrender; both moments of the second card (AMB-23)."""
    terms = terms_of(book, **options)
    found = main_game(terms, shoe=shoe)
    dealt = Dealing(terms, found.strategy, both_first).edge(shoe)
    assert abs(found.edge - dealt) < 1e-12


def test_a_split_counted_wrongly_would_be_seen() -> None:
    """The comparison above notices a pair that is split once less often."""
    terms, shoe = terms_of("MC"), (4, 0, 0, 0, 0, 0, 0, 6, 0, 6)
    once = replace(terms, max_splits=1)
    strategy = main_game(once, shoe=shoe).strategy
    assert abs(main_game(once, strategy, shoe).edge - Dealing(terms, strategy).edge(shoe)) > 1e-3


@pytest.mark.parametrize("hits_soft_17", [False, True])
def test_the_dealers_chances_are_those_of_dealing_card_by_card(hits_soft_17: bool) -> None:
    shoe = (2, 3, 1, 0, 4, 2, 0, 1, 3, 6)
    for up in range(10):
        exact = dict(
            zip(
                ("17", "18", "19", "20", "21", "BJ", "BUST"),
                result_chances(shoe, up, hits_soft_17),
                strict=True,
            )
        )
        assert sum(exact.values()) == 1
        for result, chance in dealer(shoe, up, hits_soft_17).items():
            assert abs(float(exact[result]) - chance) < 1e-12


@cache
def hands_of_monaco() -> _Rows:
    return _Rows.of(terms_of("MC"), full_shoe(6))


def changed(strategy: Strategy, total: int, soft: bool, up: int, letter: Letter) -> Strategy:
    rows = list(strategy.soft if soft else strategy.hard)
    row = list(rows[total - (12 if soft else 4)])
    row[up] = letter
    rows[total - (12 if soft else 4)] = tuple(row)
    return replace(strategy, soft=tuple(rows)) if soft else replace(strategy, hard=tuple(rows))


@pytest.mark.parametrize(
    ("total", "soft", "up", "letter"),
    [
        (16, False, 9, "S"),
        (12, False, 3, "H"),
        (12, False, 2, "S"),
        (11, False, 9, "D"),
        (18, True, 1, "Ds"),
        (18, True, 0, "S"),
        (9, False, 1, "D"),
        (13, False, 1, "H"),
        (15, True, 3, "H"),
    ],
)
def test_no_close_cell_of_the_table_can_be_bettered(
    total: int, soft: bool, up: int, letter: Letter
) -> None:
    stored = known(terms_of("MC"))
    assert stored is not None
    assert stored.strategy.on_total(total, soft, up) != letter
    # What happens against the other up-cards is the same.
    column = _Against(hands_of_monaco(), full_shoe(6), up)
    best = column.solve(None if total == 16 else stored.strategy)
    assert column.solve(changed(stored.strategy, total, soft, up, letter)).value < best.value


def test_the_table_is_that_of_no_hole_card() -> None:
    """Against a ten or an ace nothing is doubled but eleven by none, and eights are not split."""
    found = known(terms_of("FR-2024"))
    assert found is not None
    table = found.strategy.shown()
    assert table["hard"]["11"]["T"] == table["hard"]["11"]["A"] == "H"
    assert table["pairs"]["8,8"]["T"] == table["pairs"]["8,8"]["A"] == "H"
    assert table["pairs"]["A,A"]["T"] == "P"
    assert table["pairs"]["A,A"]["A"] == "H"
    assert table["hard"]["16"]["T"] == "H"
    assert table["hard"]["12"]["4"] == "S"
    assert table["soft"]["18"]["9"] == "H"


def test_each_rule_moves_the_edge_its_own_way() -> None:
    edges = {
        name: found.edge
        for name, terms in {
            "FR-2024": terms_of("FR-2024"),
            "FR-2007": terms_of("FR-2007"),
            "MC": terms_of("MC"),
            "ON": terms_of("ON"),
            "three": terms_of("HOUSE", max_splits=3),
            "no double": terms_of("HOUSE", double_after_split=False),
            "surrender": terms_of("FR-2024", surrender=True),
            "early": terms_of("FR-2007", surrender=True),
        }.items()
        if (found := known(terms))
    }
    assert len(edges) == 8
    assert edges["FR-2024"] < edges["three"] < edges["MC"] < edges["no double"] < edges["ON"]
    assert edges["FR-2007"] < edges["FR-2024"], "Aces may be split again."
    # The usual figures: ten against an early surrender 0.24 %, ace 0.39 %.
    assert edges["FR-2024"] - edges["surrender"] == pytest.approx(0.0025, abs=0.0003)
    assert edges["early"] < 0 < edges["surrender"]


def test_even_money_is_asked_for_only_where_it_pays() -> None:
    """Of one pack and a black-jack in the hand, 15 of 49 are tens: 1.5 x 34/49 is above 1."""
    one = replace(terms_of("MC"), decks=1)
    assert main_game(one).strategy.even_money == ""
    asked = main_game(poor := replace(one, blackjack_odds=(6, 5)))
    assert asked.strategy.even_money == "A"
    never = replace(poor, even_money=EvenMoneyTerms.NONE)
    assert main_game(never).edge > asked.edge


def test_all_that_the_text_leaves_open_is_read_from_the_rules() -> None:
    base = terms_of("ON")
    assert terms_of("ON", split_21_is_blackjack=True) != base
    assert terms_of("ON", blackjack_tie="player_wins").blackjack_tie is BlackjackTie.PLAYER_WINS
    lenient = terms_of("ON", dealer_blackjack_beats_21=False)
    assert lenient.beaten_21 is Push21.NEITHER_DOUBLED_NOR_SPLIT
    assert terms_of("ON", payout_unit_cents=50) == base


def test_splits_without_limit_double_the_hands() -> None:
    assert split_terms(None).others[:4] == (2, 4, 8, 16)
    assert split_terms(2).others == (2, 4, -2, 0)
    assert split_terms(1).repeats == (0,)


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("book", "options"),
    # The second takes five CPU seconds; the short form has its small shoes and simulated rounds.
    [("MC", {}), ("FR-2007", {"surrender": True})][: campaign.length(1, 2)],
)
def test_what_is_stored_is_what_is_computed_in_time(book: str, options: dict[str, Any]) -> None:
    terms = terms_of(book, **options)
    stored = known(terms)
    assert stored is not None
    began = time.process_time()
    found = main_game(terms)
    assert time.process_time() - began < 30
    assert found.strategy == stored.strategy
    assert written_worth(found.worth) == written_worth(stored.worth)
    assert found.edge == pytest.approx(stored.edge, abs=1e-12)
    assert found.error < 1e-5


def test_a_written_strategy_is_read_again() -> None:
    found = known(terms_of("FR-2007", surrender=True))
    assert found is not None
    assert Strategy.read(found.strategy.written()) == found.strategy


def test_side_bets_are_counted_within_a_second() -> None:
    rules = BLACKJACK.amend("FR-2024", {"decks": 6})

    def seconds() -> float:
        for kept in (sides._queens_lines, sides._dealt_lines, sides._dealer_results):
            kept.cache_clear()
        began = time.process_time()
        side_returns(rules)
        result_chances(full_shoe(6), 0, True)
        return time.process_time() - began

    # What else the machine does may slow a core down, though not each time.
    assert any(seconds() < 1 for _ in range(10))


# --- dealt rounds ---------------------------------------------------------------------------------


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("book", "options"),
    [("FR-2024", {}), ("ON", {}), ("FR-2007", {"surrender": True})],
)
def test_simulated_rounds_lose_what_the_sums_say(book: str, options: dict[str, Any]) -> None:
    terms = terms_of(book, **options)
    stored = known(terms)
    assert stored is not None
    rounds, apart = campaign.length(500_000, 20_000_000), 0.005 if campaign.SOAK else 0.01
    found = simulate_rounds(terms, stored.strategy, rounds=rounds, seed=campaign.seed(20_24))
    assert found.deviations(stored.edge) <= 4
    assert found.deviations(stored.edge + apart) > 4, "The test could not tell a percent."


@pytest.mark.campaign
def test_a_plain_loop_loses_what_the_sums_say() -> None:
    terms = terms_of("ON")
    stored = known(terms)
    assert stored is not None
    rounds = campaign.length(300_000, 3_000_000)
    found = plain_loop(terms, stored.strategy, rounds, Random(campaign.seed(5)))
    assert found.deviations(stored.edge) <= 4
    assert found.deviations(stored.edge + 0.02) > 4


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("book", "options"),
    campaign.sample(3, [("FR-2024", {}), ("MC", {}), ("FR-2007", {"surrender": True})], 2),
)
def test_rounds_dealt_by_the_engine_lose_what_the_sums_say(
    book: str, options: dict[str, Any]
) -> None:
    rules = BLACKJACK.amend(book, options)
    stored = known(MainTerms.of(rules))
    assert stored is not None
    rounds, seed = campaign.length(2_600, 100_000), campaign.seed(11)
    found = sample_rounds(rules, stored.strategy, rounds=rounds, seed=seed)
    assert found.deviations(stored.edge) <= 4
    assert found.deviations(stored.edge + 0.1) > 4


# --- the report -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "options", "bet"),
    [
        ("FR-2024", {}, None),
        ("FR-2024", {"surrender": True}, None),
        ("FR-2007", {}, None),
        ("FR-2007", {"surrender": True}, "main"),
        ("FR-2007", {"enabled_side_bets": ["lucky_ladies"]}, "lucky_ladies"),
        (
            "FR-2007",
            {
                "enabled_side_bets": ["lucky_ladies"],
                "queen_pair_rule": "same_rank_same_couleur",
            },
            None,
        ),
        (
            "FR-2024",
            {
                "enabled_side_bets": ["queen_of_hearts"],
                "queen_of_hearts_pay_table": "B",
                "queen_couleur": "colour",
            },
            "queen_of_hearts",
        ),
        ("FR-2024", {"enabled_side_bets": ["jp1"]}, "jp1"),
        (
            "FR-2024",
            {"enabled_side_bets": ["jp1", "hyper"], "jp1_contribution_total_bps": 3000},
            None,
        ),
    ],
)
def test_what_favours_the_player_is_named(
    book: str, options: dict[str, Any], bet: str | None
) -> None:
    favouring = [
        each for each in report(BLACKJACK.amend(book, options)).bets if each.favours_player
    ]
    assert [each.bet for each in favouring] == ([bet] if bet else [])
    assert all(each.least_edge < 0 for each in favouring)


def command(*words: str) -> str:
    """Return what the command prints; here it may ask no database."""
    printed = StringIO()
    call_command("theoretical_return", *words, stdout=printed)
    return printed.getvalue()


def test_the_command_tells_every_book_without_a_database() -> None:
    unknown = ("DATABASE_URL", "REDIS_URL")
    done = subprocess.run(
        [sys.executable, "manage.py", "theoretical_return", "--json", "--known"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name not in unknown},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert list(found) == list(BLACKJACK.books)
    assert found["FR-2024"]["main"]["edge"] == pytest.approx(0.0051607, abs=1e-6)
    assert found["FR-2024"]["main"]["strategy"]["pairs"]["9,9"]["7"] == "S"
    side = found["FR-2024"]["side_bets"]["hyper:BJ"]
    assert float(Fraction(side["fraction"])) == pytest.approx(side["edge"])
    bets = found["FR-2024"]["bets"]
    assert (bets["main"]["edge"], bets["main"]["fraction"]) == (
        found["FR-2024"]["main"]["edge"],
        None,
    )
    assert bets["hyper:BJ"]["fraction"] == side["fraction"]


@pytest.mark.parametrize(
    ("game", "fractions"),
    [
        (
            "european_roulette",
            {"straight": "1/37", "even_chance:half": "1/74", "even_chance:prison": "1/73"},
        ),
        ("chemin_de_fer", {"levy": "1/20"}),
    ],
)
def test_the_command_tells_the_bets_of_every_game_by_their_names(
    game: str, fractions: dict[str, str]
) -> None:
    found = json.loads(command("--game", game, "--json"))["MC"]["bets"]
    for bet, fraction in fractions.items():
        assert found[bet]["fraction"] == fraction
        assert found[bet]["edge"] == float(Fraction(fraction))


def test_the_command_tells_prices_and_tables_on_a_terminal() -> None:
    told = command("--rules", "FR-2024", "--known")
    assert re.search(r"^  main +0\.5161%  ± \S+  of the first stake$", told, re.MULTILINE)
    assert re.search(r"^  jp1 .*  not offered$", told, re.MULTILINE)
    assert re.search(r"^  17( +S){10}$", told, re.MULTILINE)


def test_the_command_knows_no_other_game() -> None:
    with pytest.raises(CommandError, match="roulette"):
        command("--game", "roulette")


# --- what a decision is worth ---------------------------------------------------------------------

SCHOOL = (3, 2, 0, 2, 0, 2, 0, 4, 0, 5)
"""A small shoe with hands of every sort: aces, small pairs, tens."""


def without(shoe: tuple[int, ...], *ranks: int) -> tuple[int, ...]:
    left = list(shoe)
    for rank in ranks:
        left[rank] -= 1
    return tuple(left)


def by_dealing(dealing: Dealing, left: tuple[int, ...], hand: Held) -> dict[str, float]:
    """Return what each action with two cards brings, every card dealt that can come."""
    doubled = {card: replace(with_card(hand, card), stake=2.0) for card, _, _ in draws(left)}
    return {
        "stand": dealing.settled(left, (hand,)),
        "hit": sum(
            chance * dealing.play(after, (with_card(hand, card),), (), 0)
            for card, chance, after in draws(left)
        ),
        "double": sum(
            chance
            * (-2.0 if (two := doubled[card]).best[0] > 21 else dealing.settled(after, (two,)))
            for card, chance, after in draws(left)
        ),
    }


@pytest.mark.parametrize("up", [rank for rank in range(10) if SCHOOL[rank]])
def test_what_each_action_is_worth_agrees_with_dealing_every_card(up: int) -> None:
    """Pairs one by one, splits by and against the strategy; totals as the mean of their hands."""
    terms = terms_of("MC")
    found = main_game(terms, shoe=SCHOOL)
    dealing = Dealing(terms, found.strategy, up=up)
    means: dict[str, list[tuple[float, dict[str, float]]]] = {}
    for first, one, rest in draws(without(SCHOOL, up)):
        for second, two, left in draws(rest):
            hand = Held((first, second))
            total, soft = hand.best
            if total == 21:
                continue
            worth = by_dealing(dealing, left, hand)
            name = name_of(total, soft, two=True)
            if first == second:
                name = f"{UPS[first]},{UPS[first]}"
                pair = (Held((first,), split=True), Held((first,), split=True, right=False))
                worth["split"] = dealing.play(left, pair, (), 1)
            means.setdefault(name, []).append((one * two, worth))
    assert len(means) > 15
    for name, hands in means.items():
        ways = sum(chance for chance, _ in hands)
        for action, values in found.worth[name].items():
            mean = sum(chance * worth[action] for chance, worth in hands) / ways
            assert values[up] == pytest.approx(mean, abs=1e-12), (name, action)


def test_the_strategy_is_worth_most_of_every_hand() -> None:
    """One decision for all hands of a total, and one for those that may double."""
    found = known(terms_of("FR-2024"))
    assert found is not None
    named = [(total, False, found.strategy.hard[total - 4]) for total in range(5, 20)]
    named += [(total, True, found.strategy.soft[total - 12]) for total in range(13, 21)]
    for total, soft, row in named:
        for up, letter in enumerate(row):
            both = {a: v[up] for a, v in found.worth[name_of(total, soft, two=False)].items()}
            two = {a: v[up] for a, v in found.worth[name_of(total, soft, two=True)].items()}
            plays = "stand" if letter in ("S", "Ds") else "hit"
            assert both[plays] == max(both.values()), (total, soft, UPS[up])
            doubles = two["double"] > two[plays]
            assert doubles == (letter in ("D", "Ds")), (total, soft, UPS[up])


def test_a_written_worth_is_read_again() -> None:
    found = known(terms_of("FR-2007", surrender=True))
    assert found is not None
    assert read_worth(written_worth(found.worth)) == found.worth
