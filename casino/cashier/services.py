"""The cage: a player's cash, its exchange for chips, deposits and withdrawals.

Cash and chips are two accounts of the ledger, of one currency; a stake is paid from the chips
alone (MC-CHIPS-01). `exchange` and the tables are the only ways from one to the other
(MC-CHIPS-10). What comes from outside, or goes there, is a request that somebody of the house
decides, never the requester. Amounts are minor units. Knows no game and no table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from casino.cashier import providers, transfers
from casino.cashier.providers import PaymentRefused
from casino.cashier.transfers import reserve_holder
from casino.database.on_commit import run_on_commit
from casino.i18n import Words
from casino.identity import services as identity
from casino.identity.services import PLAY
from casino.ledger.models import JournalEntry, Kind
from casino.ledger.services import (
    EntryMismatch,
    Leg,
    Overdrawn,
    open_account,
    post,
    release,
    reserve,
)
from casino.players import holdings
from casino.players.holdings import Holding
from casino.players.models import (
    Cash,
    CashProposal,
    CashRequest,
    CounterReceipt,
    PaymentAlarm,
    Player,
    Wallet,
)
from casino.players.services import balance_changed
from casino.responsible_gaming import limits
from casino.staff import work_changes

TO_CHIPS: Final = "to_chips"
TO_CASH: Final = "to_cash"
EXCHANGES: Final = (TO_CHIPS, TO_CASH)
DEPOSIT: Final = CashRequest.Way.DEPOSIT.value
WITHDRAWAL: Final = CashRequest.Way.WITHDRAWAL.value
MOST: Final = 10**12
"""The largest amount of one exchange or request."""
WAITING: Final = 5
"""Requests of one player that wait for the cage at a time."""
DECIDE: Final = "players.decide_cashrequest"
"""The permission to decide requests, as a cashier."""
_EXCHANGED: Final = UUID("7b1d1b52-5a3e-5a4f-9c1c-2f3f0a9d6e10")

OFFICE: Final[Mapping[str, Words]] = {
    "no_reason": Words("Il faut un motif.", "A reason is wanted."),
    "no_receipt": Words(
        "Il faut le numéro du reçu : c’est lui qui prouve le paiement.",
        "The number of the receipt is wanted: it is what proves the payment.",
    ),
    "receipt_used": Words(
        "Ce reçu prouve déjà la demande {request}.",
        "This receipt proves request {request} already.",
    ),
    "approved_it": Words(
        "Votre approbation attend qu’un autre caissier la confirme.",
        "Your approval waits for another cashier to confirm it.",
    ),
    "approved_meanwhile": Words(
        "Un autre caissier vient de l’approuver : revoyez la demande, puis confirmez-la.",
        "Another cashier has just approved it: look at the request again, then confirm it.",
    ),
    "not_cashier": Words("Seule la caisse en décide.", "Only the cage decides this."),
    "own_request": Words(
        "Personne n’approuve ni ne refuse sa propre demande.",
        "Nobody approves or refuses his own request.",
    ),
    "means_unknown": Words(
        "La maison n’a plus ce moyen de paiement : refusez la demande.",
        "The house has this means of payment no more: refuse the request.",
    ),
    "alarm_unknown": Words("Cet écart n’existe pas.", "There is no such difference."),
    "alarm_closed": Words("Cet écart est déjà classé.", "This difference is closed already."),
    "own_decision": Words(
        "Qui a approuvé la demande ne classe pas l’écart qui la touche.",
        "Whoever approved the request does not close a difference about it.",
    ),
    "player_shut_out": Words(
        "Ce joueur est exclu, ou son compte fermé : la caisse ne prend rien de lui.",
        "This player is excluded, or his account closed: the cage takes nothing from him.",
    ),
}
"""By code: why a request is not decided. What a player is refused stands in `casino.http.rest`."""


class CashRefused(Exception):
    """A refusal of the cage; nothing has changed.

    `code` is stable: to a player `amount_refused`, `cash_short`, `chips_short`,
    `deposit_limit_reached`, `exchange_closed`, `means_unknown`, `no_wallet`, `order_used`,
    `request_decided`, `request_unknown`, `requests_wait`, one of
    `identity_words.REFUSALS`; to the house also one of OFFICE.
    """

    def __init__(self, code: str, **detail: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.detail: Mapping[str, int | str] = detail


@dataclass(frozen=True, slots=True)
class CageBalances:
    """A player's cash and chips, read by one statement."""

    currency: str
    cash: int
    """Minor units, those included that a withdrawal reserves."""
    reserved: int
    chips: int


