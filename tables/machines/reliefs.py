"""Reliefs of machines: meters read, the note box taken out, and counted against what they tell.

The supervisor begins and closes a relief; surveillance attends it where the machine is open; who
has the cage's keys for it takes the note box out, and the coins of the base; general accounting
opens the one and counts both (art. 19.5, 20.1, 23). Totals that know nothing of each other, the
meters' and the counts', are compared: where they differ the state's control and the supervisor
have a notice.
"""

from typing import Final
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Sum

from casino.ledger import services as ledger
from casino.ledger.models import Account, Kind
from casino.players.models import Player
from tables.funds import accounts, postings
from tables.games.core.money import Place
from tables.games.core.protocol import Refused
from tables.machines import keys
from tables.machines.keys import Key
from tables.models import Machine, NoteBoxCount, Notice, Relief
from tables.projections import live_round
from tables.rows import clock, floor_events, notices, table_rows
from tables.rows.table_rows import TableRow
from tables.staff.authority import RUN_MACHINES

WATCH: Final = "tables.watch_relief"
"""The permission of the sworn surveillance."""
_ENTRIES: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d05")
"""Namespace of the entry ids: uuid5 of `relief:what`, so that no money moves twice."""
_COINS: Final = "cash_box"
"""The meter that tells what fell into a base, in credits."""
_WAIT: Final = "note_boxes:"
"""How the account begins of the boxes that wait for their count."""


def begin_relief(table_id: int, *, operator: Player, reason: str) -> None:
    """Begin the relief of a machine, as its supervisor (MC-AUTO-55).

    Refuses `not_qualified`, `no_machine`, and `relief_goes_on`.
    """
    if not operator.has_perm(RUN_MACHINES):
        raise Refused("not_qualified")
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        if not Machine.objects.filter(pk=table_id).exists():
            raise Refused("no_machine")
        if current_relief(table_id) is not None:
            raise Refused("relief_goes_on")
        Relief.objects.create(
            machine_id=table_id, begun_by=operator, reason=reason, begun_at=table.now
        )
        floor_events.record(table, "relief", by=operator.pk, reason=reason)


def attend_relief(table_id: int, *, operator: Player, reason: str) -> None:
    """Attend the relief of a machine, as sworn surveillance (MC-AUTO-59).

    Refuses `not_qualified`, `no_relief`, and `watches_himself` to the supervisor who directs it.
    """
    if not operator.has_perm(WATCH):
        raise Refused("not_qualified")
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        relief = current_relief(table_id)
        if relief is None or relief.exchanged_at is not None or relief.attended_by_id is not None:
            raise Refused("no_relief")
        if relief.begun_by_id == operator.pk:
            raise Refused("watches_himself")
        relief.attended_by, relief.attended_at = operator, table.now
        relief.save(update_fields=["attended_by", "attended_at"])
        floor_events.record(table, "relief_attended", by=operator.pk, reason=reason)


def exchange_note_box(table_id: int, *, operator: Player, reason: str) -> None:
    """Read the meters and take the note box out, for an empty one, as who has the cage's keys.

    That of the base too where coins fell into it since the relief before. Refuses `no_relief`,
    `relief_unwatched` where the machine is open and nobody attends, and as `keys.current_loan`
    does.
    """
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        relief = current_relief(table_id)
        if relief is None or relief.exchanged_at is not None:
            raise Refused("no_relief")
        if table.status != "closed" and relief.attended_by_id in (None, operator.pk):
            raise Refused("relief_unwatched")
        keys.current_loan(Key.LATCH, table_id, operator)
        round_ = live_round.load(table, table_rows.read_surroundings(table))
        relief.meters = dict(round_.game.meter_readings(round_.rules, round_.state))
        fell = round_.game.box_totals(round_.state)
        notes, coins = _relieved(table_id, fell.coins, relief.meters[_COINS])
        relief.told, relief.coins = fell.notes - notes, fell.coins - coins
        if relief.coins:
            base = Machine.objects.values_list("base_id", flat=True).get(pk=table_id)
            assert base is not None, "it has played on the floor"
            keys.current_loan(Key.BASE, base, operator)
        relief.amount = _take_out(table, relief, operator)
        relief.exchanged_by, relief.exchanged_at = operator, table.now
        relief.save(
            update_fields=["meters", "told", "coins", "amount", "exchanged_by", "exchanged_at"]
        )
        floor_events.record(table, "note_box", by=operator.pk, reason=reason)


def close_relief(table_id: int, *, operator: Player, reason: str) -> None:
    """Close a relief, as the supervisor, once the cage has its keys back.

    Refuses `not_qualified`, `no_relief` where no box was taken out, and `key_is_out`.
    """
    if not operator.has_perm(RUN_MACHINES):
        raise Refused("not_qualified")
    with transaction.atomic(durable=True):
        table = table_rows.lock(table_id)
        relief = current_relief(table_id)
        if relief is None or relief.exchanged_at is None:
            raise Refused("no_relief")
        if relief.key_loans.filter(returned_at=None).exists():
            raise Refused("key_is_out")
        relief.closed_at = table.now
        relief.save(update_fields=["closed_at"])
        floor_events.record(table, "relief_closed", by=operator.pk, reason=reason)


