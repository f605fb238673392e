"""A small house for tests: a table, seated players, and commands in one line."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from casino.celery import app
from casino.ledger import services as ledger
from casino.players.models import Player
from casino.players.services import ensure_demo_player, wallet_of
from tables import tasks
from tables.funds import postings
from tables.games import GAMES
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.models import Jackpot, RuleSet, Table
from tables.operation import opening, sessions
from tables.projections import live_round, round_rows
from tables.realtime import deltas
from tables.rounds import commands
from tables.rows import rule_sets, table_rows
from tables.rules import returns
from tables.seating import services as seating
from tables.seating import snapshots
from tests import seeded_rows
from tests.opening_checks import pass_opening_check
from tests.published import publish
from tests.stacked_shoes import stack_shoe

OPTIONS = {
    "table_min_cents": 500,
    "stake_step_cents": 100,
    "enabled_side_bets": ["queen_of_hearts"],
    "queen_of_hearts_min_cents": 100,
    "queen_of_hearts_max_cents": 2500,
}


@dataclass
class House:
    """One open table under FR-2024 and the people at it."""

    table_id: int
    operator: Player
    people: dict[str, Player] = field(default_factory=dict)

    def player(self, name: str) -> Player:
        """Return the player of this name, enrolled with play money at first mention."""
        if name not in self.people:
            player = ensure_demo_player(name, "pass")
            # Shown as the test calls him.
            player.display_name = name
            player.save(update_fields=["display_name"])
            self.people[name] = player
        return self.people[name]

    def sit(self, name: str, *boxes: int) -> None:
        for box in boxes:
            receipt = seating.sit_down(
                player_id=self.player(name).pk,
                table_id=self.table_id,
                command_id=uuid4(),
                box=BoxNo(box),
            )
            assert receipt is None, receipt

    def welcome(self, name: str, box: int, *, welcomes: bool = True) -> str:
        """Let others stake behind a holder; return the refusal's code, or an empty text."""
        receipt = seating.set_welcome(
            player_id=self.player(name).pk,
            table_id=self.table_id,
            command_id=uuid4(),
            box=BoxNo(box),
            welcomes=welcomes,
        )
        return receipt.refused.code if receipt and receipt.refused else ""

    def wish(self, name: str, *, wishes: bool = True) -> str:
        """Have a visitor wish to take part; return the refusal's code, or an empty text."""
        receipt = seating.set_wish(
            player_id=self.player(name).pk,
            table_id=self.table_id,
            command_id=uuid4(),
            wishes=wishes,
        )
        return receipt.refused.code if receipt and receipt.refused else ""

    def stand_behind(self, name: str, box: int, main: int) -> str:
        """Stake behind the holder of a box."""
        bet = bj.BoxStake(BoxNo(box), Amount(main), standing=True)
        return self.do(name, bj.Stake((bet,)))

    def empty(self, name: str) -> None:
        """Empty a wallet, of what the table has reserved too."""
        account = wallet_of(self.player(name).pk).account_id
        with transaction.atomic():
            ledger.release(postings.reserve_holder(self.table_id))
            leg = ledger.Leg(
                account, postings.capital_account("PLAY"), ledger.balance(account), "test"
            )
            ledger.post(uuid4(), [leg], cause="test")

    def do(self, name: str, command: Any, command_id: UUID | None = None) -> str:
        """Give a command as a player; return the refusal's code, or an empty text."""
        receipt = commands.carry_out(
            player_id=self.player(name).pk,
            table_id=self.table_id,
            command_id=command_id or uuid4(),
            command=command,
        )
        return receipt.refused.code if receipt and receipt.refused else ""

    def stake(self, name: str, box: int, main: int, queens: int = 0) -> str:
        bet = bj.BoxStake(BoxNo(box), Amount(main), Amount(queens))
        return self.do(name, bj.Stake((bet,)))

    def deal(self, cards: str, **options: Any) -> None:
        """Stack the shoe."""
        stack_shoe(self.table_id, cards, **options)

    def balance(self, name: str) -> int:
        return ledger.balance(wallet_of(self.player(name).pk).account_id)

    @property
    def table(self) -> Table:
        return Table.objects.get(pk=self.table_id)

    def frame(self) -> dict[str, Any]:
        """Return what a visitor who comes now sees."""
        frame: dict[str, Any] = json.loads(snapshots.snapshot(self.table_id).frame)
        return frame

    def settle_side_bets(self) -> None:
        round_id = self.table.round_id
        assert round_id is not None
        tasks.settle_side_bets(self.table_id, round_id)

    def events(self) -> list[str]:
        row = table_rows.read(self.table_id)
        assert row.round_id is not None
        return [event.kind for event in round_rows.round_events(row.round_id, 0, row.round_seq)]


def clear_process_caches() -> None:
    """Clear the caches that a process keeps of its house, and purge the queue `rng`.

    Every test has a house of its own, and no worker does what earlier tests requested.
    """
    with app.pool.acquire(block=True) as connection:
        connection.default_channel.queue_purge("rng")
    live_round.states.clear()
    deltas.known.forget()
    postings.capital_account.cache_clear()
    rule_sets.load_rule_set.cache_clear()
    returns.stored_guide.cache_clear()
    returns.prices_kept.clear()


def text_of(game: str) -> str:
    """Return the book that a game is tested by: Monaco's where it has one, else its first."""
    books = GAMES[game].books
    return "MC" if "MC" in books else next(iter(books))


def open_house(
    name: str = "Table d'essai",
    book: str = "FR-2024",
    jackpot: Jackpot | None = None,
    practice: bool = False,
    game: str = "blackjack",
    **options: Any,
) -> House:
    """Set up an open table with a freshly shuffled shoe, linked to a jackpot where one is given.

    Forgets what earlier tests left in this process. The options of OPTIONS are FR-2024's.
    """
    operator = Player.objects.filter(
        username="operator"
    ).first() or Player.objects.create_superuser(
        "operator", password="pass", display_name="operator"
    )
    clear_process_caches()
    key = f"{book}/{name}"
    if game == "automatic_games":
        # A test waits for no machine, unless it is about that.
        options = {"pace_floor_ms": 0} | options
    if not RuleSet.objects.filter(key=key).exists():
        publish(key, book, game, **(OPTIONS if book == "FR-2024" else {}) | options)
    table = opening.create_table(
        name=name, rules_key=key, operator=operator, jackpot=jackpot, practice=practice
    )
    pass_opening_check(table.pk)
    sessions.open_session(table.pk, operator=operator, reason="test")
    sequence = Table.objects.get(pk=table.pk).shoe_sequence
    tasks.make_equipment(table.pk, sequence)
    return House(table.pk, operator)


def reused_house(*named: Any, **options: Any) -> House:
    """Return a house as `open_house` opens it, opened once per process (`seeded_rows.seed_once`).

    For tests that commit; call it before anything else is written.
    """
    return reuse_house(repr((named, options)), lambda: open_house(*named, **options))


def reuse_house(name: str, opening_: Callable[[], House]) -> House:
    """Return the house that `opening_` opens, opened once in this process for each name."""
    return seeded_rows.seed_once(name, opening_, _again)


def reuse_beside(house: House, name: str, opening_: Callable[[], House]) -> House:
    """Return a second house, opened once beside a reused one, with the same people.

    Call it before anything else is written: all rows are restored by this name.
    """
    found = seeded_rows.seed_once(f"{name} beside", opening_, _again, beside=True)
    found.people = house.people
    return found


def _again(house: House) -> House:
    clear_process_caches()
    return House(house.table_id, Player.objects.get(pk=house.operator.pk))
