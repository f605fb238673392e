"""`manage.py setup_house` founds a house by one command, once, whoever else does."""

import io
import os
import re
import select
import subprocess
import sys
import threading
from base64 import b32decode
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.apps import apps
from django.conf import LazySettings
from django.conf import settings as house
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django_otp.oath import totp

from casino.players.models import Department, OfficeAct, Player
from casino.players.services import ensure_demo_player
from casino.responsible_gaming.jurisdiction import bundled_places, load
from casino.staff import audit_log, second_factor
from tables.funds import postings
from tables.models import Machine, RuleSet, Table
from tables.operation import floor_plan, sessions
from tables.staff.groups import GROUPS
from tests import campaign

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD: Final = "seven boxes on the green felt"


@pytest.fixture(autouse=True)
def empty_house() -> None:
    """What earlier tests rolled back is forgotten."""
    postings.capital_account.cache_clear()


@pytest.fixture
def password(tmp_path: Path) -> str:
    """The path of a file with the operator's password."""
    path = tmp_path / "password"
    path.write_text(f"{PASSWORD}\r\nanother line\n", encoding="utf-8")
    return str(path)


def set_up(**options: Any) -> str:
    """Run the command as a script does; return what it prints."""
    said = io.StringIO()
    call_command("setup_house", no_input=True, stdout=said, **options)
    return said.getvalue()


def rows() -> dict[str, list[dict[str, Any]]]:
    """Return every row of every model of the house."""
    found = {}
    for model in apps.get_models():
        if model._meta.managed and not model._meta.proxy:
            found[model._meta.label] = list(model._default_manager.order_by("pk").values())
    return found


def place(settings: LazySettings, name: str) -> None:
    """Obey the law of a place."""
    settings.PROFILE = load(name)
    settings.LICENSED = settings.SECOND_FACTOR = settings.PROFILE.licensed
    settings.HOUSE_CURRENCY = settings.PROFILE.currency


@pytest.mark.campaign
@pytest.mark.parametrize("name", campaign.sample(2, bundled_places(), 1))
def test_a_house_of_each_place_is_founded_once(
    settings: LazySettings, password: str, name: str
) -> None:
    place(settings, name)
    first = set_up(operator="alice", password_file=password, tables=name)
    alice = Player.objects.get()
    assert alice.check_password(PASSWORD)
    assert alice.is_staff
    assert alice.is_superuser
    held = ["games management", "table chiefs"] if settings.LICENSED else []
    assert [*alice.groups.order_by("name").values_list("name", flat=True)] == held
    assert OfficeAct.objects.filter(what="first_operator_created", person=alice).count() == 1
    assert not audit_log.verify_chain().broken
    assert (second_factor.enrolled_phone(alice) is not None) == settings.LICENSED
    assert ("otpauth://totp/" in first) == settings.LICENSED
    assert {*Group.objects.values_list("name", flat=True)} == {each for each, _ in GROUPS.values()}
    assert all(group.permissions.exists() for group in Group.objects.all())
    assert Department.objects.count() == 9
    plan = floor_plan.read_plan(name)
    made = Table.objects.order_by("pk")
    assert [(each.name, each.rules_id, each.status) for each in made] == [
        (each.name, each.rules, "closed") for each in plan.tables
    ]
    assert {each.currency for each in made} <= {settings.HOUSE_CURRENCY, "PRACTICE"}
    assert Machine.objects.count() == (1 if name == "mc" else 0)
    before = rows()
    again = set_up(operator="alice", password_file=password, tables=name)
    assert rows() == before
    assert "Nothing has changed." in again
    assert "Nothing has changed." not in first
    assert PASSWORD not in first + again


def test_each_place_has_a_sample_that_its_licence_allows(settings: LazySettings) -> None:
    for name in bundled_places():
        place(settings, name)
        assert floor_plan.read_plan(name).tables, name


def test_it_says_what_a_table_lacks_as_its_opening_does(password: str) -> None:
    said = set_up(operator="alice", password_file=password, tables="none")
    table = Table.objects.get(name="Roulette 1")
    alice = Player.objects.get()
    refused = sessions.opening_refusal(table.pk, operator=alice)
    assert refused is not None
    assert refused.code == "device_unchecked"
    assert f"Roulette 1 does not open: {floor_plan.reason_of(refused)}\n" in said
    with pytest.raises(type(refused), match="device_unchecked"):
        sessions.open_session(table.pk, operator=alice, reason="test")
    assert "Blackjack 1 does not open" not in said
    sessions.open_session(Table.objects.get(name="Blackjack 1").pk, operator=alice, reason="test")