@dataclass(frozen=True, slots=True)
class ExchangeResult:
    """An exchange of cash and chips, as posted first."""

    order: UUID
    way: str
    amount: int
    at: datetime


def cage_balances(wallet: Wallet) -> CageBalances:
    """Return the cash and chips of a wallet's player, in its currency, minor units."""
    has = holdings.holdings_of(wallet.player_id, wallet.currency)
    accounts = {each.kind: each for each in has.accounts}
    cash = accounts.get(Kind.CASH)
    return CageBalances(
        wallet.currency,
        cash.balance if cash else 0,
        cash.reserved if cash else 0,
        accounts[Kind.WALLET].balance,
    )


def open_cash(player: Player, currency: str = "") -> Cash:
    """Return a player's cash in a currency, the house's by default; opened empty unless it was."""
    currency = currency or settings.HOUSE_CURRENCY
    cash = Cash.objects.filter(player=player, currency=currency).first()
    if cash is None:
        account = open_account(f"cash:{player.pk}:{currency}", Kind.CASH, currency)
        Cash.objects.bulk_create(
            [Cash(player=player, currency=currency, account=account)], ignore_conflicts=True
        )
        cash = Cash.objects.get(player=player, currency=currency)
    return cash


def exchange(
    player: Player, way: str, amount: int, *, order: UUID, currency: str = ""
) -> ExchangeResult:
    """Exchange cash for chips of the same currency or back. Idempotent by `order`.

    Opens a transaction of its own. The same order again gets the first answer, and with another
    way or amount `order_used`. Refuses `exchange_closed` while a round is settled in which the
    player has a stake (MC-CHIPS-13), and to overdraw: what lies on a layout is no chip in hand.
    """
    assert way in EXCHANGES
    _check(amount)
    entry = uuid5(_EXCHANGED, f"{player.pk}:{order}")
    with transaction.atomic(durable=True):
        if first := _exchanged(entry, order):
            if (first.way, first.amount) != (way, amount):
                raise CashRefused("order_used")
            return first
        cash, wallet = open_cash(player, currency), _wallet(player, currency)
        if Holding.WINNINGS in holdings.holdings_of(player.pk).elsewhere:
            raise CashRefused("exchange_closed")
        leg = (
            Leg(cash.account_id, wallet.account_id, amount, "to_chips")
            if way == TO_CHIPS
            else Leg(wallet.account_id, cash.account_id, amount, "to_cash")
        )
        try:
            posted = post(entry, [leg], cause=way, reference=f"player:{player.pk}")
        except Overdrawn:
            raise CashRefused("cash_short" if way == TO_CHIPS else "chips_short") from None
        except EntryMismatch:
            raise CashRefused("order_used") from None
        if not posted.already:
            run_on_commit(
                balance_changed.send,
                sender=Wallet,
                player_id=player.pk,
                balance=posted.balances[wallet.account_id],
            )
        done = _exchanged(entry, order)
        assert done is not None
        return done


def _exchanged(entry: UUID, order: UUID) -> ExchangeResult | None:
    found = JournalEntry.objects.filter(pk=entry).first()
    if found is None:
        return None
    transfer = found.transfers.get()
    return ExchangeResult(order, transfer.why, transfer.amount, found.at)


