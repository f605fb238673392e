"""The sessions of a table: opened, announced to end, closed, broken off."""

from dataclasses import replace
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils.timezone import localtime

from casino.ledger import services as ledger
from casino.ledger.models import Transfer
from casino.players.models import Player
from tables.cage import drops, floats, vouchers
from tables.equipment import card_incidents, card_sets, devices
from tables.games.core.protocol import Refused
from tables.incidents import pauses
from tables.machines import services as machines
from tables.models import FloorEvent, TableSession
from tables.projections import floor_acts, live_round
from tables.projections.table_state import TableState
from tables.rounds import transitions
from tables.rows import disputes, due_work, floor_events, rule_sets, table_rows
from tables.rows.table_rows import TableRow
from tables.seating import services as seating
from tables.shoes import requests
from tables.staff import authority
from tables.staff import services as staff

_SESSION: Final = "session"


def open_session(table_id: int, *, operator: Player, reason: str) -> None:
    """Open a table for stakes; a table without a shoe or draw asks for one first.

    Where the end is announced, the session is extended instead (MC-CDF-46); a paused table goes on
    as it was. Refuses `not_qualified`, `already_open`, `not_licensed` where the house's licence
    does not allow game, text or currency, as `duties.staff_to_open` does where the rules want a
    chief or an inspector, as `devices.check_device_for_session` and
    `card_sets.check_cards_for_session` do where they want wheel, dice or cards checked,
    `cards_in_question` as `card_incidents.check_no_cards_in_question` does, as
    `machines.check_machine_may_open` does where the table is a machine, `float_not_fixed` and
    `float_not_as_fixed` as `floats.check_opening_float` does, `float_uncounted` and
    `float_unsigned` as `floats.check_last_float_is_counted` does, `drop_uncounted` while the cash
    changed in the last session is not counted, `incident_undecided` while its generator is in
    question, and `no_session_left` or `session_held` where the rules want no other session today,
    or none before its evening (MC-BTV-01).
    """
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        authority.check_authority(authority.OPERATOR, operator, table)
        check_can_open_session(TableState(table), operator)
        if table.status == "paused":
            pauses.resume_table(table, operator=operator, reason=reason)
            return
        staff.fill_duties_for_opening(table, operator=operator, reason=reason)
        # A session that is extended goes on: what was written and endorsed in it holds.
        if table.status == "closed":
            _sign_for_session(table, operator, reason)
            _begin(table, operator, reason)
        begins = {"opened_at": table.now} if table.status == "closed" else {}
        table_rows.update_keeping_clock(table, status="open", rounds_left=0, ends_at=None, **begins)
        if table.status == "closed":
            table = requests.request_shoe_for_resumption(table, table_rows.read_surroundings(table))
        table = replace(table, status="open", rounds_left=0)
        if not table.equipped:
            table = requests.request_equipment(table, resumes=True)
        floor_acts.record_and_publish(table, "open", by=operator.pk, reason=reason)
        # A game that begins by itself does so for players who stayed seated.
        seating.notify_seats_changed(table_id)


def opening_refusal(table_id: int, *, operator: Player) -> Refused | None:
    """Return why `open_session` would refuse a closed table now, or None; changes nothing."""
    try:
        check_can_open_session(TableState(table_rows.read(table_id)), operator)
    except Refused as refused:
        return refused
    return None


def check_can_open_session(state: TableState, operator: Player) -> None:
    """Refuse what `open_session` refuses to an operator of this table."""
    table = state.table
    if table.status == "open":
        raise Refused("already_open")
    if table.status == "paused":
        return
    if not rule_sets.is_table_licensed(table.rules_key, table.currency):
        raise Refused("not_licensed")
    if state.once(disputes.is_closed_by_incident):
        raise Refused("incident_undecided")
    staff.check_duties_for_opening(state, operator)
    if table.status == "closed":
        drops.check_drop_is_empty(table)
        floats.check_last_float_is_counted(state)
        floats.check_opening_float(table)
        devices.check_device_for_session(state, operator)
        card_incidents.check_no_cards_in_question(state)
        card_sets.check_cards_for_session(state, operator)
        machines.check_machine_may_open(table, operator)
        _check_sessions_left(state)


def _sign_for_session(table: TableRow, operator: Player, reason: str) -> None:
    """Sign, as whoever opens a closed table, for what its session still wants."""
    vouchers.write_voucher_for_additions(table)
    devices.sign_device_for_session(table, operator=operator, reason=reason)
    card_sets.sign_cards_for_session(table, operator=operator, reason=reason)
    card_sets.record_verification(table, operator=operator, reason=reason)
    machines.place_machine_for_session(table, operator=operator, reason=reason)


