"""What a restored database must not do again: deal, let in, ask for payments, mail as if new."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import uuid4, uuid5

import pytest
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice
from pytest_django import Settings
from redis import Redis

from casino.cashier import services as cash
from casino.cashier import transfers
from casino.cashier.services import DEPOSIT, WITHDRAWAL
from casino.celery import app
from casino.database import identity as database_identity
from casino.embedded import prepare
from casino.ledger import services as ledger
from casino.players import tasks as players_tasks
from casino.players.models import CashRequest, DatabaseIdentity, Player
from casino.process.celery_connections import Fixup
from casino.rng import draws, shoes
from casino.rng.log import tree
from casino.rng.management.commands import after_restore
from casino.rng.models import Draw, Shoe
from casino.staff import second_factor
from tables.games.blackjack import messages as bj
from tables.models import Notice
from tables.operation import restoration
from tables.rows import notices
from tests.floor import House
from tests.players.cage import bring, cashier
from tests.players.provider import ACME, provider
from tests.tables.test_roulette import wheel
from tests.tables.test_stops import logged, spinning

__all__ = ["wheel"]

pytestmark = pytest.mark.django_db(transaction=True)

OTHER = "7000000000000000000/00000001/1"
"""The identity of a database of another server."""


def _restored(house: House) -> None:
    assert restoration.close_tables(house.operator) > 0
    restoration.withdraw_promises(house.operator)


# --- chance


def test_a_round_in_play_is_annulled_and_its_shoe_is_dealt_no_further(house: House) -> None:
    # A black-jack would end the round at once.
    house.deal("Th 9s 9d 8c")
    house.sit("ann", 3)
    before = house.balance("ann")
    shoe = house.table.shoe_id
    assert shoe is not None
    assert house.stake("ann", 3, 1000) == ""
    assert house.do("ann", bj.Ready()) == ""
    assert house.table.round is not None
    assert house.table.round.status == "running"
    _restored(house)
    table = house.table
    assert (table.status, table.shoe_id, table.round.status) == ("closed", None, "voided")  # type: ignore[union-attr]
    assert house.balance("ann") == before
    assert ledger.audit() == []
    assert Shoe.objects.get(pk=shoe).state == Shoe.State.RETIRED
    with pytest.raises(shoes.ShoeFinished), transaction.atomic():
        shoes.open_cards(shoe, 1)
    # Once more changes nothing.
    assert restoration.close_tables(house.operator) == 0
    assert restoration.withdraw_promises(house.operator) == 0


def test_a_shoe_in_the_making_and_a_promised_draw_are_withdrawn_as_restored(
    wheel: House,
) -> None:
    terms = shoes.Terms("any", "any", 1, 5, 1, (10, 40), "full", beacon=False)
    shoe = shoes.promise_shoe("table:999", 1, terms)
    draw = spinning(wheel, 5)
    before = wheel.balance("ann") + 1000
    _restored(wheel)
    shoe.refresh_from_db()
    assert (shoe.state, shoe.withdrawn_for, shoe.withdrawn_by) == (
        Shoe.State.RETIRED,
        "restored",
        wheel.operator.pk,
    )
    found = logged(draw)
    assert (found.code, found.by) == ("restored", wheel.operator.pk)
    assert wheel.balance("ann") == before
    assert not Draw.objects.exclude(state=Draw.State.REVEALED).exists()


def test_what_fell_before_the_backup_settles_its_round(wheel: House) -> None:
    before = wheel.balance("ann")
    draw = spinning(wheel, 5)
    draws.make_draw(draw.pk, f"round:{wheel.table.round_id}")
    _restored(wheel)
    # Five is red.
    assert wheel.balance("ann") == before + 1000
    assert wheel.table.status == "closed"
    assert Draw.objects.get(pk=draw.pk).state == Draw.State.REVEALED


# --- who comes in


def test_nobody_is_signed_in_and_what_was_good_once_is_good_no_more(
    house: House,
) -> None:
    cora = cashier()
    visitor = Client()
    visitor.force_login(house.player("ann"))
    assert visitor.get("/api/wallet/").status_code == 200
    (code, *_) = second_factor.renew_recovery_codes(cora)
    phone = TOTPDevice.objects.create(user=cora, name="phone", confirmed=True)
    assert restoration.end_sessions() == 1
    assert visitor.get("/api/wallet/").status_code in (401, 403)
    assert second_factor.verify_code(cora, code) is None
    assert not StaticToken.objects.exists()
    written = f"{totp(phone.bin_key):06}"
    assert second_factor.verify_code(cora, written) is None
    # The control: by another's clock, two minutes from now, his phone is good.
    TOTPDevice.objects.update(throttling_failure_count=0, t0=phone.t0 - 120)
    later = f"{totp(phone.bin_key, t0=phone.t0 - 120):06}"
    assert second_factor.verify_code(cora, later) is not None


# --- payments


@contextmanager
def numbers_kept() -> Iterator[None]:
    """Leave the sequences of the tests' database as they were: no transaction does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sequencename, last_value FROM pg_sequences")
        before = cursor.fetchall()
        try:
            yield
        finally:
            for name, value in before:
                cursor.execute("SELECT setval(%s, %s, %s)", [name, value or 1, value is not None])


def _number_lost(cash_request: CashRequest) -> None:
    """Forget a request and its number, as a backup from before it does."""
    number = cash_request.pk
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("DELETE FROM players_cashrequest WHERE id = %s", [number])
        cursor.execute("RESET session_replication_role")
        cursor.execute(
            "SELECT setval(pg_get_serial_sequence('players_cashrequest', 'id'), %s)", [number - 1]
        )


