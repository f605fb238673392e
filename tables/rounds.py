"""Rounds: the only writer of rounds, their events and the receipts of commands.

`act` is what a player does, `expire` what the clock does, `settle_side_bets` what a worker does,
`void` what an operator does.
Each is one durable transaction under the table's row lock: fold the events, ask the engine, take
cards from the committed shoe, post the moves, write events and receipt; publish when committed.
"""

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid5

import structlog
from django.db import transaction

from casino.ledger import services as ledger
from casino.ledger.models import Kind
from casino.players.models import Wallet
from casino.rng import draws, shoes
from tables import publish, records, wire
from tables.games.core.cards import PACK
from tables.games.core.money import BoxNo, Move, Party, Place, reversal
from tables.games.core.protocol import (
    Annuls,
    Asked,
    Awaiting,
    Cards,
    Draw,
    Drawn,
    Expired,
    Fact,
    Fell,
    Given,
    Nobody,
    Players,
    Refused,
    Seated,
    Setting,
    SettleSideBets,
    Shoe,
    Shuffle,
    SideBets,
    Stopped,
    Voided,
)
from tables.models import Round, Table
from tables.records import AnyGame, Step, Surroundings, TableRow

log = structlog.get_logger(__name__)

HOUSE_STEPS: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d01")
"""Namespace of the entry ids of the house's own steps: uuid5 of `table:seq`."""
PLAYER_STEPS: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d02")
"""Namespace of the entry ids of players' commands: uuid5 of `player:command`."""

SIDE_BETS_RETRY: Final = timedelta(seconds=2)
"""After this the croupier asks the settlement worker again: the broker may have forgotten."""
DRAW_RETRY: Final = timedelta(seconds=2)
"""After this the croupier asks for the draw again; it falls once."""
EQUIPMENT_RETRY: Final = timedelta(seconds=5)
"""After this the croupier asks for a shoe, or the promise of a draw, again: it is made once."""


def milliseconds(moment: datetime) -> int:
    """Return milliseconds since 1970."""
    return int(moment.timestamp() * 1000)


@dataclass(frozen=True, slots=True)
class Live:
    """A round as it stands: the engine, its rules and the state folded from the events."""

    game: AnyGame
    rules: Any
    state: Any
    running: bool


# States are folds of events that never change, so a state is right for as long as its round and
# sequence number are those of the locked row; whoever else wrote events meanwhile moved the number.
_states: dict[int, tuple[int, int, Any]] = {}
_STATES_KEPT: Final = 4096


def _remember(table_id: int, round_id: int, seq: int, state: Any) -> None:
    if len(_states) >= _STATES_KEPT and table_id not in _states:
        _states.clear()
    _states[table_id] = (round_id, seq, state)


def live(table: TableRow, around: Surroundings) -> Live:
    """Return the table's round, or the resting state of a table that has had none."""
    if around.round is None or table.round_id is None:
        game, rules = records.game_and_rules(table.rules_key)
        return Live(
            game, rules, game.evolve(None, game.opening(rules, None, Setting())), running=False
        )
    game, rules = records.game_and_rules(around.round.rules_key)
    known = _states.get(table.id)
    state, seq = None, 0
    if known and known[0] == table.round_id and known[1] <= table.round_seq:
        seq, state = known[1:]
    if seq < table.round_seq:
        for event in records.events(table.round_id, seq, table.round_seq):
            state = game.evolve(state, event)
        _remember(table.id, table.round_id, table.round_seq, state)
    return Live(game, rules, state, around.round.status == "running")


def setting(table: TableRow, around: Surroundings) -> Setting:
    """Return how the table is found when a round opens."""
    before = around.round and around.round.shoe_id
    return Setting(
        seats=seats(around),
        fresh_shoe=table.shoe_id is not None and str(table.shoe_id) != before,
        rounds_left=table.rounds_left if table.status == "draining" else None,
    )