def request_cash(
    player: Player, way: str, amount: int, *, order: UUID, means: str = providers.CASHIER
) -> CashRequest:
    """Request a deposit or a withdrawal by a means of payment. Idempotent by `order`.

    A withdrawal reserves the cash at once. Opens a transaction of its own. The same order again is
    the same request, and with another way, amount or means `order_used`; `means_unknown` of a means
    that the house has not; `requests_wait` above WAITING,
    `deposit_limit_reached` above what the player has limited himself to, and what of
    `identity_words.REFUSALS` the licence wants.
    """
    assert way in CashRequest.Way.values
    _check(amount)
    if means not in providers.MEANS:
        raise CashRefused("means_unknown")
    with transaction.atomic(durable=True):
        _wallet(player)
        opened = open_cash(player)
        cash = Cash.objects.select_for_update(no_key=True).get(pk=opened.pk)
        if (first := cash.requests.filter(order=order).first()) is not None:
            if (first.way, first.amount, first.means) != (way, amount, means):
                raise CashRefused("order_used")
            return first
        if cash.requests.filter(state__in=CashRequest.UNFINISHED).count() >= WAITING:
            raise CashRefused("requests_wait", most=WAITING)
        _check_licence(player, way)
        if way == DEPOSIT and limits.exceeds_deposit_limit(player.pk, amount):
            raise CashRefused("deposit_limit_reached")
        cash_request = CashRequest.objects.create(
            cash=cash,
            order=order,
            way=way,
            amount=amount,
            means=means,
            asked_by=player,
            asked_at=timezone.now(),
        )
        if way == WITHDRAWAL:
            try:
                reserve(cash.account_id, reserve_holder(cash_request), amount)
            except Overdrawn:
                raise CashRefused("cash_short") from None
        work_changes.note_change()
    return cash_request


def cancel_request(player: Player, order: UUID) -> CashRequest:
    """Cancel one's own undecided request, and release what it reserved.

    Opens a transaction of its own. Cancelling twice changes nothing more. Refuses
    `request_unknown` and `request_decided`.
    """
    with transaction.atomic(durable=True):
        found = CashRequest.objects.filter(cash__player=player, order=order).first()
        cash_request = _lock(found.pk if found else 0)
        if cash_request.state != CashRequest.State.CANCELLED:
            _check_undecided(cash_request)
            _decide(cash_request, CashRequest.State.CANCELLED, player)
            release(reserve_holder(cash_request))
            work_changes.note_change()
    return cash_request


def requests_of(wallet: Wallet, limit: int, before: int | None = None) -> list[CashRequest]:
    """Return a wallet's cash requests with an id below `before`, newest first."""
    found = CashRequest.objects.filter(
        cash__player=wallet.player_id, cash__currency=wallet.currency
    )
    if before is not None:
        found = found.filter(pk__lt=before)
    return list(found.order_by("-pk")[:limit])


def approve_request(request_id: int, *, cashier: Player, reason: str, receipt: str) -> CashRequest:
    """Approve a cash request and begin its payment. Only one decision counts.

    Above `CASH_BY_ONE` the first approval is a proposal, the request still asked; another cashier's
    confirms it, with the first receipt. A receipt of the counter proves one request, for ever.
    What the counter pays moves its cash at once; another means is asked, and its cash moves when
    the means reports. Opens a transaction of its own. Refuses `not_cashier` without the
    permission, `own_request` to the requester, `request_decided`, `player_shut_out` to a deposit of
    somebody who may not play, what of `identity_words.REFUSALS` the licence wants,
    `deposit_limit_reached` to one above a limit that was lowered since, `receipt_used`,
    `approved_it` to the cashier whose approval waits, `approved_meanwhile` to one who has written
    another receipt, and what the means of payment refuses.
    """
    with transaction.atomic(durable=True):
        cash_request = _for_decision(request_id, cashier, reason)
        check_may_approve(cash_request, cashier)
        if cash_request.amount > settings.CASH_BY_ONE:
            proposal = _proposal(cash_request)
            if proposal is None:
                _keep_receipt(cash_request, receipt)
                CashProposal.objects.create(
                    request=cash_request,
                    by=cashier,
                    reason=reason,
                    receipt=receipt,
                    at=timezone.now(),
                )
                return cash_request
            if receipt not in ("", proposal.receipt):
                # Written on a page on which the first approval was not to be seen.
                raise CashRefused("approved_meanwhile")
            receipt = proposal.receipt
        _keep_receipt(cash_request, receipt)
        try:
            transfers.begin_payment(cash_request, by=cashier, reason=reason, receipt=receipt)
        except PaymentRefused as refused:
            raise CashRefused(refused.code) from None
    return cash_request


