"""The answer to a player's command: idempotent, whether it was carried out or refused."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.timezone import localtime

from casino.ledger import services as ledger
from casino.responsible_gaming.limits import EXCLUDED, FOR_EVER, LOSS, STAKE, Barred
from tables.games.core.protocol import Refused
from tables.rows import receipts, table_rows
from tables.rows.table_rows import Surroundings, TableRow
from tables.wire import outgoing


class _Answered(Exception):
    """The command has a receipt already."""


class Answer:
    """A command that is being answered."""

    def __init__(self, player_id: int, table_id: int, command_id: UUID, open_: ExitStack) -> None:
        self.receipt: outgoing.ReceiptShown | None = None
        """What the player is sent: a refusal, or the first answer; `None` where the command was
        carried out, which a frame will show."""
        self.purse: int | None = None
        """The account of the player's wallet, once the lock is taken."""
        self._whose = player_id, table_id, command_id
        self._open = open_

    def begin(
        self, foreseen: Callable[[], Refused | None] | None = None
    ) -> tuple[TableRow, Surroundings]:
        """Take the table's lock in a durable transaction that ends with the answer.

        Ends it here where the command has a receipt. `foreseen` is an optimistic lookup: what it
        refuses never takes the lock, so nobody at the table waits. Raises `NoSuchTable`.
        """
        player_id, table_id, command_id = self._whose
        if foreseen is not None:
            self._end(receipts.find(player_id, command_id))
            if refused_at_sight := foreseen():
                raise refused_at_sight
        self._open.enter_context(transaction.atomic(durable=True))
        table, around = table_rows.lock_and_read(table_id, player_id, command_id)
        self.purse = around.purse.account if around.purse else None
        self._end(around.receipt)
        return table, around

    def end_if_answered(self) -> None:
        """End here where the command has a receipt; takes no lock."""
        player_id, _, command_id = self._whose
        self._end(receipts.find(player_id, command_id))

    def _end(self, given: outgoing.ReceiptShown | None) -> None:
        if given is not None:
            self.receipt = given
            raise _Answered


@contextmanager
def answer_once(
    player_id: int, table_id: int, command_id: UUID, *, own_wallet_only: bool = False
) -> Iterator[Answer]:
    """Answer a command: a refusal rolls the block back, and only its receipt is written.

    Idempotent: a retry gets the receipt. The block calls `begin` first. With `own_wallet_only`
    raises `ledger.Overdrawn` of any account but the player's wallet. Raises `Barred` where the
    limit of another player forbids what he would stake.
    """
    code, detail = "", dict[str, int | str]()
    try:
        with ExitStack() as open_:
            answer = Answer(player_id, table_id, command_id, open_)
            yield answer
    except _Answered:
        return
    except Refused as refused:
        code, detail = refused.code, dict(refused.detail)
    except ledger.Overdrawn as overdrawn:
        if own_wallet_only and overdrawn.account_id != answer.purse:
            raise
        code, detail = "not_enough_chips", {"balance": overdrawn.balance}
        if kept := ledger.reserved(overdrawn.account_id):
            code, detail = "chips_reserved", {"balance": max(0, overdrawn.balance), "kept": kept}
    except Barred as barred:
        if barred.player_id != player_id:
            raise
        refused_by_limit = limit_refusal(barred)
        code, detail = refused_by_limit.code, dict(refused_by_limit.detail)
    except IntegrityError:
        # A copy of the command was refused after this one had looked for its receipt.
        answer.receipt = receipts.find(player_id, command_id)
        if answer.receipt is None or answer.receipt.refused is None:
            raise
    if code:
        answer.receipt = receipts.record_refusal(player_id, table_id, command_id, code, detail)


def limit_refusal(barred: Barred) -> Refused:
    """Return the refusal of a stake that a limit forbids, or an exclusion, and until when.

    Or that the licence forbids, as long as it does.
    """
    if forbidden := _by_licence(barred):
        return forbidden
    if barred.until >= FOR_EVER:
        return Refused("excluded_for_ever")
    detail: dict[str, int | str] = {
        "period": barred.period,
        "until": f"{localtime(barred.until):%Y-%m-%d %H:%M}",
        "ends_at": int(barred.until.timestamp()) * 1000,
    }
    most, left = barred.most, barred.left
    if barred.kind == EXCLUDED:
        return Refused("excluded", until=detail["until"], ends_at=detail["ends_at"])
    if barred.kind == STAKE:
        return Refused("stake_limit_reached", most=most, left=left, **detail)
    if barred.kind == LOSS:
        return Refused("loss_limit_reached", most=most, left=left, **detail)
    return Refused("time_limit_reached", minutes=most // 60, **detail)


def _by_licence(barred: Barred) -> Refused | None:
    """Return the refusal of a stake that the licence forbids; None where something else does."""
    match barred.kind:
        case "identity_not_given":
            return Refused("identity_not_given", age=barred.most)
        case "under_age":
            return Refused("under_age", age=barred.most)
        case "identity_unverified":
            return Refused("identity_unverified")
        case "identity_refused":
            return Refused("identity_refused")
        case "identity_expired":
            return Refused("identity_expired")
        case "limit_wanted":
            return Refused("limit_wanted")
        case _:
            return None