def _approved(player: Player, way: str, amount: int) -> CashRequest:
    asked = cash.request_cash(player, way, amount, order=uuid4(), means=ACME)
    return cash.approve_request(asked.pk, cashier=cashier(), reason="seen", receipt="")


def test_a_new_payment_has_no_number_that_the_provider_has_paid(house: House) -> None:
    ann, bob = house.player("ann"), house.player("bob")
    bring(ann, 1)
    with numbers_kept(), provider() as acme:
        acme.answers = "paid"
        lost = _approved(ann, DEPOSIT, 50_00)
        players_tasks.ask_payment(lost.pk)
        assert acme.asked == [str(lost.payment)]
        _number_lost(lost)
        restoration.skip_numbers()
        fresh = _approved(bob, DEPOSIT, 50_00)
        players_tasks.ask_payment(fresh.pk)
        assert fresh.pk == lost.pk - 1 + restoration.GAP + 1
        assert acme.asked == [str(lost.payment), str(fresh.payment)]
        assert len(acme.books) == 2


def test_a_request_that_is_approved_again_is_paid_once(house: House) -> None:
    ann = house.player("ann")
    bring(ann, 50_00)
    with provider() as acme:
        acme.answers = "paid"
        asked = cash.request_cash(ann, WITHDRAWAL, 20_00, order=uuid4(), means=ACME)
        # The original approved it and had it paid; the backup is from before.
        named = uuid5(transfers._APPROVED, str(asked.pk))
        acme.take({"id": str(named), "way": "withdrawal", "amount": 20_00, "currency": "PLAY"})
        again = cash.approve_request(asked.pk, cashier=cashier(), reason="seen", receipt="")
        players_tasks.ask_payment(again.pk)
        again.refresh_from_db()
        assert (again.payment, again.state, len(acme.books)) == (named, "approved", 1)


# --- mails


def test_a_notice_from_before_says_that_it_may_have_been_sent(
    house: House, settings: Settings
) -> None:
    settings.STATE_CONTROL_MAIL = "controle@example.mc"

    def owe(about: str, hours: int) -> None:
        with transaction.atomic():
            notices.write(
                about,
                Notice.Kind.FLOAT_DIFFERS,
                addressee=Notice.Addressee.STATE_CONTROL,
                clause="MC-INC-02",
                table_id=house.table_id,
                detail={"counted": 1, "held": 2, "reason": "r"},
                by=None,
                at=timezone.now() + timedelta(hours=hours),
            )

    owe("old", -2)
    began = timezone.now()
    database_identity.record_identity(
        DatabaseIdentity.Way.RESTORED, {"began": began.isoformat(), "operator": 1, "seen": None}
    )
    owe("new", 1)
    assert notices.mail_all() == 2
    old, new = mail.outbox
    for said in notices.RESTORED:
        assert said in old.body
        assert said not in new.body


# --- the door


@contextmanager
def copied() -> Iterator[None]:
    """The house opened another database last."""
    DatabaseIdentity.objects.create(identity=OTHER, way=DatabaseIdentity.Way.FOUNDED)
    assert database_identity.is_copy()
    yield


def test_a_copy_does_not_open(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    database_identity.record_first_identity()
    database_identity.record_first_identity()
    assert DatabaseIdentity.objects.count() == 1
    database_identity.refuse_copy()
    with copied():
        with pytest.raises(ImproperlyConfigured, match="after_restore"):
            database_identity.refuse_copy()
        with pytest.raises(SystemExit, match="after_restore"):
            call_command("croupier")
        with pytest.raises(SystemExit, match="after_restore"):
            Fixup(app).on_worker_init()
        with pytest.raises(SystemExit):
            prepare.main([])
        assert capsys.readouterr().out.strip() == database_identity.COPY
        heard = io.StringIO()
        with pytest.raises(CommandError):
            call_command("doctor", quick=True, stdout=heard)
        assert "the database was restored from a backup" in heard.getvalue()


def test_after_restore_wants_somebody_an_empty_redis_and_this_logs_checkpoint(
    house: House, settings: Settings, tmp_path: Any
) -> None:
    operator = house.operator.username
    with pytest.raises(CommandError, match="Nobody of the staff is called nobody"):
        call_command("after_restore", by="nobody")
    with copied(), Redis.from_url(settings.REDIS_URL) as redis:
        redis.set("sabot:test", 1)
        with pytest.raises(CommandError, match="holds keys"):
            call_command("after_restore", by=operator)
        assert redis.get("sabot:test") == b"1"
        newest = tree.newest_checkpoint()
        assert newest is not None
        kept = tmp_path / "checkpoint"
        kept.write_text(tree.published(newest))
        assert after_restore._seen(str(kept)) == newest.size
        kept.write_text(tree.published(newest).replace(newest.text[-6:-1], "00000"))
        with pytest.raises(CommandError, match="of another log"):
            call_command("after_restore", by=operator, checkpoint=str(kept))
        with pytest.raises(CommandError, match="no checkpoint"):
            call_command("after_restore", by=operator, checkpoint=str(tmp_path / "none"))
    assert house.table.status == "open"


def test_a_house_that_moved_with_nothing_lost_goes_on(house: House) -> None:
    heard = io.StringIO()
    with copied():
        call_command("after_restore", by=house.operator.username, moved=True, stdout=heard)
        assert not database_identity.is_copy()
    assert house.table.status == "open"
    assert "ledger: the books agree with the transfers\n" in heard.getvalue()
    assert DatabaseIdentity.objects.last().facts == {"operator": house.operator.pk}  # type: ignore[union-attr]
