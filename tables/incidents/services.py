"""What an operator decides when something has gone wrong: each has a name and a reason."""

from typing import Final

from django.db import transaction

from casino.players.models import Player
from casino.rng.withdrawal import Code, Withdrawal
from tables.games.core.incidents import BROKEN_OFF
from tables.games.core.protocol import DrawStopped, Refused, Ruled, SessionEnded
from tables.machines import interventions
from tables.projections import floor_acts, live_round
from tables.projections.live_round import Live
from tables.rounds import annulment, progress, record, step, transitions
from tables.rounds.reads import Reads
from tables.rounds.record import Origin
from tables.rows import floor_events, notices, parties, table_rows
from tables.rows.table_rows import Surroundings, TableRow
from tables.shoes import requests
from tables.staff import authority
from tables.staff.authority import Authority

ORDERING: Final = Authority(responsible=True, machines=True)
"""Who gives an order of the game."""


def rule(table_id: int, *, operator: Player, reason: str) -> None:
    """Confirm the procedure that an incident's report proposes (MC-116, AMB-51).

    The other decision is `void`. Refuses `not_qualified`, and `no_incident` when none awaits a
    decision.
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.begin(table_id)
        authority.check(authority.OPERATOR, operator, table)
        round_ = live_round.live(table, around)
        if not round_.running:
            raise Refused("no_incident")
        floor_events.write(table, "rule", by=operator.pk, reason=reason)
        ruled = Ruled(parties.of(operator.pk))
        try:
            step.take(table, around, round_, ruled, origin=_decision(operator, reason))
        except Refused:
            raise Refused("no_incident") from None


def void(table_id: int, *, operator: Player, reason: str, code: Code = "other") -> None:
    """Annul the round in play: every stake goes back as it stood before it (COMMON-7).

    What was about to fall is withdrawn for `code`. Refuses `not_qualified`, `no_round` when none is
    in play, and `already_fallen` when the stakes are closed and it fell a moment ago; raises
    `ledger.Overdrawn` when a player has meanwhile spent what the round had paid him.
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.begin(table_id)
        authority.check(authority.RESPONSIBLE, operator, table)
        round_ = live_round.live(table, around)
        if not round_.running or table.round_id is None:
            raise Refused("no_round")
        _withdraw(table, round_, operator, code)
        floor_events.write(table, "void", by=operator.pk, reason=reason)
        _void(table, around, round_, _decision(operator, reason))


def stop(table_id: int, *, operator: Player, reason: str, code: Code = "other") -> None:
    """Stop what is about to fall (COMMON-13): it counts for nothing, and another draw is promised.

    The log and the players are told `code`, the operator's number, and what would have fallen.
    Refuses `not_qualified`, `no_draw` when none is awaited, `already_fallen` when it fell.
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.begin(table_id)
        authority.check(authority.RESPONSIBLE, operator, table)
        round_ = live_round.live(table, around)
        if not requests.awaits_draw(round_) or table.draw_id is None:
            raise Refused("no_draw")
        _withdraw(table, round_, operator, code)
        floor_events.write(table, "stop", by=operator.pk, reason=reason)
        step.take(table, around, round_, DrawStopped(parties.of(operator.pk)))


def order(table_id: int, *, what: str, operator: Player, reason: str) -> None:
    """Order what the game lets whoever is in charge order (`Game.orders`).

    Refuses `not_qualified`, `no_round` when none is in play and the order opens none,
    `no_such_order` of another
    game's table, `not_awaited` where the round is too far for it, and `key_asked` for what opens
    or closes a device (`interventions`), and `act_asked` for what wants more than a reason
    (`identities.see`, `complaints.decide`).
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.begin(table_id)
        authority.check(ORDERING, operator, table)
        round_ = live_round.live(table, around)
        if what not in round_.game.orders:
            raise Refused("no_such_order")
        if interventions.keeps(table_id, round_.game, what):
            raise Refused("key_asked")
        device = round_.game.device_orders
        if device is not None and what in (device.identify, device.decide):
            raise Refused("act_asked")
        interventions.give(table, around, round_, what, operator=operator, reason=reason)


def break_off(table_id: int, *, operator: Player, reason: str, code: Code = "other") -> None:
    """End a session by an incident, now: the table closes, whatever was announced (MC-INC-01).

    What lies there goes back at its value, whether in a round, between two where stakes stay over,
    or where nothing lies. In games of which nothing stays over the round in play is annulled.
    What was about to fall is withdrawn for `code`.
    Refuses `not_qualified`, `table_closed`, and `already_fallen` when the ball fell.
    """
    with transaction.atomic(durable=True):
        authority.check(authority.OPERATOR, operator, table_rows.lock(table_id))
        end(table_id, operator=operator, reason=reason, code=code)


def end(table_id: int, *, operator: Player, reason: str, code: Code = "device") -> None:
    """Do what `break_off` does, in the caller's transaction and by the caller's authority."""
    _give_back(table_id, operator, reason, code)
    table = table_rows.lock(table_id)
    if table.status != "closed":
        closed = requests.close(table, by=operator.pk)
        floor_acts.show(closed, "close", by=operator.pk, reason=reason)


def close_at_once(table_id: int, *, operator: Player, reason: str) -> None:
    """Break a session off, as `break_off` does, in the caller's transaction: it is in dispute.

    A table that is closed stays so.
    """
    if table_rows.lock(table_id).status != "closed":
        end(table_id, operator=operator, reason=reason, code="dispute")


def _give_back(table_id: int, operator: Player, reason: str, code: Code) -> None:
    """Give what lies at a table back at its value; see `break_off`."""
    table, around = table_rows.begin(table_id)
    if table.status == "closed":
        raise Refused("table_closed")
    round_ = live_round.live(table, around)
    _withdraw(table, round_, operator, code)
    floor_events.write(table, "end_session", by=operator.pk, reason=reason)
    origin = _decision(operator, reason)
    if not round_.running and not round_.game.on_layout(round_.state):
        _tell_control(table, around, origin)
        return
    ended = SessionEnded(parties.of(operator.pk))
    try:
        step.take(table, around, round_, ended, origin=origin)
    except Refused as refused:
        if not round_.running or refused.code not in ("not_awaited", "incident_pending"):
            raise
        _void(table, around, round_, origin)


def _withdraw(table: TableRow, round_: Live, operator: Player, code: Code) -> None:
    """Withdraw what is about to fall, if anything is."""
    if requests.awaits_draw(round_) and table.draw_id is not None:
        requests.withdraw(table.draw_id, Withdrawal(code, operator.pk))


def _tell_control(table: TableRow, around: Surroundings, origin: Origin) -> None:
    """Write the notice that a session ends without its announced rounds (MC-INC-02)."""
    if transitions.owed(table, around):
        notices.incident(
            table_id=table.id,
            seq=table.seq,
            round_number=around.round.number if around.round else 0,
            found=BROKEN_OFF,
            by=origin.operator_id,
            reason=origin.reason,
            at=table.now,
        )


def _void(table: TableRow, around: Surroundings, round_: Live, origin: Origin) -> None:
    voided = annulment.annulled(table, round_, origin.reason, annulment.events(table))
    record.write(Reads(table, around), progress.annulled(round_, voided), origin)


def _decision(operator: Player, reason: str) -> Origin:
    return Origin(operator_id=operator.pk, reason=reason)
