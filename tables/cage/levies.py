"""The cashing-up of a table's levy: one person counts it, the table's inspector signs (MC-CDF-38).

Services of operators, under the table's lock. Nothing leaves the levy before its book of tickets
was checked, twice and by two persons.
"""

from uuid import UUID

from django.db import transaction

from casino.ledger import services as ledger
from casino.ledger.models import Account
from casino.players.models import Player
from tables.funds import accounts, postings
from tables.games.core.money import Place
from tables.games.core.protocol import Duty, Refused
from tables.models import LevyCount, LevySignature
from tables.projections import round_rows
from tables.projections.table_state import TableState
from tables.rows import floor_events, rule_sets, table_rows
from tables.rows.table_rows import TableRow
from tables.staff import authority


def count_levy(table_id: int, amount: int, *, operator: Player, reason: str, order: UUID) -> None:
    """Record what somebody has counted in a levy, once per `order`; `amount` in minor units.

    Refuses `not_qualified`, `no_levy` where the game has none, `levy_empty`, and `levy_differs`
    unless it is what the account holds, the records come to all that was ever levied, and their
    serials have no gap; the detail says what was found.
    """
    with transaction.atomic():
        table = table_rows.lock(table_id)
        authority.check_authority(authority.OPERATOR, operator, table)
        if LevyCount.objects.filter(pk=order).exists():
            return
        check_can_count_levy(TableState(table), operator)
        _, tickets = _checked(table, amount)
        LevyCount.objects.create(
            id=order,
            table_id=table_id,
            amount=amount,
            tickets=tickets,
            by=operator,
            reason=reason,
            at=table.now,
        )
        note = f"{tickets} tickets: {reason}"[:200]
        floor_events.record(table, "count_levy", by=operator.pk, reason=note)


def sign_and_empty_levy(
    table_id: int, amount: int, *, operator: Player, reason: str, order: UUID, control: str = ""
) -> None:
    """Sign the last count and empty the levy into the house, once per `order`.

    `amount` is what the inspector has counted himself, minor units; `control` the name of the agent
    of the state's control who attended, if one did. Refuses `not_qualified`, `no_levy` where the
    game has none, `no_inspector` to whoever is not signed in at the table as its inspector,
    `not_counted` where no count waits, `counted_it` to the person who counted, and `levy_differs`
    as `count_levy` does, or where the two counts differ.
    """
    if not operator.has_perm(authority.INSPECT):
        raise Refused("not_qualified", duty=Duty.INSPECTOR)
    with transaction.atomic():
        table = table_rows.lock(table_id)
        if LevySignature.objects.filter(order=order).exists():
            return
        last = _count_to_sign(TableState(table), operator)
        account, tickets = _checked(table, amount)
        if (amount, tickets) != (last.amount, last.tickets):
            raise Refused("levy_differs", holds=amount, recorded=last.amount, tickets=tickets)
        leg = ledger.Leg(account.pk, postings.capital_account(table.currency), amount, "levy")
        ledger.post(
            order,
            [leg],
            cause="cash_levy",
            reference=f"table:{table_id}",
            operator=str(operator.pk),
        )
        LevySignature.objects.create(
            count=last, order=order, by=operator, control=control, reason=reason, at=table.now
        )
        note = f"{tickets} tickets, {last.by}: {reason}"[:200]
        floor_events.record(table, "cash_levy", by=operator.pk, reason=note)


def check_can_count_levy(state: TableState, operator: Player) -> None:
    """Refuse what `count_levy` refuses to an operator of this table, whatever was counted."""
    _check_has_levy(state)
    account = accounts.place_account(state.table.id, Place.LEVY)
    if account is None or not account.balance:
        raise Refused("levy_empty")


def _check_has_levy(state: TableState) -> None:
    if not state.game.levy_kind:
        raise Refused("no_levy")


def check_can_sign_levy(state: TableState, operator: Player) -> None:
    """Refuse what `sign_and_empty_levy` refuses to an inspector, whatever was counted."""
    _count_to_sign(state, operator)


def _count_to_sign(state: TableState, operator: Player) -> LevyCount:
    """Return the count that a table's inspector may sign, or refuse as `sign_and_empty_levy`."""
    _check_has_levy(state)
    inspector = state.on_duty.get(Duty.INSPECTOR)
    if inspector is None or inspector.person_id != operator.pk:
        raise Refused("no_inspector")
    last = LevyCount.objects.filter(table_id=state.table.id).order_by("-at", "-pk").first()
    if last is None or LevySignature.objects.filter(count=last).exists():
        raise Refused("not_counted")
    if last.by_id == operator.pk:
        raise Refused("counted_it")
    return last


def _checked(table: TableRow, amount: int) -> tuple[Account, int]:
    """Return the levy's account and how many tickets it has, or refuse `levy_differs`.

    Assumes the lock: nothing is levied meanwhile.
    """
    game, _ = rule_sets.game_and_rules(table.rules_key)
    account = accounts.place_account(table.id, Place.LEVY)
    if account is None or not game.levy_kind:
        raise Refused("levy_differs", holds=0, recorded=0, tickets=0)
    tickets = round_rows.levy_records(table.id, game)
    recorded = sum(each for _, each in tickets)
    unbroken = [serial for serial, _ in tickets] == list(range(1, len(tickets) + 1))
    counted = amount > 0 and amount == account.balance
    if not counted or not unbroken or recorded != account.credits:
        raise Refused(
            "levy_differs",
            holds=account.balance,
            recorded=recorded - account.debits,
            tickets=len(tickets),
        )
    return account, len(tickets)