def count_note_box(
    relief_id: int, amount: int, coins: int, *, operator: Player, reason: str
) -> None:
    """Count a note box, as general accounting with its key, once (MC-AUTO-28, MC-AUTO-36).

    `amount` is what was found in it, `coins` what of the base, in minor units. What the box held
    goes to the house, as far as it was found; what is missing stays owed to the count. Coins are no
    account of the ledger: they were chips when they were inserted. Refuses `no_note_box` before the
    exchange, `box_counted`, and as `keys.current_loan` does.
    """
    with transaction.atomic(durable=True):
        relief = Relief.objects.select_for_update(no_key=True, of=("self",)).get(pk=relief_id)
        if relief.amount is None:
            raise Refused("no_note_box")
        if NoteBoxCount.objects.filter(pk=relief_id).exists():
            raise Refused("box_counted")
        loan = keys.current_loan(Key.NOTE_BOX, relief.machine_id, operator)
        at = clock.database_now()
        NoteBoxCount.objects.create(
            relief=relief,
            amount=amount,
            coins=coins,
            loan=loan,
            by=operator,
            reason=reason,
            at=at,
        )
        currency = table_rows.read(relief.machine_id).currency
        if moved := min(amount, relief.amount):
            ledger.post(
                uuid5(_ENTRIES, f"{relief_id}:count"),
                [
                    ledger.Leg(
                        _boxes(currency),
                        postings.capital_account(currency),
                        moved,
                        "count_note_box",
                    )
                ],
                cause="count_note_box",
                reference=f"relief:{relief_id}",
                operator=str(operator.pk),
            )
        if not amount == relief.told == relief.amount:
            _notify_difference(
                relief, f"note_box:{relief_id}", relief.told, amount, operator, reason
            )
        if relief.coins is not None and coins != relief.coins:
            _notify_difference(relief, f"coins:{relief_id}", relief.coins, coins, operator, reason)


def current_relief(table_id: int) -> Relief | None:
    """Return the relief of a machine that is not closed."""
    return Relief.objects.filter(machine_id=table_id, closed_at=None).first()


def lend_key_for_relief(
    key: Key,
    table_id: int,
    person: Player,
    minutes: int,
    *,
    operator: Player,
    reason: str,
    order: UUID,
) -> None:
    """Lend a key of the cage for the relief of a machine that goes on (MC-AUTO-35).

    Refuses `no_relief`, and as `keys.lend_key` does.
    """
    relief = current_relief(table_id)
    if relief is None or relief.exchanged_at is not None:
        raise Refused("no_relief")
    number = table_id if key == Key.LATCH else Machine.objects.get(pk=table_id).base_id
    if number is None:
        raise Refused("no_such_base")
    keys.lend_key(
        key, number, person, minutes, operator=operator, reason=reason, order=order, relief=relief
    )


def audit_note_boxes() -> list[tuple[str, int, int]]:
    """Return the accounts of note boxes that lost, or hold, something else than is on record.

    Code, what reliefs and counts tell, what the ledger says: of a machine's box what left it, of
    the boxes that wait for their count what they hold. Minor units.
    """
    expected: dict[str, int] = {}
    reliefs = Relief.objects.filter(amount__isnull=False).select_related("count", "machine__table")
    for each in reliefs:
        assert each.amount is not None
        counted = getattr(each, "count", None)
        waits = each.amount - (min(counted.amount, each.amount) if counted else 0)
        for code, amount in (
            (f"{Place.NOTE_BOX}:{each.machine_id}", each.amount),
            (_boxes_code(each.machine.table.currency), waits),
        ):
            expected[code] = expected.get(code, 0) + amount
    booked = {
        each.code: each.balance if each.code.startswith(_WAIT) else each.debits
        for each in Account.objects.filter(kind=Kind.NOTE_BOX)
    }
    found = (
        (code, expected.get(code, 0), booked.get(code, 0))
        for code in sorted(expected.keys() | booked)
    )
    return [each for each in found if each[1] != each[2]]


def _relieved(table_id: int, coins: int, in_credits: int) -> tuple[int, int]:
    """Return the note-box and base meters at the last relief, in minor units.

    `coins` is what that of the base tells now, and `in_credits` the same.
    """
    done = Relief.objects.filter(machine_id=table_id, exchanged_at__isnull=False)
    sums = done.aggregate(notes=Sum("told"), coins=Sum("coins"))
    # Reliefs from before coins were counted have the meter in credits alone.
    old = done.filter(coins=None).last()
    before = old.meters[_COINS] * coins // in_credits if old and old.meters and in_credits else 0
    return sums["notes"] or 0, before + (sums["coins"] or 0)


def _take_out(table: TableRow, relief: Relief, operator: Player) -> int:
    """Move what the note box holds to those that wait for their count; return how much."""
    box = accounts.place_account(table.id, Place.NOTE_BOX)
    if box is None or not box.balance:
        return 0
    ledger.post(
        uuid5(_ENTRIES, f"{relief.pk}:relief"),
        [ledger.Leg(box.pk, _boxes(table.currency), box.balance, "relief")],
        cause="relief",
        reference=f"relief:{relief.pk}",
        operator=str(operator.pk),
    )
    return box.balance


def _boxes(currency: str) -> int:
    return ledger.open_account(_boxes_code(currency), Kind.NOTE_BOX, currency).pk


def _boxes_code(currency: str) -> str:
    return f"{_WAIT}{currency}"


def _notify_difference(
    relief: Relief, about: str, metered: int | None, found: int, operator: Player, reason: str
) -> None:
    """Write the notices that a difference owes, to the state's control and to the supervisor."""
    detail = {"found": found, "told": metered, "reason": reason}
    if about.startswith("note_box:"):
        detail["held"] = relief.amount
    for addressee, person_id in (
        (Notice.Addressee.STATE_CONTROL, None),
        (Notice.Addressee.MACHINES, relief.begun_by_id),
    ):
        notices.write(
            about,
            Notice.Kind.NOTE_BOX,
            addressee=addressee,
            person_id=person_id,
            clause="MC-AUTO-28",
            table_id=relief.machine_id,
            detail=detail,
            by=operator.pk,
            at=clock.database_now(),
        )
