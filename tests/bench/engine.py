"""The blackjack engine by itself, beside engines that are published (G17), and simulation (G18).

CPU seconds of this process: no database, no sockets. A step is one decision of a player's hand.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any, Final

from tables.games.blackjack import BLACKJACK
from tables.games.blackjack.state import State
from tables.games.blackjack.theory.known import known
from tables.games.blackjack.theory.strategy import Strategy
from tables.games.blackjack.theory.terms import MainTerms
from tables.games.core.cards import PACK
from tables.games.core.money import BoxNo
from tables.games.core.protocol import OpeningContext, PlayerCommand
from tests.bench.effort import Effort
from tests.bench.figures import Figure
from tests.bench.plain_loop import plain_loop
from tests.games.blackjack.engine_dealing import DealCounts, play_round
from tests.games.blackjack.simulation import simulate_rounds

SEATS: Final = 7
BOXES: Final = tuple(BoxNo(number) for number in range(1, SEATS + 1))


@dataclass(frozen=True, slots=True)
class Pace:
    """How much was done in a CPU second."""

    steps: float
    hands: float


def bench(effort: Effort) -> list[Figure]:
    """Measure the engine and its peers in turn, and both simulations one after another.

    A turn's ratios are of one stretch of half a second each: a machine that is faster for a while
    is so on both sides of them.
    """
    seconds = effort.pick(0.5, 0.2, 0.05)
    rules = BLACKJACK.books["MC"].rules
    terms = MainTerms.of(rules)
    stored = known(terms)
    assert stored is not None
    strategy = stored.strategy
    turns = in_turn(
        effort.pick(9, 5, 1),
        seconds,
        replayed(rules, strategy),
        lambda: by_strategy(rules, strategy),
        blackjack21(strategy),
        rlcard(),
    )
    own, advised = [turn[0] for turn in turns], [turn[1] for turn in turns]
    figures = []
    for name, peer in (
        ("blackjack21", [turn[2] for turn in turns]),
        ("rlcard", [turn[3] for turn in turns]),
    ):
        first = name == "blackjack21"
        ratios = [one.steps / other.steps for one, other in zip(own, peer, strict=True)]
        figures.append(
            Figure(
                "G17" if first else "",
                f"engine, 7 boxes: validated decisions / {name} steps",
                median(ratios),
                floor=0.3 if first else None,
                goal=1.0 if first else None,
                note=f"{len(ratios)} turns, {min(ratios):.3g} to {max(ratios):.3g}:"
                f" {_steps(own)} of {_steps(peer)} per CPU s; whole hands"
                f" {_hands(own)} of {_hands(peer)}, asking basic strategy too {_hands(advised)}",
            )
        )
    rounds, slowly = effort.pick((1_000_000, 20_000), (250_000, 20_000), (20_000, 500))
    vector, plain = in_turn(
        1,
        effort.pick(3.0, 1.0, 0.05),
        lambda: DealCounts(hands=simulate_rounds(terms, strategy, rounds, 1).rounds),
        lambda: DealCounts(hands=plain_loop(terms, strategy, slowly, Random(1)).rounds),
    )[0]
    figures.append(
        Figure(
            "G18",
            "simulated rounds, many shoes at once / plain loop",
            vector.hands / plain.hands,
            floor=0.2,
            goal=1.0,
            note=f"{vector.hands:,.0f} of {plain.hands:,.0f} per CPU s, the same strategy",
        )
    )
    return figures


def in_turn(turns: int, seconds: float, *runs: Callable[[], DealCounts]) -> list[list[Pace]]:
    """Return the pace of each in each turn; every one is run once before, which is not counted."""
    for run in runs:
        run()
    return [[timed(run, seconds) for run in runs] for _ in range(turns)]


def _steps(paces: list[Pace]) -> str:
    return f"{median(each.steps for each in paces):,.0f}"


def _hands(paces: list[Pace]) -> str:
    return f"{median(each.hands for each in paces):,.0f}"


def timed(run: Callable[[], DealCounts], seconds: float) -> Pace:
    """Return the pace of something that is run again until the CPU seconds are used up."""
    counted, began = DealCounts(), time.process_time()
    while (used := time.process_time() - began) < seconds:
        once = run()
        counted.commands += once.commands
        counted.hands += once.hands
    return Pace(counted.commands / used, counted.hands / used)


def by_strategy(rules: Any, strategy: Strategy, rounds: int = 20) -> DealCounts:
    """Play whole rounds of seven boxes, asking the strategy for every decision."""
    chance, shoe = Random(7), list(PACK) * rules.decks
    counted = DealCounts()
    for _ in range(rounds):
        play_round(rules, strategy, chance.sample(shoe, 200), BOXES, counted)
    return counted


def replayed(rules: Any, strategy: Strategy) -> Callable[[], DealCounts]:
    """Return the engine alone: what rounds were given is decided and evolved again."""
    chance, shoe = Random(7), list(PACK) * rules.decks
    rounds = []
    counted = DealCounts()
    for _ in range(60):
        given: list[Any] = []
        play_round(rules, strategy, chance.sample(shoe, 200), BOXES, counted, given)
        rounds.append(given)
    steps = sum(isinstance(each, PlayerCommand) for given in rounds for each in given)

    def run() -> DealCounts:
        for given in rounds:
            state = BLACKJACK.evolve(
                State(), BLACKJACK.opening_event(rules, None, OpeningContext())
            )
            for each in given:
                _, state = BLACKJACK.step(rules, state, each)
            assert BLACKJACK.is_over(state)
        return DealCounts(steps, counted.hands)

    return run


def blackjack21(strategy: Strategy) -> Callable[[], DealCounts]:
    """Return rounds of seven seats at the published engine's table, by the same strategy."""
    from blackjack21 import DEFAULT_SUITS, Action, Deck, Table

    table = Table([(f"p{seat}", 100) for seat in BOXES], Deck(DEFAULT_SUITS, count=6))

    def run() -> DealCounts:
        counted = DealCounts()
        for _ in range(200):
            if len(table.deck) < 100:
                table.deck.reset()
            table.start_game()
            up = _rank(table.dealer_visible_hand[0].value)
            while (hand := table.current_hand) is not None:
                total = hand.total
                hard = sum(1 if card.value == 11 else card.value for card in hand)
                letter = strategy.on_total(total, total != hard, up)
                counted.commands += 1
                if letter == "D" and Action.DOUBLE in table.available_actions():
                    table.double_down()
                elif letter in ("S", "Ds"):
                    table.stand()
                else:
                    table.hit()
            counted.hands += SEATS
        return counted

    return run


def _rank(value: int) -> int:
    return 0 if value in (1, 11) else value - 1


def rlcard() -> Callable[[], DealCounts]:
    """Return rounds of seven players at rlcard's game, which knows hit and stand only."""
    from rlcard.games.blackjack.game import BlackjackGame

    game = BlackjackGame()
    game.configure({"game_num_players": SEATS, "game_num_decks": 6})

    def run() -> DealCounts:
        counted = DealCounts()
        for _ in range(20):
            _, player = game.init_game()
            while not game.is_over():
                score = game.players[player].score
                _, player = game.step("hit" if score < 16 else "stand")
                counted.commands += 1
            counted.hands += SEATS
        return counted

    return run
