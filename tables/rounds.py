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
from tables import accounts, jackpots, publish, records, returns, wire
from tables.games.core.cards import PACK
from tables.games.core.money import Amount, BoxNo, Move, Party, Place, reversal
from tables.games.core.protocol import (
    Annuls,
    Approved,
    Asked,
    Awaiting,
    Cards,
    Draw,
    Drawn,
    Equipment,
    Expired,
    Fact,
    Fell,
    Given,
    Nobody,
    Players,
    Progressive,
    Refused,
    Ruled,
    Seated,
    SessionEnded,
    Setting,
    SettleSideBets,
    Shoe,
    Shown,
    Shuffle,
    SideBets,
    Stopped,
    Tag,
    Voided,
)
from tables.models import Round, Table
from tables.records import AnyGame, Step, Surroundings, TableRow

log = structlog.get_logger(__name__)

HOUSE_STEPS: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d01")
"""Namespace of the entry ids of the house's own steps: uuid5 of `table:seq`."""
PLAYER_STEPS: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d02")
"""Namespace of the entry ids of players' commands: uuid5 of `player:command`."""

SERVED: Final = frozenset({"pots", "seats", *accounts.HELD})
"""What of `Game.wants` the floor can give a table."""
SIDE_BETS_RETRY: Final = timedelta(seconds=2)
"""After this the croupier asks the settlement worker again: the broker may have forgotten."""
DRAW_RETRY: Final = timedelta(seconds=2)
"""After this the croupier asks for the draw again; it falls once."""
EQUIPMENT_RETRY: Final = timedelta(seconds=5)
"""After this the croupier asks for a shoe, or the promise of a draw, again: it is made once."""