def seats(around: Surroundings) -> tuple[tuple[BoxNo, Party], ...]:
    """Return who sits where, in the order of the boxes."""
    return tuple((box, records.party(each.player_id)) for box, each in around.holders.items())


def staked(table: TableRow, around: Surroundings) -> frozenset[Party]:
    """Return the parties that have chips in the round in play; empty when none is in play."""
    round_ = live(table, around)
    return round_.game.staked(round_.state) if round_.running else frozenset()


def act(
    *, player_id: int, table_id: int, command_id: UUID, command: Any
) -> wire.ReceiptShown | None:
    """Carry out a player's game command once; return its receipt unless a frame will show it.

    The frame that follows names the command as its cause. A refusal, or a command that was answered
    before, comes back as a receipt. Raises `records.NoSuchTable`.
    """

    def attempt(table: TableRow, around: Surroundings) -> None:
        party = records.party(player_id)
        boxes = frozenset(
            box for box, each in around.holders.items() if each.player_id == player_id
        )
        if not boxes:
            raise Refused("not_your_box")
        round_ = live(table, around)
        alone = all(each.player_id == player_id for each in around.holders.values())
        asked = Asked(party, boxes, command, alone)
        _take(table, around, round_, asked, cause=command_id, player_id=player_id)

    return answer(player_id=player_id, table_id=table_id, command_id=command_id, attempt=attempt)


def answer(
    *,
    player_id: int,
    table_id: int,
    command_id: UUID,
    attempt: Callable[[TableRow, Surroundings], None],
) -> wire.ReceiptShown | None:
    """Run `attempt` under the table's lock unless the command has a receipt; record a refusal.

    A refusal leaves nothing but its receipt, so a retry never changes its answer.
    """
    try:
        with transaction.atomic(durable=True):
            begun = records.begin(table_id, player_id, command_id)
            assert begun is not None
            table, around = begun
            if around.receipt:
                return around.receipt
            attempt(table, around)
            return None
    except Refused as refused:
        code, detail = refused.code, dict(refused.detail)
    except ledger.Overdrawn as overdrawn:
        code, detail = "not_enough_chips", {"balance": overdrawn.balance}
    return _refuse(player_id, table_id, command_id, code, detail)


def _refuse(
    player_id: int, table_id: int, command_id: UUID, code: str, detail: dict[str, int | str]
) -> wire.ReceiptShown:
    with transaction.atomic(durable=True):
        begun = records.begin(table_id, player_id, command_id)
        assert begun is not None
        table, around = begun
        # Between the rolled-back attempt and this lock a second copy of the command may have run.
        if around.receipt:
            return around.receipt
        records.write_receipt(table, player_id, command_id, code=code, detail=json.dumps(detail))
    return wire.ReceiptShown(str(command_id), None, wire.Refusal(code, detail))


def expire(table_id: int) -> bool:
    """Do what is due at a table; return whether anything was.

    Skips a table that somebody is acting at: the next look finds it. Called by the croupier.
    """
    with transaction.atomic(durable=True):
        begun = records.begin(table_id, skip_locked=True)
        if begun is None:
            return False
        table, around = begun
        if table.due_at is None or table.due_at > table.now:
            return False
        if not table.equipped:
            _ask_for_equipment(table)
            _set_due(table, table.now + EQUIPMENT_RETRY)
            return True
        round_ = live(table, around)
        if not round_.running:
            table = follow(table)
            if table.shoe_id is None:
                return True
        awaiting = round_.game.awaiting(round_.rules, round_.state) if round_.running else Nobody()
        if isinstance(awaiting, SideBets):
            _ask_for_side_bets(table)
            _set_due(table, table.now + SIDE_BETS_RETRY)
        elif isinstance(awaiting, Draw):
            _ask_for_draw(table)
            _set_due(table, table.now + DRAW_RETRY)
        elif round_.running:
            _take(table, around, round_, Expired())
        elif _goes_on(table, around, round_):
            _take(table, around, round_, None)
        else:
            _set_due(table, None)
            _rest(table, around, round_)
        return True


