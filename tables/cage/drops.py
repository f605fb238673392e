"""Cash at the tables: changed into chips by players, kept in the table's drop, counted after play.

What players have changed lies in an account of the table, `drop:<table>`, which only the count
empties (MC-CHIPS-21). Chips come out of the table's float; where a changer serves the players they
come out of his, since no entry of such a table touches the table's. At a machine he is one of the
machines (MC-CHIPS-27, MC-AUTO-58): its float gives credits alone, as its meters tell.
"""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import BigIntegerField, Count, Sum
from django.db.models.functions import Cast

from casino.database.on_commit import run_on_commit
from casino.ledger import services as ledger
from casino.ledger.models import Account, Kind, Reserve
from casino.players.models import Cash, Player
from tables.funds import postings
from tables.games.core.money import Amount
from tables.games.core.protocol import Duty, Exchange, Refused
from tables.games.core.values import changed
from tables.models import DropCount, FloorEvent
from tables.projections import floor_acts, live_round
from tables.projections.live_round import LiveRound
from tables.projections.table_state import TableState
from tables.realtime import publish
from tables.rounds import commands
from tables.rounds.persistence import Origin
from tables.rows import answers, duties, floor_events, parties, rule_sets, table_rows
from tables.rows.table_rows import Purse, Surroundings, TableRow
from tables.wire import codec, floor_commands, outgoing
from tables.wire.handlers import Handlers

COUNT: Final = "tables.count_drop"
"""The permission to count, as accounting."""
_CHANGE: Final = "change"
NOTES: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d06")
"""Namespace of the entry ids of notes that are staked: uuid5 of `player:command`."""


def change_cash(
    *, player_id: int, table_id: int, command_id: UUID, amount: Amount
) -> outgoing.ReceiptShown | None:
    """Change a player's cash into chips at a table that works; see `answers.answer_once`.

    Everybody's next frame says nothing of it: the amount is the player's and the staff's to know
    (MC-CHIPS-18). Refuses `table_closed`, `table_paused` and `table_draining` (MC-CHIPS-12),
    `no_exchange_here` at a practice table, `no_changer` where one must serve and none does
    (MC-CHIPS-23, at machines MC-CHIPS-27), `exchange_closed` while a round is settled
    (MC-CHIPS-13), and `cash_short`.
    """
    entry = Origin(player_id, command_id).entry(table_id, 0)
    with answers.answer_once(player_id, table_id, command_id) as answer:
        table, around = answer.begin()
        if table.status not in live_round.PLAYING:
            raise Refused(live_round.NOT_PLAYING[table.status], clause="MC-CHIPS-12")
        posted, purse = _post(
            table, around, live_round.load(table, around), player_id, amount, entry
        )
        floor_acts.record_and_publish(
            table, _CHANGE, by=player_id, reason=str(amount), cause=command_id
        )
        balance = codec.encode(outgoing.WalletShown(posted.balances[purse.account], 0))
        run_on_commit(publish.purse, parties.party_of(player_id), balance)
    return answer.receipt


def change_and_stake(
    *, player_id: int, table_id: int, command_id: UUID, command: Any, notes: Amount
) -> outgoing.ReceiptShown | None:
    """Change a ponte's notes and place the stake, in one transaction (MC-CHIPS-03).

    All of it happens or nothing. Refuses `no_notes_here` where neither game nor command knows it:
    a banker stakes chips; else as `change_cash` does, and as the game.
    """
    entry = uuid5(NOTES, f"{player_id}:{command_id}")

    def first(table: TableRow, around: Surroundings, round_: LiveRound) -> Surroundings:
        if not round_.game.is_stake_in_notes(command):
            raise Refused("no_notes_here", clause="MC-CHIPS-03")
        # The stake is a second entry, which may move what others at the table have staked too.
        beside = [each.wallet for each in around.holders.values() if each.wallet is not None]
        posted, purse = _post(table, around, round_, player_id, notes, entry, beside)
        floor_events.record(table, _CHANGE, by=player_id, reason=str(notes))
        return changed(around, purse=changed(purse, balance=posted.balances[purse.account]))

    return commands.carry_out(
        player_id=player_id,
        table_id=table_id,
        command_id=command_id,
        command=command,
        first=first,
    )


def _post(
    table: TableRow,
    around: Surroundings,
    round_: LiveRound,
    player_id: int,
    amount: Amount,
    entry: UUID,
    beside: Sequence[int] | None = None,
) -> tuple[ledger.Posted, Purse]:
    """Move cash into the drop and chips into the purse, or refuse. Assumes the lock.

    `beside` are wallets that another entry of the transaction may move: they are locked now, and
    all others with them, so that two tables never wait for each other.
    """
    source = _source(table)
    if around.purse is None:
        raise Refused("no_wallet")
    if round_.is_settling:
        raise Refused("exchange_closed", clause="MC-CHIPS-13")
    cash = Cash.objects.filter(player_id=player_id, currency=table.currency).first()
    if cash is None:
        raise Refused("cash_short")
    if beside is not None:
        own = (cash.account_id, drop_account(table).pk, source.account, around.purse.account)
        ledger.lock({*own, *beside, postings.capital_account(table.currency)})
    draft = ledger.Draft(
        entry,
        [
            ledger.Leg(cash.account_id, drop_account(table).pk, amount, _CHANGE),
            ledger.Leg(source.account, around.purse.account, amount, _CHANGE),
        ],
        cause=_CHANGE,
        reference=f"table:{table.id}",
        cover=source,
    )
    try:
        return ledger.post_draft(draft), around.purse
    except ledger.Overdrawn:
        raise Refused("cash_short") from None