RAN_OUT: Final = "Les cartes ne suffisent plus. / The cards do not suffice any more."
"""Why a round is annulled whose shoe ran out with nothing to refill it."""


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
    before, comes back as a receipt. Where the wallet of somebody else cannot pay his part of it,
    the command is carried out without him. Raises `records.NoSuchTable`.
    """
    unable: frozenset[Party] = frozenset()

    def attempt(table: TableRow, around: Surroundings) -> None:
        round_ = live(table, around)
        asked = _asked(table, around, round_, player_id, command, unable)
        try:
            _take(table, around, round_, asked, cause=command_id, player_id=player_id)
        except ledger.Overdrawn as short:
            if around.purse and short.account_id == around.purse.account:
                raise
            raise _SomebodyElseShort(short) from None

    while True:
        try:
            return answer(
                player_id=player_id, table_id=table_id, command_id=command_id, attempt=attempt
            )
        except _SomebodyElseShort as somebody:
            # Rolled back: the same cards come again. Only the ledger knows, under the wallet's
            # lock, who cannot pay; a look before it could be overtaken from another table.
            party = owner(somebody.short.account_id)
            if party is None or party in unable:
                raise somebody.short from None
            unable |= {party}


class _SomebodyElseShort(Exception):
    """The wallet of another than the asking player cannot pay what the command would cost it."""

    def __init__(self, short: ledger.Overdrawn) -> None:
        super().__init__(str(short))
        self.short = short


def owner(account_id: int) -> Party | None:
    """Return whose wallet an account is; `None` for an account of the house."""
    player_id = (
        Wallet.objects.filter(account_id=account_id).values_list("player_id", flat=True).first()
    )
    return None if player_id is None else records.party(player_id)


def _asked(
    table: TableRow,
    around: Surroundings,
    round_: Live,
    player_id: int,
    command: Any,
    unable: frozenset[Party],
) -> Asked[Any]:
    """Return the command with what the floor knows of the people around it."""
    game, rules = (
        (round_.game, round_.rules) if round_.running else records.game_and_rules(table.rules_key)
    )
    seated = {each.player_id for each in around.holders.values()}
    return Asked(
        records.party(player_id),
        frozenset(box for box, each in around.holders.items() if each.player_id == player_id),
        command,
        alone=seated <= {player_id},
        behind=frozenset(
            box
            for box, each in around.holders.items()
            if each.welcomes and each.player_id != player_id
        ),
        seats_vacant=len(seated) < game.box_count(rules),
        others_wish=bool(around.waiting - {player_id}),
        purse=Amount(around.purse.balance) if around.purse else None,
        unable=unable,
    )


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
    Raises `ledger.Overdrawn`, with nothing done, where the clock stakes for a player who cannot
    pay: see `floor.unseat`.
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
            if not table.equipped:
                return True
        awaiting = round_.game.awaiting(round_.rules, round_.state) if round_.running else Nobody()
        if isinstance(awaiting, SideBets):
            _ask_for_side_bets(table)
            _set_due(table, table.now + SIDE_BETS_RETRY)
        elif isinstance(awaiting, Draw):
            _ask_for_draw(table)
            _set_due(table, table.now + DRAW_RETRY)
        elif isinstance(awaiting, Cards):
            _ask_for_refill(table)
            _set_due(table, table.now + EQUIPMENT_RETRY)
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
    if wanted := game.wants(rules) - SERVED:
        raise Refused("not_served", wanted=", ".join(sorted(wanted)))


def follow(table: TableRow) -> TableRow:
    """Let a table between two rounds take the version of its rules that has come into force.

    Assumes the lock. A table that does not follow its series keeps its version; so does one whose
    jackpot is not that of the new version, until an operator gives it rules that fit.
    """
    key = records.rules_due(table.id)
    if key is None or not jackpots.fits(table.id, *records.game_and_rules(key)):
        return table
    return change_rules(table, key, by=None, reason=f"{table.rules_key} -> {key}")


def change_rules(table: TableRow, key: str, *, by: int | None, reason: str) -> TableRow:
    """Deal by another published set from the next round on. Assumes the lock and no round in play.

    Boxes that the new layout lacks are given up by their holders; another shoe is made where the
    new rules want one. Refuses `another_game`, whose seats and chips are others, `not_served`, and
    `pot_mismatch` where the rules play for pots, or seeds, that the table's jackpot has not.
    """
    from tables.models import Box

    before, old = records.game_and_rules(table.rules_key)
    game, rules = records.game_and_rules(key)
    if game is not before:
        raise Refused("another_game", rules=key)
    must_serve(game, rules)
    accounts.open_held(table.id, table.currency, game.wants(rules))
    if not jackpots.fits(table.id, game, rules):
        raise Refused("pot_mismatch", rules=key)
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
        table = order_equipment(table, resumes=True)
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


def put_refill(table_id: int, shoe_id: UUID, sequence: int) -> bool:
    """Put the refill of a shoe that ran out on its table, once, and go on with the round (ON-83).

    What is left in the old shoe comes first, then the refill's first card, which is burnt unseen.
    """
    with transaction.atomic(durable=True):
        begun = records.begin(table_id)
        assert begun is not None
        table, around = begun
        round_ = live(table, around)
        awaiting = round_.game.awaiting(round_.rules, round_.state) if round_.running else Nobody()
        if table.shoe_sequence != sequence or not isinstance(awaiting, Cards):
            return False
        assert around.shoe is not None
        left = around.shoe.size - around.shoe.position
        last = Drawn(())
        if left:
            last, around = _drawn(table, around, left)
        _change_table(table, shoe_id=shoe_id)
        records.write_floor_event(table, "refill", by=None, shown=False)
        table = replace(table, shoe_id=shoe_id)
        around = replace(around, shoe=records.surroundings(table).shoe)
        first, around = _drawn(table, around, 1 + awaiting.count - left)
        lacking: tuple[Tag | None, ...] = ("burn_after_refill",)
        drawn = Drawn(
            last.cards + first.cards,
            last.stop_card,
            last.stop_at,
            (None,) * left + lacking + (None,) * (awaiting.count - left),
        )
        _take(table, around, round_, drawn)
        return True


def rule(table_id: int, *, by: int, reason: str) -> None:
    """Let the procedure stand that an incident was submitted with (MC-116, AMB-51).

    The other decision is `void`. Raises `Refused("no_incident")` when none awaits a decision.
    """
    with transaction.atomic(durable=True):
        begun = records.begin(table_id)
        assert begun is not None
        table, around = begun
        round_ = live(table, around)
        if not round_.running:
            raise Refused("no_incident")
        records.write_floor_event(table, "rule", by=by, reason=reason, shown=False)
        try:
            _take(table, around, round_, Ruled(records.party(by)))
        except Refused:
            raise Refused("no_incident") from None


def order_equipment(table: TableRow, *, resumes: bool) -> TableRow:
    """Reveal the table's shoe or draw, if any, and ask the `rng` queue for the next.

    `resumes`: play begins or is resumed with a shoe, so that cards are burnt (MC-038, MC-040).
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
        shoe_resumes=resumes,
        due_at=ordered.due_at,
    )
    _ask_for_equipment(ordered)
    return ordered