def _rest(table: TableRow, around: Surroundings, round_: Live) -> TableRow:
    """Let a table without a round in play go on by itself, or close once it is drained."""
    if _goes_on(table, around, round_):
        table = replace(table, due_at=table.now)
        _set_due(table, table.due_at)
    elif table.status == "draining":
        _change_table(table, status="closed", rounds_left=0)
        table = replace(table, status="closed", rounds_left=0)
    return table


def _goes_on(table: TableRow, around: Surroundings, round_: Live) -> bool:
    """Tell whether a table without a round in play opens the next one before anybody stakes."""
    if not _may_open(table):
        return False
    # Rounds that were announced are played, whoever comes; a card game needs its players.
    if table.status == "draining" and isinstance(round_.game.equipment(round_.rules), Draw):
        return True
    state = round_.state if around.round else None
    return round_.game.goes_on(round_.rules, state, setting(table, around))


def drain(table: TableRow) -> TableRow:
    """Return the table draining, or closed where nobody plays. Assumes the lock."""
    around = records.surroundings(table)
    round_ = live(table, around)
    left = round_.game.notice(round_.rules)
    table = replace(table, status="draining", rounds_left=left)
    _keep_clock(table, status="draining", rounds_left=left)
    return table if round_.running else _rest(table, around, round_)


def must_serve(game: AnyGame, rules: Any) -> None:
    """Refuse `not_served` when the rules want what the floor does not have, see `Game.wants`."""
    if wanted := game.wants(rules):
        raise Refused("not_served", wanted=", ".join(sorted(wanted)))


def follow(table: TableRow) -> TableRow:
    """Let a table between two rounds take the version of its rules that has come into force.

    Assumes the lock. A table that does not follow its series keeps its version.
    """
    key = records.rules_due(table.id)
    if key is None:
        return table
    return change_rules(table, key, by=None, reason=f"{table.rules_key} -> {key}")


def change_rules(table: TableRow, key: str, *, by: int | None, reason: str) -> TableRow:
    """Deal by another published set from the next round on. Assumes the lock and no round in play.

    Boxes that the new layout lacks are given up by their holders; another shoe is made where the
    new rules want one. Refuses `another_game`, whose seats and chips are others, and `not_served`.
    """
    from tables.models import Box

    before, old = records.game_and_rules(table.rules_key)
    game, rules = records.game_and_rules(key)
    if game is not before:
        raise Refused("another_game", rules=key)
    must_serve(game, rules)
    count = game.box_count(rules)
    if count != before.box_count(old):
        Box.objects.filter(table_id=table.id, number__gt=count).delete()
        Box.objects.bulk_create(
            (Box(table_id=table.id, number=number) for number in range(1, count + 1)),
            ignore_conflicts=True,
        )
    table = replace(table, rules_key=key)
    _keep_clock(table, rules_id=key)
    if table.equipped and game.equipment(rules) != before.equipment(old):
        table = order_equipment(table)
    table = replace(table, seq=records.write_floor_event(table, "rules", by=by, reason=reason))
    announce(table, records.surroundings(table))
    return table


def seated(table_id: int) -> None:
    """Tell the game who sits where now, where it wants to know; assumes the lock, follows a frame.

    A table at rest may begin by itself once enough are seated.
    """
    begun = records.begin(table_id)
    assert begun is not None
    table, around = begun
    round_ = live(table, around)
    if "seats" not in round_.game.wants(round_.rules):
        return
    if round_.running:
        _take(table, around, round_, Seated(seats(around)))
    elif table.due_at is None and _goes_on(table, around, round_):
        _set_due(table, table.now)


