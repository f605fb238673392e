"""Games of machines per CPU second of one core: the engine alone, and the whole path of a game.

The whole path is what a game costs the house but for sockets: the stake's command, the draw made,
delivered and revealed, the next one promised, and the round that opens with it; CPU of this
process and of its connection to PostgreSQL. No worker runs: the bench does what workers do.
"""

import os
import time
from collections.abc import Callable
from random import Random
from typing import Any, Final

from tables.games import GAMES
from tables.games.automatic_games.machines import MACHINES
from tables.games.automatic_games.messages import Hold, Load, Play
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import ClockExpired, DrawResult, OpeningContext, PlayerCommand
from tests.bench import cpu
from tests.bench.effort import Effort
from tests.bench.figures import Figure

GAME: Final = GAMES["automatic_games"]
ANN: Final = Party("1")
SEAT: Final = frozenset({BoxNo(1)})
STAKE: Final = Amount(1_00)
HOLD: Final = Hold((1, 3))


def bench(effort: Effort) -> list[Figure]:
    """Measure each machine, engine first."""
    games = effort.pick(20_000, 4_000, 40)
    played = effort.pick(400, 100, 2)
    figures = []
    for key, sheet in MACHINES.items():
        rate = games / engine(key, games)
        figures.append(Figure("", f"games of {sheet.name.en}, engine alone, per CPU s", rate, "/s"))
        own, theirs = whole(key, played)
        figures.append(
            Figure(
                "",
                f"games of {sheet.name.en}, whole path, per CPU s of one core",
                (played - 1) / (own + theirs),
                "/s",
                note=f"{1000 * own / (played - 1):.1f} ms of the house's process,"
                f" {1000 * theirs / (played - 1):.1f} ms of PostgreSQL",
            )
        )
    return figures


def engine(key: str, games: int) -> float:
    """Return the CPU seconds in which the engine plays so many games, free ones among them."""
    rules = GAME.amend("MC", {"machine": key})
    chance = Random(1)
    sides = MACHINES[key].draw.sides
    falls = [DrawResult(tuple(chance.randrange(side) for side in sides)) for _ in range(1000)]
    state: Any = None

    def give(given: Any) -> None:
        nonlocal state
        if state is None or GAME.is_over(state):
            state = GAME.evolve(state, GAME.opening_event(rules, state, OpeningContext()))
        _, state = GAME.step(rules, state, given)

    began = time.process_time()
    for number in range(games):
        if state is not None and state.now.owed:
            state = None
        if state is None or state.now.balance < STAKE:
            give(PlayerCommand(ANN, SEAT, Load(Amount(1000_00))))
        give(ClockExpired() if state.now.free else PlayerCommand(ANN, SEAT, Play(STAKE)))
        give(falls[number % len(falls)])
        if state.now.hand:
            # A game of cards is two rounds.
            give(PlayerCommand(ANN, SEAT, HOLD))
            give(falls[(number + 1) % len(falls)])
    return time.process_time() - began


def whole(key: str, games: int) -> tuple[float, float]:
    """Return the CPU seconds of this process and of PostgreSQL for so many games of the house."""
    from django.db import connection
    from django.utils import timezone

    from tables import tasks
    from tables.models import Table
    from tables.rounds import timer
    from tests.floor import open_house

    options = {"machine": key, "hand_pay_threshold_cents": 10**9, "id_threshold_cents": 10**9}
    house = open_house(f"bench {key}", "MC", game=GAME.key, **options)
    # Somebody for each machine: the chips of one do not last for all.
    player = f"bench_{key}"
    house.sit(player, 1)

    def ask(command: Any) -> None:
        refused = house.do(player, command)
        assert refused == "", refused

    def drawn() -> None:
        round_id = house.table.round_id
        assert round_id is not None
        tasks.make_draw(house.table_id, round_id)
        tasks.make_equipment(house.table_id, house.table.shoe_sequence)
        timer.handle_expired_clock(house.table_id)

    def game() -> None:
        if house.frame()["view"]["free"]:
            Table.objects.filter(pk=house.table_id).update(due_at=timezone.now())
            timer.handle_expired_clock(house.table_id)
        else:
            ask(Play(STAKE))
        drawn()
        if house.frame()["view"]["hand"]:
            ask(HOLD)
            drawn()

    ask(Load(Amount(STAKE * games)))
    # The first game of a process costs more than the next ones.
    game()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
    return _spent(backend, game, games - 1)


def _spent(backend: int, game: Callable[[], None], games: int) -> tuple[float, float]:
    own, theirs = cpu.used([os.getpid()]), cpu.used([backend])
    for _ in range(games):
        game()
    return cpu.used([os.getpid()]).since(own), cpu.used([backend]).since(theirs)
