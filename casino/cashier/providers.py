"""Payment providers: each means of payment is an adapter of `PaymentProvider`.

Knows neither accounts nor requests: `transfers` asks a means, takes its report, and posts to the
ledger.
"""

import hmac
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from hashlib import sha256
from typing import Final, Protocol
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from casino.i18n import Words


class Outcome(StrEnum):
    """State of a payment."""

    PAID = "paid"
    FAILED = "failed"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Payment:
    """A deposit or withdrawal to be paid."""

    id: UUID
    """Names the payment for ever, made before it is asked: asked twice it is paid once."""
    way: str
    """`deposit` or `withdrawal`."""
    amount: int
    """Minor units."""
    currency: str
    receipt: str = ""
    """What the cashier has in hand that proves it; empty where the means proves it by itself."""


@dataclass(frozen=True, slots=True)
class PaymentReport:
    """A provider's report of a payment. Raises `ValueError` for what the database cannot hold."""

    payment: UUID
    outcome: Outcome
    proof: str = ""
    """What proves it outside the house, or why it failed; at most PROOF characters are kept."""
    amount: int | None = None
    """Minor units, where the means says them: others than were asked for move nothing."""
    currency: str = ""
    """Where the means says it."""

    def __post_init__(self) -> None:
        if not (isinstance(self.payment, UUID) and isinstance(self.outcome, Outcome)):
            raise ValueError("a payment is named by its UUID, and has one of the outcomes")
        if self.amount is not None and type(self.amount) is not int:
            raise ValueError("an amount is an integer")
        for text in (self.proof, self.currency):
            # No text of the database holds NUL, or half of a surrogate pair.
            if not isinstance(text, str) or "\0" in text or not _is_unicode(text):
                raise ValueError("a text cannot be kept")


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= each <= "\udfff" for each in text)


@dataclass(frozen=True, slots=True)
class Entry:
    """A payment in a provider's books."""

    payment: str
    """As the means has it: it may name none of ours."""
    outcome: Outcome
    way: str
    amount: int
    """Minor units."""
    currency: str


PROOF: Final = 64


class PaymentRefused(Exception):
    """A payment that cannot be requested; `code` is a key of `services.OFFICE`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class ProviderUnreachable(Exception):
    """The provider gave no answer; it is asked again later."""


class BadSignature(Exception):
    """A webhook call without a valid signature."""


class PaymentProvider(Protocol):
    """A means of payment."""

    @property
    def name(self) -> Words:
        """Return the name that players see."""
        ...

    @property
    def at_counter(self) -> bool:
        """Tell whether the approving cashier pays; then `ask` returns the report at once."""
        ...

    def ask(self, payment: Payment) -> PaymentReport:
        """Request a payment, or its state. Idempotent by the payment's id.

        Called outside any transaction and lock, but where the means is at the counter. Answers
        within ten seconds. Raises `ProviderUnreachable`, and at the counter `PaymentRefused`.
        """
        ...

    def heard(self, headers: Mapping[str, str], body: bytes) -> PaymentReport:
        """Return the report in a webhook call; raises `BadSignature` or `ValueError`."""
        ...

    def books(self, day: date) -> Sequence[Entry] | None:
        """Return the payments of a day, None without books; raises `ProviderUnreachable`."""
        ...


class ManualCashier:
    """A cashier at the counter, who counts the money and writes a receipt."""

    name = Words("Caisse", "Cage")
    at_counter = True

    def ask(self, payment: Payment) -> PaymentReport:
        """Return the number of the receipt that both have signed; refuses `no_receipt`."""
        if not payment.receipt.strip():
            raise PaymentRefused("no_receipt")
        return PaymentReport(payment.id, Outcome.PAID, payment.receipt.strip())

    def heard(self, headers: Mapping[str, str], body: bytes) -> PaymentReport:
        """Nobody calls for a cashier."""
        raise BadSignature

    def books(self, day: date) -> None:
        """The receipts are on paper."""


CASHIER: Final = "cashier"
MEANS: Final[MutableMapping[str, PaymentProvider]] = {CASHIER: ManualCashier()}
"""Every means that the house knows, by the key that a request keeps."""


def install_providers(adapters: Mapping[str, str]) -> None:
    """Load the adapters of PAYMENT_MEANS: a class without arguments for each key.

    Raises `ImproperlyConfigured` with one sentence.
    """
    for key, path in adapters.items():
        try:
            MEANS[key] = import_string(path)()
        except ImportError as error:
            raise ImproperlyConfigured(f"PAYMENT_MEANS: {key} is not found ({error}).") from None


def provider_name(key: str) -> str:
    """Return a provider's name in the reader's language; the key of an unknown provider."""
    return MEANS[key].name.text() if key in MEANS else key


LASTS: Final = 300
"""Seconds by which the clock of a signature may differ from the house's."""


def signature(key: bytes, at: int, body: bytes) -> str:
    """Return the signature of a webhook call at a time (Unix seconds): HMAC-SHA256, hex."""
    return hmac.new(key, b"%d." % at + body, sha256).hexdigest()


def check_signature(keys: Sequence[bytes], at: str, body: bytes, given: str, *, now: float) -> None:
    """Raise `BadSignature` unless a call is signed by one of these keys, and lately.

    Takes the same time whichever it is.
    """
    if not (at.isascii() and at.isdigit() and len(at) < 13):
        raise BadSignature
    wanted = [signature(key, int(at), body).encode() for key in keys]
    signed = [hmac.compare_digest(each, given.encode()) for each in wanted]
    if not any(signed) or abs(now - int(at)) > LASTS:
        raise BadSignature


def webhook_secrets(means: str) -> list[bytes]:
    """Return the secrets shared with a provider: the first signs, all are accepted.

    Read when a call comes or is made. Raises `ImproperlyConfigured` where PAYMENT_SECRETS has none.
    """
    present = settings.PAYMENT_SECRETS.get(means, [])
    if not present:
        raise ImproperlyConfigured(f"PAYMENT_SECRETS has no secret of {means}: add {means}=secret.")
    former = settings.PAYMENT_SECRETS_FALLBACKS.get(means, [])
    return [each.encode() for each in (*present, *former)]
