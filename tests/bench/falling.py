"""What falls and what is settled then: draws and stakes per CPU second of this process.

No database and no sockets. A draw is the whole way from seed and mix to the numbers; a settlement
is the engine's step by which the ball or the dice decide full layouts, with events and state.
"""

import os
from collections.abc import Sequence
from itertools import cycle, product
from typing import Any, Final

from casino.rng.core.constants import (
    DRAW_SEED_BYTES,
    DRAW_TAGS,
    HASH_BYTES,
    MIX_BYTES,
    SECRET_BYTES,
)
from casino.rng.core.contribution import contribution_hash, mix_of
from casino.rng.core.fall import fall
from tables.games import GAMES
from tables.games.american_roulette import messages
from tables.games.american_roulette.rules import LAYOUT
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import (
    AnyGame,
    ClockExpired,
    Draw,
    DrawResult,
    OpeningContext,
    PlayerCommand,
)
from tables.games.craps import messages as craps
from tables.games.craps.bets import LAYOUT as CRAPS_LAYOUT
from tables.games.craps.stakes import Wager as Bet
from tables.games.wheel.stakes import Wager
from tests.bench.chance import in_turn
from tests.bench.effort import Effort
from tests.bench.figures import Figure

PLAYERS: Final = tuple(Party(name) for name in ("ann", "ben", "cat", "dan"))
CHIP: Final = Amount(1_00)
BALL: Final = (38,)
DICE: Final = (6, 6)
CONTRIBUTORS: Final = 8
SUBJECT: Final = "0197f0aa-1111-7222-8333-444455556666"
LATER: Final = ("pass_line", "dont_pass", "dont_pass_odds", "come_odds", "dont_come_odds")
"""What is not staked beside a pass bet whose point is known."""


class Laid:
    """A table with its bets closed: what may fall, falls again and again on the same stakes."""

    def __init__(self, key: str) -> None:
        self.game: AnyGame = GAMES[key]
        self.rules = self.game.amend("MC", {})
        self.seats = tuple((BoxNo(no), party) for no, party in enumerate(PLAYERS, 1))
        self.state: Any = None
        self._open()

    def _open(self) -> None:
        opened = self.game.opening_event(self.rules, self.state, OpeningContext(self.seats))
        self.state = self.game.evolve(self.state, opened)

    def give(self, given: Any) -> None:
        _, self.state = self.game.step(self.rules, self.state, given)

    def each_stakes(self, command: Any) -> None:
        for no, party in self.seats:
            self.give(PlayerCommand(party, frozenset({no}), command))

    def close(self) -> None:
        """Be silent until something is to fall."""
        while not isinstance(self.game.awaiting(self.rules, self.state), Draw):
            self.give(ClockExpired())

    def fall(self, *values: int) -> None:
        self.close()
        self.give(DrawResult(values))
        self._open()


def full_wheel() -> Laid:
    """Return American roulette where each player has a chip on every position."""
    laid = Laid("american_roulette")
    laid.each_stakes(messages.Stake(tuple(Wager(on, on, CHIP) for on in LAYOUT)))
    laid.close()
    return laid


def full_dice() -> Laid:
    """Return craps with the point 8, where each player has every bet that he may have then."""
    laid = Laid("craps")
    laid.each_stakes(craps.Stake((Bet("pass_line", "pass_line", CHIP),)))
    laid.fall(3, 3)
    odds = {"pass_odds": "pass_line"}
    bets = [Bet(on, on, CHIP, odds.get(on, "")) for on in CRAPS_LAYOUT if on not in LATER]
    laid.each_stakes(craps.Stake(tuple(bets)))
    laid.close()
    return laid


def bench(effort: Effort) -> list[Figure]:
    """Measure draws, then settlements, each in turn."""
    seconds = effort.pick(0.4, 0.1, 0.005)
    seed, hashed = os.urandom(DRAW_SEED_BYTES), os.urandom(HASH_BYTES)
    mix = os.urandom(MIX_BYTES)
    wheel, dice = full_wheel(), full_dice()
    spun, thrown = settling(wheel, BALL), settling(dice, DICE)
    secrets = [(seat, os.urandom(SECRET_BYTES)) for seat in range(1, 1 + CONTRIBUTORS)]

    def contributed() -> None:
        for seat, secret in secrets:
            contribution_hash(DRAW_TAGS, SUBJECT, seat, secret)
        fall(seed, hashed, BALL, mix_of(DRAW_TAGS, hashed, b"", secrets))

    ball, eight, two, spins, throws = in_turn(
        seconds,
        lambda: fall(seed, hashed, BALL, mix),
        contributed,
        lambda: fall(seed, hashed, DICE, mix),
        spun,
        thrown,
    )
    stakes = {laid: sum(map(len, laid.state.stakes.values())) for laid in (wheel, dice)}
    return [
        Figure("", "balls drawn among 38, per CPU s", ball, "/s", note=f"two dice {two:,.0f}/s"),
        Figure(
            "",
            f"the same with {CONTRIBUTORS} players' secrets, each checked, per CPU s",
            eight,
            "/s",
            note=f"{eight / ball:.0%} of those without",
        ),
        settled("American roulette", spins, stakes[wheel]),
        settled("craps", throws, stakes[dice]),
    ]


def settling(laid: Laid, sides: Sequence[int]) -> Any:
    """Return what lets the next of all ways to fall decide the stakes, round and round."""
    ways = cycle([DrawResult(values) for values in product(*map(range, sides))])
    return lambda: laid.game.step(laid.rules, laid.state, next(ways))


def settled(name: str, rounds: float, stakes: int) -> Figure:
    """Return the figure of a game of which so many rounds were settled in a CPU second."""
    return Figure(
        "",
        f"stakes settled at {name}, full layouts, per CPU s",
        rounds * stakes,
        "/s",
        note=f"{rounds:,.0f} rounds of {stakes} stakes of {len(PLAYERS)} players",
    )
