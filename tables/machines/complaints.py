"""What a machine has paid is contested: its supervisor decides, and pays what is short."""

from django.db import transaction

from casino.players.models import Player
from tables.games.core.money import Amount
from tables.games.core.protocol import Refused
from tables.machines import identities, interventions
from tables.projections.table_state import TableState
from tables.rows import table_rows
from tables.staff.authority import RUN_MACHINES


def decide_complaint(
    table_id: int,
    *,
    operator: Player,
    reason: str,
    due: int | None = None,
    kind: str = "",
    number: str = "",
) -> None:
    """Decide the complaint about a game, and pay the complement that it comes to (MC-AUTO-45, 49).

    `due`, minor units, is what the supervisor finds that the game ought to have paid, where that is
    more than the machine reckoned. By `kind` and `number` its player has shown who he is, as a
    complement above the identity threshold wants (A7). Refuses `not_qualified` to
    whoever is no machines' supervisor, `not_awaited` where nobody complains, `own_win` to the
    player himself, as `identities.write_identity_check` does, and what the game refuses.
    """
    if not operator.has_perm(RUN_MACHINES):
        raise Refused("not_qualified")
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        state = TableState(table, around)
        player_id = _complainant(state, operator)
        live = state.round
        assert live.game.device_orders is not None
        if kind:
            identities.write_identity_check(
                table_id, player_id, operator=operator, kind=kind, number=number
            )
        interventions.give_game_order(
            table,
            around,
            live,
            live.game.device_orders.decide,
            operator=operator,
            reason=reason,
            due=None if due is None else Amount(due),
            identified=bool(kind),
        )


def check_can_decide_complaint(state: TableState, operator: Player) -> None:
    """Refuse what `decide_complaint` refuses to the supervisor, whatever he finds."""
    _complainant(state, operator)


def _complainant(state: TableState, operator: Player) -> int:
    """Return the player who complains; refuses `not_awaited` and `own_win`."""
    live = state.round
    contested = live.game.contested_game(live.state) if live.state is not None else None
    if live.game.device_orders is None or contested is None:
        raise Refused("not_awaited")
    if operator.pk == int(contested.party):
        raise Refused("own_win")
    return int(contested.party)