def burn_to_resume(table: TableRow, around: Surroundings) -> TableRow:
    """Order another shoe where the text has cards burnt before play is resumed (MC-040).

    For a table that nobody plays at; does nothing where the shoe will do. Assumes the lock.
    """
    game, rules = records.game_and_rules(table.rules_key)
    wanted = game.equipment(rules)
    if around.shoe is None or not isinstance(wanted, Shoe) or wanted.burnt_between is None:
        return table
    if around.shoe.position == wanted.burnt or live(table, around).running:
        return table
    return order_equipment(table, resumes=True)


def _order_refill(table: TableRow) -> TableRow:
    """Ask the `rng` queue to shuffle the discards; the shoe that ran out stays until they come."""
    ordered = replace(table, shoe_sequence=table.shoe_sequence + 1)
    _change_table(ordered, shoe_sequence=ordered.shoe_sequence)
    _ask_for_refill(ordered)
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
        _withdraw(table.draw_id)
        records.write_floor_event(table, "stop", by=by, reason=reason, shown=False)
        _take(table, around, round_, Stopped(records.party(by)))


def end_session(table_id: int, *, by: int, reason: str) -> None:
    """Give what lies at a table back at its value: its session ends by an incident (MC-INC-01).

    Whether in a round or between two, where stakes stay over. Assumes a transaction. Raises
    `Refused("nothing_staked")` when nothing lies there, `Refused("already_fallen")` when the ball
    fell, and `Refused("not_awaited")` in games that end otherwise.
    """
    begun = records.begin(table_id)
    assert begun is not None
    table, around = begun
    round_ = live(table, around)
    if not round_.game.on_layout(round_.state):
        raise Refused("nothing_staked")
    if _awaits_draw(round_) and table.draw_id is not None:
        _withdraw(table.draw_id)
    records.write_floor_event(table, "end_session", by=by, reason=reason, shown=False)
    _take(table, around, round_, SessionEnded(records.party(by)))


def _withdraw(draw_id: UUID) -> None:
    """Make a promised draw count for nothing; raises `Refused("already_fallen")` when it fell."""
    try:
        draws.withdraw_draw(draw_id)
    except draws.DrawTaken:
        raise Refused("already_fallen") from None


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


def _ask_for_refill(table: TableRow) -> None:
    send = partial(_tasks().make_refill.delay, table.id, table.round_id, table.shoe_sequence)
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
        voided = _annulled(table, round_, reason, _events(table))
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


def _events(table: TableRow) -> list[Fact]:
    return [] if table.round_id is None else records.events(table.round_id, 0, table.round_seq)


def _annulled(table: TableRow, round_: Live, reason: str, events: Sequence[Fact]) -> Voided:
    """Return the event that undoes all that a round's events moved (COMMON-7).

    What a pot gives back and no longer holds, because it was paid meanwhile, the float adds to it.
    """
    if isinstance(round_.game, Annuls):
        return round_.game.annulled(round_.state, reason)
    back = reversal(tuple([move for event in events for move in event.moves]))
    restored = [
        Move(amount, Place.FLOAT, Place.JACKPOT, Party(""), BoxNo(0), "seed", pot)
        for pot, amount in jackpots.restored(table, back)
    ]
    return Voided(reason, (*back, *restored))


def payment(claim: jackpots.ClaimRow) -> tuple[Fact, ...]:
    """Return the events that pay a claim: the same ones whenever one asks."""
    game, rules, state = _at_end(claim)
    return game.decide(rules, state, Approved(claim.pots))


def _at_end(claim: jackpots.ClaimRow) -> tuple[AnyGame, Any, Any]:
    """Return the game, rules and state of a claim's round as it ended."""
    game, rules = records.game_and_rules(claim.rules_key)
    state = None
    for event in records.events(claim.round_id, 0, claim.seq):
        state = game.evolve(state, event)
    return game, rules, state


