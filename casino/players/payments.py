"""How money comes to the cage and leaves it: each means of payment is an adapter of `Means`.

Knows neither accounts nor requests: `cash` moves the money of the ledger.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol


@dataclass(frozen=True, slots=True)
class Payment:
    """What is paid, to the house or by it."""

    way: str
    """`deposit` or `withdrawal`."""
    amount: int
    """Minor units."""
    currency: str
    reference: str
    """Names the payment for ever: a means that is told one twice pays it once."""
    receipt: str
    """What the cashier has in hand that proves it; empty where the means proves it by itself."""


class PaymentRefused(Exception):
    """A payment that was not made; `code` is one of `cash.OFFICE`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Means(Protocol):
    """A means of payment."""

    def carry_out(self, payment: Payment) -> str:
        """Pay, and return what proves it. Raises `PaymentRefused`.

        Called while the request is locked, before the ledger moves anything: a crash in between
        lets the same payment be asked for again.
        """
        ...


class ManualCashier:
    """A cashier at the counter, who counts the money himself and writes a receipt."""

    def carry_out(self, payment: Payment) -> str:
        """Return the number of the receipt that both have signed; refuses `no_receipt`."""
        if not payment.receipt.strip():
            raise PaymentRefused("no_receipt")
        return payment.receipt.strip()


CASHIER: Final = "cashier"
MEANS: Final[Mapping[str, Means]] = {CASHIER: ManualCashier()}
"""Every means that the house knows, by the key that a request keeps."""