def settle_side_bets(table_id: int, round_id: int) -> bool:
    """Settle the side bets that a round awaits; twice is the same as once. Called by a worker."""
    with transaction.atomic(durable=True):
        begun = records.begin(table_id)
        assert begun is not None
        table, around = begun
        if table.round_id != round_id:
            return False
        round_ = live(table, around)
        if not round_.running:
            return False
        if not isinstance(round_.game.awaiting(round_.rules, round_.state), SideBets):
            return False
        _take(table, around, round_, SettleSideBets())
        return True


def put_equipment(
    table_id: int, sequence: int, *, shoe: UUID | None = None, draw: UUID | None = None
) -> bool:
    """Put a fresh shoe, or the promise of a draw, on its table, once.

    The frame shows its commitment before any bet.
    """
    with transaction.atomic(durable=True):
        table = records.lock(table_id)
        if table.equipped or table.shoe_sequence != sequence:
            return False
        _change_table(table, shoe_id=shoe, draw_id=draw, due_at=None)
        seq = records.write_floor_event(table, "shoe" if shoe else "draw", by=None)
        table = replace(table, shoe_id=shoe, draw_id=draw, seq=seq, due_at=None, window_ms=None)
        around = records.surroundings(table)
        announce(table, around)
        round_ = live(table, around)
        if round_.running:
            # Only the draw that follows a stopped one comes in the middle of a round.
            assert table.round_id is not None
            Round.objects.filter(pk=table.round_id).update(draw_id=draw)
            _ask_for_draw(table)
            _set_due(table, table.now + DRAW_RETRY)
        else:
            _rest(table, around, round_)
        return True


def order_equipment(table: TableRow) -> TableRow:
    """Reveal the table's shoe or draw, if any, and ask the `rng` queue for the next.

    Assumes the lock.
    """
    if table.shoe_id is not None:
        transaction.on_commit(partial(_tasks().reveal_shoe.delay, str(table.shoe_id)), robust=True)
    if table.draw_id is not None:
        transaction.on_commit(partial(_tasks().reveal_draw.delay, str(table.draw_id)), robust=True)
    ordered = replace(
        table,
        shoe_id=None,
        draw_id=None,
        shoe_sequence=table.shoe_sequence + 1,
        due_at=table.now + EQUIPMENT_RETRY,
        window_ms=None,
    )
    _change_table(
        ordered,
        shoe_id=None,
        draw_id=None,
        shoe_sequence=ordered.shoe_sequence,
        due_at=ordered.due_at,
    )
    _ask_for_equipment(ordered)
    return ordered


def awaited_draw(table_id: int, round_id: int) -> UUID | None:
    """Return the draw that the round awaits: its stakes are closed, in a committed transaction."""
    table = records.unlocked(table_id)
    if table.round_id != round_id:
        return None
    round_ = live(table, records.surroundings(table))
    return table.draw_id if _awaits_draw(round_) else None


def fall(table_id: int, round_id: int, draw_id: UUID, values: tuple[int, ...]) -> bool:
    """Tell a round what its draw gave; twice is the same as once. Called by a worker."""
    with transaction.atomic(durable=True):
        begun = records.begin(table_id)
        assert begun is not None
        table, around = begun
        if table.round_id != round_id or table.draw_id != draw_id:
            return False
        round_ = live(table, around)
        if not _awaits_draw(round_):
            return False
        _take(table, around, round_, Fell(values))
        return True


def stop_draw(table_id: int, *, by: int, reason: str) -> None:
    """Stop what is about to fall (COMMON-13): it counts for nothing, and another draw is promised.

    Raises `Refused("no_draw")` when none is awaited, `Refused("already_fallen")` when it fell.
    """
    with transaction.atomic(durable=True):
        begun = records.begin(table_id)
        assert begun is not None
        table, around = begun
        round_ = live(table, around)
        if not _awaits_draw(round_) or table.draw_id is None:
            raise Refused("no_draw")
        try:
            draws.withdraw_draw(table.draw_id)
        except draws.DrawTaken:
            raise Refused("already_fallen") from None
        records.write_floor_event(table, "stop", by=by, reason=reason, shown=False)
        _take(table, around, round_, Stopped(records.party(by)))