def _begin(table: TableRow, operator: Player, reason: str) -> None:
    """Record a session that begins with its float."""
    last = Transfer.objects.order_by("-pk").values_list("pk", flat=True).first()
    session = TableSession.objects.create(
        table_id=table.id,
        began_at=table.now,
        by=operator,
        opening_float=ledger.balance(table.float_account),
        after=last or 0,
    )
    floats.record_opening_float_count(table, session, operator=operator, reason=reason)
    if TableState(table).needs.sessions is not None:
        floor_events.record(table, _SESSION, by=operator.pk, reason=reason)


def _check_sessions_left(state: TableState) -> None:
    """Refuse one session too many of a gaming day, or of its afternoon or evening (MC-BTV-01)."""
    table, wanted = state.table, state.needs.sessions
    if wanted is None:
        return
    now = localtime(table.now)
    afternoon = now.replace(hour=wanted.afternoon_from, minute=0, second=0, microsecond=0)
    if afternoon > now:
        afternoon -= timedelta(days=1)
    evening = afternoon.replace(hour=wanted.evening_from)
    found = FloorEvent.objects.filter(table_id=table.id, kind=_SESSION, at__gte=afternoon)
    begun = [*found.values_list("at", flat=True)]
    if len(begun) >= wanted.per_day:
        raise Refused("no_session_left", most=wanted.per_day)
    if sum((at >= evening) == (now >= evening) for at in begun) >= wanted.per_day_part:
        following = wanted.afternoon_from if now >= evening else wanted.evening_from
        raise Refused("session_held", hour=following)


def announce_end(table_id: int, *, operator: Player, reason: str) -> None:
    """Announce the end of the session: the last rounds are played, then the table closes.

    The game says how many last rounds there are (`Game.last_rounds_notice`), and how many minutes
    of ordinary play come before them (`Game.minutes_before_last_rounds`). A card table where nobody
    plays closes at once.
    Refuses `not_qualified`, `table_closed`, `table_paused`, and `already_announced`, unless
    everybody has left in the meantime.
    """
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        authority.check_authority(authority.OPERATOR, operator, table)
        state = TableState(table)
        check_can_announce_end(state, operator)
        table = transitions.announce_end(table, state.around)
        floor_acts.record_and_publish(table, "drain", by=operator.pk, reason=reason)


def check_can_announce_end(state: TableState, operator: Player) -> None:
    """Refuse what `announce_end` refuses to an operator of this table."""
    table = state.table
    if table.status in ("closed", "paused"):
        raise Refused(live_round.NOT_PLAYING[table.status])
    announced = table.status == "ending" and transitions.announced_rounds_left(table, state.around)
    if announced or table.status == "draining":
        raise Refused("already_announced")


def begin_last_rounds(at_each: due_work.Sweep = due_work.run_at_each) -> int:
    """Begin the last rounds of the tables whose time has come; return how many. See `announce_end`.

    A table whose row is locked is left for the next sweep. Called by the croupier.
    """
    return at_each(_begin_last_rounds, due_work.tables_to_drain())


def _begin_last_rounds(table_id: int) -> bool:
    with transaction.atomic(durable=True):
        found = table_rows.lock_and_read_unless_locked(table_id)
        # An operator may have extended the session, or broken it off.
        if found is None or table_id not in due_work.tables_to_drain():
            return False
        floor_acts.record_and_publish(transitions.drain(*found), "last_rounds")
        return True


def close_session(table_id: int, *, operator: Player, reason: str) -> None:
    """Close a table that has no round in play; drain it or void the round otherwise.

    Refuses `not_qualified`, `table_closed`, `round_in_play`, and `last_rounds_owed` where the last
    rounds must first be announced to the players, or are being dealt (MC-041, MC-EROU-44): only an
    incident ends the session then, see `incidents.break_off_session`.
    """
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        authority.check_authority(authority.OPERATOR, operator, table)
        check_can_close_session(TableState(table), operator)
        floor_acts.record_and_publish(
            requests.close_table(table, by=operator.pk), "close", by=operator.pk, reason=reason
        )


def check_can_close_session(state: TableState, operator: Player) -> None:
    """Refuse what `close_session` refuses to an operator of this table."""
    state.check_not_closed()
    # Stakes that stay over for the next round would be locked in with the table.
    if state.round.running or state.round.game.on_layout(state.round.state):
        raise Refused("round_in_play")
    if transitions.announced_rounds_left(state.table, state.around):
        raise Refused("last_rounds_owed")