def check_may_approve(cash_request: CashRequest, cashier: Player) -> None:
    """Refuse a cashier who may not approve a request as it stands; see `approve_request`."""
    check_may_refuse(cash_request, cashier)
    player = cash_request.cash.player
    if cash_request.way == DEPOSIT and (limits.is_excluded(player) or not player.is_active):
        raise CashRefused("player_shut_out")
    _check_licence(player, cash_request.way)
    if cash_request.way == DEPOSIT and limits.exceeds_deposit_limit(player.pk):
        raise CashRefused("deposit_limit_reached")
    if cash_request.amount > settings.CASH_BY_ONE:
        proposal = _proposal(cash_request)
        if proposal is not None and proposal.by_id == cashier.pk:
            raise CashRefused("approved_it")
    try:
        transfers.means_of(cash_request)
    except PaymentRefused as refused:
        raise CashRefused(refused.code) from None


def check_may_refuse(cash_request: CashRequest, cashier: Player) -> None:
    """Refuse a cashier who asked for a request, and one that is decided."""
    if cash_request.asked_by_id == cashier.pk:
        raise CashRefused("own_request")
    _check_undecided(cash_request)


def _proposal(cash_request: CashRequest) -> CashProposal | None:
    """Return the first approval of a request, where it has one."""
    return CashProposal.objects.filter(request=cash_request).first()


def _keep_receipt(cash_request: CashRequest, receipt: str) -> None:
    """Note which request a receipt of the counter proves; refuses `no_receipt`, `receipt_used`."""
    means = providers.MEANS.get(cash_request.means)
    if means is None or not means.at_counter:
        return
    number = receipt.strip().casefold()[: providers.PROOF]
    if not number:
        raise CashRefused("no_receipt")
    kept, _ = CounterReceipt.objects.get_or_create(
        number=number, defaults={"request": cash_request}
    )
    if kept.request_id != cash_request.pk:
        raise CashRefused("receipt_used", request=kept.request_id)


def refuse_request(request_id: int, *, cashier: Player, reason: str) -> CashRequest:
    """Refuse a cash request, and release its reserve.

    Refuses `not_cashier`, `own_request` and `request_decided`, as `approve_request` does.
    """
    with transaction.atomic(durable=True):
        cash_request = _for_decision(request_id, cashier, reason)
        check_may_refuse(cash_request, cashier)
        _decide(cash_request, CashRequest.State.REFUSED, cashier, reason)
        release(reserve_holder(cash_request))
    return cash_request


def _for_decision(request_id: int, cashier: Player, reason: str) -> CashRequest:
    """Return a request, locked; refuses `not_cashier`, `no_reason` and `request_unknown`."""
    if not cashier.has_perm(DECIDE):
        raise CashRefused("not_cashier")
    if not reason.strip():
        raise CashRefused("no_reason")
    return _lock(request_id)


def _check_undecided(cash_request: CashRequest) -> None:
    if cash_request.state != CashRequest.State.ASKED:
        raise CashRefused("request_decided")


def _lock(request_id: int) -> CashRequest:
    """Return a request, locked until the transaction ends."""
    found = transfers.lock_request(request_id)
    if found is None:
        raise CashRefused("request_unknown")
    return found


