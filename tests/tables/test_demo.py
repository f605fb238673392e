"""The demo house: who serves it, and with which permissions."""

import io

import pytest
from django.core.management import call_command

from casino.players import cash
from casino.players.models import Player
from casino.players.services import wallet_of
from tables.floor import announcements, chat, claims, devices, duties, stock, tickets
from tables.management.commands.seed_demo import Command
from tables.models import Assignment
from tables.records import money

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("username", "may"),
    [
        ("supervisor", {claims.SUPERVISE}),
        ("chief", {"tables.operate_table", duties.MAY_SERVE["table_chief"]}),
        ("inspector", {duties.MAY_SERVE["inspector"]}),
        (
            "management",
            {
                *(announcements.ANSWER, chat.MODERATE, stock.DESTROY),
                *("players.add_exclusion", "tables.publish_ruleset"),
            },
        ),
        ("control", {"tables.agree_to_rules", stock.ENDORSE}),
        ("cashier", {cash.DECIDE, tickets.CASH}),
        ("maintenance", {devices.CHECK}),
        ("deputy", {devices.SIGN_FOR_DICE}),
        ("commissioner", {stock.OPEN}),
        ("keeper", {stock.KEEP}),
    ],
)
def test_the_staff_may_do_its_own_duty(username: str, may: set[str]) -> None:
    Command()._staff()
    person = Player.objects.get(username=username)
    held = person.get_all_permissions()
    assert {each for each in held if ".view_" not in each} == may
    assert held > may, "and look at what it serves"
    assert person.is_staff


def test_seeding_twice_opens_each_table_once_with_its_staff() -> None:
    # What earlier tests rolled back is forgotten.
    money.capital.cache_clear()
    for _ in range(2):
        call_command("seed_demo", stdout=io.StringIO())
    held = [cash.held(wallet_of(each.pk)) for each in Player.objects.filter(wallets__isnull=False)]
    assert [each.cash for each in held] == [200_00] * 7
    served = Assignment.objects.filter(until=None).values_list("table__rules__game", "duty")
    assert sorted(served) == [
        ("american_roulette", "table_chief"),
        ("banque_a_tout_va", "inspector"),
        ("big_wheel", "table_chief"),
        ("boule", "table_chief"),
        ("chemin_de_fer", "inspector"),
        ("craps", "table_chief"),
        ("european_roulette", "table_chief"),
        ("punto_banco", "table_chief"),
        ("trente_et_quarante", "table_chief"),
    ]
