"""Tickets as rows: the one register of what machines have issued and how each ended (MC-AUTO-32).

Rows only: who may be paid is decided by the machine's engine, and at the cage by
`machines.tickets`.
A code is in no row. It follows from the house's `SECRET_KEY` and the event that issued the ticket,
is shown to the ticket's owner alone, and finds the ticket by its hash.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final, Literal

from django.conf import settings
from django.db.models import Q, QuerySet, Sum
from django.utils.crypto import salted_hmac

from tables.games.core.money import Amount
from tables.games.core.protocol import PresentedTicket, TicketIssue, TicketUse
from tables.models import Ticket, TicketEnd
from tables.rows import parties
from tables.rows.table_rows import TableRow

State = Literal["issued", "redeemed", "orphan"]
PAID: Final = (TicketEnd.How.MACHINE, TicketEnd.How.CAGE)
SHOWN: Final = 200
"""So many of one's own unpaid tickets are listed; older ones as those are paid."""
_SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no I, L, O and U, which are taken for others."""
_LENGTH: Final = 16
"""Signs of a code, five bits each: nobody guesses one."""
_READ_AS: Final = str.maketrans({"I": "1", "L": "1", "O": "0", " ": "", "-": ""})


def code_of(table_id: int, seq: int, secret: str | None = None) -> str:
    """Return the code of the ticket that an event of a table has issued: a secret.

    It follows from the `SECRET_KEY`, or from a former one.
    """
    event = f"{table_id}:{seq}"
    signed = salted_hmac("tables.ticket", event, secret, algorithm="sha256").digest()
    drawn = int.from_bytes(signed)
    signs = "".join(_SIGNS[drawn >> 5 * place & 31] for place in range(_LENGTH))
    return "-".join(signs[place : place + 4] for place in range(0, _LENGTH, 4))


def hash_of(code: str) -> str:
    """Return the hash of a code, however it was typed: small letters, blanks, O for 0."""
    return sha256(code.upper().translate(_READ_AS).encode()).hexdigest()


def lock(code: str, currency: str) -> Ticket | None:
    """Return the ticket of a code, locked until the transaction ends; `None` where none has it."""
    found = Ticket.objects.filter(hash=hash_of(code), table__currency=currency)
    return found.select_for_update(no_key=True, of=("self",)).first()


def state_of(ticket: Ticket, now: datetime) -> State:
    """Return what a ticket is now; under its lock that stays so."""
    ends = set(TicketEnd.objects.filter(ticket=ticket).values_list("how", flat=True))
    if ends.intersection(PAID):
        return "redeemed"
    return "orphan" if ends or ticket.expires_at <= now else "issued"


def lock_presented(code: str, table: TableRow) -> PresentedTicket | None:
    """Return the ticket of a code as it is presented at a machine; takes the ticket's lock."""
    ticket = lock(code, table.currency)
    if ticket is None:
        return None
    return PresentedTicket(
        str(ticket.pk),
        Amount(ticket.amount),
        parties.party_of(ticket.player_id),
        state_of(ticket, table.now),
        ticket.bound,
    )


def record(table: TableRow, seq: int, moved: TicketIssue | TicketUse) -> None:
    """Write what an event of this number does to a ticket."""
    if isinstance(moved, TicketUse):
        TicketEnd.objects.create(
            ticket_id=int(moved.number),
            how=TicketEnd.How.MACHINE,
            table_id=table.id,
            player_id=int(moved.party),
            at=table.now,
        )
        return
    Ticket.objects.create(
        table_id=table.id,
        seq=seq,
        player_id=int(moved.party),
        amount=moved.amount,
        bound=moved.bound,
        hash=hash_of(code_of(table.id, seq)),
        issued_at=table.now,
        expires_at=table.now + timedelta(days=moved.valid_days),
    )


def unpaid_among(tickets: QuerySet[Ticket]) -> QuerySet[Ticket]:
    """Return those of some tickets that nobody was paid for."""
    return tickets.exclude(ends__how__in=PAID)


@dataclass(frozen=True, slots=True)
class TicketShown:
    """A ticket as its owner is shown it, and nobody else."""

    number: int
    code: str
    """Empty where it follows from none of the house's secret keys: the ticket's owner has it."""
    amount: int
    machine: str
    issued_at: datetime
    expires_at: datetime
    orphan: bool


def unpaid_of_player(player_id: int, now: datetime) -> Sequence[TicketShown]:
    """Return the tickets for which a player has not been paid, newest first, with their codes.

    The newest `SHOWN`.
    """
    mine = unpaid_among(Ticket.objects.filter(player_id=player_id)).select_related("table")
    return [_shown(each, now) for each in mine.order_by("-pk")[:SHOWN]]


def _shown(ticket: Ticket, now: datetime) -> TicketShown:
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    codes = (code_of(ticket.table_id, ticket.seq, secret) for secret in secrets)
    return TicketShown(
        ticket.pk,
        next((code for code in codes if hash_of(code) == ticket.hash), ""),
        ticket.amount,
        ticket.table.name,
        ticket.issued_at,
        ticket.expires_at,
        ticket.expires_at <= now,
    )


def unpaid_sum(currency: str) -> tuple[int, int]:
    """Return what the tickets of a currency come to that are not paid: those good, the orphans."""
    every = unpaid_among(Ticket.objects.filter(table__currency=currency))
    orphan = Q(ends__how=TicketEnd.How.ORPHAN)
    good, orphans = every.exclude(orphan), every.filter(orphan)
    return _sum(good), _sum(orphans)


def _sum(tickets: QuerySet[Ticket]) -> int:
    return int(tickets.aggregate(sum=Sum("amount"))["sum"] or 0)