def pay_claim(
    table: TableRow, around: Surroundings, claim: jackpots.ClaimRow, *, by: int, reason: str
) -> None:
    """Pay what a finished round won of its jackpot, whatever the table plays by now (ENG-20 g).

    The payment's events join that round; the frame shows them beside the round in play. Assumes the
    locks of the table and of its jackpot, and a claim that is not paid.
    """
    assert not claim.paid
    game, rules, state = _at_end(claim)
    events = game.decide(rules, state, Approved(claim.pots))
    if current := table.round_id == claim.round_id:
        for event in events:
            state = game.evolve(state, event)
    round_ = Live(game, rules, state, running=False) if current else live(table, around)
    records.write_floor_event(table, "approve", by=by, reason=reason, shown=False)
    jackpots.write_payment(table, claim, by=by, reason=reason)
    wallets = _post(table, around, claim.entry, events, f"round:{claim.round_id}", operator=str(by))
    bodies = [wire.encode_event(event) for event in events]
    last = records.append(table, claim.round_id, bodies)
    table = replace(table, seq=last, round_seq=last if current else table.round_seq)
    announce(table, around, live_round=round_, bodies=bodies, wallets=wallets)


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

    Opens a round first when none is running; without an input that is all. A shoe that runs out is
    refilled, and the round awaits that; where nothing is left to refill it with, the round is
    annulled.
    """
    earlier = round_
    before = round_.game.awaiting(round_.rules, round_.state) if round_.running else Nobody()
    refill_ordered = isinstance(before, Cards) and not isinstance(given, Drawn)
    events: list[Fact] = []
    fresh = not round_.running
    if fresh:
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
    first_card = around.shoe.position if around.shoe else 0

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
        if around.shoe is None or around.shoe.size - around.shoe.position < awaiting.count:
            if not refill_ordered and not _refillable(
                game.equipment(rules), around, awaiting.count
            ):
                log.error("shoe_ran_out", table=table.id, shoe=str(table.shoe_id))
                so_far = events if fresh else [*_events(table), *events]
                state = follow([_annulled(table, replace(round_, state=state), RAN_OUT, so_far)])
                awaiting = game.awaiting(rules, state)
            break
        drawn, around = _drawn(table, around, awaiting.count)
        state = follow(game.decide(rules, state, drawn))
        awaiting = game.awaiting(rules, state)

    if isinstance(awaiting, Cards) and not refill_ordered:
        table = _order_refill(table)
    won: tuple[jackpots.Won, ...] = ()
    if game.over(state):
        moved = [move for event in events for move in event.moves]
        won = jackpots.won(table, game, rules, state, moved)
        for each in won:
            if not each.supervised:
                state = follow(each.payment)
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
        first_card=first_card,
        won=won,
    )


def _drawn(table: TableRow, around: Surroundings, count: int) -> tuple[Drawn, Surroundings]:
    """Take cards out of the shoe on the table; return them, and the shoe as it is then."""
    assert table.shoe_id is not None
    assert around.shoe is not None
    opened = shoes.open_cards(table.shoe_id, count)
    cards = tuple(PACK[face] for face in opened.faces)
    shoe = replace(around.shoe, position=opened.position)
    return Drawn(cards, opened.stop_card, opened.stop_index), replace(around, shoe=shoe)


def _refillable(equipment: Equipment, around: Surroundings, count: int) -> bool:
    """Tell whether what was dealt before the round, one card burnt, gives the cards that lack.

    Once only in a round: a refill holds all that there was, and no card of the round goes back.
    """
    round_, shoe = around.round, around.shoe
    if not (isinstance(equipment, Shoe) and equipment.refilled):
        return False
    if round_ is None or shoe is None or round_.shoe_id != shoe.id:
        return False
    return round_.first_card - 1 >= count - (shoe.size - shoe.position)


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
    if isinstance(awaiting, Cards):
        return table.now + EQUIPMENT_RETRY, None
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
    first_card: int = 0,
    won: Sequence[jackpots.Won] = (),
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
        round_id = records.open_round(table, number, carried=carried_in, first_card=first_card)
        shoe = str(table.shoe_id) if table.shoe_id else None
        row = records.RoundRow(number, "running", table.rules_key, shoe, first_card)
        around = replace(around, round=row)
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
    for each in won:
        jackpots.write(table, round_id, each, seq=last)
    table = replace(
        table, seq=last, round_id=round_id, round_seq=last, due_at=due_at, window_ms=window_ms
    )
    if isinstance(awaiting, SideBets):
        _ask_for_side_bets(table)
    stopped = isinstance(awaiting, Draw) and isinstance(given, Stopped)
    if isinstance(awaiting, Draw) and not stopped:
        _ask_for_draw(table)
    if isinstance(awaiting, Shuffle) or stopped or (over and table.draw_id is not None):
        table = order_equipment(table, resumes=False)
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
    own: int = 0,
    *,
    operator: str = "",
) -> dict[Party, int]:
    """Post the moves of the events as one journal entry; return the new balances of the wallets.

    The first `own` moves are the player's stakes: his wallet must cover them before it is paid.
    """
    moves = [move for event in events for move in event.moves]
    if not moves:
        return {}
    wallets = _wallet_accounts(table, around, moves)
    pots = jackpots.accounts(table.id) if jackpots.feeds(moves) else {}
    ends = accounts.Ends(table, wallets, pots, accounts.held(table.id, moves))
    stakes = accounts.legs(ends, moves[:own])
    legs = [*stakes, *accounts.legs(ends, moves[own:])]
    post = partial(
        ledger.post,
        entry,
        cause=events[-1].kind,
        reference=reference,
        operator=operator,
        first=len(stakes),
    )
    try:
        posted = post(legs)
    except ledger.Overdrawn as short:
        if short.account_id != table.float_account:
            raise
        # The house always pays: what the float lacks comes from the house as an automatic fill.
        missing = short.wanted - short.balance
        legs.append(ledger.Leg(capital(table.currency), table.float_account, missing, "fill"))
        posted = post(legs)
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
    view: Shown | None = None,
) -> str:
    """Return the frame that shows the table as it is, with the events that led there."""
    game, rules = round_.game, round_.rules
    view = view or game.view(rules, round_.state)
    plays_for_pots = isinstance(game, Progressive) and bool(game.pots(rules))
    betting = not round_.running or view.phase == "betting"
    rules_key = around.round.rules_key if around.round and round_.running else table.rules_key
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
            rules=rules_key,
            seats=tuple(
                wire.Seat(box, records.party(each.player_id), each.name, each.away, each.welcomes)
                for box, each in around.holders.items()
            ),
            shoe=around.shoe if table.shoe_id else None,
            draw=around.draw if table.draw_id else None,
            recent=around.recent,
            waiting=len(around.waiting),
            pots=jackpots.shown(table.id) if plays_for_pots else (),
            practice=table.practice,
            advice=_advice(round_, rules_key, view) if table.practice else (),
        ),
    )


def _advice(round_: Live, rules_key: str, view: Shown) -> tuple[wire.Advised, ...]:
    """Return what basic strategy would do for each box that is asked, where it is known."""
    asked = sorted({option.box for option in view.options})
    told = ((box, returns.advice(rules_key, round_.rules, round_.state, box)) for box in asked)
    return tuple(wire.Advised(box, command) for box, command in told if command)


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
    view = round_.game.view(round_.rules, round_.state)
    text = frame(table, around, round_, cause=cause, bodies=bodies, view=view)
    own = {
        party: [wire.encode(wire.WalletShown(balance, table.seq))]
        for party, balance in (wallets or {}).items()
    }
    for party, secret in (owns or {}).items():
        own.setdefault(party, []).append(secret)
    # Robust: the row is kept whatever happens to the message; the next frame heals.
    follows = table.seq - max(1, len(bodies))
    start = text.index('"events":[') + len('"events":[')
    send = partial(
        publish.frame,
        table.id,
        text,
        own,
        seq=table.seq,
        follows=follows,
        events=(start, start + len(",".join(bodies))),
        # Chips that somebody lays while bets are open: he is told at once, the others soon.
        waits=bool(cause and own and bodies) and view.phase == "betting",
    )
    transaction.on_commit(send, robust=True)
