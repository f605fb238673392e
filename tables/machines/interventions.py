"""Interventions at a machine, each with its sheet, and the day's sheets in one sealed bundle.

A mechanic opens a machine alone, by the key that its supervisor has lent him: from then on nothing
is played there, and credits stay as they are. He signs his sheet, and the supervisor puts the
machine back in service (art. 20.3). In the evening the supervisor seals the day's sheets, and the
games management signs for them.
"""

import hashlib
from typing import Final

from django.db import transaction
from django.utils.timezone import localdate

from casino.players.models import Player
from casino.rng.core.canonical import Json, canonical_json
from tables.games.core.money import Amount
from tables.games.core.protocol import AnyGame, DeviceOrders, OperatorAction, Refused
from tables.machines import keys, signatures
from tables.machines import services as machines
from tables.machines.keys import Key
from tables.models import BundleReceipt, Intervention, KeyLoan, SheetBundle
from tables.projections import live_round
from tables.projections.live_round import LiveRound
from tables.projections.table_state import TableState
from tables.rounds import reads, step
from tables.rounds.persistence import Origin
from tables.rows import clock, floor_events, parties, table_rows
from tables.rows.table_rows import Surroundings, TableRow
from tables.staff.authority import RUN_MACHINES

_FORM: Final = "sabot-intervention-sheets/1"
"""What a signed body is: nothing else that the house signs begins so."""


def is_kept_for_mechanic(table_id: int, game: AnyGame, what: str) -> bool:
    """Tell whether an order opens a device, or closes one that a mechanic has opened here."""
    orders = game.device_orders
    if orders is None or what not in (orders.open, orders.close):
        return False
    return what == orders.open or _open(table_id) is not None


def give_game_order(
    table: TableRow,
    around: Surroundings,
    round_: LiveRound,
    what: str,
    *,
    operator: Player,
    reason: str,
    due: Amount | None = None,
    identified: bool = False,
) -> None:
    """Give an order of the game at a table, by the last statement of the transaction.

    Assumes the table's lock. Refuses `no_round` when none is in play and the order opens none.
    """
    _check_round(round_, what)
    floor_events.record(table, "order", by=operator.pk, reason=f"{what}: {reason}")
    given = OperatorAction(what, parties.party_of(operator.pk), reason, due, identified)
    origin = Origin(operator_id=operator.pk, reason=reason)
    step.run_step(table, around, round_, given, origin=origin)


def check_order(state: TableState, what: str, operator: Player) -> None:
    """Refuse an order that `give_game_order` refuses, or the engine in the round in play."""
    _check_round(state.round, what)
    given = OperatorAction(what, parties.party_of(operator.pk), "")
    if state.round.running:
        state.check_engine_takes(given)
    else:
        reads.round_to_open(state.table, state.around, state.round, given)


def _check_round(round_: LiveRound, what: str) -> None:
    if not round_.running and what not in round_.game.staff_orders_at_rest:
        raise Refused("no_round")


def open_machine(table_id: int, *, operator: Player, reason: str) -> None:
    """Open a machine as the mechanic who has its key (MC-AUTO-39): it is out of service.

    Refuses `no_machine`, as `keys.current_loan` does, and what the game refuses of a device that is
    open.
    """
    with transaction.atomic(durable=True):
        table, around, round_, orders = _begin(table_id)
        loan = keys.current_loan(Key.DEVICE, table_id, operator)
        if _open(table_id) is not None:
            raise Refused("intervention_open")
        Intervention.objects.create(
            machine_id=table_id,
            loan=loan,
            mechanic=operator,
            reason=reason,
            stopped_at=table.now,
            meters=_meters(round_),
        )
        give_game_order(table, around, round_, orders.open, operator=operator, reason=reason)


def sign_sheet(table_id: int, *, operator: Player, reason: str) -> None:
    """Sign the sheet of the intervention at a machine, with what was done (MC-AUTO-40).

    Refuses `no_intervention` where none waits for it, and `not_the_mechanic`.
    """
    with transaction.atomic(durable=True):
        table, around = table_rows.lock_and_read(table_id)
        sheet = _open(table_id)
        if sheet is None or sheet.signed_at is not None:
            raise Refused("no_intervention")
        if sheet.mechanic_id != operator.pk:
            raise Refused("not_the_mechanic")
        sheet.done, sheet.signed_at = reason, table.now
        sheet.meters_after = _meters(live_round.load(table, around))
        sheet.hash = hashlib.sha256(canonical_json(_sheet_text(sheet))).hexdigest()
        sheet.save(update_fields=["done", "signed_at", "meters_after", "hash"])
        floor_events.record(table, "sheet_signed", by=operator.pk, reason=reason)


