"""The sessions of a table: opened, announced to end, closed, broken off."""

from dataclasses import replace
from typing import Final

from django.db import transaction
from django.utils.timezone import localdate

from casino.days import begins
from casino.ledger import services as ledger
from casino.ledger.models import Transfer
from casino.players.models import Player
from tables.equipment import orders
from tables.floor import (
    card_incidents,
    card_sets,
    devices,
    drops,
    duties,
    floats,
    machines,
    seats,
    vouchers,
)
from tables.games.core.protocol import Refused
from tables.models import FloorEvent, TableSession
from tables.records import disputes, due, floor_events, rows, rulesets
from tables.records.rows import TableRow
from tables.round import between
from tables.showing import acts, standing

_SESSION: Final = "session"


def open(table_id: int, *, operator: Player, reason: str) -> None:
    """Open a table for stakes; a table without a shoe or draw asks for one first.

    Where the end is announced, the session is extended instead (MC-CDF-46). Refuses `already_open`,
    `not_licensed` where the house's licence does not allow game, text or currency, as
    `duties.staff_to_open` does where the rules want a chief or an inspector, as `devices.to_open`
    and `card_sets.to_open` do where they want wheel, dice or cards checked, `cards_in_question` as
    `card_incidents.to_open` does, as `machines.to_open` does where the table is a machine,
    `drop_uncounted` while the cash changed in the last session is not counted, `incident_undecided`
    while its generator is in question, and `no_session_left` where the rules want no other session
    today (MC-BTV-01).
    """
    with transaction.atomic(durable=True):
        table = rows.lock(table_id)
        if table.status == "open":
            raise Refused("already_open")
        if not rulesets.offered(table.rules_key, table.currency):
            raise Refused("not_licensed")
        if disputes.closes(table_id):
            raise Refused("incident_undecided")
        duties.staff_to_open(table, operator=operator, reason=reason)
        # A session that is extended goes on: what was written and endorsed in it holds.
        if table.status == "closed":
            drops.to_open(table)
            vouchers.make_up_for(table)
            devices.to_open(table, operator=operator, reason=reason)
            card_incidents.to_open(table)
            card_sets.to_open(table, operator=operator, reason=reason)
            card_sets.verify(table, operator=operator, reason=reason)
            machines.to_open(table, operator=operator, reason=reason)
            _begin(table, operator, reason)
        begins = {"opened_at": table.now} if table.status == "closed" else {}
        rows.keep_clock(table, status="open", rounds_left=0, ends_at=None, **begins)
        if table.status == "closed":
            table = orders.resume(table, rows.surroundings(table))
        table = replace(table, status="open", rounds_left=0)
        if not table.equipped:
            table = orders.renew(table, resumes=True)
        acts.show(table, "open", by=operator.pk, reason=reason)
        # A game that begins by itself does so for players who stayed seated.
        seats.changed(table_id)


def _begin(table: TableRow, operator: Player, reason: str) -> None:
    """Record a session that begins with its float, and refuse one too many of a day."""
    last = Transfer.objects.order_by("-pk").values_list("pk", flat=True).first()
    session = TableSession.objects.create(
        table_id=table.id,
        began_at=table.now,
        by=operator,
        opening_float=ledger.balance(table.float_account),
        after=last or 0,
    )
    floats.count_out(table, session, operator=operator, reason=reason)
    game, rules = rulesets.game_and_rules(table.rules_key)
    most = game.needs(rules).sessions_a_day
    if most is None:
        return
    midnight = begins(localdate(table.now))
    begun = FloorEvent.objects.filter(table_id=table.id, kind=_SESSION, at__gte=midnight)
    if begun.count() >= most:
        raise Refused("no_session_left", most=most)
    floor_events.write(table, _SESSION, by=operator.pk, reason=reason)


def drain(table_id: int, *, operator: Player, reason: str) -> None:
    """Announce the end of the session: the last rounds are played, then the table closes.

    The game says how many last rounds there are (`Game.notice`), and how many minutes of ordinary
    play come before them (`Game.notice_minutes`). A card table where nobody plays closes at once.
    Refuses `table_closed`,
    and `already_announced`, unless everybody has left in the meantime.
    """
    with transaction.atomic(durable=True):
        table = rows.lock(table_id)
        if table.status == "closed":
            raise Refused("table_closed")
        around = rows.surroundings(table)
        announced = table.status == "ending" and between.owed(table, around)
        if announced or table.status == "draining":
            raise Refused("already_announced")
        table = between.announce_end(table, around)
        acts.show(table, "drain", by=operator.pk, reason=reason)


def sweep() -> int:
    """Begin the last rounds of the tables whose time has come; return how many. See `drain`.

    A table whose row is locked is left for the next sweep. Called by the croupier.
    """
    begun = 0
    for table_id in due.ends():
        with transaction.atomic(durable=True):
            found = rows.begin_unless_locked(table_id)
            # An operator may have extended the session, or broken it off.
            if found is None or table_id not in due.ends():
                continue
            acts.show(between.drain(*found), "last_rounds")
            begun += 1
    return begun


def close(table_id: int, *, operator: Player, reason: str) -> None:
    """Close a table that has no round in play; drain it or void the round otherwise.

    Refuses `table_closed`, `round_in_play`, and `last_rounds_owed` where the last rounds must first
    be announced to the players, or are being dealt (MC-041, MC-EROU-44): only an incident ends
    the session then, see `incidents.break_off`.
    """
    with transaction.atomic(durable=True):
        table = rows.lock(table_id)
        if table.status == "closed":
            raise Refused("table_closed")
        around = rows.surroundings(table)
        round_ = standing.live(table, around)
        # Stakes that stay over for the next round would be locked in with the table.
        if round_.running or round_.game.on_layout(round_.state):
            raise Refused("round_in_play")
        if between.owed(table, around):
            raise Refused("last_rounds_owed")
        acts.show(orders.close(table, by=operator.pk), "close", by=operator.pk, reason=reason)