def _decide(cash_request: CashRequest, state: str, by: Player, reason: str = "") -> None:
    """Write the decision of a locked request."""
    cash_request.state, cash_request.decided_by, cash_request.decided_at = state, by, timezone.now()
    cash_request.reason = reason
    cash_request.save(update_fields=["state", "decided_by", "decided_at", "reason"])


def close_alarm(alarm_id: int, *, cashier: Player, reason: str) -> PaymentAlarm:
    """Close a payment alarm with a reason; moves no money.

    Opens a transaction of its own. Refuses `not_cashier` without the permission, `no_reason`,
    `alarm_unknown`, `alarm_closed`, and `own_decision` to the cashier who approved the request.
    """
    if not cashier.has_perm(DECIDE):
        raise CashRefused("not_cashier")
    if not reason.strip():
        raise CashRefused("no_reason")
    with transaction.atomic(durable=True):
        rows = PaymentAlarm.objects.select_for_update(no_key=True, of=("self",))
        if (found := rows.filter(pk=alarm_id).first()) is None:
            raise CashRefused("alarm_unknown")
        check_can_close_alarm(found, cashier)
        found.closed_by, found.closed_at, found.reason = cashier, timezone.now(), reason
        found.save(update_fields=["closed_by", "closed_at", "reason"])
    return found


def check_can_close_alarm(alarm: PaymentAlarm, cashier: Player) -> None:
    """Refuse what `close_alarm` does, to a cashier with a reason."""
    if alarm.closed_by_id is not None:
        raise CashRefused("alarm_closed")
    if (about := alarm.about()) is not None and about.decided_by_id == cashier.pk:
        raise CashRefused("own_decision")


def _wallet(player: Player, currency: str = "") -> Wallet:
    currency = currency or settings.HOUSE_CURRENCY
    wallet = Wallet.objects.filter(player=player, currency=currency).first()
    if wallet is None:
        raise CashRefused("no_wallet")
    return wallet


def _check_licence(player: Player, way: str) -> None:
    """Refuse what the licence does not let a player do; a deposit where they may not play."""
    code, detail = identity.refusal(player.pk, identity.WITHDRAW if way == WITHDRAWAL else PLAY)
    wants = way == DEPOSIT and limits.DEPOSIT in settings.PROFILE.limits
    if not code and wants and not limits.is_limited(player.pk, limits.DEPOSIT):
        code = "limit_wanted"
    if code:
        raise CashRefused(code, **detail)


def _check(amount: int) -> None:
    if not 0 < amount <= MOST:
        raise CashRefused("amount_refused")


@dataclass(frozen=True, slots=True)
class Fault:
    """A difference between the decisions of the cage and the ledger."""

    account: str
    """Its code."""
    decided: int
    """Minor units."""
    ledger: int


def audit_cage() -> list[Fault]:
    """Compare cash requests with the ledger: each cage's balance, and the reserves of cash.

    One statement, so one snapshot.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH asked AS (
                SELECT cash.currency, cash.account_id, request.state,
                    CASE request.way WHEN 'deposit' THEN -request.amount ELSE request.amount END
                        AS taken
                FROM players_cashrequest AS request
                JOIN players_cash AS cash ON cash.id = request.cash_id
            ), told AS (
                SELECT account.code, account.credits - account.debits AS ledger,
                    (SELECT coalesce(sum(taken), 0) FROM asked
                      WHERE state = 'approved' AND asked.currency = account.currency) AS decided
                FROM ledger_account AS account WHERE account.kind = 'cage'
                UNION ALL
                SELECT account.code, account.reserved,
                    (SELECT coalesce(sum(taken), 0) FROM asked
                      WHERE state IN ('asked', 'paying') AND taken > 0
                        AND asked.account_id = account.id)
                FROM ledger_account AS account WHERE account.kind = 'cash'
            )
            SELECT code, decided::bigint, ledger::bigint FROM told
             WHERE decided <> ledger ORDER BY code
            """
        )
        return [Fault(*row) for row in cursor.fetchall()]
