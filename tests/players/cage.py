"""The cage in tests: a player with chips, a cashier, cash that was brought."""

from uuid import UUID, uuid4

from django.contrib.auth.models import Permission

from casino.cashier import services as cash
from casino.players.models import CashRequest, Player
from casino.players.services import wallet_of


def cashier(name: str = "cora") -> Player:
    """Return somebody of the house who may decide requests."""
    person = Player.objects.filter(username=name).first() or Player.objects.create_user(
        name, password="pass", is_staff=True
    )
    person.user_permissions.add(Permission.objects.get(codename="decide_cashrequest"))
    # Permissions are remembered by whoever has asked for them.
    return Player.objects.get(pk=person.pk)


def asked(player: Player, way: str, amount: int) -> CashRequest:
    """Have a player ask something of the cage."""
    return cash.request_cash(player, way, amount, order=uuid4())


def approve(request: CashRequest, by: Player | None = None) -> CashRequest:
    """Have a request approved."""
    return cash.approve_request(
        request.pk,
        cashier=by or cashier(),
        reason="counted",
        receipt=f"R/{request.pk}",
    )


def bring(player: Player, amount: int) -> None:
    """Have a player bring cash, which the cage takes."""
    approve(asked(player, cash.DEPOSIT, amount))


def change(player: Player, way: str, amount: int, order: UUID | None = None) -> str:
    """Exchange at the cage; return the refusal's code, or an empty text."""
    try:
        cash.exchange(player, way, amount, order=order or uuid4())
    except cash.CashRefused as refused:
        return refused.code
    return ""


def has(player: Player) -> tuple[int, int, int]:
    """Return a player's cash, what of it is reserved, and his chips."""
    held = cash.cage_balances(wallet_of(player.pk))
    return held.cash, held.reserved, held.chips