def _awaits_draw(round_: Live) -> bool:
    return round_.running and isinstance(round_.game.awaiting(round_.rules, round_.state), Draw)


def _tasks() -> Any:
    # Celery tasks call this module; importing them where they are sent keeps the layers one-way.
    from tables import tasks

    return tasks


def _ask_for_equipment(table: TableRow) -> None:
    send = partial(_tasks().make_equipment.delay, table.id, table.shoe_sequence)
    transaction.on_commit(send, robust=True)


def _ask_for_draw(table: TableRow) -> None:
    send = partial(_tasks().make_draw.delay, table.id, table.round_id)
    transaction.on_commit(send, robust=True)


def _ask_for_side_bets(table: TableRow) -> None:
    send = partial(_tasks().settle_side_bets.delay, table.id, table.round_id)
    transaction.on_commit(send, robust=True)


def _change_table(table: TableRow, **fields: Any) -> None:
    _keep_clock(table, **fields, window_ms=None)


def _keep_clock(table: TableRow, **fields: Any) -> None:
    Table.objects.filter(pk=table.id).update(**fields)


def _set_due(table: TableRow, due_at: datetime | None) -> None:
    _change_table(table, due_at=due_at)


def void(table_id: int, *, by: int, reason: str) -> None:
    """Annul the round in play: every stake goes back as it stood before it (COMMON-7).

    Raises `Refused("no_round")` when none is in play, and `ledger.Overdrawn` when a player has
    meanwhile spent what the round had paid him.
    """
    with transaction.atomic(durable=True):
        begun = records.begin(table_id)
        assert begun is not None
        table, around = begun
        round_ = live(table, around)
        if not round_.running or table.round_id is None:
            raise Refused("no_round")
        moved = [
            move
            for event in records.events(table.round_id, 0, table.round_seq)
            for move in event.moves
        ]
        voided = Voided(reason, reversal(tuple(moved)))
        if isinstance(round_.game, Annuls):
            voided = round_.game.annulled(round_.state, reason)
        state = round_.game.evolve(round_.state, voided)
        records.write_floor_event(table, "void", by=by, reason=reason, shown=False)
        awaiting = round_.game.awaiting(round_.rules, state)
        _record(
            table,
            around,
            replace(round_, state=state),
            [voided],
            awaiting,
            before=round_,
            due_at=None,
            window_ms=None,
        )


def _take(
    table: TableRow,
    around: Surroundings,
    round_: Live,
    given: Given[Any] | None,
    *,
    cause: UUID | None = None,
    player_id: int | None = None,
) -> None:
    """Give the engine one input, and all the cards it then asks for; record what follows.

    Opens a round first when none is running; without an input that is all.
    """
    earlier = round_
    before = round_.game.awaiting(round_.rules, round_.state) if round_.running else Nobody()
    events: list[Fact] = []
    if not round_.running:
        _must_accept(table, around)
        if records.rules_due(table.id):
            # The croupier changes the rules between two rounds; none opens by those that ended.
            raise Refused("rules_changing")
        game, rules = records.game_and_rules(table.rules_key)
        # A table whose rules were changed starts its next round without the old game's state.
        carried = round_.state if game is round_.game and around.round else None
        opened = game.opening(rules, carried, setting(table, around))
        events.append(opened)
        round_ = Live(game, rules, game.evolve(None, opened), running=True)
    game, rules, state = round_.game, round_.rules, round_.state
    carried_in = game.on_layout(state)

    def follow(new: Sequence[Fact]) -> Any:
        events.extend(new)
        folded = state
        for event in new:
            folded = game.evolve(folded, event)
        return folded

    if given is not None:
        state = follow(game.decide(rules, state, given))
    # What the player puts down himself; everything after it is what the cards made of it.
    own = sum(len(event.moves) for event in events) if cause else 0
    awaiting = game.awaiting(rules, state)
    while isinstance(awaiting, Cards):
        assert table.shoe_id is not None
        opened_cards = shoes.open_cards(table.shoe_id, awaiting.count)
        cards = tuple(PACK[face] for face in opened_cards.faces)
        if around.shoe:
            around = replace(around, shoe=replace(around.shoe, position=opened_cards.position))
        drawn = Drawn(cards, opened_cards.stop_card, opened_cards.stop_index)
        state = follow(game.decide(rules, state, drawn))
        awaiting = game.awaiting(rules, state)

    due_at, window_ms = _clock(table, before, awaiting, game.over(state))
    _record(
        table,
        around,
        replace(round_, state=state),
        events,
        awaiting,
        carried_in=carried_in,
        before=earlier,
        # While the same is awaited, a command changes nothing that is another's own.
        giver=given.party if isinstance(given, Asked) and before == awaiting else None,
        given=given,
        due_at=due_at,
        window_ms=window_ms,
        cause=cause,
        player_id=player_id,
        own=own,
    )


