"""Identity checks before a hand-pay: a document, or what the house has verified.

The number of a document is kept in the row of the check alone: in no event, log, trail or reason.
"""

import re
from typing import Final

from django.db import transaction

from casino.identity import services as identity
from casino.players.models import Identity, Player
from tables.funds import hand_pays
from tables.games.core.protocol import Refused
from tables.machines import interventions
from tables.models import HandPay, IdentityCheck
from tables.projections.table_state import TableState
from tables.rows import clock, rule_sets, table_rows
from tables.staff import authority

NUMBER: Final = re.compile(r"[A-Z0-9]{4,20}")
Kind = IdentityCheck.Kind


def record_identity(
    table_id: int, *, operator: Player, reason: str, kind: str, number: str = ""
) -> None:
    """Record that the owner of a machine's win or credits proved their identity (MC-AUTO-42).

    Refuses `not_qualified`, `not_awaited` where nobody has any there, as `write_identity_check`
    does, and what the game refuses.
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        authority.check_authority(authority.MACHINES, operator, table)
        state = TableState(table, around)
        check_can_record_identity(state, operator)
        live, orders = state.round, state.round.game.device_orders
        assert orders is not None
        (holder,) = live.game.staked_parties(live.state)
        owed = hand_pays.waiting_for_supervisor().filter(table=table_id).first()
        write_identity_check(
            table_id, int(holder), operator=operator, kind=kind, number=number, owed=owed
        )
        what = orders.identify
        interventions.give_game_order(table, around, live, what, operator=operator, reason=reason)


def check_can_record_identity(state: TableState, operator: Player) -> None:
    """Refuse what `record_identity` refuses to the machines' supervisor, whatever is presented."""
    live, orders = state.round, state.round.game.device_orders
    holders = live.game.staked_parties(live.state) if live.state is not None else ()
    if orders is None or not holders:
        raise Refused("not_awaited")
    if any(int(holder) == operator.pk for holder in holders):
        raise Refused("own_win")
    interventions.check_order(state, orders.identify, operator)


def is_check_wanted(win: HandPay) -> bool:
    """Tell whether a win is paid only once its player's identity is on record (MC-AUTO-42)."""
    game, rules = rule_sets.game_and_rules(win.table.rules_id)
    return game.device_orders is not None and bool(win.amount > rules.id_threshold_cents)


def write_identity_check(
    table_id: int,
    player_id: int,
    *,
    operator: Player,
    kind: str,
    number: str,
    owed: HandPay | None = None,
) -> IdentityCheck:
    """Write a player's proof of identity; needs the caller's transaction.

    Blanks and hyphens of a number do not count. Refuses `document_number` of one that is none,
    `identity_not_verified` where the house's own record does not hold today, and `own_win` of
    oneself.
    """
    assert kind in Kind.values
    if operator.pk == player_id:
        raise Refused("own_win")
    written, record = "", None
    if kind == Kind.RECORD:
        if identity.identity_status(player_id).state != Identity.State.VERIFIED:
            raise Refused("identity_not_verified")
        record = Identity.objects.filter(player=player_id).order_by("-pk").first()
    else:
        written = re.sub(r"[\s-]", "", number).upper()
        if not NUMBER.fullmatch(written):
            raise Refused("document_number")
    return IdentityCheck.objects.create(
        table_id=table_id,
        player_id=player_id,
        kind=kind,
        number=written,
        identity=record,
        hand_pay=owed,
        by=operator,
        at=clock.database_now(),
    )