def test_the_codes_of_a_script_sign_the_operator_in(settings: LazySettings, password: str) -> None:
    settings.SECOND_FACTOR = True
    said = set_up(operator="alice", password_file=password)
    office = Client()
    asked = {"username": "alice", "password": PASSWORD}
    assert office.post("/admin/login/", asked).status_code == 302
    code = said.partition("each good once: ")[2].split()[0]
    answer = office.post("/account/second-factor/", {"code": code, "next": "/admin/"})
    assert answer["Location"] == "/admin/"
    assert office.get("/admin/").status_code == 200


def test_it_resets_no_group_and_touches_no_operator(password: str) -> None:
    set_up(operator="alice", password_file=password)
    cashiers = Group.objects.get(name="cashiers")
    cashiers.permissions.clear()
    Group.objects.get(name="card keepers").delete()
    assert "groups: 1 created" in set_up()
    assert not cashiers.permissions.exists()
    with pytest.raises(CommandError, match=r"The house has an operator, alice: others"):
        set_up(operator="bob", password_file=password)
    assert Player.objects.count() == 1


def test_it_locks_printed_passwords_out(password: str) -> None:
    Player.objects.create_superuser("operator", password="sabot-demo")
    ensure_demo_player("demo1", "sabot-demo")
    set_up(operator="alice", password_file=password)
    able = [each.username for each in Player.objects.all() if each.has_usable_password()]
    assert able == ["alice"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, r"^Say who the first operator is: --operator NAME\.$"),
        ({"operator": "alice"}, r"^Say where the operator's password is: --password-file\.$"),
        ({"operator": "alice", "password_file": "/not/there"}, r"^/not/there cannot be read: "),
        ({"operator": "a b", "password_file": ""}, r"^The name is of unaccented letters"),
        ({"operator": "ann", "password_file": ""}, r"^This name is taken\.$"),
        ({"operator": "alice", "password_file": "short"}, r"^This password is too short\."),
        ({"operator": "alice", "password_file": "sabot-demo"}, r"This password is guessed"),
    ],
)
def test_an_operator_is_refused_in_a_sentence(
    tmp_path: Path, given: dict[str, str], said: str
) -> None:
    ensure_demo_player("ann", PASSWORD)
    if given.get("password_file", "/")[:1] != "/":
        path = tmp_path / "password"
        path.write_text(given["password_file"] or PASSWORD, encoding="utf-8")
        given = given | {"password_file": str(path)}
    with pytest.raises(CommandError, match=said):
        set_up(**given)
    assert not Player.objects.filter(is_staff=True).exists()


def test_the_password_is_read_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))
    set_up(operator="alice", password_file="-")
    assert Player.objects.get().check_password(PASSWORD)


class Terminal:
    """The command at a terminal, in a process of its own, on this test's database."""

    def __init__(self, **env: str) -> None:
        self._ours, theirs = os.openpty()
        named = connection.settings_dict
        url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{named['NAME']}")
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "setup_house"],
            cwd=house.ROOT,
            env=os.environ | {"DATABASE_URL": urlunsplit(url)} | env,
            preexec_fn=lambda: os.login_tty(theirs),
        )
        os.close(theirs)
        self.said = ""
        self._read = 0

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._ours, f"{line}\n".encode())

    def wait(self, *texts: str) -> str:
        """Wait for the first of some texts after those that were waited for; return it."""
        while True:
            for text in texts:
                if (at := self.said.find(text, self._read)) >= 0:
                    self._read = at + len(text)
                    return text
            ready, _, _ = select.select([self._ours], [], [], 120)
            assert ready, f"{texts} did not come after {self.said}"
            self.said += os.read(self._ours, 4096).decode(errors="replace")

    def end(self) -> int:
        """Wait for the end; return the exit status."""
        status = self._process.wait(120)
        os.close(self._ours)
        return status


def test_at_a_terminal_it_asks_until_it_is_answered() -> None:
    """Names, passwords and codes that are refused are asked for again."""
    terminal = Terminal(SECOND_FACTOR="1")

    def answer(question: str, line: str) -> None:
        terminal.wait(question)
        terminal.type(line)

    answer("Name of the first operator: ", "a b")
    answer("Password: ", PASSWORD)
    answer("Password (again): ", "another")
    terminal.wait("The two passwords differ.")
    answer("Password: ", PASSWORD)
    answer("Password (again): ", PASSWORD)
    terminal.wait("The name is of unaccented letters")
    answer("Name of the first operator: ", "alice")
    answer("Password: ", PASSWORD)
    answer("Password (again): ", PASSWORD)
    answer("Code of the app: ", "12345")
    terminal.wait("This code is not right")
    assert not Player.objects.exists(), "without a second factor there is no operator"
    secret = re.search(r"secret=([A-Z2-7]+)", terminal.said)
    assert secret is not None
    heard = ""
    while heard != "recovery codes":
        # After a wrong code the next one is good a second later.
        answer("Code of the app: ", f"{totp(b32decode(secret[1])):06}")
        wrong = ("This code is not right", "none is read for another")
        heard = terminal.wait("recovery codes", *wrong)
    terminal.wait("operator: alice created")
    assert terminal.end() == 0
    alice = Player.objects.get()
    assert second_factor.enrolled_phone(alice) is not None
    assert PASSWORD not in terminal.said


