"""`manage.py setup_house`: founds a house on a database, migrated or empty; safe to repeat."""

import io
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import getpass
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, transaction
from django.utils import translation

from casino.players.forms import REFUSALS
from casino.players.models import Player
from casino.players.services import SignUpRefused
from casino.process import upgrade
from casino.staff import second_factor
from casino.staff.first_operator import create_operator, find_operator
from tables.machines import services as machines
from tables.models import Table
from tables.operation import floor_plan, sessions
from tables.staff import groups


class Command(BaseCommand):
    help = (
        "Sets up a house: schema, groups of the staff, machines' files, the first operator with a"
        " second factor where the house wants one, and the tables of a file. What exists stays as"
        " it is, but for accounts of the demo house, which are locked out."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who the first operator is, and which tables there are."""
        parser.add_argument("--operator", metavar="NAME", help="the first operator")
        parser.add_argument(
            "--password-file", metavar="FILE", help="its first line is the password; -: stdin"
        )
        parser.add_argument(
            "--tables", metavar="PLAN", help="a file .toml, or the name of a sample (mc, fr, on …)"
        )
        parser.add_argument("--no-input", action="store_true", help="ask nothing")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print a line for each part, or fail with sentences that say what to do."""
        self.asks = sys.stdin.isatty() and not options["no_input"]
        with translation.override("en"):
            try:
                plan = floor_plan.read_plan(options["tables"]) if options["tables"] else None
                if problem := upgrade.upgrade_error():
                    raise CommandError(problem)
                with _one_at_a_time():
                    self._set_up(options, plan)
            except floor_plan.PlanRefused as refused:
                raise CommandError(str(refused)) from None
            except DatabaseError as error:
                why = str(error).strip().partition("\n")[0]
                raise CommandError(
                    f"The database cannot be set up ({why}): see that DATABASE_URL names one that"
                    " answers, and run `manage.py migrate` as the owner of its tables."
                ) from None

    def _set_up(self, options: dict[str, Any], plan: floor_plan.FloorPlan | None) -> None:
        changed = [self._schema(), self._groups()]
        operator = find_operator()
        changed.append(operator is None)
        if operator is None:
            operator = self._operator(options)
        elif options["operator"] not in (None, operator.username):
            raise CommandError(
                f"The house has an operator, {operator}: others are given their rights in the"
                " office, by two people."
            )
        else:
            self.stdout.write(f"operator: {operator}, as before")
        if plan is not None:
            made = floor_plan.set_up_tables(plan, operator=operator, reason="setup_house")
            self.stdout.write(f"tables: {len(made)} set up")
            changed.append(bool(made))
        filed = machines.file_all_machines()
        self.stdout.write(f"machines: {filed} filed")
        if not any((*changed, filed)):
            self.stdout.write("Nothing has changed.")
        for table in Table.objects.filter(status=Table.Status.CLOSED).order_by("pk"):
            if refused := sessions.opening_refusal(table.pk, operator=operator):
                self.stdout.write(f"{table.name} does not open: {floor_plan.reason_of(refused)}")

    def _schema(self) -> bool:
        pending = len(upgrade.pending_migrations())
        if pending:
            call_command("migrate", verbosity=0, interactive=False)
        call_command("close_demo", stdout=io.StringIO())
        self.stdout.write(f"schema: {pending} migrations applied")
        return bool(pending)

    def _groups(self) -> bool:
        made = groups.create_missing_groups()
        self.stdout.write(f"groups: {len(made)} created")
        return bool(made)

    def _operator(self, options: dict[str, Any]) -> Player:
        """Create the first operator, asking again for what is refused, with their second factor.

        All or none: whoever gives up at the second factor begins anew.
        """
        while True:
            name = options["operator"] or self._ask("Name of the first operator: ", "--operator")
            password = self._password(options["password_file"])
            try:
                with transaction.atomic():
                    operator = create_operator(name, password)
                    if settings.LICENSED:
                        # There a superuser only reads, and decides rights (`Player.has_perm`).
                        duties = [groups.GROUPS[each][0] for each in groups.FOUNDER]
                        operator.groups.set(Group.objects.filter(name__in=duties))
                    if settings.SECOND_FACTOR:
                        self._enrol(operator)
            except SignUpRefused as refused:
                problem = REFUSALS[refused.code].text(**refused.detail)
                options["operator"] = None
            except ValidationError as refused:
                problem = " ".join(refused.messages)
            else:
                self.stdout.write(f"operator: {operator} created")
                return operator
            if not self.asks or options["password_file"]:
                raise CommandError(problem)
            self.stdout.write(problem)

    def _password(self, path: str | None) -> str:
        if path is None:
            while True:
                if not self.asks:
                    raise CommandError("Say where the operator's password is: --password-file.")
                password = getpass("Password: ")
                if getpass("Password (again): ") == password:
                    return password
                self.stdout.write("The two passwords differ.")
        try:
            given = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise CommandError(f"{path} cannot be read: --password-file names a text.") from None
        return given.partition("\n")[0].rstrip("\r")

    def _ask(self, question: str, option: str) -> str:
        if not self.asks:
            raise CommandError(f"Say who the first operator is: {option} NAME.")
        return input(question).strip()

    def _enrol(self, operator: Player) -> None:
        """Enrol the operator's phone; show its key and the recovery codes, this once."""
        phone = second_factor.begin_enrolment(operator, None)
        if self.asks:
            segno.make(phone.config_url, error="l").terminal(out=sys.stdout, compact=True)
        self.stdout.write(f"second factor, for an authenticator app: {phone.config_url}")
        while True:
            code = input("Code of the app: ") if self.asks else None
            try:
                if codes := second_factor.confirm_enrolment(operator, phone.pk, code):
                    break
                self.stdout.write("This code is not right: type the next one.")
            except second_factor.CodeLocked as locked:
                self.stdout.write(f"After wrong codes none is read for another {locked.seconds} s.")
        self.stdout.write(f"recovery codes, each good once: {' '.join(codes)}")


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Wait until no other process sets this house up.

    By a connection of its own, in a transaction: migrations commit, and a pooler may give each
    transaction another session.
    """
    lock = connection.copy()
    try:
        lock.set_autocommit(False)
        with lock.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended('setup_house', 0))")
        yield
    finally:
        lock.close()
