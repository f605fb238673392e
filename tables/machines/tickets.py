"""Tickets away from the machines: paid at the cage, and orphans once their time is over.

Services of cashiers and of the croupier's daily round, under a ticket's lock.
"""

from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from casino.database.on_commit import run_on_commit
from casino.ledger import services as ledger
from casino.players.models import Player, Wallet
from casino.players.services import wallet_of
from tables.funds import accounts, tickets
from tables.games.core.protocol import Refused
from tables.models import Ticket, TicketEnd
from tables.realtime import publish
from tables.rows import parties
from tables.wire import codec, outgoing

CASH: Final = "tables.cash_ticket"
"""The permission to pay tickets."""
_ENTRIES: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d03")
"""Namespace of the entry ids: uuid5 of `ticket:end`, so that no money moves twice."""


def pay_ticket(code: str, *, payee: str, operator: Player, reason: str) -> int:
    """Pay a ticket into the wallet of an account, by its name, once; return the minor units.

    An orphan goes to its owner alone, whom the cashier has identified. Refuses `not_cashier`
    without the permission, `no_such_payee`, `own_ticket` to whoever would be paid himself, and as
    a machine does `no_such_ticket`, `ticket_of_another` and `ticket_used`.
    """
    if not operator.has_perm(CASH):
        raise Refused("not_cashier")
    with transaction.atomic(durable=True):
        wallet = _wallet(payee)
        if wallet.player_id == operator.pk:
            raise Refused("own_ticket")
        ticket = tickets.lock(code, wallet.currency)
        if ticket is None:
            raise Refused("no_such_ticket")
        state = tickets.state_of(ticket, timezone.now())
        if (ticket.bound or state == "orphan") and ticket.player_id != wallet.player_id:
            raise Refused("ticket_of_another")
        if state == "redeemed":
            raise Refused("ticket_used")
        if state == "orphan":
            _orphan(ticket)
        source = accounts.orphans_account if state == "orphan" else accounts.tickets_account
        posted = ledger.post(
            _entry(ticket, TicketEnd.How.CAGE),
            [ledger.Leg(source(wallet.currency), wallet.account_id, ticket.amount, "ticket")],
            cause="cash_ticket",
            reference=f"ticket:{ticket.pk}",
            operator=str(operator.pk),
        )
        TicketEnd.objects.create(
            ticket=ticket,
            how=TicketEnd.How.CAGE,
            player_id=wallet.player_id,
            by=operator,
            reason=reason,
            at=timezone.now(),
        )
        shown = codec.encode(outgoing.WalletShown(posted.balances[wallet.account_id], 0))
        run_on_commit(publish.purse, parties.party_of(wallet.player_id), shown)
    return ticket.amount


def orphan_expired_tickets(now: datetime) -> None:
    """Make orphans of the tickets whose time is over, each with its money (MC-AUTO-46)."""
    late = Ticket.objects.filter(ends=None, expires_at__lte=now).values_list("pk", flat=True)
    for ticket_id in list(late):
        with transaction.atomic(durable=True):
            ticket = Ticket.objects.select_for_update(no_key=True).get(pk=ticket_id)
            # Paid meanwhile, or another croupier was here.
            if not ticket.ends.exists():
                _orphan(ticket)


def _orphan(ticket: Ticket) -> None:
    """Move what a ticket is worth to the orphans, unless it is there; assumes the ticket's lock."""
    if ticket.ends.filter(how=TicketEnd.How.ORPHAN).exists():
        return
    currency = ticket.table.currency
    ledger.post(
        _entry(ticket, TicketEnd.How.ORPHAN),
        [
            ledger.Leg(
                accounts.tickets_account(currency),
                accounts.orphans_account(currency),
                ticket.amount,
                "orphan",
            )
        ],
        cause="ticket_lapses",
        reference=f"ticket:{ticket.pk}",
    )
    TicketEnd.objects.create(ticket=ticket, how=TicketEnd.How.ORPHAN, at=timezone.now())


def _entry(ticket: Ticket, how: TicketEnd.How) -> UUID:
    return uuid5(_ENTRIES, f"{ticket.pk}:{how}")


def _wallet(payee: str) -> Wallet:
    try:
        return wallet_of(Player.objects.only("pk").get(username=payee).pk)
    except (Player.DoesNotExist, Wallet.DoesNotExist):
        raise Refused("no_such_payee") from None
