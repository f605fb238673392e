"""A provider of payments: a small server of its own, and the adapter by which the house asks it.

It answers at once, calls back late, twice, or never, as a test has it; it pays an id once.
"""

import json
import os
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen
from uuid import UUID

from django.conf import settings
from django.test import Client
from django.utils import timezone

from casino.cashier import providers
from casino.cashier.providers import Entry, Outcome, Payment, PaymentReport, ProviderUnreachable
from casino.i18n import Words

KEY: Final = b"what-the-provider-and-the-house-share"
ACME: Final = "acme"


@dataclass
class Provider:
    """The provider's own books, and how it behaves."""

    answers: str = "pending"
    """What it says when it is asked first: an outcome, or `drop` for a line that is cut."""
    asked: list[str] = field(default_factory=list)
    """Each time that it was asked for a payment, by id."""
    books: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By id: what it has of each payment."""
    url: str = ""

    def take(self, wanted: dict[str, Any]) -> dict[str, Any] | None:
        """Take a payment, once for each id, and tell how it stands; None cuts the line."""
        named = wanted["id"]
        self.asked.append(named)
        if named not in self.books:
            outcome = "pending" if self.answers == "drop" else self.answers
            day = timezone.localdate().isoformat()
            self.books[named] = {**wanted, "outcome": outcome, "day": day}
        return None if self.answers == "drop" else self.books[named]

    def call(self, payment: UUID | str, outcome: str, **said: Any) -> Any:
        """Call the house back about a payment, which has this outcome from now on."""
        if str(payment) in self.books:
            self.books[str(payment)]["outcome"] = outcome
        body = json.dumps({"id": str(payment), "outcome": outcome, **said}).encode()
        return deliver(body)


def deliver(body: bytes, *, key: bytes = KEY, at: int | None = None, means: str = ACME) -> Any:
    """Send a signed call to the house."""
    at = int(time.time()) if at is None else at
    signed = {"X-At": str(at), "X-Signature": providers.signature(key, at, body)}
    return Client().post(f"/payments/{means}/", body, "application/json", headers=signed)


class Acme:
    """The house's adapter of the provider."""

    name = Words("Carte Acme", "Acme card")
    at_counter = False

    def __init__(self, url: str) -> None:
        self.url = url

    def ask(self, payment: Payment) -> PaymentReport:
        wanted = {
            "id": str(payment.id),
            "way": payment.way,
            "amount": payment.amount,
            "currency": payment.currency,
        }
        return self._told(self._said("/payments", json.dumps(wanted).encode()))

    def heard(self, headers: Mapping[str, str], body: bytes) -> PaymentReport:
        at, given = headers.get("X-At", ""), headers.get("X-Signature", "")
        keys = providers.webhook_secrets(ACME)
        providers.check_signature(keys, at, body, given, now=time.time())
        return self._told(json.loads(body))

    def books(self, day: date) -> Sequence[Entry]:
        return [
            Entry(
                each["id"], Outcome(each["outcome"]), each["way"], each["amount"], each["currency"]
            )
            for each in self._said(f"/days/{day.isoformat()}")
        ]

    def _told(self, said: Any) -> PaymentReport:
        try:
            named, outcome = UUID(said["id"]), Outcome(said["outcome"])
        except (KeyError, AttributeError) as error:
            raise ValueError(str(error)) from None
        return PaymentReport(
            named, outcome, said.get("proof", ""), said.get("amount"), said.get("currency", "")
        )

    def _said(self, path: str, body: bytes | None = None) -> Any:
        try:
            with urlopen(f"{self.url}{path}", body, timeout=10) as answer:  # noqa: S310
                return json.loads(answer.read())
        except (URLError, ConnectionError, TimeoutError) as error:
            raise ProviderUnreachable(str(error)) from None


class FromEnvironment(Acme):
    """The adapter in a house of real processes, which PAYMENT_MEANS names."""

    def __init__(self) -> None:
        super().__init__(os.environ["ACME_URL"])


def call_over_the_line(
    house: str, payment: str, outcome: str, *, key: bytes = KEY, **said: Any
) -> tuple[int, Any]:
    """Call a house at its address about a payment; return its status and what it says."""
    body = json.dumps({"id": payment, "outcome": outcome, **said}).encode()
    at = int(time.time())
    signed = {"X-At": str(at), "X-Signature": providers.signature(key, at, body)}
    asked = Request(f"{house}/payments/{ACME}/", body, signed)  # noqa: S310
    try:
        with urlopen(asked, timeout=60) as answer:  # noqa: S310
            return answer.status, json.loads(answer.read())
    except HTTPError as refused:
        return refused.code, json.loads(refused.read())


@contextmanager
def provider() -> Iterator[Provider]:
    """Run a provider, known to the house as ACME, until the end of the block."""
    here = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self._say(here.take(json.loads(body)))

        def do_GET(self) -> None:
            day = self.path.rpartition("/")[2]
            self._say([each for each in here.books.values() if each["day"] == day])

        def _say(self, what: Any) -> None:
            if what is None:
                self.close_connection = True
                return
            body = json.dumps(what).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    here.url = f"http://127.0.0.1:{server.server_port}"
    providers.MEANS[ACME] = Acme(here.url)
    settings.PAYMENT_SECRETS[ACME] = [KEY.decode()]
    try:
        yield here
    finally:
        providers.MEANS.pop(ACME, None)
        settings.PAYMENT_SECRETS.pop(ACME, None)
        server.shutdown()
        thread.join()
        server.server_close()