def put_back_in_service(table_id: int, *, operator: Player, reason: str) -> None:
    """Put a machine back in service, as its supervisor, once its sheet is signed.

    Refuses `not_qualified`, `no_machine`, `no_intervention`, `sheet_unsigned`, and `key_is_out`
    until the mechanic has given the key back.
    """
    _may_run(operator)
    with transaction.atomic(durable=True):
        table, around, round_, orders = _begin(table_id)
        sheet = _open(table_id)
        if sheet is None:
            raise Refused("no_intervention")
        if sheet.signed_at is None:
            raise Refused("sheet_unsigned")
        if KeyLoan.objects.filter(key=Key.DEVICE, machine_id=table_id, returned_at=None).exists():
            raise Refused("key_is_out")
        sheet.returned_at, sheet.returned_by = table.now, operator
        sheet.save(update_fields=["returned_at", "returned_by"])
        give_game_order(table, around, round_, orders.close, operator=operator, reason=reason)


def seal_sheets(*, operator: Player, reason: str) -> SheetBundle:
    """Seal the sheets of the day that ends, and those that no day before has (MC-AUTO-41).

    Refuses `not_qualified`, `sheet_unsigned` while a machine is open without its sheet, and
    `day_sealed` where it was done today.
    """
    _may_run(operator)
    with transaction.atomic(durable=True):
        day = localdate(clock.database_now())
        if SheetBundle.objects.filter(day=day).exists():
            raise Refused("day_sealed")
        if Intervention.objects.filter(signed_at=None).exists():
            raise Refused("sheet_unsigned")
        sheets = list(
            Intervention.objects.select_for_update(no_key=True).filter(bundle=None).order_by("pk")
        )
        body = canonical_json(
            {
                "form": _FORM,
                "day": day.isoformat(),
                "by": operator.pk,
                "sheets": [{**_sheet_text(each), "hash": each.hash} for each in sheets],
            }
        )
        public, signature = signatures.sign_text(body)
        bundle = SheetBundle.objects.create(
            day=day,
            body=body.decode(),
            public=public,
            signature=signature,
            by=operator,
            reason=reason,
            at=clock.database_now(),
        )
        Intervention.objects.filter(pk__in=[each.pk for each in sheets]).update(bundle=bundle)
    return bundle


def receive_bundle(bundle_id: int, *, operator: Player, reason: str) -> None:
    """Receive a day's sheets as the games management, once.

    Refuses `not_qualified`, `sealed_it` to who has sealed them, `bundle_broken` where a sheet is
    not as it was sealed, and `bundle_received`.
    """
    if not operator.has_perm(machines.KEEP):
        raise Refused("not_qualified")
    with transaction.atomic(durable=True):
        bundle = SheetBundle.objects.get(pk=bundle_id)
        if bundle.by_id == operator.pk:
            raise Refused("sealed_it")
        if not is_whole(bundle):
            raise Refused("bundle_broken")
        _, received = BundleReceipt.objects.get_or_create(
            bundle=bundle, defaults={"by": operator, "reason": reason, "at": clock.database_now()}
        )
        if not received:
            raise Refused("bundle_received")


def is_whole(bundle: SheetBundle) -> bool:
    """Tell whether a bundle was signed, and its sheets are those that were sealed."""
    sheets = [{**_sheet_text(each), "hash": each.hash} for each in bundle.sheets.order_by("pk")]
    fields: dict[str, Json] = {
        "form": _FORM,
        "day": bundle.day.isoformat(),
        "by": bundle.by_id,
        "sheets": sheets,
    }
    body = canonical_json(fields)
    hashed = all(
        each.hash == hashlib.sha256(canonical_json(_sheet_text(each))).hexdigest()
        for each in bundle.sheets.all()
    )
    signed = signatures.is_signed_by(bundle.public, bundle.signature, body)
    return hashed and signed and bundle.body == body.decode()


def _may_run(operator: Player) -> None:
    if not operator.has_perm(RUN_MACHINES):
        raise Refused("not_qualified")


def _begin(table_id: int) -> tuple[TableRow, Surroundings, LiveRound, DeviceOrders]:
    table, around = table_rows.lock_and_read(table_id)
    round_ = live_round.load(table, around)
    orders = round_.game.device_orders
    if orders is None:
        raise Refused("no_machine")
    return table, around, round_, orders


def _open(table_id: int) -> Intervention | None:
    """Return the intervention that has a machine out of service."""
    return Intervention.objects.filter(machine_id=table_id, returned_at=None).first()


def _meters(round_: LiveRound) -> dict[str, int]:
    return dict(round_.game.meter_readings(round_.rules, round_.state))


def _sheet_text(sheet: Intervention) -> dict[str, Json]:
    """Return a sheet as its mechanic signs it."""
    assert sheet.signed_at is not None
    return {
        "sheet": sheet.pk,
        "machine": sheet.machine_id,
        "mechanic": sheet.mechanic_id,
        "key": str(sheet.loan_id),
        "reason": sheet.reason,
        "stopped_at": sheet.stopped_at.isoformat(),
        "meters": sheet.meters,
        "done": sheet.done,
        "meters_after": sheet.meters_after,
        "signed_at": sheet.signed_at.isoformat(),
    }