def count_drop(table_id: int, amount: int, *, operator: Player, reason: str, order: UUID) -> None:
    """Count a closed table's drop and empty it into the house, once per `order` (MC-CHIPS-22).

    `amount` is what accounting has found, minor units. Refuses `not_accountant`, `session_goes_on`
    while the table is not closed, `nothing_changed`, and `drop_differs` unless it is what the
    drop holds and what the table's record of changes comes to.
    """
    if not operator.has_perm(COUNT):
        raise Refused("not_accountant")
    with transaction.atomic():
        table = table_rows.lock(table_id)
        if DropCount.objects.filter(pk=order).exists():
            return
        state = TableState(table)
        check_can_count_drop(state, operator)
        drop = drop_account(table)
        changes, changed = state.once(_changes)
        if not amount == changed == drop.balance:
            raise Refused("drop_differs", holds=drop.balance, recorded=changed)
        DropCount.objects.create(
            id=order,
            table_id=table_id,
            amount=amount,
            changes=changes,
            by=operator,
            reason=reason,
            at=table.now,
        )
        # What a changer has pledged of it for his supplies ends with the count (MC-CHIPS-24).
        for pledged in Reserve.objects.filter(account=drop):
            ledger.release(pledged.holder)
        ledger.post(
            order,
            [ledger.Leg(drop.pk, postings.capital_account(table.currency), amount, "count_drop")],
            cause="count_drop",
            reference=f"table:{table_id}",
            operator=str(operator.pk),
        )
        floor_events.record(
            table, "count_drop", by=operator.pk, reason=f"{changes}: {reason}"[:200]
        )


def check_can_count_drop(state: TableState, operator: Player) -> None:
    """Refuse what `count_drop` refuses to accounting, whatever was counted."""
    if state.table.status != "closed":
        raise Refused("session_goes_on")
    if not state.once(_changes)[0]:
        raise Refused("nothing_changed")


def check_drop_is_empty(table: TableRow) -> None:
    """Refuse `drop_uncounted`: a session begins with an empty drop."""
    drop = Account.objects.filter(code=f"drop:{table.id}").first()
    if drop is not None and drop.balance:
        raise Refused("drop_uncounted")


def drop_account(table: TableRow) -> Account:
    """Return the account of the cash that was changed at a table since the last count."""
    return ledger.open_account(f"drop:{table.id}", Kind.DROP, table.currency)


def _source(table: TableRow) -> ledger.Cover:
    """Return the account that the chips come from, and what the house adds to it where it is short.

    Refuses where nobody changes cash.
    """
    if table.practice:
        raise Refused("no_exchange_here")
    match rule_sets.cash_exchange(table.rules_key):
        case Exchange.CROUPIER:
            return postings.float_cover(table)
        case Exchange.CHANGER:
            return _changers(table, Duty.CHANGER, "MC-CHIPS-23")
        case Exchange.ROAMING:
            return _changers(table, Duty.MACHINE_CHANGER, "MC-CHIPS-27")


def _changers(table: TableRow, duty: Duty, clause: str) -> ledger.Cover:
    """Return what the changer in this duty changes with; refuses where none is signed in."""
    if duty not in duties.on_duty(table.id):
        raise Refused("no_changer", clause=clause)
    return postings.changer_cover(table)


def _changes(table_id: int) -> tuple[int, int]:
    """Return how often cash was changed at a table since its last count, and how much in all.

    By the record of its floor, which no entry of the ledger writes.
    """
    last = (
        FloorEvent.objects.filter(table_id=table_id, kind="count_drop")
        .order_by("-pk")
        .values_list("pk", flat=True)
        .first()
    )
    since = FloorEvent.objects.filter(table_id=table_id, kind=_CHANGE, pk__gt=last or 0)
    found = since.aggregate(
        times=Count("pk"), amount=Sum(Cast("reason", BigIntegerField()), default=0)
    )
    return found["times"], found["amount"]


def audit_drops() -> list[tuple[str, int, int]]:
    """Return the drops whose debits differ from what was counted: code, counted, debited.

    Minor units.
    """
    counted = dict(
        DropCount.objects.values_list("table_id").annotate(Sum("amount")).order_by("table_id")
    )
    found = []
    for account in Account.objects.filter(kind=Kind.DROP).order_by("pk"):
        own = counted.get(int(account.code.removeprefix("drop:")), 0)
        if own != account.debits:
            found.append((account.code, own, account.debits))
    return found


COMMANDS: Final[Handlers] = {
    floor_commands.ChangeCash: lambda command, **asked: change_cash(**asked, amount=command.amount),
}
"""Who carries out a command of this subject."""
