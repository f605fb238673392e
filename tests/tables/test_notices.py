"""What the state's control is owed to know of the house's options; it is notified once."""

import ssl
import threading
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from django.core import mail
from django.db import connections
from pytest_django import Settings

from casino.celery import app
from tables.models import Notice, RuleSet
from tables.rows import notices
from tables.rules import services as rules
from tests.certificates import write_certificates
from tests.floor import House
from tests.house import own_port
from tests.published import publish

pytestmark = pytest.mark.django_db(transaction=True)

CONTROL = "controle@example.mc"


def garage(house: House, amount: int | None) -> RuleSet:
    """Publish the next version of a series, with a garage from this amount on."""
    given: dict[str, Any] = {} if amount is None else {"garage_from_cents": amount}
    return publish("MC-CDF/test", "MC", "chemin_de_fer", operator=house.operator, **given)


def told() -> list[tuple[Any, Any]]:
    """Return the amounts that the notices tell of: before and after."""
    found = Notice.objects.order_by("at", "pk")
    return [(each.detail["before"], each.detail["after"]) for each in found]


def test_mc_cdf_44_45_setting_the_amount_of_the_garage_owes_the_control_a_notice(
    house: House, settings: Settings
) -> None:
    settings.STATE_CONTROL_MAIL = CONTROL
    first = garage(house, 5_000_00)
    notice = Notice.objects.get()
    assert (notice.clause, notice.addressee, notice.by) == (
        "MC-CDF-45",
        "state_control",
        house.operator,
    )
    assert notice.detail == {
        "rules": "MC-CDF/test",
        "option": "garage_from_cents",
        "before": None,
        "after": 5_000_00,
        "effective_at": first.effective_at.isoformat(timespec="seconds"),
        "reason": "test",
    }
    assert notices.mail_all() == 1
    (sent,) = mail.outbox
    assert sent.to == [CONTROL]
    assert "passe de - à 5\N{NO-BREAK SPACE}000,00. Décidé par" in sent.body
    assert "goes from - to 5,000.00. Decided by" in sent.body
    assert "garage_from_cents" not in sent.body


def test_mc_cdf_45_only_a_change_is_told_and_taking_it_back_is_one(house: House) -> None:
    garage(house, None)
    assert told() == []
    for amount in (5_000_00, 5_000_00, 6_000_00, None):
        garage(house, amount)
    assert told() == [(None, 500000), (500000, 600000), (600000, None)]


def test_mc_cdf_45_publishing_the_same_draft_twice_tells_once(house: House) -> None:
    published = garage(house, 5_000_00)
    rules.publish_draft(published.draft, revision=1, operator=house.operator, reason="again")
    assert told() == [(None, 500000)]


def test_options_that_no_clause_wants_told_are_not(house: House) -> None:
    publish("MC-CDF/test", "MC", "chemin_de_fer", operator=house.operator, bank_max_cents=20_000_00)
    publish("MC/test", "MC", "european_roulette", operator=house.operator, auto_rebet=True)
    assert told() == []


def test_a_house_without_an_address_keeps_its_notices_for_the_office(
    house: House, settings: Settings
) -> None:
    assert settings.STATE_CONTROL_MAIL == ""
    garage(house, 5_000_00)
    assert notices.mail_all() == 0
    assert Notice.objects.get().mailed_at is None
    # The address comes later: what was owed meanwhile is mailed.
    settings.STATE_CONTROL_MAIL = CONTROL
    assert notices.mail_all() == 1
    assert Notice.objects.get().mailed_at is not None


def mailed_by_two(house: House, monkeypatch: pytest.MonkeyPatch) -> int:
    """Let two workers mail one notice; none sends before the other writes it too, or found none."""
    garage(house, 5_000_00)
    compose = notices._mail
    looked = {name: threading.Event() for name in ("one", "other")}

    def together(notice: Notice) -> Any:
        looked[threading.current_thread().name].set()
        assert all(each.wait(300) for each in looked.values())
        return compose(notice)

    monkeypatch.setattr(notices, "_mail", together)

    def work() -> None:
        try:
            notices.mail_all()
        finally:
            looked[threading.current_thread().name].set()
            connections.close_all()

    workers = [threading.Thread(target=work, name=name) for name in looked]
    for each in workers:
        each.start()
    for each in workers:
        each.join(300)
    return len(mail.outbox)


def test_two_workers_at_once_mail_a_notice_once(
    house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.STATE_CONTROL_MAIL = CONTROL
    assert mailed_by_two(house, monkeypatch) == 1
    assert not notices.unmailed().exists()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_without_the_rows_lock_two_workers_mail_it_twice(
    house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: who comes second finds the mail sent already."""
    settings.STATE_CONTROL_MAIL = CONTROL
    monkeypatch.setattr(
        notices, "_claimed", lambda pk: Notice.objects.filter(pk=pk, mailed_at=None).first()
    )
    assert mailed_by_two(house, monkeypatch) == 2


def test_the_worker_knows_the_task_by_its_name() -> None:
    assert "tables.mail_notices" in app.tasks


class Received:
    """What a mail server was sent."""

    def __init__(self) -> None:
        self.mails: list[tuple[list[str], bool]] = []

    async def handle_DATA(self, _server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Keep to whom a mail goes, and whether it came encrypted."""
        self.mails.append((envelope.rcpt_tos, session.ssl is not None))
        return "250 kept"


def right(_server: Any, _session: Any, _envelope: Any, _how: str, given: Any) -> AuthResult:
    # The server is to answer, whichever it is.
    return AuthResult(
        success=given == LoginPassword(b"house", b"a relay's password"), handled=False
    )


@pytest.mark.parametrize(
    ("way", "named"), [("EMAIL_USE_TLS", "starttls"), ("EMAIL_USE_SSL", "tls")]
)
def test_a_notice_goes_by_a_server_that_wants_tls_and_a_password(
    way: str,
    named: str,
    house: House,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(write_certificates(tmp_path, "server")))
    encrypted = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    encrypted.load_cert_chain(tmp_path / "server.crt", tmp_path / "server.key")
    received, asked = Received(), {"auth_required": True, "authenticator": right}
    start = {"tls_context": encrypted, "require_starttls": True}
    server = Controller(
        received,
        hostname="127.0.0.1",
        port=own_port(),
        # Of a connection that is encrypted from the beginning the library does not know it.
        **asked | (start if named == "starttls" else {"auth_require_tls": False}),
        **({} if named == "starttls" else {"ssl_context": encrypted}),
    )
    settings.STATE_CONTROL_MAIL = CONTROL
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "house", "a relay's password"
    setattr(settings, way, True)
    garage(house, 5_000_00)
    server.start()
    try:
        assert notices.mail_all() == 1
        settings.EMAIL_HOST_PASSWORD = "another"
        garage(house, 6_000_00)
        assert notices.mail_all() == 0
    finally:
        server.stop()
    assert [to for to, _ in received.mails] == [[CONTROL]]
    assert named == "tls" or received.mails[0][1]