def _may_open(table: TableRow) -> bool:
    """Tell whether the table opens another round."""
    return table.status == "open" or (table.status == "draining" and table.rounds_left > 0)


def _must_accept(table: TableRow, around: Surroundings) -> None:
    if not _may_open(table):
        raise Refused("table_closed" if table.status == "closed" else "table_draining")
    if not table.equipped:
        game, rules = records.game_and_rules(table.rules_key)
        shoe = isinstance(game.equipment(rules), Shoe)
        raise Refused("shoe_not_ready" if shoe else "draw_not_ready")


def _clock(
    table: TableRow, before: Any, awaiting: Any, over: bool
) -> tuple[datetime | None, int | None]:
    """Return when the croupier must act next, and the length of the players' clock."""
    if isinstance(awaiting, Players):
        if isinstance(before, Players) and before.turn == awaiting.turn and table.due_at:
            return table.due_at, table.window_ms
        return table.now + timedelta(seconds=awaiting.seconds), awaiting.seconds * 1000
    if isinstance(awaiting, SideBets):
        return table.now + SIDE_BETS_RETRY, None
    if isinstance(awaiting, Draw):
        return table.now + DRAW_RETRY, None
    # Every stake was taken back: the croupier ends the round at once, and the table rests.
    return (None, None) if over else (table.now, None)


