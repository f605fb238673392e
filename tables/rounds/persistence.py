"""Writes and publishes a step: moves, events, receipt, clock, orders, frame."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

import structlog

from casino.database.on_commit import run_on_commit
from casino.identity import services as identity
from casino.process import metrics
from casino.responsible_gaming.limits import Counts
from tables.funds import hand_pays, jackpots, postings, stakes, tickets
from tables.games.core.price import JudgedDecision
from tables.games.core.protocol import (
    Cards,
    Draw,
    DrawResult,
    DrawStopped,
    Fact,
    Players,
    Shuffle,
    SideBets,
    Voided,
)
from tables.games.core.values import changed
from tables.projections import frames, live_round, proofs, round_rows
from tables.rounds import decision_timer, pace_floor, transitions
from tables.rounds.progress import Progress
from tables.rounds.reads import StepReads
from tables.rows import floor_events, notices, table_rows
from tables.rows.table_rows import Surroundings, TableRow
from tables.rules import returns
from tables.shoes import requests
from tables.wire import codec, outgoing

log = structlog.get_logger(__name__)

HOUSE_STEPS: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d01")
"""Namespace of the entry ids of the house's own steps: uuid5 of `table:seq`."""
PLAYER_STEPS: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d02")
"""Namespace of the entry ids of players' commands: uuid5 of `player:command`."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a step: a player's command, an operator's decision, or neither."""

    player_id: int | None = None
    command_id: UUID | None = None
    operator_id: int | None = None
    reason: str = ""
    """The operator's reason."""

    def entry(self, table_id: int, seq: int) -> UUID:
        """Return the id of the journal entry of a step that ends with the event `seq`."""
        if self.command_id is not None:
            return uuid5(PLAYER_STEPS, f"{self.player_id}:{self.command_id}")
        return uuid5(HOUSE_STEPS, f"{table_id}:{seq}")


HOUSE: Final = Origin()
"""The cards, the clock, or a worker."""


def write_step(reads: StepReads, progress: Progress, origin: Origin = HOUSE) -> None:
    """Write a step, post its moves with it, and publish the frame when it is committed.

    What the database refuses of it is raised at the latest when the transaction ends. Refuses a
    game of a machine that comes too fast, see `pace_floor.record_game_start`.
    """
    table, around, round_id = _opened(reads, progress)
    if progress.over:
        table, around = _ended(table, around, progress)
    last = table.seq + len(progress.events)
    game, after = progress.after.game, progress.after
    before = None if progress.opened else progress.before.state
    shown = proofs.proofs_of_turned_up(before, game, after.state, around, reads.proved)
    owns = frames.own_messages(progress.before, after, around, last, progress.giver, reads.proved)
    moved = postings.draft_moves(
        table,
        around,
        origin.entry(table.id, last),
        progress.moves,
        cause=progress.events[-1].kind if progress.events else "",
        reference=f"round:{round_id}",
        staked=progress.staked,
    )
    bodies = [codec.encode_event(event) for event in progress.events]
    faces = bodies
    if game.has_private_views:
        faces = [codec.encode_event(game.redact(event)) for event in progress.events]
    due_at, window_ms = _clock(table, around, progress)
    for seq, event in enumerate(progress.events, start=table.seq + 1):
        _write_beside(table, after, round_id, seq, event)
    round_rows.write_step(
        table,
        round_rows.StepRows(
            round_id=round_id,
            bodies=bodies,
            cause=origin.command_id,
            due_at=due_at,
            window_ms=window_ms,
            status=_status(progress),
            result=game.result(after.state) if progress.over else "",
            carried_out=game.on_layout(after.state) if progress.over else 0,
            player_id=origin.player_id,
            first_card=reads.first_card,
            cards=around.shoe.position - reads.first_card if around.shoe else 0,
        ),
        moved,
        _counts(table, progress),
    )
    for each in progress.won:
        jackpots.record_claim(table, round_id, each, seq=last)
    _tell_control(table, around, progress, origin)
    run_on_commit(live_round.states.remember, table.id, round_id, last, after.state)
    if progress.over:
        run_on_commit(_tell_end, table, round_id, last, progress)
    table = changed(
        table, seq=last, round_id=round_id, round_seq=last, due_at=due_at, window_ms=window_ms
    )
    table, around = _order(table, around, progress)
    frames.publish_on_commit(
        table,
        around,
        live_round=after,
        cause=origin.command_id,
        bodies=faces,
        moved=moved,
        owns=owns,
        openings=shown,
        judged=_judged(table, around, progress, before) if origin.command_id else (),
    )


def _tell_end(table: TableRow, round_id: int, last: int, progress: Progress) -> None:
    """Log and count a round that is over."""
    game, status = progress.after.game, _status(progress)
    ids = {"table": table.id, "round": round_id, "seq": last}
    log.info("round_over", **ids, status=status, result=game.result(progress.after.state))
    metrics.ROUNDS.labels(game.key, status).inc()


def _write_beside(
    table: TableRow, after: live_round.LiveRound, round_id: int, seq: int, event: Fact
) -> None:
    """Write what an event of this number does to a machine's tickets, hand-pays and pace."""
    game = after.game
    if ticket := game.ticket(after.rules, event):
        tickets.record(table, seq, ticket)
    if hand_pay := game.hand_pay(after.rules, event):
        hand_pays.record(table, round_id, seq, hand_pay)
    if paced := game.game_start(after.rules, event):
        pace_floor.record_game_start(paced, table.now)


def _judged(
    table: TableRow, around: Surroundings, progress: Progress, before: Any
) -> Sequence[JudgedDecision]:
    """Return what the decision of a step was worth; nothing but at a practice table."""
    if not table.practice or around.round is None:
        return ()
    key, after = around.round.rules_key, progress.after
    return returns.judge_decisions(key, after.game, after.rules, before, progress.events)


