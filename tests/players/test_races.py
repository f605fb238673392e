"""Many who enrol at once: one name, one player; one player, one grant."""

from threading import Barrier
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.db import transaction

from casino.ledger.services import Leg, audit, balance, open_account, post
from casino.players.models import Given, Player, Wallet
from casino.players.services import (
    RefillRefused,
    SignUpRefused,
    grant_play_money,
    open_wallet,
    refill,
    sign_up,
    wallet_of,
)
from tests.ledger.together import PATIENCE, together

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 8
PASSWORD = "queen of hearts, twice"


def test_grants_at_the_same_moment_are_one_grant(settings: LazySettings) -> None:
    player = Player.objects.create(username="ann")

    def give(_: int) -> None:
        with transaction.atomic():
            grant_play_money(player)

    together(THREADS, give)
    assert wallet_of(player.pk).account.balance == settings.PLAY_MONEY_GRANT
    assert Wallet.objects.count() == 1
    assert audit() == []


def test_control_grants_that_look_first_and_then_give_are_many(settings: LazySettings) -> None:
    """The race is real: whoever looks for an earlier grant, without its id, gives it again."""
    player = Player.objects.create(username="ann")
    wallet = open_wallet(player)
    mint = open_account("mint:PLAY", "mint", "PLAY", unbounded=True)
    all_have_looked = Barrier(THREADS)

    def give(_: int) -> None:
        with transaction.atomic():
            given = balance(wallet.account_id) > 0
            all_have_looked.wait(PATIENCE)
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


def test_refills_at_the_same_moment_are_one_refill(settings: LazySettings) -> None:
    player = Player.objects.create(username="ann")
    wallet = open_wallet(player)

    def give(_: int) -> str:
        try:
            refill(wallet, "203.0.113.7")
        except RefillRefused as refused:
            return refused.code
        return "given"

    outcomes = together(THREADS, give)
    assert outcomes.count("given") == 1
    assert set(outcomes) <= {"given", "refill_taken", "refill_not_needed"}
    assert wallet_of(player.pk).account.balance == settings.PLAY_MONEY_REFILL
    assert Given.objects.get().amount == settings.PLAY_MONEY_REFILL
    assert audit() == []


def test_players_of_one_address_who_ask_at_once_stay_below_its_cap(settings: LazySettings) -> None:
    settings.PLAY_MONEY_PER_ADDRESS = 3 * settings.PLAY_MONEY_REFILL
    wallets = [
        open_wallet(Player.objects.create(username=f"ann{number}")) for number in range(THREADS)
    ]

    def give(number: int) -> str:
        try:
            refill(wallets[number], "203.0.113.7")
        except RefillRefused as refused:
            return refused.code
        return "given"

    outcomes = together(THREADS, give)
    assert sorted(outcomes) == ["given"] * 3 + ["refill_capped"] * (THREADS - 3)
    assert audit() == []


def test_one_name_to_be_shown_is_taken_once_however_it_is_written() -> None:
    written = ("Zoé", "zoe", "ZOE", "Z o e")

    def enrol(number: int) -> str:
        try:
            sign_up(
                username=f"player{number}",
                password=PASSWORD,
                display_name=written[number % len(written)],
            )
        except SignUpRefused as refused:
            return refused.code
        return "enrolled"

    outcomes = together(THREADS, enrol)
    assert sorted(outcomes) == ["display_name_taken"] * (THREADS - 1) + ["enrolled"]