def _record(
    table: TableRow,
    around: Surroundings,
    round_: Live,
    events: Sequence[Fact],
    awaiting: Awaiting,
    *,
    before: Live,
    carried_in: int = 0,
    giver: Party | None = None,
    given: Given[Any] | None = None,
    due_at: datetime | None,
    window_ms: int | None,
    cause: UUID | None = None,
    player_id: int | None = None,
    own: int = 0,
) -> None:
    """Post the events' moves, write them, and publish the frame when the transaction commits.

    `before` is the round without the events, `carried_in` what lay at the table when a round that
    these events open was opened. `giver` is the only party whose own may have changed;
    `None` where that may be anybody's.
    """
    game, state = round_.game, round_.state
    fresh = around.round is None or around.round.status != "running"
    if fresh:
        number = around.round.number + 1 if around.round else 1
        round_id = records.open_round(table, number, carried=carried_in)
        shoe = str(table.shoe_id) if table.shoe_id else None
        around = replace(around, round=records.RoundRow(number, "running", table.rules_key, shoe))
        if table.status == "draining":
            table = replace(table, rounds_left=table.rounds_left - 1)
            _change_table(table, rounds_left=table.rounds_left)
    else:
        assert table.round_id is not None
        round_id = table.round_id
    assert around.round is not None

    over = game.over(state)
    status = "running"
    result = ""
    if over:
        status = "voided" if isinstance(events[-1], Voided) else "closed"
        result = game.result(state)
        around = replace(
            around,
            round=replace(around.round, status=status),
            recent=(wire.PastRound(around.round.number, result), *around.recent[:19])
            if result
            else around.recent,
        )

    last = table.seq + len(events)
    entry = (
        uuid5(PLAYER_STEPS, f"{player_id}:{cause}")
        if cause
        else uuid5(HOUSE_STEPS, f"{table.id}:{last}")
    )
    wallets = _post(table, around, entry, events, f"round:{round_id}", own)
    bodies = [wire.encode_event(event) for event in events]
    faces = bodies
    if game.private:
        faces = [wire.encode_event(game.seen(event)) for event in events]
    records.write(
        table,
        Step(
            round_id=round_id,
            bodies=bodies,
            cause=cause,
            due_at=due_at,
            window_ms=window_ms,
            status=status,
            result=result,
            carried_out=game.on_layout(state),
            player_id=player_id,
        ),
    )
    table = replace(
        table, seq=last, round_id=round_id, round_seq=last, due_at=due_at, window_ms=window_ms
    )
    if isinstance(awaiting, SideBets):
        _ask_for_side_bets(table)
    stopped = isinstance(awaiting, Draw) and isinstance(given, Stopped)
    if isinstance(awaiting, Draw) and not stopped:
        _ask_for_draw(table)
    if isinstance(awaiting, Shuffle) or stopped or (over and table.draw_id is not None):
        table = order_equipment(table)
        around = replace(around, shoe=None, draw=None)
    elif over:
        table = _rest(table, around, round_)

    transaction.on_commit(partial(_remember, table.id, round_id, last, state), robust=True)
    if over:
        closed = partial(log.info, "round_over", table=table.id, round=round_id, seq=last)
        transaction.on_commit(partial(closed, status=status, result=result), robust=True)
    announce(
        table,
        around,
        live_round=replace(round_, running=not over),
        cause=cause,
        bodies=faces,
        wallets=wallets,
        owns=_owns(before, round_, last, giver),
    )


def _post(
    table: TableRow,
    around: Surroundings,
    entry: UUID,
    events: Sequence[Fact],
    reference: str,
    own: int,
) -> dict[Party, int]:
    """Post the moves of the events as one journal entry; return the new balances of the wallets.

    The first `own` moves are the player's stakes: his wallet must cover them before it is paid.
    """
    moves = [move for event in events for move in event.moves]
    if not moves:
        return {}
    wallets = _wallet_accounts(table, around, moves)

    def account(place: Place, move: Move) -> int:
        if place is Place.WALLET:
            return wallets[move.party]
        # The pots have no accounts of their own yet: what they hold lies in the float.
        return table.layout_account if place is Place.LAYOUT else table.float_account

    ends = [(account(move.source, move), account(move.target, move), move) for move in moves]
    legs = [
        ledger.Leg(source, target, move.amount, move.why)
        for source, target, move in ends
        if source != target
    ]
    try:
        posted = ledger.post(entry, legs, cause=events[-1].kind, reference=reference, first=own)
    except ledger.Overdrawn as short:
        if short.account_id != table.float_account:
            raise
        # The house always pays: what the float lacks comes from the house as an automatic fill.
        missing = short.wanted - short.balance
        legs.append(ledger.Leg(capital(table.currency), table.float_account, missing, "fill"))
        posted = ledger.post(entry, legs, cause=events[-1].kind, reference=reference, first=own)
        log.warning("float_filled", table=table.id, amount=missing)
    return {
        party: posted.balances[account_id]
        for party, account_id in wallets.items()
        if account_id in posted.balances
    }


@functools.cache
def capital(currency: str) -> int:
    """Return the id of the house's own account in a currency."""
    code = f"capital:{currency}"
    return ledger.open_account(code, Kind.CAPITAL, currency, unbounded=True).pk


