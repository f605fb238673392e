"""The demo house: who serves it, and with which permissions."""

import io

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command

from casino.cashier import services as cashier
from casino.embedded import prepare
from casino.players.models import Department, Player
from casino.players.services import wallet_of
from casino.staff import rights
from tables.announcements import services as announcements
from tables.cage import drops
from tables.chat import bulletins
from tables.chat import services as chat
from tables.disputes import services as disputes
from tables.equipment import devices, stock
from tables.funds import postings
from tables.investigations import services as investigations
from tables.jackpots import claims
from tables.machines import exclusions, hand_pays, reliefs, tickets
from tables.machines import services as machines
from tables.machines.keys import KEYS, Key
from tables.management.commands import close_demo
from tables.management.commands.seed_demo import Command
from tables.models import Assignment, Table
from tables.rows import disputes as dispute_rows
from tables.staff import services as staff
from tables.staff.authority import RUN_MACHINES

pytestmark = pytest.mark.django_db(transaction=True)

NOT_ON_THE_FLOOR = ("commissioner", "control", "secretariat")
"""Who reports no incident: the house informs them."""


@pytest.mark.parametrize(
    ("username", "may"),
    [
        ("supervisor", {claims.SUPERVISE}),
        ("chief", {"tables.operate_table", bulletins.POST, staff.MAY_SERVE["table_chief"]}),
        ("inspector", {staff.MAY_SERVE["inspector"]}),
        (
            "management",
            {
                *(
                    announcements.ANSWER,
                    bulletins.POST,
                    chat.MODERATE,
                    disputes.DECIDE,
                    machines.KEEP,
                ),
                stock.DESTROY,
                *("players.add_ban", "players.add_exclusion", "players.add_housenote"),
                *("players.verify_identity", "tables.publish_ruleset"),
            },
        ),
        ("control", {"tables.agree_to_rules", stock.ENDORSE}),
        (
            "cashier",
            {
                cashier.DECIDE,
                hand_pays.ISSUE,
                tickets.CASH,
                KEYS[Key.BASE].lends,
                "players.add_housenote",
            },
        ),
        ("maintenance", {devices.CHECK}),
        ("deputy", {rights.DECIDE, devices.SIGN_FOR_DICE}),
        ("commissioner", {stock.OPEN}),
        ("keeper", {stock.KEEP}),
        ("secretariat", set()),
        ("slots", {KEYS[Key.DEVICE].lends, RUN_MACHINES, exclusions.BAN}),
        ("mechanic", {KEYS[Key.DEVICE].holds}),
        ("surveillance", {investigations.DECIDE, reliefs.WATCH}),
        ("attendant", {KEYS[Key.BASE].holds, KEYS[Key.LATCH].holds}),
        ("accountant", {drops.COUNT, KEYS[Key.NOTE_BOX].holds}),
    ],
)
def test_the_staff_may_do_its_own_duty(username: str, may: set[str]) -> None:
    Command()._staff()
    person = Player.objects.get(username=username)
    held = person.get_all_permissions()
    reports = set() if username in NOT_ON_THE_FLOOR else {dispute_rows.FILE}
    assert {each for each in held if ".view_" not in each} == may | reports
    assert held > may, "and look at what it serves"
    assert person.is_staff


def rights_held() -> set[tuple[str, str, str | None]]:
    """Return each permission of each group, with the department that the group answers to."""
    named = ("name", "permissions__codename", "department__name")
    return set(Group.objects.values_list(*named))


def test_a_house_is_prepared_without_the_demo_unless_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    prepare.main([])
    assert capsys.readouterr().out.startswith(close_demo.NO_OPERATOR)
    assert [each.objects.count() for each in (Player, Group, Table)] == [0, 0, 0]


def test_a_house_for_strangers_takes_the_printed_passwords_back(
    settings: LazySettings, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether it has seen the demo before, or is asked for it behind TLS."""
    Command()._staff()
    root = Player.objects.create_superuser("operator", password="sabot-demo")
    prepare.main([])
    assert capsys.readouterr().out.startswith(close_demo.NO_OPERATOR)
    assert not any(each.has_usable_password() for each in Player.objects.all())
    root.set_password("one of his own")
    root.save()
    settings.BEHIND_TLS = True
    prepare.main(["--demo"])
    assert capsys.readouterr().out.strip() == ""
    assert [each for each in Player.objects.all() if each.has_usable_password()] == [root]


def test_seeding_twice_opens_each_table_once_with_its_staff() -> None:
    # What earlier tests rolled back is forgotten.
    postings.capital_account.cache_clear()
    call_command("seed_demo", stdout=io.StringIO())
    cashiers = Group.objects.get(name="cashiers")
    cashiers.permissions.remove(Permission.objects.get(codename="decide_cashrequest"))
    cashiers.permissions.add(Permission.objects.get(codename="view_dispute"))
    Department.objects.get(group__name="changers").delete()
    decided = rights_held()
    call_command("seed_demo", stdout=io.StringIO())
    assert rights_held() == decided, "what two persons decided is not undone"
    held = [
        cashier.cage_balances(wallet_of(each.pk))
        for each in Player.objects.filter(wallets__isnull=False)
    ]
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
