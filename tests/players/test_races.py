"""Many who enrol at once: one name, one player; one player, one grant."""

from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.db import connection, transaction

from casino.ledger.services import Leg, audit, balance, open_account, post
from casino.players.models import Player, Wallet
from casino.players.services import SignUpRefused, grant, open_wallet, sign_up, wallet_of
from tests.ledger.together import together

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("quick_passwords"),
]

THREADS = 8
PASSWORD = "queen of hearts, twice"


def test_grants_at_the_same_moment_are_one_grant(settings: LazySettings) -> None:
    player = Player.objects.create(username="ann")

    def give(_: int) -> None:
        with transaction.atomic():
            grant(player)

    together(THREADS, give)
    assert wallet_of(player.pk).account.balance == settings.PLAY_MONEY_GRANT
    assert Wallet.objects.count() == 1
    assert audit() == []


def test_control_grants_that_look_first_and_then_give_are_many(settings: LazySettings) -> None:
    """The race is real: whoever looks for an earlier grant, without its id, gives it again."""
    player = Player.objects.create(username="ann")
    wallet = open_wallet(player)
    mint = open_account("mint:PLAY", "mint", "PLAY", unbounded=True)

    def give(_: int) -> None:
        with transaction.atomic():
            given = balance(wallet.account_id) > 0
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_sleep(0.1)")
            if not given:
                leg = Leg(mint.pk, wallet.account_id, settings.PLAY_MONEY_GRANT, "grant")
                post(uuid4(), [leg], cause="grant")

    together(THREADS, give)
    assert wallet_of(player.pk).account.balance > settings.PLAY_MONEY_GRANT


def test_one_name_is_taken_once_whatever_its_case(settings: LazySettings) -> None:
    def enrol(number: int) -> str:
        try:
            sign_up(username="ANN" if number % 2 else "ann", password=PASSWORD)
        except SignUpRefused as refused:
            return refused.code
        return "enrolled"

    outcomes = together(THREADS, enrol)
    assert sorted(outcomes) == ["enrolled"] + ["name_taken"] * (THREADS - 1)
    (player,) = Player.objects.all()
    assert wallet_of(player.pk).account.balance == settings.PLAY_MONEY_GRANT
    assert audit() == []


def test_many_who_enrol_at_once_each_have_their_grant(settings: LazySettings) -> None:
    players = together(
        THREADS, lambda number: sign_up(username=f"player{number}", password=PASSWORD)
    )
    for player in players:
        assert wallet_of(player.pk).account.balance == settings.PLAY_MONEY_GRANT
    assert audit() == []