def _wallet_accounts(
    table: TableRow, around: Surroundings, moves: Sequence[Move]
) -> Mapping[Party, int]:
    known = {
        records.party(each.player_id): each.wallet
        for each in around.holders.values()
        if each.wallet is not None
    }
    parties = {move.party for move in moves if Place.WALLET in (move.source, move.target)}
    if missing := parties - known.keys():
        known |= {
            records.party(player): account
            for player, account in Wallet.objects.filter(
                player_id__in=[int(party) for party in missing], currency=table.currency
            ).values_list("player_id", "account_id")
        }
    return {party: known[party] for party in parties}


def own_shown(round_: Live, party: Party, seq: int) -> str | None:
    """Return the message with what is a party's own; `None` in a game without secrets."""
    if round_.game.wire.own is None:
        return None
    return wire.encode(wire.OwnShown(round_.game.own(round_.rules, round_.state, party), seq))


def _owns(before: Live, after: Live, seq: int, giver: Party | None) -> dict[Party, str]:
    """Return the messages to the parties whose own is another than before."""
    if after.game.wire.own is None and before.game.wire.own is None:
        return {}
    parties = before.game.privy(before.state) | after.game.privy(after.state)
    if giver is not None:
        parties &= {giver}
    texts: dict[Party, str] = {}
    for party in parties:
        was = before.game.own(before.rules, before.state, party)
        is_ = after.game.own(after.rules, after.state, party)
        if was != is_:
            texts[party] = wire.encode(wire.OwnShown(is_, seq))
    return texts


def frame(
    table: TableRow,
    around: Surroundings,
    round_: Live,
    *,
    cause: UUID | None = None,
    bodies: Sequence[str] = (),
) -> str:
    """Return the frame that shows the table as it is, with the events that led there."""
    view = round_.game.view(round_.rules, round_.state)
    betting = not round_.running or view.phase == "betting"
    return wire.encode_frame(
        table=table.id,
        seq=table.seq,
        cause=str(cause) if cause else None,
        now=milliseconds(table.now),
        due_at=milliseconds(table.due_at) if table.due_at and table.window_ms else None,
        window=table.window_ms,
        events=list(bodies),
        view=view,
        floor=wire.FloorShown(
            status=table.status,  # type: ignore[arg-type]
            accepting=betting and table.equipped and (round_.running or _may_open(table)),
            round=around.round.number if around.round else 0,
            rules=around.round.rules_key if around.round and round_.running else table.rules_key,
            seats=tuple(
                wire.Seat(box, records.party(each.player_id), each.name, each.away)
                for box, each in around.holders.items()
            ),
            shoe=around.shoe if table.shoe_id else None,
            draw=around.draw if table.draw_id else None,
            recent=around.recent,
        ),
    )


def announce(
    table: TableRow,
    around: Surroundings,
    *,
    live_round: Live | None = None,
    cause: UUID | None = None,
    bodies: Sequence[str] = (),
    wallets: Mapping[Party, int] | None = None,
    owns: Mapping[Party, str] | None = None,
) -> None:
    """Publish the table's frame, and to each party what is its own, when the transaction commits.

    `wallets` are new balances, `owns` messages as `own_shown` makes them.
    """
    round_ = live_round or live(table, around)
    text = frame(table, around, round_, cause=cause, bodies=bodies)
    own = {
        party: [wire.encode(wire.WalletShown(balance, table.seq))]
        for party, balance in (wallets or {}).items()
    }
    for party, secret in (owns or {}).items():
        own.setdefault(party, []).append(secret)
    # Robust: the row is kept whatever happens to the message; the next frame heals.
    follows = table.seq - max(1, len(bodies))
    send = partial(publish.frame, table.id, text, own, seq=table.seq, follows=follows)
    transaction.on_commit(send, robust=True)
