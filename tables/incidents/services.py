"""What an operator decides when something has gone wrong: each has a name and a reason."""

from typing import Final

from django.db import transaction

from casino.players.models import Player
from casino.rng.withdrawal import Code, Withdrawal
from tables.games.core.incidents import BROKEN_OFF
from tables.games.core.protocol import DrawStopped, Refused, Ruled, SessionEnded, Shoe
from tables.machines import interventions
from tables.projections import floor_acts, live_round
from tables.projections.live_round import LiveRound
from tables.projections.table_state import TableState
from tables.rounds import annulment, persistence, progress, step, transitions
from tables.rounds.persistence import Origin
from tables.rounds.reads import StepReads
from tables.rows import floor_events, notices, parties, table_rows
from tables.rows.table_rows import Surroundings, TableRow
from tables.shoes import requests
from tables.staff import authority
from tables.staff.authority import Authority

ORDERING: Final = Authority(responsible=True, machines=True)
"""Who gives an order of the game."""


def confirm_procedure(table_id: int, *, operator: Player, reason: str) -> None:
    """Confirm the procedure that an incident's report proposes (MC-116, AMB-51).

    The other decision is `void_round`. Refuses `not_qualified`, and `no_incident` when none awaits
    a decision.
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        authority.check_authority(authority.OPERATOR, operator, table)
        state = TableState(table, around)
        check_can_confirm_procedure(state, operator)
        floor_events.record(table, "rule", by=operator.pk, reason=reason)
        ruled = Ruled(parties.party_of(operator.pk))
        step.run_step(table, around, state.round, ruled, origin=_decision(operator, reason))


def check_can_confirm_procedure(state: TableState, operator: Player) -> None:
    """Refuse what `confirm_procedure` refuses to an operator of this table."""
    if not state.round.running:
        raise Refused("no_incident")
    try:
        state.check_engine_takes(Ruled(parties.party_of(operator.pk)))
    except Refused:
        raise Refused("no_incident") from None


def void_round(table_id: int, *, operator: Player, reason: str, code: Code = "other") -> None:
    """Annul the round in play: every stake goes back as it stood before it (COMMON-7).

    What was about to fall is withdrawn for `code`. Refuses `not_qualified`, `no_round` when none is
    in play, and `already_fallen` when the stakes are closed and it fell a moment ago; raises
    `ledger.Overdrawn` when a player has meanwhile spent what the round had paid him.
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        authority.check_authority(authority.RESPONSIBLE, operator, table)
        state = TableState(table, around)
        check_can_void_round(state, operator)
        _withdraw(table, state.round, operator, code)
        floor_events.record(table, "void", by=operator.pk, reason=reason)
        _void(table, around, state.round, _decision(operator, reason))


def check_can_void_round(state: TableState, operator: Player) -> None:
    """Refuse what `void_round` refuses to whoever answers for this table."""
    if not state.round.running or state.table.round_id is None:
        raise Refused("no_round")
    _check_not_fallen(state)


def stop_draw(table_id: int, *, operator: Player, reason: str, code: Code = "other") -> None:
    """Stop what is about to fall (COMMON-13): it counts for nothing, and another draw is promised.

    The log and the players are given `code`, the operator's number, and what would have fallen.
    Refuses `not_qualified`, `no_device` where cards are dealt, `no_draw` when none is awaited,
    `already_fallen` when it fell.
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        authority.check_authority(authority.RESPONSIBLE, operator, table)
        state = TableState(table, around)
        check_can_stop_draw(state, operator)
        _withdraw(table, state.round, operator, code)
        floor_events.record(table, "stop", by=operator.pk, reason=reason)
        step.run_step(table, around, state.round, DrawStopped(parties.party_of(operator.pk)))


def check_can_stop_draw(state: TableState, operator: Player) -> None:
    """Refuse what `stop_draw` refuses to whoever answers for this table."""
    if isinstance(state.game.equipment(state.rules), Shoe):
        raise Refused("no_device")
    if not requests.is_awaiting_draw(state.round) or state.table.draw_id is None:
        raise Refused("no_draw")
    _check_not_fallen(state)


def _check_not_fallen(state: TableState) -> None:
    """Refuse `already_fallen` where what the round awaits has fallen a moment ago."""
    if requests.is_awaiting_draw(state.round) and state.table.draw_id is not None:
        requests.check_not_fallen(state.table.draw_id)


def give_game_order(table_id: int, *, what: str, operator: Player, reason: str) -> None:
    """Give the game an order of `Game.staff_orders`, as the person in charge of the table.

    Refuses `not_qualified`, `no_round` when none is in play and the order opens none,
    `no_such_order` of another
    game's table, `not_awaited` where the round is too far for it, and `key_asked` for what opens
    or closes a device (`interventions`), and `act_asked` for what wants more than a reason
    (`identities.record_identity`, `complaints.decide_complaint`).
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        authority.check_authority(ORDERING, operator, table)
        round_ = live_round.load(table, around)
        _check_orderable(table_id, round_, what)
        interventions.give_game_order(table, around, round_, what, operator=operator, reason=reason)