def _counts(table: TableRow, progress: Progress) -> Counts | None:
    """Return what of a step the limits of players count: nothing of practice chips.

    Raises `Barred` of somebody whom the licence does not let play.
    """
    if table.practice:
        return None
    counts = stakes.counted_stakes(progress.after.game, progress.events, judged=not progress.voided)
    if counts is not None:
        identity.check_stakers(counts)
    return counts


def _status(progress: Progress) -> str:
    if not progress.over:
        return "running"
    return "voided" if progress.voided else "closed"


def _opened(reads: StepReads, progress: Progress) -> tuple[TableRow, Surroundings, int]:
    """Return the table with the round of the step, and its id; writes a round that opens."""
    table, around = reads.table, reads.around
    if not progress.opened:
        assert table.round_id is not None
        return table, around, table.round_id
    number = around.round.number + 1 if around.round else 1
    round_id = round_rows.insert_round(
        table, number, carried=progress.carried_in, first_card=reads.first_card
    )
    shoe = str(table.shoe_id) if table.shoe_id else None
    row = table_rows.RoundRow(number, "running", table.rules_key, shoe, reads.first_card)
    if table.status == "draining":
        table = changed(table, rounds_left=table.rounds_left - 1)
        table_rows.update(table, rounds_left=table.rounds_left)
    return table, changed(around, round=row), round_id


def _ended(
    table: TableRow, around: Surroundings, progress: Progress
) -> tuple[TableRow, Surroundings]:
    """Return the table with its round over."""
    assert around.round is not None
    game, rules, state = progress.after.game, progress.after.rules, progress.after.state
    if progress.voided and table.status in ("draining", "paused"):
        # An annulled round is none of the rounds that were announced: it is owed again, also where
        # the table was paused meanwhile. One that was paused while open does not read the number.
        left = min(table.rounds_left + 1, game.last_rounds_notice(rules))
        table = changed(table, rounds_left=left)
        table_rows.update_keeping_clock(table, rounds_left=left)
    elif (
        table.status == "draining"
        and not table.rounds_left
        and game.needs_another_round(rules, state)
    ):
        table = changed(table, rounds_left=1)
        table_rows.update_keeping_clock(table, rounds_left=1)
    recent = around.recent
    if result := game.result(state):
        recent = (outgoing.PastRound(around.round.number, result), *recent[:19])
    row = changed(around.round, status=_status(progress))
    return table, changed(around, round=row, recent=recent)


def _clock(
    table: TableRow, around: Surroundings, progress: Progress
) -> tuple[datetime | None, int | None]:
    """Return when the croupier must act next, and the length of the players' clock."""
    match progress.awaiting:
        case Players() if not decision_timer.is_decision_timed(table, around, progress.after):
            return None, None
        case Players() as players:
            awaited = progress.awaited
            if isinstance(awaited, Players) and awaited.turn == players.turn and table.due_at:
                return table.due_at, table.window_ms
            return table.now + timedelta(seconds=players.seconds), players.seconds * 1000
        case SideBets():
            return table.now + requests.SIDE_BETS_RETRY, None
        case Draw():
            return table.now + requests.DRAW_RETRY, None
        case Cards():
            return table.now + requests.EQUIPMENT_RETRY, None
        case _:
            # Every stake was taken back: the croupier ends the round at once, the table rests.
            return (None, None) if progress.over else (table.now, None)


def _order(
    table: TableRow, around: Surroundings, progress: Progress
) -> tuple[TableRow, Surroundings]:
    """Queue what is awaited now; return the table and its surroundings after that."""
    awaiting = progress.awaiting
    stopped = isinstance(progress.given, DrawStopped)
    if progress.refill:
        table = requests.request_refill(table)
    if isinstance(awaiting, SideBets):
        requests.queue_side_bets_on_commit(table)
    if isinstance(awaiting, Draw) and not stopped:
        requests.queue_draw_on_commit(table)
    if progress.over and progress.after.game.is_session_over(
        progress.after.rules, progress.after.state
    ):
        table = requests.close_table(table)
        floor_events.record(table, "close", by=None)
        return table, _seen(table, around)
    if isinstance(awaiting, Shuffle) and not live_round.may_open_round(table):
        # Nobody contributes to a shoe that the table would close on.
        table = transitions.schedule_next_or_close(
            requests.give_up_equipment(table), around, progress.after
        )
        return table, changed(around, shoe=None)
    if isinstance(awaiting, Shuffle) or stopped or (progress.over and table.draw_id is not None):
        table = requests.request_equipment(
            table, resumes=False, fell=isinstance(progress.given, DrawResult)
        )
        return table, changed(around, shoe=None, draw=None)
    if progress.over:
        table = transitions.schedule_next_or_close(table, around, progress.after)
    return table, _seen(table, around)


def _seen(table: TableRow, around: Surroundings) -> Surroundings:
    """Return what lies around a table without the shoe that closing has taken away."""
    return around if table.shoe_id is not None else changed(around, shoe=None)


def _tell_control(
    table: TableRow, around: Surroundings, progress: Progress, origin: Origin
) -> None:
    """Write the notices of the incidents that these events submit or decide; see `notices`."""
    assert around.round is not None
    for seq, event in enumerate(progress.events, start=table.seq + 1):
        if found := progress.after.game.incident(progress.after.rules, event):
            notices.notify_of_game_incident(
                table_id=table.id,
                seq=seq,
                round_number=around.round.number,
                found=found,
                by=origin.operator_id if found.outcome else None,
                reason=event.reason if isinstance(event, Voided) else origin.reason,
                at=table.now,
            )
