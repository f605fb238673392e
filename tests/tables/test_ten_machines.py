"""Ten machines, with players, staff and crashes as they come: whose credits are where, always."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from casino.ledger import services as ledger
from casino.ledger.models import Account
from tables import tasks
from tables.games.automatic_games import AUTOMATIC_GAMES
from tables.games.automatic_games.machines import CLASSIC
from tables.games.automatic_games.messages import (
    CashOut,
    Complain,
    GameEnded,
    Hold,
    Load,
    Play,
    Played,
)
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Draw, Refused
from tables.incidents import services as incidents
from tables.machines import interventions, meters
from tables.models import HandPay, KeyLoan, Round, Table
from tables.projections import live_round, round_rows
from tables.rounds import delivery, persistence, timer
from tables.rows import table_rows
from tables.seating import idlers
from tables.seating import services as seating
from tests import campaign
from tests.floor import House, open_house
from tests.machines import close_device, mechanic, open_device, order
from tests.stacked_shoes import promise_draw

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = ("ann", "bob", "cat")
SEAT = BoxNo(1)


class Crash(Exception):
    """A process has died at this point."""


@dataclass
class Position:
    """A machine, and whose it was when it was looked at last, with what he had there."""

    house: House
    holder: str = ""
    held: int = 0

    @property
    def live(self) -> live_round.LiveRound:
        table = table_rows.read(self.house.table_id)
        return live_round.load(table, table_rows.read_surroundings(table))

    def look(self) -> None:
        """Assert that credits, meters and ledger agree, and that nobody has inherited anything."""
        state = self.live.state
        now = state.now
        account = Account.objects.get(code=f"layout:{self.house.table_id}")
        assert ledger.balance(account.pk) == now.balance + state.stake
        assert now.meters.credit == now.balance
        if state.holder != self.holder:
            assert not (self.holder and state.holder and self.held), "credits were inherited"
        self.holder = state.holder
        self.held = now.balance + state.stake + now.owed + now.free + len(now.hand)
        assert self.holder or not self.held, "credits are somebody's"


class Floor:
    """All of it: what may happen next is drawn."""

    def __init__(self, chance: Random, count: int) -> None:
        self.chance = chance
        options: tuple[dict[str, Any], ...] = (
            {"machine": "five_stars", "hand_pay_threshold_cents": 5_00},
            {"machine": "three_crowns", "id_threshold_cents": 1_00, "payment_means": "cheque"},
            {"machine": "jacks_or_better", "hand_pay_threshold_cents": 2_00},
        )
        self.positions = [
            Position(open_house(f"law {no}", "MC", game="automatic_games", **options[no % 3]))
            for no in range(count)
        ]
        self.start = {
            name: each.house.balance(name) for each in self.positions[:1] for name in PLAYERS
        }

    def begin(self) -> None:
        """Have a game paid for at each machine, where another then finds the position locked."""
        for no, each in enumerate(self.positions):
            name, other = PLAYERS[no % 3], PLAYERS[(no + 1) % 3]
            each.house.sit(name, SEAT)
            assert each.house.do(name, Load(Amount(20_00), "note")) == ""
            assert each.house.do(name, Play(Amount(1_00))) == ""
            assert each.house.do(other, CashOut()) == "position_locked"
            each.look()
            if no % 3 == 1:
                # The first game of three reels is a win that is paid by hand.
                table_id = each.house.table_id
                promise_draw(table_id, where=lambda stops: CLASSIC.pays(CLASSIC.line(stops)) > 1)

    def happen(self) -> None:
        """Let one thing happen at one machine, and look at it."""
        each = self.chance.choice(self.positions)
        what = self.chance.choice(
            (*[self.player] * 5, *[self.world] * 6, *[self.staff] * 2, self.floor)
        )
        if self.chance.random() < 0.08:
            with crashing(self.chance), suppress(Crash):
                what(each.house)
            # The next process knows nothing but what was written.
            live_round.states.clear()
        else:
            what(each.house)
        each.look()

    def player(self, house: House) -> None:
        # Mostly whoever sits there; the others try too.
        seated = [each["name"] for each in house.frame()["floor"]["seats"]]
        name = self.chance.choice((*PLAYERS, *seated * 6))
        if not seated or self.chance.random() < 0.1:
            act = self.chance.choice((seating.sit_down, seating.leave_box))
            told: dict[str, Any] = {"player_id": house.player(name).pk, "box": SEAT}
            act(table_id=house.table_id, command_id=uuid4(), **told)
            return
        plays = (Play(Amount(1_00)), Play(Amount(2_00))) * 4
        holds = (Hold((1, 3)), Hold(), Hold((2,)))
        loads = (Load(Amount(20_00), "note"), Load(Amount(5_00), "card"))
        command = self.chance.choice(
            (*plays, *loads, *holds, CashOut(), CashOut(Amount(3_00)), Complain(1))
        )
        house.do(name, command)

    def world(self, house: House) -> None:
        """Do what workers and the croupier do."""
        table = house.table
        if table.round_id and isinstance(Position(house).live.awaiting, Draw):
            tasks.make_draw(table.pk, table.round_id)
        elif table.draw_id is None:
            tasks.make_equipment(table.pk, table.shoe_sequence)
        elif table.due_at:
            late = timezone.now() - timedelta(seconds=1)
            if self.chance.random() < 0.5:
                Table.objects.filter(pk=table.pk).update(due_at=late)
            timer.handle_expired_clock(table.pk)

    def staff(self, house: House) -> None:
        now = Position(house).live.state.now
        # Mostly what is wanted, sometimes anything.
        wanted = ["close_machine"] * (not now.in_service) + ["identify", "hand_pay"] * bool(
            now.owed
        )
        orders = sorted(AUTOMATIC_GAMES.staff_orders)
        what = self.chance.choice(wanted if wanted and self.chance.random() < 0.8 else orders)
        with suppress(Refused):
            match what:
                case "open_machine":
                    mend(house)
                case "close_machine":
                    close_device(house)
                case _:
                    order(house, what)

    def floor(self, house: House) -> None:
        act = self.chance.choice((incidents.void_round, incidents.stop_draw, None))
        if act is None:
            idlers.warn_or_unseat_idlers()
            return
        with suppress(Refused, ledger.Overdrawn):
            act(house.table_id, operator=house.operator, reason="law")

    def settle(self) -> None:
        """Pay what is owed, and assert that every player has what he won and did not stake."""
        for each in self.positions:
            for what in ("identify", "hand_pay"):
                with suppress(Refused):
                    order(each.house, what)
        spent: Counter[str] = Counter()
        left: Counter[str] = Counter()
        for each in self.positions:
            state = each.live.state
            left[state.now.owner] += state.now.balance + state.now.owed
            # What an annulled round moved was all undone.
            for round_ in Round.objects.filter(table=each.house.table_id).exclude(status="voided"):
                for event in round_rows.round_events(round_.pk, 0, 1_000_000):
                    if isinstance(event, Played):
                        spent[event.party] += event.amount
                    if isinstance(event, GameEnded):
                        spent[event.party] -= event.paid
        # What is paid by cheque comes into nobody's wallet.
        for win in HandPay.objects.filter(means="cheque", paid_at__isnull=False):
            left[Party(str(win.player_id))] += win.amount
        house = self.positions[0].house
        for name in PLAYERS:
            party = str(house.player(name).pk)
            has = house.balance(name) + left[party]
            assert has == self.start[name] - spent[party], name
        assert ledger.audit() == []
        tables, found = meters.audit_meters()
        assert (tables, found) == (len(self.positions), [])


def mend(house: House) -> None:
    """Open a machine by its key, which its mechanic may have already."""
    if KeyLoan.objects.filter(machine_id=house.table_id, returned_at=None).exists():
        interventions.open_machine(house.table_id, operator=mechanic(), reason="law")
    else:
        open_device(house)


@contextmanager
def crashing(chance: Random) -> Iterator[None]:
    """Let a process die: when a step is decided, when all of it was sent, or a draw has fallen."""

    def dies(*_args: Any, **_more: Any) -> None:
        raise Crash

    def dies_after(done: Callable[..., Any]) -> Callable[..., None]:
        def write(*args: Any, **more: Any) -> None:
            done(*args, **more)
            raise Crash

        return write

    where = chance.choice(("before", "after", "draw"))
    with pytest.MonkeyPatch.context() as patch:
        if where == "draw":
            patch.setattr(delivery, "deliver_draw_result", dies)
        else:
            patch.setattr(
                persistence,
                "write_step",
                dies if where == "before" else dies_after(persistence.write_step),
            )
        yield


@pytest.mark.campaign
def test_whatever_happens_at_machines_credits_meters_and_ledger_agree() -> None:
    floor = Floor(Random(campaign.seed(23)), campaign.length(3, 10))
    floor.begin()
    for _ in range(campaign.length(200, 20_000)):
        floor.happen()
    floor.settle()


def test_the_law_sees_credits_that_pass_to_another() -> None:
    """The control: what somebody else had a moment ago is not the holder's now."""
    floor = Floor(Random(1), 1)
    floor.begin()
    (position,) = floor.positions
    position.holder = "somebody else"
    with pytest.raises(AssertionError, match="inherited"):
        position.look()