def _check_orderable(table_id: int, round_: LiveRound, what: str) -> None:
    if what not in round_.game.staff_orders:
        raise Refused("no_such_order")
    if interventions.is_kept_for_mechanic(table_id, round_.game, what):
        raise Refused("key_asked")
    device = round_.game.device_orders
    if device is not None and what in (device.identify, device.decide):
        raise Refused("act_asked")


def check_can_give_game_order(state: TableState, operator: Player) -> None:
    """Refuse as `give_game_order` does where no order of the game may be given now.

    The refusal is that of the order which comes furthest.
    """
    refused = Refused("no_such_order")
    for what in state.round.game.staff_orders:
        try:
            _check_orderable(state.table.id, state.round, what)
            interventions.check_order(state, what, operator)
        except Refused as found:
            refused = found
        else:
            return
    raise refused


def break_off_session(
    table_id: int, *, operator: Player, reason: str, code: Code = "other"
) -> None:
    """End a session by an incident, now: the table closes, whatever was announced (MC-INC-01).

    What lies there goes back at its value, whether in a round, between two where stakes stay over,
    or where nothing lies. In games of which nothing stays over the round in play is annulled.
    What was about to fall is withdrawn for `code`.
    Refuses `not_qualified`, `table_closed`, and `already_fallen` when the ball fell.
    """
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        authority.check_authority(authority.OPERATOR, operator, table)
        check_can_break_off_session(TableState(table), operator)
        end_session(table_id, operator=operator, reason=reason, code=code)


def check_can_break_off_session(state: TableState, operator: Player) -> None:
    """Refuse what `break_off_session` refuses to an operator of this table."""
    state.check_not_closed()
    _check_not_fallen(state)


def end_session(table_id: int, *, operator: Player, reason: str, code: Code = "device") -> None:
    """Do as `break_off_session`, in the caller's transaction and by the caller's authority."""
    _give_back(table_id, operator, reason, code)
    table = table_rows.lock(table_id)
    if table.status != "closed":
        closed = requests.close_table(table, by=operator.pk)
        floor_acts.record_and_publish(closed, "close", by=operator.pk, reason=reason)


def break_off_for_dispute(table_id: int, *, operator: Player, reason: str) -> None:
    """Break off a disputed session, as `break_off_session` does, in the caller's transaction.

    A table that is closed stays so.
    """
    if table_rows.lock(table_id).status != "closed":
        end_session(table_id, operator=operator, reason=reason, code="dispute")


def _give_back(table_id: int, operator: Player, reason: str, code: Code) -> None:
    """Give what lies at a table back at its value; see `break_off_session`."""
    table, around = table_rows.lock_and_read(table_id)
    if table.status == "closed":
        raise Refused("table_closed")
    round_ = live_round.load(table, around)
    _withdraw(table, round_, operator, code)
    floor_events.record(table, "end_session", by=operator.pk, reason=reason)
    origin = _decision(operator, reason)
    if not round_.running and not round_.game.on_layout(round_.state):
        _tell_control(table, around, origin)
        return
    ended = SessionEnded(parties.party_of(operator.pk))
    try:
        step.run_step(table, around, round_, ended, origin=origin)
    except Refused as refused:
        if not round_.running or refused.code not in ("not_awaited", "incident_pending"):
            raise
        _void(table, around, round_, origin)


def _withdraw(table: TableRow, round_: LiveRound, operator: Player, code: Code) -> None:
    """Withdraw what is about to fall, if anything is."""
    if requests.is_awaiting_draw(round_) and table.draw_id is not None:
        requests.withdraw_draw(table.draw_id, Withdrawal(code, operator.pk))


def _tell_control(table: TableRow, around: Surroundings, origin: Origin) -> None:
    """Write the notice that a session ends without its announced rounds (MC-INC-02)."""
    if transitions.announced_rounds_left(table, around):
        notices.notify_of_game_incident(
            table_id=table.id,
            seq=table.seq,
            round_number=around.round.number if around.round else 0,
            found=BROKEN_OFF,
            by=origin.operator_id,
            reason=origin.reason,
            at=table.now,
        )


def _void(table: TableRow, around: Surroundings, round_: LiveRound, origin: Origin) -> None:
    voided = annulment.annulment_event(
        table, round_, origin.reason, annulment.events_of_round(table)
    )
    persistence.write_step(
        StepReads(table, around), progress.annulment_step(round_, voided), origin
    )


def _decision(operator: Player, reason: str) -> Origin:
    return Origin(operator_id=operator.pk, reason=reason)