RULES = """
[rules.HOUSE]
game = "blackjack"
book = "HOUSE"
[rules.HOUSE.options]
table_min_cents = 100
table_max_cents = 10000
stake_step_cents = 100
"""
TABLE = '[[tables]]\nname = "T 1"\nrules = "HOUSE"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tables = 1", ["rules: Field required.", "tables: Input should be a valid list."]),
        ("[[tables]", ["Expected ']]' at the end of an array declaration"]),
        (RULES, ["tables: Field required."]),
        (TABLE, ["rules: Field required."]),
        (f"{TABLE}floats = 1\n{RULES}", ["tables.0.floats: Extra inputs are not permitted."]),
        (f"{TABLE}{TABLE}{RULES}", ["tables.1.name: 'T 1' is there twice."]),
        (
            f"{TABLE.replace('HOUSE', 'HOME')}float_cents = 100000001\n{RULES}",
            ["there are no rules 'HOME' in this file.", "FLOAT_CEILING is 100000000."],
        ),
        (TABLE + RULES.replace("blackjack", "poker"), ["there is no game 'poker'"]),
        (TABLE + RULES.replace('k = "HOUSE"', 'k = "NV"'), ["blackjack has no text 'NV'"]),
        (TABLE + RULES.replace("stake_step", "step"), ["the text has no option step_cents."]),
        (TABLE + RULES.replace("100", '"x"', 1), ["rules.HOUSE: table_min_cents: The rules do"]),
        (
            TABLE + RULES.replace("HOUSE]", '"?"]').replace("HOUSE.", '"?".'),
            ["rules.?: a name has letters", "there are no rules 'HOUSE'"],
        ),
    ],
)
def test_a_plan_is_refused_with_a_sentence_for_each_error(
    tmp_path: Path, password: str, text: str, said: list[str]
) -> None:
    path = tmp_path / "tables.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError) as refused:
        set_up(operator="alice", password_file=password, tables=str(path))
    lines = str(refused.value).splitlines()
    assert all(line.startswith(f"{path}: ") and line.endswith(".") for line in lines)
    assert len(lines) == len(said)
    assert all(part in line for part, line in zip(sorted(said), sorted(lines), strict=True))
    assert not Player.objects.exists(), "it is read before anything is done"


def test_the_licence_allows_the_tables_or_there_are_none(
    settings: LazySettings, password: str
) -> None:
    place(settings, "fr")
    with pytest.raises(CommandError, match=r"the licence \(fr\) does not allow european_roulette"):
        set_up(operator="alice", password_file=password, tables="none")


def test_rules_that_control_must_agree_to_leave_nothing_behind(
    tmp_path: Path, password: str
) -> None:
    path = tmp_path / "tables.toml"
    boule = '[rules.B]\ngame = "boule"\nbook = "MC"\n[rules.B.options]\ntable_min_cents = 100\n'
    boule += "stake_increment_cents = 100\nbetting_window_seconds = 30\n"
    boule += "table_max_cents = {straight = 100, red = 700, black = 700, odd = 700, even = 700,"
    boule += " high = 700, low = 700}\n"
    path.write_text(f'{TABLE}[[tables]]\nname = "B 1"\nrules = "B"\n{RULES}{boule}')
    with pytest.raises(CommandError, match=r"^table B 1: .* not agreed \(table"):
        set_up(operator="alice", password_file=password, tables=str(path))
    assert not Table.objects.exists()
    assert not RuleSet.objects.exists()


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Carry out calls at the same time, in threads of their own; return what each gives."""
    given: list[object] = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def run(number: int) -> None:
        barrier.wait()
        try:
            given[number] = calls[number]()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(calls))]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return given


def test_two_that_found_it_at_once_found_it_once(password: str) -> None:
    def found() -> str:
        return set_up(operator="alice", password_file=password, tables="none")

    said = [str(each) for each in at_once(found, found)]
    assert sorted("Nothing has changed." in each for each in said) == [False, True]
    assert Player.objects.count() == 1
    assert Table.objects.count() == 4
    assert Group.objects.count() == len(GROUPS)
